#pragma once
// mesh/skipped_list.h -- collects what a reader does not understand, one entry per keyword.

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "trunnion/mesh/mesh_file.h"
#include "trunnion/mesh/raw_mesh.h"

namespace trunnion {

class SkippedList {
 public:
  /// `consequence` may hold one "{}", which stands for the count in the end.
  void add(const std::string& keyword, Place place, const std::string& consequence, int count = 1);
  std::vector<SkippedCard> cards(const SourceFiles& files) const;  ///< in the order met

 private:
  struct Entry {
    std::string keyword, consequence;
    Place first;
    int count = 0;
  };
  std::vector<Entry> entries_;
  std::map<std::pair<std::string, std::string>, std::size_t> known_;
};

}  // namespace trunnion
