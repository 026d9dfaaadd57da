#include "trunnion/reduction/foreign_body.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "trunnion/base/error.h"
#include "trunnion/math/dense.h"
#include "trunnion/math/rotations.h"

namespace trunnion {
namespace {

/// Digits that other programs write; what agrees to this is taken as agreeing.
constexpr double written_digits = 1e-4;

void check_square(const MatrixXd& m, Index n, const char* what) {
  if (m.rows() != n || m.cols() != n)
    throw InputError(fmt::format("the {} matrix is {} x {}; the mass matrix has {} rows", what, m.rows(), m.cols(), n));
  if (!m.allFinite()) throw InputError(fmt::format("the {} matrix holds a number that is not finite", what));
  if ((m - m.transpose()).cwiseAbs().maxCoeff() > written_digits * m.cwiseAbs().maxCoeff())
    throw InputError(fmt::format("the {} matrix is not symmetric", what));
}

int rows_per_node(const ForeignModel& model) {
  const Index nodes = model.position.cols();
  if (nodes == 0) throw InputError("the node table is empty");
  if (model.shapes.rows() == 3 * nodes) return 3;
  if (model.shapes.rows() == 6 * nodes) return 6;
  throw InputError(fmt::format("the shapes have {} rows; {} nodes need {} (translations) or {} (with rotations)",
                               model.shapes.rows(), nodes, 3 * nodes, 6 * nodes));
}

void check_sizes(const ForeignModel& model) {
  const Index n = model.mass.rows(), nodes = model.position.cols();
  if (n == 0) throw InputError("the mass matrix is empty");
  check_square(model.mass, n, "mass");
  check_square(model.stiffness, n, "stiffness");
  if (model.damping.size() > 0) check_square(model.damping, n, "damping");
  if (model.shapes.cols() != n)
    throw InputError(fmt::format("the shapes have {} columns for {} coordinates", model.shapes.cols(), n));
  if (Index(model.labels.size()) != nodes || (model.nodal_mass.size() != 0 && model.nodal_mass.size() != nodes))
    throw InputError("labels, positions and masses of the node table differ in number");
  if (!model.shapes.allFinite() || !model.position.allFinite() || !model.nodal_mass.allFinite())
    throw InputError("the shapes or the node table hold a number that is not finite");
  for (const auto& triangle : model.triangles)
    for (const std::int32_t node : triangle)
      if (node < 0 || node >= nodes)
        throw InputError(fmt::format("a triangle names node {} of {}, counted from 0", node, nodes));
}

/// Rigid motions of the node table, rows as in the shapes.
MatrixXd rigid_rows(const ForeignModel& model, int per_node) {
  MatrixXd rows = MatrixXd::Zero(model.shapes.rows(), 6);
  for (Index i = 0; i < model.position.cols(); ++i) {
    rows.block<3, 3>(per_node * i, 0).setIdentity();
    rows.block<3, 3>(per_node * i, 3) = -skew(model.position.col(i));
    if (per_node == 6) rows.block<3, 3>(6 * i + 3, 3).setIdentity();
  }
  return rows;
}

/// How many of the ascending eigenvalues are zero beside the first elastic one.
Index motions_without_energy(const VectorXd& eigenvalues) {
  const double typical = eigenvalues[eigenvalues.size() / 2];
  if (eigenvalues[0] < -1e-6 * eigenvalues.cwiseAbs().maxCoeff())
    throw InputError("the stiffness matrix has a negative eigenvalue: the body would fly apart by itself");
  const Index n = (eigenvalues.array() < 1e-6 * std::max(typical, 0.0)).count();
  if (n != 0 && n != 6)
    throw InputError(
        fmt::format("the model has {} motions without strain energy; a free body has six, a set of elastic modes none. "
                    "Export the body without supports, or without its rigid motions.",
                    n));
  return n;
}

/// Coordinates of the six rigid motions, from the null space of the stiffness.
MatrixXd rigid_coordinates(const ForeignModel& model, const MatrixXd& null_space, int per_node) {
  const MatrixXd wanted = rigid_rows(model, per_node), known = model.shapes * null_space;
  const MatrixXd weights = least_squares(known, wanted);
  const double error = ((known * weights - wanted).colwise().norm().cwiseQuotient(wanted.colwise().norm())).maxCoeff();
  if (!(error < 100 * written_digits))
    throw InputError(
        fmt::format("the six motions without strain energy are not the rigid motions of the node table (they miss them "
                    "by {:.2g}). Check the order of nodes and components, and the length unit.",
                    error));
  return null_space * weights;
}

/// Mass, center and inertia from the 6 x 6 mass of rigid motion about the origin.
void set_rigid_part(InertiaInvariants& inv, const MatrixXd& rigid_mass) {
  inv.I1 = rigid_mass.topLeftCorner<3, 3>().trace() / 3;
  const Matrix3d moment = rigid_mass.block<3, 3>(3, 0);  // skew(I2)
  inv.I2 = 0.5 * Vector3d(moment(2, 1) - moment(1, 2), moment(0, 2) - moment(2, 0), moment(1, 0) - moment(0, 1));
  inv.I7 = rigid_mass.block<3, 3>(3, 3);
  const Matrix3d mass = rigid_mass.topLeftCorner<3, 3>();
  if ((mass - inv.I1 * Matrix3d::Identity()).norm() > 100 * written_digits * inv.I1)
    throw InputError("the mass differs between directions: this is not the mass matrix of a free body");
}

InertiaInvariants no_invariants(Index n) {
  InertiaInvariants inv;
  inv.I3 = inv.I4 = Matrix3Xd::Zero(3, n);
  inv.I5.assign(n, Matrix3Xd::Zero(3, n));
  inv.I6 = MatrixXd::Identity(n, n);
  inv.I8.assign(n, Matrix3d::Zero());
  inv.I9.assign(n, std::vector<Matrix3d>(n, Matrix3d::Zero()));
  return inv;
}

InertiaInvariants lumped_invariants(const ForeignModel& model, const MatrixXd& translations) {
  const Index nodes = model.position.cols();
  SparseMatrix lumped(nodes, nodes);
  lumped.reserve(Eigen::VectorXi::Constant(nodes, 1));
  for (Index i = 0; i < nodes; ++i) lumped.insert(i, i) = model.nodal_mass[i];
  lumped.makeCompressed();
  return inertia_invariants(lumped, model.position, translations);
}

InterfaceRows place_rows(const ForeignModel& model, const ForeignPlace& place, const MatrixXd& rows, int per_node) {
  std::vector<Index> nodes;
  for (const std::int64_t label : place.nodes) {
    const auto found = std::find(model.labels.begin(), model.labels.end(), label);
    if (found == model.labels.end())
      throw InputError(fmt::format("interface '{}': the node table has no node {}", place.name, label));
    nodes.push_back(found - model.labels.begin());
  }
  InterfaceRows out{place.name, Vector3d::Zero(), {}, {}};
  if (nodes.size() == 1 && per_node == 6) {
    out.position = model.position.col(nodes[0]);
    out.translation = rows.middleRows<3>(6 * nodes[0]);
    out.rotation = rows.middleRows<3>(6 * nodes[0] + 3);
    return out;
  }
  for (const Index node : nodes) out.position += model.position.col(node) / double(nodes.size());
  MatrixXd rigid(3 * Index(nodes.size()), 6), motion(rigid.rows(), rows.cols());
  for (Index i = 0; i < Index(nodes.size()); ++i) {
    rigid.middleRows<3>(3 * i) << Matrix3d::Identity(), -skew(model.position.col(nodes[i]) - out.position);
    motion.middleRows<3>(3 * i) = rows.middleRows<3>(per_node * nodes[i]);
  }
  if (independent_columns(rigid, 1e-6).size() < 6)
    throw InputError(
        fmt::format("interface '{}' has {} node(s) without rotations of their own; its turn needs at least three that "
                    "do not lie on one line. Name more nodes, or bring shapes with six rows per node.",
                    place.name, nodes.size()));
  const MatrixXd fit = least_squares(rigid, motion);
  out.translation = fit.topRows<3>();
  out.rotation = fit.bottomRows<3>();
  return out;
}

}  // namespace

ReducedBody foreign_body(const ForeignModel& model) {
  check_sizes(model);
  const int per_node = rows_per_node(model);
  const MatrixXd mass = 0.5 * (model.mass + model.mass.transpose());
  const MatrixXd stiffness = 0.5 * (model.stiffness + model.stiffness.transpose());
  SymmetricEigen pencil;
  try {
    pencil = generalized_symmetric_eigen(stiffness, mass);
  } catch (const SolveError&) {
    throw InputError("the mass matrix is not positive definite");
  }
  const Index rigid = motions_without_energy(pencil.values), n = pencil.values.size() - rigid;
  const MatrixXd elastic = pencil.vectors.rightCols(n), rows = model.shapes * elastic;
  MatrixXd translations(3 * model.position.cols(), n);
  for (Index i = 0; i < model.position.cols(); ++i)
    translations.middleRows<3>(3 * i) = rows.middleRows<3>(per_node * i);

  ReducedBody body;
  body.name = model.name;
  body.mass = MatrixXd::Identity(n, n);
  body.stiffness = pencil.values.tail(n).asDiagonal();
  body.damping = model.damping.size() > 0
                     ? MatrixXd(0.5 * elastic.transpose() * (model.damping + model.damping.transpose()) * elastic)
                     : MatrixXd(damping_rates(model.damping_rule, pencil.values.tail(n)).asDiagonal());
  body.frequency = pencil.values.tail(n).cwiseSqrt() / (2 * std::numbers::pi);
  body.record.method = "imported";
  body.record.selection = "as another program chose";
  body.record.full_dofs = model.shapes.rows();
  body.record.normal_modes = n;
  body.quality.reason = "the body came from another program, there is no mesh to compare with";

  const bool masses = model.nodal_mass.size() > 0;
  if (rigid == 0 && !masses)
    throw InputError(
        "the model has no rigid motions and its node table no masses: mass and inertia are unknown. Add a fifth column "
        "with nodal masses to the node table, or export the free body with its rigid motions.");
  body.invariants = masses ? lumped_invariants(model, translations) : no_invariants(n);
  body.invariants.I6 = MatrixXd::Identity(n, n);
  if (rigid == 6) {
    const MatrixXd motion = rigid_coordinates(model, pencil.vectors.leftCols(6), per_node);
    const double lumped = body.invariants.I1;
    set_rigid_part(body.invariants, motion.transpose() * mass * motion);
    body.invariants.I3.setZero();  // eigenvectors of one pencil: no elastic mode moves the body as a whole
    body.invariants.I4.setZero();
    if (masses && std::abs(lumped / body.invariants.I1 - 1) > 0.01)
      throw InputError(fmt::format("the nodal masses sum to {:.6g} kg, the mass matrix says {:.6g} kg: check the units",
                                   lumped, body.invariants.I1));
  } else {
    body.reference_condition = "as imported";
  }
  if (!masses)
    body.record.warnings.emplace_back(
        "the node table has no masses: inertia invariants 5, 8 and 9, the change of inertia by deformation, are zero");

  std::vector<ForeignPlace> places = model.places;
  if (places.empty() && per_node == 6)
    for (const std::int64_t label : model.labels) places.push_back({fmt::format("{}", label), {label}});
  if (places.empty()) throw InputError("the body has no interface: name at least one, with the nodes that it follows");
  for (const ForeignPlace& place : places) body.interfaces.push_back(place_rows(model, place, rows, per_node));
  body.display = {"nodes", model.position, translations, model.triangles};
  return body;
}

}  // namespace trunnion
