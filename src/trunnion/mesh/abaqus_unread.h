#pragma once
// mesh/abaqus_unread.h -- parameters of understood keywords that have no meaning for us: listed for the user.

#include "trunnion/mesh/abaqus_lines.h"
#include "trunnion/mesh/skipped_list.h"

namespace trunnion {

void list_unread_parameters(const AbaqusKeyword& keyword, SkippedList& skipped);

}  // namespace trunnion
