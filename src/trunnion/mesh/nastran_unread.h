#pragma once
// mesh/nastran_unread.h -- fields of understood cards that have no meaning for us: listed for the user when they say
// something.

#include "trunnion/mesh/nastran_cards.h"
#include "trunnion/mesh/skipped_list.h"

namespace trunnion {

void list_unread_fields(const NastranCard& card, SkippedList& skipped);

/// Lists one field when it holds something else than `harmless` (a number, a word or nothing).
void list_unread_field(const NastranCard& card, std::size_t field, const std::string& name,
                       const std::string& consequence, SkippedList& skipped, const std::string& harmless = "0");

}  // namespace trunnion
