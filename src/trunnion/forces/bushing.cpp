#include "trunnion/forces/bushing.h"

#include <fmt/format.h>

#include "trunnion/base/error.h"
#include "trunnion/math/rotations.h"

namespace trunnion {

Bushing::Bushing(const std::string& name, Data data) : data_(std::move(data)) {
  if (!data_.stiffness.isApprox(data_.stiffness.transpose(), 1e-9) && !data_.stiffness.isZero())
    throw InputError(fmt::format("bushing '{}': its stiffness matrix is not symmetric", name));
}

Vector6d Bushing::coordinates(const RelativeMotion& m) const {
  Vector6d x;
  x << m.d, rotation_log(m.R);
  return x;
}

Vector6d Bushing::gradient(const StepContext& at, const Vector6d& x) const {
  Vector6d g = data_.stiffness * x - at.load_factor * data_.preload;
  for (Index i = 0; i < 6; ++i)
    if (const auto& curve = data_.curves[i]) g[i] += (*curve)(x[i]).value;
  return g;
}

Vector6d Bushing::force(const StepContext& at, const RelativeMotion& m, const History&, CacheSlot&) const {
  const Vector6d x = coordinates(m);
  Vector6d W = -gradient(at, x), V;
  W.tail<3>() = right_jacobian_inverse(x.tail<3>()) * W.tail<3>();
  V << m.v, m.w;
  return W - data_.damping * V;
}

WrenchTangent Bushing::linearize(const StepContext& at, const RelativeMotion& m, const History&, CacheSlot&) const {
  const Vector6d x = coordinates(m), g = gradient(at, x);
  const Vector3d phi = x.tail<3>();
  const Matrix3d Ji = right_jacobian_inverse(phi);
  WrenchTangent t;
  t.dv = -data_.damping;
  t.dx = -data_.stiffness;  // with respect to x first
  for (Index i = 0; i < 6; ++i)
    if (const auto& curve = data_.curves[i]) t.dx(i, i) -= (*curve)(x[i]).slope;
  t.dx.bottomRows<3>() = (Ji * t.dx.bottomRows<3>()).eval();
  t.dx.bottomRightCorner<3, 3>() -= right_jacobian_inverse_derivative(phi, g.tail<3>());
  t.dx.rightCols<3>() = (t.dx.rightCols<3>() * Ji.transpose()).eval();  // dphi = J_l^-1 drho
  return t;
}

void Bushing::report(const StepContext& at, const RelativeMotion& m, const History&, CacheSlot&,
                     ForceReport& out) const {
  const Vector6d x = coordinates(m);
  Vector6d V;
  V << m.v, m.w;
  out.stored_energy = 0.5 * x.dot(data_.stiffness * x) - at.load_factor * data_.preload.dot(x);
  for (Index i = 0; i < 6; ++i)
    if (const auto& curve = data_.curves[i]) out.stored_energy += (*curve)(x[i]).energy;
  out.dissipated_power = V.dot(data_.damping * V);
  const Vector6d g = gradient(at, x);
  out.outputs = {{"force", g.head<3>().norm()}, {"moment", g.tail<3>().norm(), "N m"}};
}

}  // namespace trunnion
