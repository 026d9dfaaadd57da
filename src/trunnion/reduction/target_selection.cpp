#include "trunnion/reduction/target_selection.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <utility>

#include "trunnion/base/error.h"
#include "trunnion/math/tall_product.h"
#include "trunnion/reduction/check_reduction.h"
#include "trunnion/reduction/completeness_forecast.h"
#include "trunnion/reduction/fewest_coordinates.h"

namespace trunnion {
namespace {

std::vector<Index> first(Index count) {
  std::vector<Index> modes(static_cast<std::size_t>(count));
  std::iota(modes.begin(), modes.end(), Index(0));
  return modes;
}

Index two_digits(Index n) {
  Index unit = 1;
  while (n / unit >= 100) unit *= 10;
  return (n + unit / 2) / unit * unit;
}

/// A selection's truncation vectors in the measures of the interface dofs themselves.
struct Answers {
  InertiaAnswerGrams grams;
  MatrixXd motions;
};

Answers answers_of(const SelectionInput& input) {
  const MatrixXd& answers = input.interface_answers;
  const Index a = input.mass_interface_modes.cols();
  if (answers.cols() == 0) return {{MatrixXd::Zero(a, a), MatrixXd::Zero(a, a)}, {}};
  const bool reduced = input.interface_basis.cols() < input.interface_basis.rows();
  return {{transposed_times(answers, stiffness_product(input.model, answers)),
           transposed_times(answers, mass_product(input.model, answers))},
          reduced ? input.interface_basis : MatrixXd()};
}

class TargetSearch {
 public:
  TargetSearch(const SelectionInput& input, FixedModes& modes, Observer& observer)
      : input_(input), options_(input.options), modes_(modes), observer_(observer), most_(most_modes(input)) {
    rule_ = banded() ? SelectionRule::band_interface_mass : SelectionRule::interface_mass;
    if (!options_.count_vectors) return;
    answers_ = answers_of(input);
    least_ = fewest_conceivable(input.interior_mass, input.kinds, options_.weights, options_.completeness);
  }

  /// Without vectors: the first of the ranking that carry the target.
  CombinedSelection modes_alone() {
    for (;;) {
      add_batch();
      if (past_band()) {
        const ModeSelection found = select_completeness(ranked(), mass_.combined, options_.completeness, always());
        if (found.met) return {found, 0, found.completeness};
      }
      go_on(mass_.combined.sum());
    }
  }

  CombinedSelection modes_and_vectors() {
    CombinedSelection best;
    best.modes.met = false;
    for (;;) {
      const VectorXd known = modes_.eigenvalues;
      add_batch();
      if (known != modes_.eigenvalues.head(known.size())) best.modes.met = false;  // one came in between: counted anew
      double reached = 0;
      if (past_band()) {
        const CombinedSelection found =
            select_fewest(problem(), ranked(), options_.completeness, most_vectors(), always());
        reached = found.completeness;
        const bool fewer = found.modes.met && (!best.modes.met || found.count() < best.count());
        if (best.modes.met && !fewer) return best;
        if (fewer) best = found;
        if (best.modes.met && (best.count() <= least_ || at_end() || !batch_fits())) return best;
      }
      if (!best.modes.met) go_on(reached);
    }
  }

  const InterfaceMass& mass() const { return mass_; }
  SelectionRule rule() const { return rule_; }
  Index least() const { return least_; }  ///< no coordinates of any kind are fewer

 private:
  bool banded() const { return options_.rule == SelectionRule::band_interface_mass; }
  Index computed() const { return modes_.eigenvalues.size(); }
  /// No further mode may be computed, or there is none.
  bool at_end() const { return none_left_ || computed() >= most_; }
  bool past_band() const {
    return !banded() || none_left_ || modes_.eigenvalues[computed() - 1] >= near_band(options_.band);
  }
  bool batch_fits() const { return modes_fit(room(), input_.model, next_batch(computed(), most_)); }
  double room() const {
    return room_for_modes(input_.model, options_, input_.solver.cost().bytes, Index(input_.kinds.size()), computed());
  }

  std::vector<Index> ranked() const {
    const double ratio = 0.02;  // keeps the band weight of a mode at the band's edge finite
    return rank_modes(rule_, modes_.eigenvalues, mass_.combined, options_.band, ratio);
  }

  std::vector<Index> always() const {
    if (!banded()) return {};
    return first((modes_.eigenvalues.array() < near_band(options_.band)).count());
  }

  void add_batch() {
    const Index before = computed();
    compute_more(input_, modes_, std::min(next_batch(before, most_), free_dofs(input_) - before), observer_);
    none_left_ = computed() == before || computed() >= free_dofs(input_);
    find_missed(input_.count, modes_, input_.model, input_.solver, observer_);
    participation_ = interface_participation(input_, modes_.shapes);
    mass_ = interface_mass(participation_, input_.interior_mass, input_.kinds, options_.weights);
  }

