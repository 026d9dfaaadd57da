#include "trunnion/math/supernodal_solve.h"

#include <omp.h>

#include <algorithm>

#include "trunnion/math/lane_kernels.h"

namespace trunnion {
namespace {

constexpr Index width = lane_width;  // right-hand sides of a group
constexpr Index chunk = 64;          // columns that are solved before the rows after them hear of it
constexpr Index slice = 1024;        // rows of a chunk that stay in the cache while its stripes pass

/// One panel of L: `columns` columns on `rows` rows.
struct Panel {
  Index first, columns, rows;
  const double* value;
  const std::int64_t* row;

  Panel(const SupernodalFactor& f, Index s)
      : first(f.first_column[s]),
        columns(f.first_column[s + 1] - first),
        rows(f.first_row[s + 1] - f.first_row[s]),
        value(f.value + f.first_value[s]),
        row(f.row + f.first_row[s]) {}

  double at(Index i, Index k) const { return value[k * rows + i]; }
  Index below() const { return rows - columns; }
};

/// The unknowns of all rows of a panel: those of its own columns lie in x, the others were brought together in `below`.
struct PanelLanes {
  const Panel& panel;
  Lanes &x, &below;

  auto own(Index k) const { return x.col(panel.first + k); }

  /// Columns k to k_end, once they are solved, from the unknowns of rows begin to end.
  void take_off(Index k, Index k_end, Index begin, Index end) const {
    for_ranges(begin, end, [&](Index from, Index number, double* out) {
      take_off_lanes(block(k, k_end, from, number), own(k).data(), out);
    });
  }

  /// The unknowns of rows begin to end from those of columns k to k_end.
  void gather(Index k, Index k_end, Index begin, Index end) const {
    for_ranges(begin, end, [&](Index from, Index number, const double* in) {
      gather_lanes(block(k, k_end, from, number), in, own(k).data());
    });
  }

 private:
  ColumnBlock block(Index k, Index k_end, Index from, Index number) const {
    return {panel.value + k * panel.rows + from, panel.rows, number, k_end - k};
  }

  /// Calls range(row, number of rows, their unknowns) for rows that lie one after the other.
  template <typename Action>
  void for_ranges(Index begin, Index end, Action range) const {
    if (const Index inner = std::min(end, panel.columns); begin < inner)
      range(begin, inner - begin, x.data() + width * (panel.first + begin));
    if (const Index outer = std::max(begin, panel.columns); outer < end)
      range(outer, end - outer, below.data() + width * (outer - panel.columns));
  }
};

/// Shared among threads when there is more than one piece, unless the caller is one of several threads already.
template <typename Action>
void for_each_piece(Index pieces, bool together, Action piece) {
  if (pieces > 1 && together) {
#pragma omp parallel for schedule(static)
    for (Index i = 0; i < pieces; ++i) piece(i);
  } else {
    for (Index i = 0; i < pieces; ++i) piece(i);
  }
}

void forward_panel(const PanelLanes& lanes, bool together) {
  const Panel& panel = lanes.panel;
  lanes.below.leftCols(panel.below()).setZero();
  for (Index begin = 0; begin < panel.columns; begin += chunk) {
    const Index end = std::min(begin + chunk, panel.columns);
    for (Index k = begin; k < end; k += lane_stripe) {
      const Index after = std::min(k + lane_stripe, end);
      for (Index j = k; j < after; ++j) {
        for (Index m = k; m < j; ++m) lanes.own(j) -= panel.at(j, m) * lanes.own(m);
        lanes.own(j) /= panel.at(j, j);
      }
      lanes.take_off(k, after, after, end);
    }
    const Index rest = panel.rows - end;
    for_each_piece((rest + slice - 1) / slice, together, [&](Index piece) {
      const Index from = end + piece * slice;
      lanes.take_off(begin, end, from, std::min(from + slice, panel.rows));
    });
  }
}

void backward_panel(const PanelLanes& lanes, bool together) {
  const Panel& panel = lanes.panel;
  for (Index begin = (panel.columns - 1) / chunk * chunk; begin >= 0; begin -= chunk) {
    const Index end = std::min(begin + chunk, panel.columns);
    const Index stripes = (end - begin + lane_stripe - 1) / lane_stripe;
    const auto stripe_end = [&](Index k) { return std::min(k + lane_stripe, end); };
    const bool long_columns = panel.rows - end > slice;
    for_each_piece(stripes, together && long_columns, [&](Index i) {
      const Index k = begin + i * lane_stripe;
      lanes.gather(k, stripe_end(k), end, panel.rows);
    });
    for (Index k = begin + (stripes - 1) * lane_stripe; k >= begin; k -= lane_stripe) {
      lanes.gather(k, stripe_end(k), stripe_end(k), end);
      for (Index j = stripe_end(k) - 1; j >= k; --j) {
        for (Index m = j + 1; m < stripe_end(k); ++m) lanes.own(j) -= panel.at(m, j) * lanes.own(m);
        lanes.own(j) /= panel.at(j, j);
      }
    }
  }
}

/// One group of right-hand sides, x in the order of elimination.
class GroupSolve {
 public:
  GroupSolve(const SupernodalFactor& factor, const EliminationTree& tree, Lanes& x)
      : f_(factor), tree_(tree), x_(x), handed_on_(tree.subtrees.size()) {
    for (Index s = 0; s < f_.panels; ++s) most_below_ = std::max(most_below_, Panel(f_, s).below());
  }

