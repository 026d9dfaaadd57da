#include "trunnion/reduction/quality.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "trunnion/math/dense.h"
#include "trunnion/math/stopwatch.h"
#include "trunnion/math/tall_product.h"
#include "trunnion/reduction/frequency_response.h"
#include "trunnion/reduction/modal_assurance.h"

namespace trunnion {
namespace {

VectorXd hertz(const VectorXd& eigenvalues) { return eigenvalues.cwiseMax(0).cwiseSqrt() / (2 * std::numbers::pi); }

VectorXd magnitude(const std::vector<MatrixXcd>& response, Index row, Index column) {
  VectorXd h(Index(response.size()));
  for (Index line = 0; line < h.size(); ++line) h[line] = std::abs(response[line](row, column));
  return h;
}

void compare_modes(const InterfaceProblem& problem, const TestedModel& tested, const ReferenceModel& reference,
                   double limit_hz, QualityRecord& record) {
  const VectorXd tested_hz = hertz(tested.eigenvalues), reference_hz = hertz(reference.modes.eigenvalues);
  const Index n = (tested_hz.array() < limit_hz).count(), m = (reference_hz.array() < 1.05 * limit_hz).count();
  record.reduced_hz = tested_hz.head(n);
  record.reference_hz = reference_hz.head(m);
  const Index a = problem.constraint_modes.cols(), inner = reference.interior.cols();
  const MatrixXd& elastic = reference.modes.elastic;
  const auto shapes = tested.shapes.leftCols(n);
  // Some modes at a time: of a large mesh all of them would fill much memory.
  constexpr Index together = 32;
  MatrixXd cross(n, m);
  VectorXd own(n), exact_own(m);
  for (Index first = 0; first < std::max(n, m); first += together) {
    if (const Index count = std::min(together, n - first); count > 0) {
      const auto some = shapes.middleCols(first, count);
      own.segment(first, count) = some.cwiseProduct(mass_product(problem.model, some)).colwise().sum().transpose();
    }
    const Index count = std::min(together, m - first);
    if (count <= 0) continue;
    MatrixXd exact = tall_times(problem.constraint_modes, elastic.block(0, first, a, count));
    exact += tall_times(reference.interior, elastic.block(a, first, inner, count));
    const MatrixXd weighted = mass_product(problem.model, exact);
    cross.middleCols(first, count) = transposed_times(shapes, weighted);
    exact_own.segment(first, count) = exact.cwiseProduct(weighted).colwise().sum().transpose();
  }
  record.mac = modal_assurance(cross, own, exact_own);
  for (const ModePair& pair : pair_modes(record.mac, record.reduced_hz, record.reference_hz)) {
    if (record.reduced_hz[pair.first] > record.band_hz) continue;
    ++record.modes_matched;
    record.frequency_difference_max = std::max(record.frequency_difference_max, std::abs(pair.frequency_difference));
  }
}

/// The reference itself on the reduced interface, u_a = B eta: what is lost before any inner mode is left out.
double interface_error(const TestedModel& tested, const ReferenceModel& reference, const std::vector<MatrixXcd>& exact,
                       const ReductionOptions& options) {
  const MatrixXd& b = tested.interface_basis;
  const Index a = b.rows(), eta = b.cols(), inner = reference.pencil.mass.rows() - a;
  MatrixXd basis = MatrixXd::Zero(a + inner, eta + inner);
  basis.topLeftCorner(a, eta) = b;
  basis.bottomRightCorner(inner, inner).setIdentity();
  MatrixXd rigid = MatrixXd::Zero(eta + inner, tested.interface_rigid.cols());
  rigid.topRows(eta) = tested.interface_rigid;
  const OrthogonalModes modes = orthogonalize(
      {basis.transpose() * reference.pencil.mass * basis, basis.transpose() * reference.pencil.stiffness * basis},
      rigid);
  const MatrixXd at = b(reference.compared, Eigen::all);
  MatrixXd rows(at.rows(), modes.rigid.cols() + modes.elastic.cols());
  rows << at * modes.rigid.topRows(eta), at * modes.elastic.topRows(eta);
  const auto found = inertance(modal_model(rows, modes.eigenvalues, options.damping), response_lines(options));
  return compare_responses(exact, found).error_max;
}

}  // namespace

VectorXd response_lines(const ReductionOptions& options) {
  // Below a tenth of the band the answers are those at rest: a low band loses nothing by beginning there.
  return VectorXd::LinSpaced(options.quality.lines, std::min(options.quality.from_hz, 0.1 * options.band),
                             options.band);
}

ReferenceOptions reference_options(const ReductionOptions& options, Index blocks) {
  return {response_lines(options), options.damping, options.quality.reference_error, 0.1, int(blocks)};
}

std::vector<Index> compared_dofs(const HeldInterfaces& held, Index most) {
  std::vector<Index> points, of_sets;
  Index dof = 0;
  for (const HeldInterface& h : held.list)
    for (std::size_t n = 0; n < h.nodes.size(); ++n) {
      const auto turns = std::size_t(dof + 3);
      const Index end = dof + (turns < held.kinds.size() && held.kinds[turns] == DofKind::rotation ? 6 : 3);
      for (; dof < end; ++dof) (h.whole_set ? of_sets : points).push_back(dof);
    }
  if (Index(points.size()) > most) of_sets = std::exchange(points, {});
  const Index left = std::min<Index>(most - Index(points.size()), Index(of_sets.size()));
  for (Index i = 0; i < left; ++i) points.push_back(of_sets[std::size_t(i * Index(of_sets.size()) / left)]);
  std::sort(points.begin(), points.end());
  return points;
}

MatrixXd loaded_motions(const ReducedPencil& guyan, const MatrixXd& rigid, const std::vector<Index>& compared,
                        double band_hz) {
  constexpr double dependent = 1e-10;  // of a direction, against the largest
  const Index a = guyan.mass.rows(), c = Index(compared.size());
  MatrixXd loads = MatrixXd::Zero(a, c);
  for (Index i = 0; i < c; ++i) loads(compared[std::size_t(i)], i) = 1;
  const double shift = std::pow(std::numbers::pi * band_hz, 2);
  const VectorXd scale = guyan.mass.diagonal().cwiseSqrt().cwiseInverse();
  const Eigen::LLT<MatrixXd> factor(scale.asDiagonal() * (guyan.stiffness + shift * guyan.mass) * scale.asDiagonal());
  const auto answer = [&](const MatrixXd& f) -> MatrixXd {
    return scale.asDiagonal() * MatrixXd(factor.solve(MatrixXd(scale.asDiagonal() * f)));
  };
  const MatrixXd first = answer(loads);
  MatrixXd motions(a, rigid.cols() + 2 * c);
  motions << rigid, first, answer(guyan.mass * first);
  // Orthonormal by mass, without what is there already.
  const MatrixXd gram = motions.transpose() * guyan.mass * motions;
  const VectorXd unit = gram.diagonal().cwiseSqrt().cwiseInverse();
  const SymmetricEigen eigen = symmetric_eigen(unit.asDiagonal() * gram * unit.asDiagonal());
  const Index kept = (eigen.values.array() > dependent * eigen.values.maxCoeff()).count();
  return motions * (unit.asDiagonal() * eigen.vectors.rightCols(kept) *
                    eigen.values.tail(kept).cwiseSqrt().cwiseInverse().asDiagonal());
}

int block_limit(const QualityOptions& options, const ComparisonSize& size) {
  const auto blocks = std::clamp<Index>(size.solves / std::max<Index>(size.columns, 1), std::min(2, options.max_blocks),
                                        options.max_blocks);
  if (size.interface_dofs <= options.compared) return int(blocks);
  // Products of tall matrices for the Guyan system and the truncation vectors, and the eigenproblem of the body.
  constexpr double unnoticed = 2e9;  // operations: a tenth of a second
  const auto eigenproblem = [](Index order) { return 10 * std::pow(double(order), 3); };
  const double a = double(size.interface_dofs);
  const double of_reduction = 8 * double(size.full_dofs) * a * a +
                              (size.interface_reduced ? 0 : eigenproblem(2 * size.interface_dofs + size.modes));
  const auto order = [&](Index block) { return size.interface_dofs + size.modes + (1 + block) * size.columns; };
  double needed = eigenproblem(order(0));
  Index affordable = 0;
  while (affordable < blocks && (needed += eigenproblem(order(affordable + 1))) <= std::max(of_reduction, unnoticed))
    ++affordable;
  return int(std::max<Index>(affordable, std::min(2, options.max_blocks)));
}

QualityRecord quality_record(const InterfaceProblem& problem, const ReferenceModel& reference,
                             const std::vector<MatrixXcd>& exact, const TestedModel& tested,
                             const std::vector<std::string>& dof_names, const ReductionOptions& options) {
  const Stopwatch watch;
  QualityRecord record;
  record.computed = true;
  record.band_hz = options.band;
  record.dof_names = dof_names;
  record.lines_hz = response_lines(options);
  record.sampled_hz = reference.sampled_hz;
  record.sampled_residual = reference.sampled_residual;
  record.reference_order = reference.modes.eigenvalues.size();
  record.reference_error = reference.error;
  record.reference_solves = reference.solves;
  record.reference_solves_limit = reference.solves_limit;

  const Index a = Index(reference.compared.size());
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
  if (tested.interface_basis.cols() < reference.interface_dofs)
    record.interface_error = interface_error(tested, reference, exact, options);
  record.wall_s = watch.seconds();
  return record;
}

}  // namespace trunnion