  CombinedProblem problem() const {
    return {participation_,   modes_.eigenvalues, input_.interior_mass, input_.kinds,
            options_.weights, answers_.grams,     answers_.motions};
  }
  Index most_vectors() const {
    return options_.truncation_vectors < 0 ? answers_.grams.stiffness.rows() : options_.truncation_vectors;
  }

  /// Throws where no more modes may be computed, or where as many as may be would not do.
  void go_on(double reached) {
    if (!past_band()) {
      if (at_end())
        throw InputError(
            fmt::format("all modes below 1.3 times the band of {:g} Hz are wanted, and {} modes end at {:.0f} Hz. "
                        "Lower the band, {}, or take select = \"interface-mass\".",
                        options_.band, computed(), highest_hz(), way_to_more(input_)));
      return;
    }
    if (at_end())
      throw InputError(
          fmt::format("completeness {:g} is beyond reach: {} modes{} carry {:.3f} of the interface mass. {}",
                      options_.completeness, computed(), with_vectors(), reached, advice(reached, false)));
    foresee();
  }

  double highest_hz() const { return std::sqrt(modes_.eigenvalues[computed() - 1]) / (2 * std::numbers::pi); }
  const char* with_vectors() const { return options_.count_vectors ? " and the truncation vectors" : ""; }

  std::string advice(double attainable, bool memory) const {
    return fmt::format("Ask for {:.2f} at most, {}, or {}.", std::floor(100 * attainable) / 100,
                       memory ? "use a coarser mesh" : way_to_more(input_),
                       options_.count_vectors ? "leave the target out (completeness = 0)"
                                              : "let truncation vectors count (count_vectors = true)");
  }

  /// Not before the course shows: a few batches cost less than to be wrong.
  void foresee() {
    constexpr Index enough = 48;
    if (computed() < enough) return;
    const auto [modes, carried] = course();
    const double mode_bytes = 2.0 * double(input_.model.dofs.size) * sizeof(double);  // kept, and once more when sorted
    const double left = room();
    const bool tight = left < mode_bytes * double(most_ - computed());
    const Index most = tight ? computed() + Index(left / mode_bytes) : most_;
    const CompletenessForecast forecast =
        forecast_completeness(modes, carried, free_dofs(input_), most, options_.completeness);
    if (forecast.at_most >= options_.completeness) return;
    throw InputError(fmt::format(
        "completeness {:g} is beyond reach: {} modes{} carry {:.3f} of the interface mass, and by their course the {} "
        "modes that {} would carry {:.2f} to {:.2f}; {:g} would take {} or more. {}",
        options_.completeness, computed(), with_vectors(), carried[carried.size() - 1], most,
        tight ? "fit into memory" : "may be computed", forecast.likely, forecast.at_most, options_.completeness,
        two_digits(forecast.needed), advice(forecast.likely, tight)));
  }

  /// What n modes carry, with all vectors where these count, for some n of the last five sixths.
  std::pair<VectorXd, VectorXd> course() const {
    constexpr Index points = 12;
    const double n = double(computed());
    VectorXd modes(points), carried(points);
    for (Index i = 0; i < points; ++i) {
      const Index k = Index(std::lround(n * std::pow(6.0, double(i + 1 - points) / double(points - 1))));
      modes[i] = double(k);
      carried[i] =
          options_.count_vectors ? carried_together(problem(), first(k), most_vectors()) : mass_.combined.head(k).sum();
    }
    return {modes, carried};
  }

  const SelectionInput& input_;
  const ReductionOptions& options_;
  FixedModes& modes_;
  Observer& observer_;
  Index most_;
  SelectionRule rule_;
  Answers answers_;
  Index least_ = 0;
  bool none_left_ = false;
  MatrixXd participation_;
  InterfaceMass mass_;
};

}  // namespace

ModeSelection select_to_target(const SelectionInput& input, FixedModes& modes, Index& vectors, ReductionRecord& record,
                               Observer& observer) {
  TargetSearch search(input, modes, observer);
  const bool both = input.options.count_vectors;
  const CombinedSelection found = both ? search.modes_and_vectors() : search.modes_alone();
  if (both) vectors = found.vectors;
  record.selection =
      fmt::format("{} mass of {:.3g} reached by {} modes{}",
                  search.rule() == SelectionRule::interface_mass ? "interface" : "band-weighted interface",
                  input.options.completeness, found.modes.modes.size(),
                  both ? fmt::format(" and {} truncation vectors (no set of coordinates could have fewer than {})",
                                     vectors, search.least())
                       : "");
  fill_record(modes, search.mass(), found.modes, record);
  return found.modes;
}

}  // namespace trunnion
