#include "trunnion/mesh/skipped_list.h"

#include <fmt/format.h>

namespace trunnion {

void SkippedList::add(const std::string& keyword, Place place, const std::string& consequence, int count) {
  const auto [at, fresh] = known_.try_emplace({keyword, consequence}, entries_.size());
  if (fresh) entries_.push_back({keyword, consequence, place, 0});
  entries_[at->second].count += count;
}

std::vector<SkippedCard> SkippedList::cards(const SourceFiles& files) const {
  std::vector<SkippedCard> cards;
  for (const Entry& entry : entries_) {
    std::string text = entry.consequence;
    if (const std::size_t at = text.find("{}"); at != std::string::npos)
      text.replace(at, 2, fmt::to_string(entry.count));
    cards.push_back({entry.keyword, entry.count, files.at(entry.first), text});
  }
  return cards;
}

}  // namespace trunnion
