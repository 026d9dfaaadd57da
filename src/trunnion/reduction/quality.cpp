#include "trunnion/reduction/quality.h"

#include <cmath>
#include <limits>
#include <numbers>

#include "trunnion/math/stopwatch.h"
#include "trunnion/reduction/frequency_response.h"
#include "trunnion/reduction/modal_assurance.h"

namespace trunnion {
namespace {

VectorXd hertz(const VectorXd& eigenvalues) { return eigenvalues.cwiseMax(0).cwiseSqrt() / (2 * std::numbers::pi); }

ModalModel modal_model(const MatrixXd& rows, const VectorXd& elastic, const Damping& damping) {
  const Index rigid = rows.cols() - elastic.size();
  ModalModel model{rows, VectorXd::Zero(rows.cols()), VectorXd::Zero(rows.cols())};
  model.eigenvalues.tail(elastic.size()) = elastic;
  model.damping_rate.tail(elastic.size()) = damping_rates(damping, elastic);
  model.eigenvalues.head(rigid).setZero();
  return model;
}

VectorXd magnitude(const std::vector<MatrixXcd>& response, Index row, Index column) {
  VectorXd h(Index(response.size()));
  for (Index line = 0; line < h.size(); ++line) h[line] = std::abs(response[line](row, column));
  return h;
}

/// The loss factor of the sampled check needs one number: the ratio at the band's edge.
double ratio_at(const Damping& damping, double hz) {
  const double w = 2 * std::numbers::pi * hz;
  return damping_rates(damping, VectorXd::Constant(1, w * w))[0] / (2 * w);
}

void compare_modes(const InterfaceProblem& problem, const TestedModel& tested, const ReferenceModel& reference,
                   double limit_hz, QualityRecord& record) {
  const VectorXd tested_hz = hertz(tested.eigenvalues), reference_hz = hertz(reference.modes.eigenvalues);
  const Index n = std::min<Index>((tested_hz.array() < limit_hz).count(), 40);
  const Index m = std::min<Index>((reference_hz.array() < 1.05 * limit_hz).count(), 45);
  record.reduced_hz = tested_hz.head(n);
  record.reference_hz = reference_hz.head(m);
  const Index a = problem.constraint_modes.cols();
  const MatrixXd exact = problem.constraint_modes * reference.modes.elastic.topLeftCorner(a, m) +
                         reference.interior * reference.modes.elastic.bottomRows(reference.interior.cols()).leftCols(m);
  const MatrixXd weighted = mass_product(problem.model, exact);
  const MatrixXd own = mass_product(problem.model, tested.shapes.leftCols(n));
  record.mac = modal_assurance(tested.shapes.leftCols(n).transpose() * weighted,
                               tested.shapes.leftCols(n).cwiseProduct(own).colwise().sum().transpose(),
                               exact.cwiseProduct(weighted).colwise().sum().transpose());
  for (const ModePair& pair : pair_modes(record.mac, record.reduced_hz, record.reference_hz)) {
    if (record.reduced_hz[pair.first] > record.band_hz) continue;
    ++record.modes_matched;
    record.frequency_difference_max = std::max(record.frequency_difference_max, std::abs(pair.frequency_difference));
  }
}

}  // namespace

QualityRecord quality_record(const InterfaceProblem& problem, const TestedModel& tested,
                             const std::vector<std::string>& dof_names, const ReductionOptions& options,
                             Observer& observer) {
  const Stopwatch watch;
  QualityRecord record;
  record.computed = true;
  record.band_hz = options.band;
  record.dof_names = dof_names;
  record.lines_hz =
      VectorXd::LinSpaced(options.quality.lines, std::min(options.quality.from_hz, options.band), options.band);
  const ReferenceModel reference = reference_model(
      problem,
      {options.band, ratio_at(options.damping, options.band), options.quality.residual, options.quality.max_blocks},
      observer);
  record.sampled_hz = reference.sampled_hz;
  record.sampled_residual = reference.sampled_residual;
  record.reference_order = reference.modes.eigenvalues.size();
  record.reference_solves = reference.solves;

  const Index a = problem.constraint_modes.cols();
  MatrixXd rows(a, reference.modes.rigid.cols() + reference.modes.elastic.cols());
  rows << reference.modes.rigid.topRows(a), reference.modes.elastic.topRows(a);
  const auto exact = inertance(modal_model(rows, reference.modes.eigenvalues, options.damping), record.lines_hz);
  const auto found = inertance(modal_model(tested.rows, tested.eigenvalues, options.damping), record.lines_hz);
  const ResponseComparison comparison = compare_responses(exact, found);
  record.frac = comparison.frac;
  record.error = comparison.error;
  record.frac_min = comparison.frac_min;
  record.frac_mean = comparison.frac_mean;
  record.frf_error_max = comparison.error_max;
  record.pairs_counted = comparison.num_counted;
  comparison.error.maxCoeff(&record.worst_row, &record.worst_column);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  double softest = -1;
  for (Index i = 0; i < a; ++i)
    for (Index j = 0; j < a; ++j)
      if (!comparison.counted(i, j)) record.frac(i, j) = record.error(i, j) = nan;
  for (Index i = 0; i < a; ++i) {  // the driving point whose response changes most over the band
    const VectorXd h = magnitude(exact, i, i);
    const double range = h.minCoeff() > 0 ? h.maxCoeff() / h.minCoeff() : 0;
    if (range > softest) {
      softest = range;
      record.drive_dof = i;
    }
  }
  record.worst_reference = magnitude(exact, record.worst_row, record.worst_column);
  record.worst_reduced = magnitude(found, record.worst_row, record.worst_column);
  record.drive_reference = magnitude(exact, record.drive_dof, record.drive_dof);
  record.drive_reduced = magnitude(found, record.drive_dof, record.drive_dof);
  compare_modes(problem, tested, reference, 1.5 * options.band, record);
  record.wall_s = watch.seconds();
  return record;
}

}  // namespace trunnion