  void run() {
    const Index subtrees = static_cast<Index>(tree_.subtrees.size());
    const bool together = subtrees > 0 && !omp_in_parallel();
    Lanes below(width, most_below_);
#pragma omp parallel for schedule(dynamic) if (together)
    for (Index t = 0; t < subtrees; ++t) forward_subtree(t);
    for (Index t = 0; t < subtrees; ++t) {
      const Panel root(f_, tree_.subtrees[t].root);
      for (Index i = 0; i < root.below(); ++i) x_.col(root.row[root.columns + i]) += handed_on_[t].col(i);
    }
    for (const Index s : tree_.trunk) {
      const Panel panel(f_, s);
      forward_panel({panel, x_, below}, together);
      for (Index i = 0; i < panel.below(); ++i) x_.col(panel.row[panel.columns + i]) += below.col(i);
    }
    for (auto s = tree_.trunk.rbegin(); s != tree_.trunk.rend(); ++s) backward(*s, below, together);
#pragma omp parallel for schedule(dynamic) if (together)
    for (Index t = 0; t < subtrees; ++t) {
      Lanes own_below(width, most_below_);
      for (Index s = tree_.subtrees[t].root; s >= tree_.subtrees[t].first; --s) backward(s, own_below, false);
    }
  }

 private:
  /// What a subtree takes off the unknowns above it lies on the rows below its root; it is handed on in one piece.
  void forward_subtree(Index t) {
    const auto [first, root_panel] = tree_.subtrees[t];
    const Panel root(f_, root_panel);
    const Index end = root.first + root.columns;
    Lanes& above = handed_on_[t];
    above = Lanes::Zero(width, root.below());
    std::vector<std::int32_t> place(static_cast<std::size_t>(f_.size - end));
    for (Index i = 0; i < root.below(); ++i) place[root.row[root.columns + i] - end] = static_cast<std::int32_t>(i);
    Lanes below(width, most_below_);
    for (Index s = first; s <= root_panel; ++s) {
      const Panel panel(f_, s);
      forward_panel({panel, x_, below}, false);
      for (Index i = 0; i < panel.below(); ++i) {
        const Index row = panel.row[panel.columns + i];
        if (row < end)
          x_.col(row) += below.col(i);
        else
          above.col(place[row - end]) += below.col(i);
      }
    }
  }

  void backward(Index s, Lanes& below, bool together) const {
    const Panel panel(f_, s);
    for (Index i = 0; i < panel.below(); ++i) below.col(i) = x_.col(panel.row[panel.columns + i]);
    backward_panel({panel, x_, below}, together);
  }

  const SupernodalFactor& f_;
  const EliminationTree& tree_;
  Lanes& x_;
  std::vector<Lanes> handed_on_;  // per subtree
  Index most_below_ = 0;
};

}  // namespace

MatrixXd supernodal_solve(const SupernodalFactor& factor, const EliminationTree& tree, const MatrixXd& rhs) {
  MatrixXd solution(rhs.rows(), rhs.cols());
  const bool large = !tree.subtrees.empty();
  const auto solve_group = [&](Index first) {
    const Index count = std::min(width, rhs.cols() - first);
    Lanes x(width, factor.size);
#pragma omp parallel for schedule(static) if (large)
    for (Index k = 0; k < factor.size; ++k)
      for (Index c = 0; c < width; ++c) x(c, k) = c < count ? rhs(factor.order[k], first + c) : 0;
    GroupSolve(factor, tree, x).run();
#pragma omp parallel for schedule(static) if (large)
    for (Index k = 0; k < factor.size; ++k)
      for (Index c = 0; c < count; ++c) solution(factor.order[k], first + c) = x(c, k);
  };
  const Index groups = (rhs.cols() + width - 1) / width, threads = omp_get_max_threads();
  const Index one_each = large && !omp_in_parallel() ? groups / threads * threads : 0;
#pragma omp parallel for schedule(static) if (one_each > 0)
  for (Index g = 0; g < one_each; ++g) solve_group(g * width);
  for (Index g = one_each; g < groups; ++g) solve_group(g * width);
  return solution;
}

}  // namespace trunnion
