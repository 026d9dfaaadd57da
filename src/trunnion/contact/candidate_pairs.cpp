#include "trunnion/contact/candidate_pairs.h"

#include <fmt/format.h>

#include <Eigen/Geometry>

#include "trunnion/base/error.h"

namespace trunnion {
namespace {

/// direction . u(P) of one body under the force at Q of the same body, all in world axes.
double point_compliance(const YieldingBody& body, const SurfacePoint& at, const Vector3d& direction,
                        const SurfacePoint& loaded, const Vector3d& force) {
  if (!body.compliance) return 0;
  const int d = body.dimension;
  const Vector3d n = body.R_WB.transpose() * direction, f = body.R_WB.transpose() * force;
  const MatrixXd& G = *body.compliance;
  double sum = 0;
  for (std::size_t j = 0; j < loaded.nodes.size(); ++j)
    for (std::size_t i = 0; i < at.nodes.size(); ++i) {
      const auto block = G.block(Index(d) * at.nodes[i], Index(d) * loaded.nodes[j], d, d);
      sum += at.weights[i] * loaded.weights[j] * n.head(d).dot(block * f.head(d));
    }
  return sum;
}

Vector3d velocity(const FrameMotionMode& motion, const Vector3d& x) {
  return motion.translation + motion.rotation.cross(x - motion.about);
}

}  // namespace

double pair_compliance(const std::vector<YieldingBody>& bodies, const CandidatePair& m, const Vector3d& direction,
                       const CandidatePair& k, const Vector3d& force) {
  double sum = 0;
  for (const SurfacePoint* at : {&m.one, &m.two})
    for (const SurfacePoint* loaded : {&k.one, &k.two})
      if (at->body == loaded->body) {
        const bool same_side = (at == &m.one) == (loaded == &k.one);
        const double value = point_compliance(bodies[std::size_t(at->body)], *at, direction, *loaded, force);
        sum += same_side ? value : -value;
      }
  return sum;
}

VectorXd load_row(const std::vector<CandidatePair>& pairs, const FrameMotionMode& motion) {
  VectorXd row = VectorXd::Zero(Index(pairs.size()));
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    const Vector3d force = pairs[k].normal + pairs[k].drag;
    if (pairs[k].two.body == motion.body) row[Index(k)] -= force.dot(velocity(motion, pairs[k].two.x));
    if (pairs[k].one.body == motion.body) row[Index(k)] += force.dot(velocity(motion, pairs[k].one.x));
  }
  return row;
}

MixedLcp contact_problem(const std::vector<YieldingBody>& bodies, const std::vector<CandidatePair>& pairs,
                         const std::vector<FrameMotionMode>& motions) {
  if (pairs.empty())
    throw InputError(
        "contact of bodies near known positions: no candidate pair. Widen the distance up to which points "
        "are paired, or bring the bodies closer");
  const auto m = Index(pairs.size()), l = Index(motions.size());
  MixedLcp problem;
  problem.A.resize(m, m);
  problem.B.resize(l, m);
  problem.C.setZero(m, l);
  problem.eps.resize(m);
  problem.lam.resize(l);
  for (Index k = 0; k < m; ++k) {
    const CandidatePair& loaded = pairs[std::size_t(k)];
    for (Index i = 0; i < m; ++i) {
      const CandidatePair& at = pairs[std::size_t(i)];
      problem.A(i, k) = pair_compliance(bodies, at, at.normal, loaded, loaded.normal + loaded.drag);
    }
    problem.eps[k] = loaded.gap;
  }
  for (Index i = 0; i < l; ++i) {
    const FrameMotionMode& motion = motions[std::size_t(i)];
    problem.lam[i] = motion.load;
    problem.B.row(i) = load_row(pairs, motion).transpose();
    for (Index k = 0; k < m; ++k) {
      const CandidatePair& pair = pairs[std::size_t(k)];
      if (pair.two.body == motion.body) problem.C(k, i) += pair.normal.dot(velocity(motion, pair.two.x));
      if (pair.one.body == motion.body) problem.C(k, i) -= pair.normal.dot(velocity(motion, pair.one.x));
    }
  }
  return problem;
}

std::string describe_runaway(const std::vector<FrameMotionMode>& motions, const VectorXd& runaway) {
  std::string parts;
  for (std::size_t i = 0; i < motions.size(); ++i)
    if (std::abs(runaway[Index(i)]) > 1e-6)
      parts += fmt::format("{}{:.3g} of {}", parts.empty() ? "" : ", ", runaway[Index(i)], motions[i].name);
  return fmt::format(
      "the contact cannot carry the loads: they drive the bodies along the motion ({}), and no candidate "
      "pair that presses resists it. Reverse the load, hold that motion, or add pairs where the bodies "
      "meet on this way",
      parts);
}

}  // namespace trunnion
