#pragma once
// What is read off contact states of the shaft with pulley, and how it is compared with published values.

#include "fe_contact/press_fit_example.h"

namespace trunnion::testing {

struct FitSummary {
  double mean = 0, least = 1e300, most = 0;  ///< pressure [MPa]
  Index open = 0, sliding = 0;
  double sliding_share = 0;  ///< by area
};
FitSummary summary(const ContactZone& zone, const ContactState& state);

/// Mean pressure [MPa] and axial slip [um] in eight bands of |z|, from the middle of the fit outwards.
struct FitBands {
  VectorXd pressure = VectorXd::Zero(8), slip = VectorXd::Zero(8);
};
FitBands bands(const ContactZone& zone, const ContactState& state);

/// Mean pressure [MPa] within 10 degrees of a direction across the axis, where low < z < high (or |z|, if `both_ends`).
struct FitPatch {
  Vector3d direction;
  double low, high;  ///< [m]
  bool both_ends = false;
};
double patch_pressure(const ContactZone& zone, const ContactState& state, const FitPatch& patch);

/// Largest slip that friction remembers, over the elastic slip of 0.01 mm: 1 where a point slides.
double largest_slip(const ContactState& state);

/// Torque at which the edge of the fit begins to slide [N m], from the slips (around, along) of a state that sticks
/// under `torque`: that around the axis grows with the torque, that along it is left from shrinking.
double edge_slip_torque(const ContactZone& zone, const ContactState& state, double torque);

/// Largest von Mises stress at the points of integration [MPa].
struct PartStresses {
  double shaft = 0, pulley = 0;
  double free_shaft = 0;  ///< in elements that do not touch the patches A and B, where the coupling forces enter
};
PartStresses largest_stresses(const FeModel& model, const VectorXd& u);

struct Published {
  std::string reference = "independent program, exact condensation, same mesh";
  std::string why = "digits of the reference; the mesh may change with the version of Gmsh";
};
/// Recorded as "Shaft with pulley, level LEVEL: WHAT", relative.
void compare(const std::string& what, double value, double reference, double allowed, const Published& by = {},
             int level = 1);
/// The same for shares: the difference itself counts.
void compare_share(const std::string& what, double value, double reference, double allowed, const Published& by = {},
                   int level = 1);

}  // namespace trunnion::testing
