#pragma once
// forces/fit_force.h -- two parts of one flexible body that are pressed together, in its modal coordinates.
//   w = W q,  g = clearance - s interference + w_n,  t = (p, -tau_1, -tau_2)(g, w_t, memory)
//   f = W' A t,   df/dq = W' A (dt/dw) W                                              (theory/forces.md, section 10)
// s is the share of the interference that has been reached: the load steps of the first equilibrium bring it up, and it
// stays. One pass over W gives w and f: the three rows of a point are used twice while they are at hand. The tangent
// that leads iterations is kept, in single precision, and changed only by the points whose dt/dw changed; what a state
// is linearised with is exact. With a cubature few points carry the force; the memory of the others follows in static
// stages and at every sixteenth step.

#include <memory>
#include <optional>

#include "trunnion/contact/fit_axis.h"
#include "trunnion/forces/fit_field.h"
#include "trunnion/forces/force.h"

namespace trunnion {

/// A point whose history is an output.
struct FitWatch {
  std::string name;
  Index point = 0;                     ///< nearest to the place that was asked for
  std::vector<Index> around = {};      ///< points the output is made of; empty: the nearest alone
  std::optional<Vector3d> place = {};  ///< that was asked for [m]
  double radius = 0;                   ///< of those around it; 0: they give the value at the place itself [m]
  VectorXd weights = {};               ///< of those around it; empty: their areas
};

class FitForce final : public BodyForce {
 public:
  /// Throws InputError where the law cannot be.
  explicit FitForce(std::shared_ptr<const FitRows> fit);
  /// With another law and interference [m] than those the contact modes were made for.
  FitForce(std::shared_ptr<const FitRows> fit, const FitLaw& law, VectorXd interference,
           std::vector<FitWatch> watched = {});
  void force(const StepContext& at, std::span<const BodyMotion> bodies, const History& past, CacheSlot& slot,
             VectorOut f) const override;
  void linearize(const StepContext& at, std::span<const BodyMotion> bodies, const History& past, CacheSlot& slot,
                 BodyTangent& out) const override;
  void report(const StepContext& at, std::span<const BodyMotion> bodies, const History& past, CacheSlot& slot,
              ForceReport& out) const override;
  History initial_history() const override;

  const FitRows& fit() const { return *fit_; }
  const FitLaw& law() const { return law_; }
  const VectorXd& interference() const { return interference_; }
  const FitAxis& axis() const { return axis_; }
  const std::vector<FitWatch>& watched() const { return watched_; }
  /// All points at modal coordinates q, with the memory of the last accepted step.
  FitField field(const VectorXd& q, const History& past) const;
  /// What each point remembers, as tractions that carry nothing else.
  std::vector<FitTraction> memories(const History& past) const;

  /// Points whose share of the tangent is renewed one by one, at most; beyond, all of it is.
  static constexpr double few = 0.3;
  /// Change of dt/dw that counts, over the largest entry of its kind.
  static constexpr double changed = 0.01;
  /// Steps in time after which points outside the cubature are visited.
  static constexpr int visit = 16;

 private:
  struct Carriers {
    std::vector<std::int32_t> point;
    VectorXd area;                ///< [m^2]
    MatrixXd rows;                ///< n x 3S, W transposed: the three rows of a point lie behind one another
    Eigen::MatrixXf single_rows;  ///< the same, for tangents that only have to lead to the answer
    Index size() const { return area.size(); }
  };
  struct Kept;

  FitTraction traction(Index point, double share, const double* w, const History& past,
                       Matrix3d* tangent = nullptr) const;
  MatrixXd exact_tangent(const std::vector<Matrix3d>& D) const;
  void bring_tangent(std::vector<Matrix3d> D, Kept& kept) const;
  void bring_motion(const VectorXd& q, Kept& kept) const;
  VectorXd bring_motion_and_speed(const VectorXd& q, const VectorXd& rates, Kept& kept) const;
  void commit_others(double share, const VectorXd& q, const History& past, History& trial) const;
  void add_outputs(const FitField& field, const VectorXd& speed, NamedOutputs& out) const;
  FitField field_at(double share, const VectorXd& w, const History& past) const;

  std::shared_ptr<const FitRows> fit_;
  FitLaw law_;
  VectorXd interference_;
  std::vector<FitWatch> watched_;
  Carriers carriers_;  ///< the points that carry the force: those of the cubature, or all
  FitAxis axis_;
};

}  // namespace trunnion
