#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>

#include "trunnion/base/error.h"
#include "trunnion/results/reduced_body_file.h"

namespace trunnion {
namespace {

void check_square(const MatrixXd& m, Index n, std::string_view what) {
  if (m.rows() != n || m.cols() != n)
    throw InputError(
        fmt::format("the {} matrix is {} x {}; {} coordinates need {} x {}", what, m.rows(), m.cols(), n, n, n));
  if (!m.allFinite()) throw InputError(fmt::format("the {} matrix holds a number that is not finite", what));
  const double scale = m.cwiseAbs().maxCoeff();
  if (n > 0 && (m - m.transpose()).cwiseAbs().maxCoeff() > 1e-8 * scale)
    throw InputError(fmt::format("the {} matrix is not symmetric", what));
}

void check_rows(Index rows, Index cols, Index expected_rows, Index n, const std::string& what) {
  if (rows != expected_rows || cols != n)
    throw InputError(fmt::format("{}: {} x {} numbers, expected {} x {}", what, rows, cols, expected_rows, n));
}

}  // namespace

void validate(const ReducedBody& body) {
  const Index n = body.mass.rows();
  check_square(body.mass, n, "mass");
  check_square(body.stiffness, n, "stiffness");
  check_square(body.damping, n, "damping");
  if (n > 0 && Eigen::LLT<MatrixXd>(body.mass).info() != Eigen::Success)
    throw InputError("the mass matrix is not positive definite");
  if (n > 0) {
    const VectorXd eigenvalues =
        Eigen::SelfAdjointEigenSolver<MatrixXd>(body.stiffness, Eigen::EigenvaluesOnly).eigenvalues();
    if (eigenvalues.minCoeff() < -1e-8 * eigenvalues.cwiseAbs().maxCoeff())
      throw InputError("the stiffness matrix has a negative eigenvalue: the body would fly apart by itself");
  }
  if (body.frequency.size() != n)
    throw InputError(fmt::format("{} frequencies for {} coordinates", body.frequency.size(), n));
  if (body.invariants.num_modes() != n)
    throw InputError(fmt::format("inertia invariants of {} modes for {} coordinates", body.invariants.num_modes(), n));
  if (!(body.invariants.I1 > 0))
    throw InputError(fmt::format("the body's mass is {} kg, must be > 0", body.invariants.I1));
  for (const InterfaceRows& rows : body.interfaces) {
    check_rows(rows.translation.rows(), rows.translation.cols(), 3, n, "interface '" + rows.name + "'");
    check_rows(rows.rotation.rows(), rows.rotation.cols(), 3, n, "interface '" + rows.name + "' (rotation)");
    for (const MatrixXd* second : {&rows.translation2, &rows.rotation2})
      if (second->size() > 0)
        check_rows(second->rows(), second->cols(), 3 * n, n, "interface '" + rows.name + "' (second order)");
  }
  const auto check_load_cases = [n](const std::vector<MatrixXd>& list, std::size_t count, std::string_view what) {
    if (!list.empty() && list.size() != count)
      throw InputError(fmt::format("geometric stiffness of {}: {} load cases, expected {}", what, list.size(), count));
    for (const MatrixXd& m : list) check_square(m, n, what);
  };
  check_load_cases(body.stiffening.spin, 6, "spin");
  check_load_cases(body.stiffening.linear, 3, "linear acceleration");
  check_load_cases(body.stiffening.angular, 3, "angular acceleration");
  check_rows(body.display.translation.rows(), body.display.translation.cols(), 3 * body.display.position.cols(), n,
             "display rows");
  for (const NodeRows& rows : body.surfaces)
    check_rows(rows.translation.rows(), rows.translation.cols(), 3 * rows.position.cols(), n,
               "surface '" + rows.name + "'");
  for (const StressRows& rows : body.stress)
    check_rows(rows.stress.rows(), rows.stress.cols(), 6 * Index(rows.nodes.size()), n,
               "stress at '" + rows.name + "'");
}

}  // namespace trunnion
