#pragma once
// base/nearest_name.h -- "did you mean": the known name that is closest to what the user wrote.

#include <string>
#include <string_view>
#include <vector>

namespace trunnion {

/// Optimal-string-alignment distance, letters compared without case: inserted, lost, changed or swapped letters.
int edit_distance(std::string_view a, std::string_view b);

/// The known name with the smallest distance, or an empty text where none is similar (more than a third differs).
std::string nearest_name(std::string_view written, const std::vector<std::string>& known);

/// The end of an error message: "; did you mean 'xmin'?" or "; known are 'a', 'b'" (the first twelve) or nothing.
std::string name_hint(std::string_view written, const std::vector<std::string>& known);

}  // namespace trunnion
