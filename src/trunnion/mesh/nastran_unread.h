#pragma once
// mesh/nastran_unread.h -- what a deck says and this program leaves out: whole cards, and fields of understood cards
// that are listed when they say something.

#include "trunnion/mesh/nastran_cards.h"
#include "trunnion/mesh/skipped_list.h"

namespace trunnion {

/// What it means for the user that a card is left out.
std::string consequence_of_leaving_out(const std::string& card);

void list_unread_fields(const NastranCard& card, SkippedList& skipped);

/// Lists one field when it holds something else than `harmless` (a number, a word or nothing).
void list_unread_field(const NastranCard& card, std::size_t field, const std::string& name,
                       const std::string& consequence, SkippedList& skipped, const std::string& harmless = "0");

}  // namespace trunnion
