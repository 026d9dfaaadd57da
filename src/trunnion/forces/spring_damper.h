#pragma once
// forces/spring_damper.h -- along the line between two markers, or about a common axis.
//   line:  F = -(k (l - l0) + c l' + f0) n,   n = d / l                                  (theory/forces.md, Eq. 2.1)
//   turn:  T = -(k (phi - phi0) + c phi') about J's z axis                               (2.2)
// Curves may replace k (l - l0) and c l'. Preloads grow with the other loads where statics brings them up in steps. A
// line spring shorter than `tiny` has no direction and is refused.

#include <functional>
#include <type_traits>

#include "trunnion/forces/force.h"

namespace trunnion {

/// Value and slope of a force law at x.
struct LawValue {
  double value = 0, slope = 0, energy = 0;  ///< force, its derivative, its integral from the free length
};
class ForceLaw {
 public:
  using Value = std::function<LawValue(double x)>;
  using Switches = std::function<void(double x, ForceReport& out)>;
  ForceLaw() = default;
  template <class Function>
  requires std::is_invocable_r_v<LawValue, Function, double> ForceLaw(
      Function value, Switches switches = {})  // NOLINT(google-explicit-constructor): a function is a law
      : value_(std::move(value)), switches_(std::move(switches)) {}
  LawValue operator()(double x) const { return value_(x); }
  /// Adds the events and jumps of a law that has any.
  void add_switches(double x, ForceReport& out) const {
    if (switches_) switches_(x, out);
  }

 private:
  Value value_;
  Switches switches_;
};
ForceLaw linear_law(double stiffness);

class LineSpring final : public MarkerForce {
 public:
  struct Data {
    double free_length = 0;  ///< [m]
    double preload = 0;      ///< tension at the free length [N]
    ForceLaw spring;         ///< tension over elongation [N], [m]
    ForceLaw damper;         ///< tension over rate [N], [m/s]
  };
  LineSpring(std::string name, Data data);
  Vector6d force(const StepContext&, const RelativeMotion& m, const History&, CacheSlot&) const override;
  WrenchTangent linearize(const StepContext&, const RelativeMotion& m, const History&, CacheSlot&) const override;
  void report(const StepContext&, const RelativeMotion& m, const History&, CacheSlot&, ForceReport& out) const override;

 private:
  struct Line;
  Line line(const StepContext& at, const RelativeMotion& m) const;
  std::string name_;
  Data data_;
};

/// The angle keeps count of full turns through its history.
class TorsionSpring final : public MarkerForce {
 public:
  struct Data {
    double free_angle = 0;  ///< [rad]
    ForceLaw spring;        ///< torque over twist [N m], [rad]
    ForceLaw damper;        ///< torque over rate [N m], [rad/s]
    double preload = 0;     ///< torque at the free angle [N m]
  };
  explicit TorsionSpring(Data data) : data_(std::move(data)) {}
  Vector6d force(const StepContext&, const RelativeMotion& m, const History&, CacheSlot&) const override;
  WrenchTangent linearize(const StepContext&, const RelativeMotion& m, const History&, CacheSlot&) const override;
  void report(const StepContext&, const RelativeMotion& m, const History&, CacheSlot&, ForceReport& out) const override;
  History initial_history() const override { return {0.0}; }

 private:
  Data data_;
};

}  // namespace trunnion
