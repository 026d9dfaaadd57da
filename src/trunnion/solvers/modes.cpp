#include "trunnion/solvers/modes.h"

#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "trunnion/base/error.h"
#include "trunnion/math/free_memory.h"

namespace trunnion {

namespace {

using std::numbers::pi;
using Complex = std::complex<double>;

struct Pairs {
  Eigen::VectorXcd s;
  Eigen::MatrixXcd z;
};

// Without velocity terms and with symmetric stiffness the problem is real: keeps rigid modes at exactly zero damping.
bool is_conservative(const LinearSystem& l) {
  return l.D.norm() <= 1e-12 * std::sqrt(l.M.norm() * l.K.norm()) &&
         (l.K - l.K.transpose()).norm() <= 1e-9 * l.K.norm();
}

// Low frequencies next to those of stiff modes, many decades above, would drown in the rounding of a plain eigenvalue
// problem. With a shift of their own size the low ones are the largest eigenvalues of the inverse, and exact.
double low_frequency(const LinearSystem& l) {
  const Eigen::ArrayXd quotient = l.K.diagonal().array().abs() / l.M.diagonal().array();
  double low = quotient.maxCoeff();
  for (const double q : quotient)
    if (q > 1e-12 * quotient.maxCoeff()) low = std::min(low, q);
  return low > 0 ? std::sqrt(low) : 1;
}

std::optional<Pairs> solve_conservative(const LinearSystem& l) {
  const double shift = std::pow(low_frequency(l), 2);
  const MatrixXd shifted = 0.5 * (l.K + l.K.transpose()) + shift * l.M;
  if (Eigen::LLT<MatrixXd>(shifted).info() != Eigen::Success) return std::nullopt;  // unstable beyond the shift
  const Eigen::GeneralizedSelfAdjointEigenSolver<MatrixXd> solver(l.M, shifted);
  Pairs out{Eigen::VectorXcd(l.M.rows()), solver.eigenvectors().rowwise().reverse().cast<Complex>()};
  for (Index i = 0; i < out.s.size(); ++i) {
    const double square = 1 / solver.eigenvalues()[out.s.size() - 1 - i] - shift;
    out.s[i] = std::sqrt(Complex(-square, 0));
    if (out.s[i].imag() < 0) out.s[i] = std::conj(out.s[i]);
  }
  return out;
}

// (A - shift)^-1 of the first-order form in (z, z'/shift); its eigenvalues are 1/(s - shift).
Pairs solve_general(const LinearSystem& l) {
  const Index n = l.M.rows();
  // Of 2n: the matrix, its Schur form, its transformation, and vectors that are complex.
  check_room(4.0 * double(n) * double(n) * (3 * sizeof(double) + 2 * sizeof(Complex)),
             fmt::format("the search for all modes of {} coordinates with damping", n),
             "use fewer bodies or modes of flexible ones, or end other programs");
  const double shift = low_frequency(l);
  const Eigen::PartialPivLU<MatrixXd> factor(l.K + shift * l.D + shift * shift * l.M);
  const MatrixXd X = factor.solve(l.D + shift * l.M), Y = shift * factor.solve(l.M);
  MatrixXd A(2 * n, 2 * n);
  A << -X, -Y, MatrixXd::Identity(n, n) / shift - X, -Y;
  const Eigen::EigenSolver<MatrixXd> solver(A);
  if (solver.info() != Eigen::Success) throw SolveError("modes: the eigenvalue iteration did not converge");
  std::vector<Index> kept;
  const Eigen::VectorXcd s = solver.eigenvalues().cwiseInverse().array() + shift;
  for (Index i = 0; i < 2 * n; ++i)
    if (s[i].imag() >= 0) kept.push_back(i);
  Pairs out{Eigen::VectorXcd(kept.size()), Eigen::MatrixXcd(n, kept.size())};
  for (std::size_t k = 0; k < kept.size(); ++k) {
    out.s[static_cast<Index>(k)] = s[kept[k]];
    out.z.col(static_cast<Index>(k)) = solver.eigenvectors().col(kept[k]).head(n);
  }
  return out;
}

// Which way the points of the fastest spinning body go round.
void find_whirl(const Mechanism& m, const State& s, View view, ComplexMode& mode) {
  mode.fixed_frequency = mode.frequency;
  Index body = -1;
  double spin = 0;
  for (std::size_t b = 0; b < m.bodies.size(); ++b)
    if (const double w = s.v.segment<3>(m.first_velocity[b] + 3).norm(); w > spin) {
      spin = w;
      body = static_cast<Index>(b);
    }
  if (body < 0 || spin < 1e-9) return;
  const Matrix3d& A = s.x.A[body];
  const Vector3d n = A * s.v.segment<3>(m.first_velocity[body] + 3) / spin;
  const Vector3d e1 = n.unitOrthogonal(), e2 = n.cross(e1);
  double forward = 0, backward = 0, axial = 0;
  const auto shape = mode.shape.segment(m.first_velocity[body], m.bodies[body].size());
  const auto add = [&](const Matrix6Xd& J) {
    for (int half = 0; half < 2; ++half) {  // displacements, then turns: the same rule
      const Eigen::Vector3cd u = J.middleRows<3>(3 * half).cast<Complex>() * shape;
      const Complex u1 = e1.dot(u.real()) + Complex(0, 1) * e1.dot(u.imag());
      const Complex u2 = e2.dot(u.real()) + Complex(0, 1) * e2.dot(u.imag());
      const Complex un = n.dot(u.real()) + Complex(0, 1) * n.dot(u.imag());
      forward += std::norm(u1 + Complex(0, 1) * u2);
      backward += std::norm(u1 - Complex(0, 1) * u2);
      axial += std::norm(un);
    }
  };
  MarkerKinematics kinematics;
  const BodyPose pose = pose_of(m, s.x, body);
  const auto v = s.v.segment(m.first_velocity[body], m.bodies[body].size());
  Marker origin;
  origin.body = body;
  update_marker(origin, pose, v, kinematics);
  if (m.bodies[body].interfaces.empty()) add(kinematics.J);
  for (const InterfaceRows& at : m.bodies[body].interfaces) {
    update_marker({at.name, body, at.position, Matrix3d::Identity(), at.translation, at.rotation}, pose, v, kinematics);
    add(kinematics.J);
  }
  if (axial > 4 * (forward + backward)) return;  // torsion or axial motion
  if (view == View::ground) {                    // to and fro in a plane is no whirl
    constexpr double planar = 1e-6;
    if (std::abs(forward - backward) > planar * (forward + backward))
      mode.whirl = forward > backward ? Whirl::forward : Whirl::backward;
    return;
  }
  const double w = std::abs(mode.s.imag());
  const double seen = forward >= backward ? w + spin : spin - w;
  mode.reversed = forward < backward && w < spin;
  mode.whirl = seen >= 0 ? Whirl::forward : Whirl::backward;
  mode.fixed_frequency = std::abs(seen) / (2 * pi);
}

// Ascending; modes of one frequency keep their order.
void sort_by_frequency(std::vector<ComplexMode>& modes) {
  std::vector<std::pair<double, std::size_t>> order;
  for (std::size_t k = 0; k < modes.size(); ++k) order.emplace_back(modes[k].fixed_frequency, k);
  std::ranges::sort(order);
  std::vector<ComplexMode> sorted;
  for (const auto& [frequency, k] : order) sorted.push_back(std::move(modes[k]));
  modes = std::move(sorted);
}

}  // namespace

std::vector<ComplexMode> complex_modes(const Mechanism& m, const State& s, Index count) {
  return complex_modes(m, s, linearize(m, s), count);
}

std::vector<ComplexMode> complex_modes(const Mechanism& m, const State& s, const LinearSystem& linear, Index count) {
  if (linear.M.rows() == 0) return {};
  std::optional<Pairs> found;
  if (is_conservative(linear)) found = solve_conservative(linear);
  const Pairs pairs = found ? std::move(*found) : solve_general(linear);
  std::vector<ComplexMode> modes;
  for (Index i = 0; i < pairs.s.size(); ++i) {
    ComplexMode mode;
    mode.s = pairs.s[i];
    mode.frequency = std::abs(mode.s.imag()) / (2 * pi);
    mode.damping = std::abs(mode.s) > 0 ? -mode.s.real() / std::abs(mode.s) : 0;
    mode.shape = linear.Z.cast<Complex>() * pairs.z.col(i);
    Index largest = 0;
    mode.shape.cwiseAbs().maxCoeff(&largest);
    mode.shape /= mode.shape[largest];
    find_whirl(m, s, linear.view, mode);
    modes.push_back(std::move(mode));
  }
  sort_by_frequency(modes);
  if (count > 0 && static_cast<Index>(modes.size()) > count) modes.resize(count);
  return modes;
}

Eigen::Matrix<Complex, 6, Eigen::Dynamic> frequency_response(const Mechanism& m, const State& s, const LinearSystem& l,
                                                             const ResponseInput& in) {
  const bool shaken = l.shaken.size() > 0;
  const Matrix6Xd rows = marker_motion(m, s, l.Z, in.response_marker);
  const Vector6d along =
      shaken ? Vector6d(in.shake * marker_motion(m, s, l.shaken, in.response_marker)) : Vector6d::Zero();
  Eigen::VectorXcd load = Eigen::VectorXcd::Zero(l.Z.cols());
  if (in.load_marker >= 0) load = (marker_motion(m, s, l.Z, in.load_marker).transpose() * in.wrench).cast<Complex>();
  Eigen::Matrix<Complex, 6, Eigen::Dynamic> out(6, in.frequencies.size());
  for (Index k = 0; k < in.frequencies.size(); ++k) {
    const double w = 2 * pi * in.frequencies[k];
    const Eigen::MatrixXcd dynamic = (l.K - w * w * l.M).cast<Complex>() + Complex(0, w) * l.D.cast<Complex>();
    if (shaken) load = -in.shake * ((l.K_u - w * w * l.M_u).cast<Complex>() + Complex(0, w) * l.D_u.cast<Complex>());
    out.col(k) = rows.cast<Complex>() * dynamic.partialPivLu().solve(load) + along.cast<Complex>();
  }
  return out;
}

}  // namespace trunnion
