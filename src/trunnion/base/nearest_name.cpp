#include "trunnion/base/nearest_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace trunnion {
namespace {

char lower(char c) { return char(std::tolower(static_cast<unsigned char>(c))); }

}  // namespace

int edit_distance(std::string_view a, std::string_view b) {
  const std::size_t n = b.size();
  std::vector<int> before(n + 1), previous(n + 1), current(n + 1);
  for (std::size_t j = 0; j <= n; ++j) previous[j] = int(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    current[0] = int(i);
    for (std::size_t j = 1; j <= n; ++j) {
      const int change = lower(a[i - 1]) == lower(b[j - 1]) ? 0 : 1;
      current[j] = std::min({previous[j] + 1, current[j - 1] + 1, previous[j - 1] + change});
      const bool swapped = i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1]);
      if (swapped) current[j] = std::min(current[j], before[j - 2] + 1);
    }
    std::swap(before, previous);
    std::swap(previous, current);
  }
  return previous[n];
}

std::string nearest_name(std::string_view written, const std::vector<std::string>& known) {
  std::string best;
  int smallest = 1 + int(std::max<std::size_t>(written.size() / 3, 1));
  for (const std::string& name : known) {
    const int distance = edit_distance(written, name);
    if (distance < smallest) smallest = distance, best = name;
  }
  return best;
}

std::string name_hint(std::string_view written, const std::vector<std::string>& known) {
  const std::string nearest = nearest_name(written, known);
  if (!nearest.empty()) return fmt::format("; did you mean '{}'?", nearest);
  if (known.empty()) return "";
  const std::size_t shown = std::min<std::size_t>(known.size(), 12);
  const std::string list = fmt::format("'{}'", fmt::join(known.begin(), known.begin() + std::ptrdiff_t(shown), "', '"));
  return "; known are " + list + (shown < known.size() ? fmt::format(" and {} more", known.size() - shown) : "");
}

}  // namespace trunnion
