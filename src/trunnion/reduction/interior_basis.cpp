#include "trunnion/reduction/interior_basis.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "trunnion/base/error.h"
#include "trunnion/math/tall_product.h"
#include "trunnion/reduction/ritz_basis.h"
#include "trunnion/reduction/target_selection.h"
#include "trunnion/reduction/truncation_vectors.h"

namespace trunnion {
namespace {

double squared_rate(double hz) { return std::pow(2 * std::numbers::pi * hz, 2); }

/// A mesh has as many modes as it has freedoms left when its interfaces are held.
void check_count(const SelectionInput& input, Index asked) {
  const Index free = free_dofs(input);
  if (asked > free)
    throw InputError(
        fmt::format("{} fixed-interface modes are asked for, but with its interfaces held the mesh has {} freedoms "
                    "left; ask for no more than that, or refine the mesh",
                    asked, free));
}

/// Modes below the cut-off, every one of them: by the inertia count where there is one, else until a mode above shows.
void compute_below(const SelectionInput& input, double cutoff_hz, FixedModes& modes, Observer& observer) {
  const double limit = squared_rate(cutoff_hz);
  const Index most = most_modes(input);
  const auto below = [&] { return Index((modes.eigenvalues.array() < limit).count()); };
  if (input.count.counted > most)
    throw InputError(
        fmt::format("{} fixed-interface modes lie below {:.0f} Hz, more than the limit of {}. Lower the band or {}.",
                    input.count.counted, cutoff_hz, most, way_to_more(input)));
  if (input.count.made()) {
    compute_more(input, modes, input.count.counted, observer);
    find_missed(input.count, modes, input.model, input.solver, observer);
    return;
  }
  while (below() == modes.eigenvalues.size() && modes.eigenvalues.size() < most)
    compute_more(input, modes, next_batch(modes.eigenvalues.size(), most), observer);
}

}  // namespace

double cutoff_of(const ReductionOptions& options) { return options.cutoff > 0 ? options.cutoff : 1.5 * options.band; }

ModeSelection compute_and_select(const SelectionInput& input, FixedModes& modes, Index& vectors,
                                 ReductionRecord& record, Observer& observer) {
  const ReductionOptions& o = input.options;
  vectors = o.truncation_vectors;
  if (o.completeness > 0) return select_to_target(input, modes, vectors, record, observer);
  const bool ranked_by_mass = o.rule == SelectionRule::interface_mass || o.rule == SelectionRule::band_interface_mass;
  const double ratio = 0.02;  // keeps the band weight of a mode at the band's edge finite
  ModeSelection selection;
  InterfaceMass mass;
  if (o.rule == SelectionRule::cutoff || o.rule == SelectionRule::automatic) {
    compute_below(input, cutoff_of(o), modes, observer);
    mass = shares(input, modes.shapes);
    selection = select_below(modes.eigenvalues, mass.combined, cutoff_of(o));
    record.selection = fmt::format("all modes below {:.0f} Hz", cutoff_of(o));
  } else {
    const Index pool = ranked_by_mass ? (o.pool > 0 ? o.pool : 2 * o.count) : o.count;
    check_count(input, pool);
    compute_more(input, modes, pool, observer);
    find_missed(input.count, modes, input.model, input.solver, observer);
    mass = shares(input, modes.shapes);
    const auto ranked = rank_modes(o.rule, modes.eigenvalues, mass.combined, o.band, ratio);
    selection = select_count(ranked, mass.combined, o.count);
    record.selection =
        ranked_by_mass ? fmt::format("{} of {} modes by {} mass", o.count, pool,
                                     o.rule == SelectionRule::interface_mass ? "interface" : "band-weighted interface")
                       : fmt::format("the {} lowest modes", o.count);
  }
  fill_record(modes, mass, selection, record);
  return selection;
}

ModeSelection select_automatically(const SelectionInput& input, LevelProblem level, FixedModes& modes,
                                   ReductionRecord& record, Observer& observer) {
  const ReductionOptions& o = input.options;
  const Index most = most_modes(input);
  for (;;) {
    level.participation = participation_of(input, modes.shapes);
    level.eigenvalues = modes.eigenvalues;
    const Level found = fewest_modes(level, o.accuracy);
    if (found.met) {
      const InterfaceMass mass = shares(input, modes.shapes);
      const auto by_frequency = rank_modes(SelectionRule::count, modes.eigenvalues, mass.combined, o.band, 0);
      const ModeSelection selection = select_count(by_frequency, mass.combined, found.modes);
      record.selection = fmt::format("the {} lowest modes: the fewest for {:.2g} % up to {:.0f} Hz", found.modes,
                                     100 * o.accuracy, o.band);
      fill_record(modes, mass, selection, record);
      return selection;
    }
    const Index batch = next_batch(modes.eigenvalues.size(), most);
    if (batch <= 0)
      throw InputError(fmt::format(
          "an accuracy of {:.2g} % up to {:.0f} Hz is beyond reach: {} modes{} leave an error of {:.2g} %. "
          "Ask for less, {}, keep all truncation vectors, or do not reduce the interface.",
          100 * o.accuracy, o.band, modes.eigenvalues.size(),
          level.max_vectors == 0 ? "" : " and the truncation vectors", 100 * found.error, way_to_more(input)));
    compute_more(input, modes, batch, observer);
  }
}

InteriorBasis interior_basis(const SelectionInput& input, const FixedModes& modes, const ModeSelection& kept,
                             const MatrixXd& answers, Index vectors, ReductionRecord& record) {
  const Index full = input.model.dofs.size, k = Index(kept.modes.size());
  const MatrixXd phi = modes.shapes(Eigen::all, kept.modes);
  const VectorXd w2 = modes.eigenvalues(kept.modes);
  const MatrixXd p = participation_of(input, phi);
  TruncationBasis basis{MatrixXd(input.constraint_modes.cols(), 0), VectorXd(0), MatrixXd(0, p.cols())};
  MatrixXd chi;
  if (vectors != 0) {
    // Their strain energy: K S f differs from f by reactions, which do no work on S f.
    const VectorXd scale = -answers.cwiseProduct(input.mass_constraint_modes).colwise().sum().transpose();
    chi = answers;
    if (k > 0) {
      subtract_tall_product(phi, w2.cwiseInverse().asDiagonal() * p, chi);
      subtract_tall_product(phi, transposed_times(phi, mass_product(input.model, chi)), chi);
    }
    const InertiaAnswerGrams grams{transposed_times(chi, stiffness_product(input.model, chi)),
                                   transposed_times(chi, mass_product(input.model, chi))};
    basis = truncation_basis(grams, scale, vectors);
  }
  const Index r = basis.eigenvalues.size();
  InteriorBasis interior{MatrixXd(full, k + r), VectorXd(k + r), MatrixXd(k + r, p.cols())};
  interior.shapes.leftCols(k) = phi;
  if (r > 0) interior.shapes.rightCols(r) = tall_times(chi, basis.coefficients);
  interior.eigenvalues << w2, basis.eigenvalues;
  interior.participation << p, participation_of(input, interior.shapes.rightCols(r));
  record.vectors_kept = r;
  record.pseudo_hz = basis.eigenvalues.cwiseSqrt() / (2 * std::numbers::pi);
  record.completeness_with_vectors = shares(input, interior.shapes).combined.sum();

  const Index loads = Index(input.options.load_modes.size()), given = input.given_shapes.cols();
  if (loads + given == 0) return interior;
  MatrixXd all(full, k + r + loads + given);
  all.leftCols(k + r) = interior.shapes;
  if (loads > 0) all.middleCols(k + r, loads) = input.solver.solve(load_vectors(input.model, input.options.load_modes));
  if (given > 0) all.rightCols(given) = input.given_shapes;
  const RitzBasis ritz = ritz_basis(transposed_times(all, stiffness_product(input.model, all)),
                                    transposed_times(all, mass_product(input.model, all)));
  record.static_modes = ritz.eigenvalues.size() - k - r;
  interior.shapes = tall_times(all, ritz.coefficients);
  interior.eigenvalues = ritz.eigenvalues;
  interior.participation = participation_of(input, interior.shapes);
  return interior;
}

}  // namespace trunnion
