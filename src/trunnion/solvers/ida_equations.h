#pragma once
// solvers/ida_equations.h -- the stabilised index-2 equations as IDA asks for them: residual, exact linear solves and
// event values over one vector of positions (unit quaternions), velocities and multipliers (theory/solvers.md,
// Eq. 4.1 to 4.4).

#include <string>
#include <vector>

#include "trunnion/math/general_lu.h"
#include "trunnion/system/mechanism.h"
#include "trunnion/system/state.h"
#include "trunnion/system/workspace.h"

namespace trunnion {

using VectorView = Eigen::Map<VectorXd>;

/// Where the parts stand in IDA's vector: positions (7 + n per body), velocities, lambda, mu.
struct IdaLayout {
  explicit IdaLayout(const Mechanism& m)
      : positions(m.num_velocities + static_cast<Index>(m.bodies.size())),
        velocities(m.num_velocities),
        rows(m.num_rows) {}
  Index positions, velocities, rows;
  Index first_velocity() const { return positions; }
  Index first_lambda() const { return positions + velocities; }
  Index first_mu() const { return positions + velocities + rows; }
  Index size() const { return positions + velocities + 2 * rows; }
  /// A body's positions start here: one entry more per earlier body than velocities have.
  static Index first_position(const Mechanism& m, Index b) { return m.first_velocity[b] + b; }
};

class IdaEquations {
 public:
  IdaEquations(const Mechanism& mechanism, const State& start)
      : m_(mechanism), layout_(mechanism), state_(start), work_(mechanism), velocity_rows_(work_.jacobian) {}

  const IdaLayout& layout() const { return layout_; }
  void to_vector(const State& s, VectorView y, VectorView yp) const;
  void to_state(double t, const VectorView& y, const VectorView& yp, State& s) const;

  void residual(double t, const VectorView& y, const VectorView& yp, VectorView r);
  /// Solves (dF/dy + cj dF/dy') d = b in place. Quaternion rows are turned into body increments and a radial part.
  bool solve(double t, double cj, const VectorView& y, const VectorView& yp, VectorView b);
  VectorXd events(double t, const VectorView& y, const VectorView& yp);

  /// Memory of the forces and turns counted so far: what the equations start from at the next step.
  void take_over(const State& accepted);

  std::string trouble;  ///< what kept the last residual or solve from a finite answer

 private:
  void add(Index r, Index c, double value) { triplets_.emplace_back(static_cast<int>(r), static_cast<int>(c), value); }
  VectorXd transposed_rows_times(const VectorXd& mu);
  void constraint_rate_tangent();

  const Mechanism& m_;
  IdaLayout layout_;
  State state_;
  Workspace work_;
  BlockMatrix velocity_rows_;
  VectorXd rates_;
  std::vector<Eigen::Triplet<double, std::int32_t>> triplets_;
  SparseMatrix matrix_;
  GeneralLu lu_;
};

}  // namespace trunnion
