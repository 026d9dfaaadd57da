#pragma once
// fem/loads.h -- what can act on an FE model, by name of set or surface, in SI; and the supports.

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "trunnion/fem/fe_model.h"

namespace trunnion {

struct SurfacePressure {
  std::string surface;
  double pressure = 0;
};  ///< positive pushes inwards [Pa]
struct SurfaceTraction {
  std::string surface;
  Vector3d force = Vector3d::Zero();
};  ///< total force, spread evenly over the area [N]
struct NodalForce {
  std::string nodes;
  Vector3d force = Vector3d::Zero();
};  ///< total force, shared equally by the nodes [N]
/// Force and moment at the reference node of a coupling [N, N m].
struct ReferenceLoad {
  std::string coupling;
  Vector3d force = Vector3d::Zero(), moment = Vector3d::Zero();
};
struct Gravity {
  Vector3d acceleration = Vector3d::Zero();
};  ///< [m/s^2]
struct Centrifugal {
  Vector3d point = Vector3d::Zero(), rate = Vector3d::Zero();
};  ///< axis point [m], angular velocity [rad/s]
struct UniformTemperature {
  std::string elements;
  double change = 0;
};  ///< all elements when empty [K]
using Load =
    std::variant<SurfacePressure, SurfaceTraction, NodalForce, ReferenceLoad, Gravity, Centrifugal, UniformTemperature>;

struct LoadCase {
  std::string name;
  std::vector<Load> loads;
};

/// Prescribed displacement of named nodes (or of a coupling's reference node): entries without a value are free.
/// Components: x, y, z translation, then x, y, z rotation (reference and beam nodes only). Values in m and rad;
/// non-zero values act in every load case.
struct Support {
  std::string nodes;
  std::array<std::optional<double>, 6> component;
};

/// Consistent nodal forces, one column per load case.
MatrixXd load_vectors(const FeModel& model, const std::vector<LoadCase>& cases);

/// Temperature change of each element in a case [K]; empty when the case has no temperature. For nodal_stress().
VectorXd temperature_change(const FeModel& model, const LoadCase& load_case);

}  // namespace trunnion
