#include "trunnion/math/elimination_tree.h"

#include <algorithm>
#include <queue>
#include <utility>

namespace trunnion {
namespace {

// A subtree holds at most this part of all entries: enough of them for a dozen threads. More would lengthen the trunk.
constexpr double largest_part = 1.0 / 24;
constexpr double worth_cutting = 2e5;  // entries; below, starting threads costs more than the solve

struct Forest {
  std::vector<Index> parent, size;  // of each panel; panels in its subtree
  std::vector<double> entries;      // in its subtree
};

Forest forest_of(const SupernodalFactor& f) {
  std::vector<Index> panel_of(static_cast<std::size_t>(f.size));
  for (Index s = 0; s < f.panels; ++s)
    std::fill(panel_of.begin() + f.first_column[s], panel_of.begin() + f.first_column[s + 1], s);
  Forest forest{std::vector<Index>(f.panels, -1), std::vector<Index>(f.panels, 1), std::vector<double>(f.panels, 0)};
  for (Index s = 0; s < f.panels; ++s) {
    const Index columns = f.first_column[s + 1] - f.first_column[s], rows = f.first_row[s + 1] - f.first_row[s];
    forest.entries[s] += static_cast<double>(columns) * static_cast<double>(rows);
    if (rows == columns) continue;
    const Index parent = forest.parent[s] = panel_of[f.row[f.first_row[s] + columns]];
    forest.size[parent] += forest.size[s];
    forest.entries[parent] += forest.entries[s];
  }
  return forest;
}

}  // namespace

EliminationTree cut_tree(const SupernodalFactor& factor) {
  const Forest forest = forest_of(factor);
  std::priority_queue<std::pair<double, Index>> heaviest;
  double total = 0;
  for (Index s = 0; s < factor.panels; ++s)
    if (forest.parent[s] < 0) {
      heaviest.emplace(forest.entries[s], s);
      total += forest.entries[s];
    }
  const double largest = total < worth_cutting ? 0 : largest_part * total;
  EliminationTree tree;
  while (!heaviest.empty() && heaviest.top().first > largest) {
    const Index s = heaviest.top().second;
    heaviest.pop();
    tree.trunk.push_back(s);
    // Children end where the next one begins.
    for (Index child = s - 1; child > s - forest.size[s]; child -= forest.size[child])
      heaviest.emplace(forest.entries[child], child);
  }
  std::sort(tree.trunk.begin(), tree.trunk.end());
  for (; !heaviest.empty(); heaviest.pop()) {
    const Index root = heaviest.top().second;
    tree.subtrees.push_back({root - forest.size[root] + 1, root});
  }
  return tree;
}

}  // namespace trunnion
