#include "trunnion/reduction/prepared_fits.h"

#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "trunnion/base/error.h"
#include "trunnion/fe_contact/fit_points.h"
#include "trunnion/fe_contact/joined_model.h"
#include "trunnion/fem/constrained_system.h"
#include "trunnion/math/free_memory.h"
#include "trunnion/math/rotations.h"
#include "trunnion/math/stopwatch.h"
#include "trunnion/mesh/pieces.h"

namespace trunnion {
namespace {

/// Interfaces on the piece that carries the inner surface of a fit; those of the outer piece where it has none.
std::vector<std::string> held_while_shrinking(const FeModel& model, const FitSetup& setup,
                                              const HeldInterfaces& interfaces) {
  if (!setup.held.empty()) return setup.held;
  const std::vector<int> piece = piece_of_nodes(model.file->mesh);
  const auto pieces_of = [&](const std::string& surface) {
    std::set<int> found;
    for (const NodeId node : nodes_named(model.file->mesh, surface)) found.insert(piece[node.value]);
    return found;
  };
  const auto interfaces_on = [&](const std::set<int>& pieces) {
    std::vector<std::string> names;
    for (const CouplingMap& c : model.couplings)
      if (!c.nodes.empty() && pieces.contains(piece[c.nodes.front().value]) &&
          std::any_of(interfaces.list.begin(), interfaces.list.end(),
                      [&](const HeldInterface& h) { return h.name == c.name; }))
        names.push_back(c.name);
    return names;
  };
  std::vector<std::string> names = interfaces_on(pieces_of(setup.fits.front().zone.inner));
  if (names.empty()) names = interfaces_on(pieces_of(setup.fits.front().zone.outer));
  if (names.empty())
    throw InputError(
        fmt::format("fit '{}' joins parts without an interface: nothing holds them while they are pressed "
                    "together. Give one of them an interface.",
                    setup.fits.front().zone.name));
  return names;
}

constexpr double open_share = 1e-9;  ///< of the stiffest point: what is left where parts do not touch

Support at_rest(const std::string& interface) {
  Support support{interface, {}};
  support.component.fill(0.0);
  return support;
}

/// Answers of the full mesh to unit motions of the interfaces, each point of contact held by the springs it is by after
/// shrinking.                                                                              (theory/reduction.md, 14.4)
MatrixXd joined_modes(const FeModel& model, const PreparedFits& prepared, const HeldInterfaces& interfaces,
                      Observer& observer) {
  observer.begin("joining", "interfaces of the stuck parts");
  const FitPoints points = fit_points(prepared.fits, model.dofs.size);
  const FitForces at = fit_forces(points, prepared.shrunk.share, prepared.shrunk.w, prepared.shrunk.traction, true);
  VectorXd springs(3 * points.size());
  double stiffest = 0;
  for (const Matrix3d& slope : at.slope) stiffest = std::max(stiffest, -slope(0, 0));
  for (Index k = 0; k < points.size(); ++k) {
    const Matrix3d& slope = at.slope[std::size_t(k)];
    const double across = -0.5 * (slope(1, 1) + slope(2, 2));
    springs.segment<3>(3 * k) = Vector3d(-slope(0, 0), across, across).cwiseMax(open_share * stiffest);
  }
  const JoinedModel joined(model, {}, points.relative, std::move(springs), observer, interfaces.nodes);
  MatrixXd modes = joined.constraint_modes();
  observer.end(fmt::format("{} constraint modes", modes.cols()));
  return modes;
}

/// f(fit, first point) for each fit.
template <class Work>
void each_fit(const PreparedFits& fits, const Work& work) {
  Index first = 0;
  for (const Fit& fit : fits.fits) {
    work(fit, first);
    first += fit.zone.size();
  }
}

}  // namespace

Index PreparedFits::points() const {
  Index count = 0;
  for (const Fit& fit : fits) count += fit.zone.size();
  return count;
}

PreparedFits prepare_fits(const FeModel& model, const FitSetup& setup, const HeldInterfaces& interfaces,
                          Observer& observer) {
  PreparedFits prepared;
  if (setup.fits.empty()) return prepared;
  for (const FitOptions& fit : setup.fits) {
    validate(fit.law);
    prepared.fits.push_back({contact_zone(model, fit.zone), fit.law, fit.clamp_force});
  }
  prepared.held = held_while_shrinking(model, setup, interfaces);
  {
    ContactProblem problem{model, prepared.fits, {}};
    for (const std::string& name : prepared.held) problem.supports.push_back(at_rest(name));
    const ContactStatics statics(std::move(problem), observer);
    prepared.shrunk = statics.start();
    prepared.report =
        statics.step(prepared.shrunk, 1, VectorXd::Zero(model.dofs.size), setup.shrink_steps, {}, observer);
    prepared.fits = statics.problem().fits;  // clamp forces have found their interference
  }
  if (!prepared.report.converged)
    throw SolveError(
        fmt::format("no equilibrium of the full mesh under the interference: {}", prepared.report.message));
  const bool closed = std::any_of(prepared.shrunk.traction.begin(), prepared.shrunk.traction.end(),
                                  [](const FitTraction& at) { return at.pressure > 0; });
  const bool wanted = setup.modes.normal != 0 || setup.modes.tangential != 0 || setup.modes.target > 0;
  if (setup.modes.origin == ContactModeOrigin::joined && closed && wanted) {
    const Stopwatch watch;
    prepared.joined_modes = joined_modes(model, prepared, interfaces, observer);
    prepared.joined_wall_s = watch.seconds();
  }
  return prepared;
}

MatrixXd relative_rows(const PreparedFits& fits, const MatrixXd& shapes) {
  MatrixXd rows(3 * fits.points(), shapes.cols());
  each_fit(fits, [&](const Fit& fit, Index first) {
    rows.middleRows(3 * first, 3 * fit.zone.size()) = product(fit.zone.relative, shapes);
  });
  return rows;
}

ContactRows contact_rows(const PreparedFits& fits, const MatrixXd& shapes) {
  const Index points = fits.points();
  const MatrixXd rows = relative_rows(fits, shapes);
  ContactRows sorted{rows(Eigen::seqN(0, points, 3), Eigen::all),
                     rows(Eigen::seqN(1, points, 3), Eigen::all),
                     rows(Eigen::seqN(2, points, 3), Eigen::all),
                     VectorXd::Zero(points),
                     VectorXd::Zero(points),
                     VectorXd::Zero(points)};
  each_fit(fits, [&](const Fit& fit, Index first) {
    for (Index k = 0; k < fit.zone.size(); ++k) {
      const double gap =
          fit.zone.clearance[k] - fits.shrunk.share * fit.zone.interference[k] + fits.shrunk.w[3 * (first + k)];
      sorted.depth[first + k] = std::max(0.0, -gap);
      Matrix3d slope;
      fit_traction(fit.law, gap, {0, 0}, {}, &slope);
      sorted.normal_stiffness[first + k] = -slope(0, 0);
      sorted.shear_stiffness[first + k] =
          fit.law.friction * fits.shrunk.traction[std::size_t(first + k)].pressure / fit.law.elastic_slip;
    }
  });
  return sorted;
}

MatrixXd stress_loads(const PreparedFits& fits, const MatrixXd& stresses) {
  MatrixXd loads;
  each_fit(fits, [&](const Fit& fit, Index first) {
    MatrixXd forces = stresses.middleRows(3 * first, 3 * fit.zone.size());
    for (Index k = 0; k < fit.zone.size(); ++k) forces.middleRows<3>(3 * k) *= fit.zone.area[k];
    const MatrixXd part = transposed_product(fit.zone.relative, forces);
    if (loads.size() == 0)
      loads = part;
    else
      loads += part;
  });
  return loads;
}

std::vector<FitRows> fit_rows(const std::vector<Fit>& fits, const MatrixXd& shapes) {
  Index points = 0;
  for (const Fit& fit : fits) points += fit.zone.size();
  check_room(3.0 * double(points) * double(shapes.cols()) * sizeof(double),
             fmt::format("what {} modes do to {} points of contact", shapes.cols(), points),
             "keep fewer modes, use a coarser mesh of the seat, or end other programs");
  std::vector<FitRows> list;
  for (const Fit& fit : fits) {
    const ContactZone& z = fit.zone;
    FitRows rows{z.name,
                 z.position,
                 z.normal,
                 z.t1,
                 z.t2,
                 z.area,
                 z.clearance,
                 z.interference,
                 product(z.relative, shapes),
                 fit.law,
                 {},
                 SparseMatrix(z.to_nodes),
                 {},
                 {},
                 z.growth};
    for (const NodeId node : z.nodes) rows.nodes.push_back(node.value);
    list.push_back(std::move(rows));
  }
  return list;
}

MatrixXd mean_relative_motion(const PreparedFits& fits, const MatrixXd& shapes) {
  MatrixXd mean(6 * Index(fits.fits.size()), shapes.cols());
  Index row = 0;
  for (const Fit& fit : fits.fits) {
    const ContactZone& z = fit.zone;
    const Vector3d middle = z.position * z.area / z.area.sum();
    Matrix6d gram = Matrix6d::Zero();
    Matrix6Xd weights(6, 3 * z.size());
    for (Index k = 0; k < z.size(); ++k) {
      Matrix3d axes;
      axes << z.normal.col(k), z.t1.col(k), z.t2.col(k);
      Eigen::Matrix<double, 3, 6> rigid;
      rigid << Matrix3d::Identity(), -skew(z.position.col(k) - middle);
      gram += z.area[k] * rigid.transpose() * rigid;
      weights.middleCols<3>(3 * k) = z.area[k] * rigid.transpose() * axes;
    }
    const Matrix6Xd average = gram.ldlt().solve(weights);
    mean.middleRows<6>(row) = average * product(z.relative, shapes);
    row += 6;
  }
  return mean;
}

void record_shrinking(const PreparedFits& fits, double wall_s, FitRecord& record) {
  record.points = fits.points();
  record.held = fits.held;
  record.shrink_residual = fits.report.residual;
  record.shrink_solves = fits.report.solves;
  record.joined_wall_s = fits.joined_wall_s;
  record.shrink_wall_s = wall_s - fits.joined_wall_s;
  record.least_pressure = std::numeric_limits<double>::infinity();
  double area = 0;
  std::size_t point = 0;
  for (const Fit& fit : fits.fits)
    for (Index k = 0; k < fit.zone.size(); ++k) {
      const double p = fits.shrunk.traction[point++].pressure;
      area += fit.zone.area[k];
      record.mean_pressure += p * fit.zone.area[k];
      record.least_pressure = std::min(record.least_pressure, p);
      record.largest_pressure = std::max(record.largest_pressure, p);
    }
  record.mean_pressure /= area;
}

double fit_arm(const PreparedFits& fits) {
  double moment = 0, area = 0;
  for (const Fit& fit : fits.fits) {
    const Vector3d middle = fit.zone.position * fit.zone.area / fit.zone.area.sum();
    moment += ((fit.zone.position.colwise() - middle).colwise().squaredNorm() * fit.zone.area).value();
    area += fit.zone.area.sum();
  }
  return std::sqrt(moment / area);
}

}  // namespace trunnion
