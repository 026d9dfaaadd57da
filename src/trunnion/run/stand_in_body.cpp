#include "trunnion/run/stand_in_body.h"

#include "trunnion/math/rotations.h"
#include "trunnion/reduction/prepared_fits.h"

namespace trunnion {

ReducedBody stand_in_body(const FeBody& body, const std::vector<Fit>& fits) {
  const MassProperties mass = mass_properties(body.model);
  ReducedBody out;
  out.name = body.name;
  InertiaInvariants& inv = out.invariants;
  inv.I1 = mass.mass;
  inv.I2 = mass.mass * mass.center;
  inv.I7 = mass.inertia - mass.mass * skew(mass.center) * skew(mass.center);
  inv.I3.resize(3, 0);
  inv.I4.resize(3, 0);
  inv.I6.resize(0, 0);
  out.mass.resize(0, 0);
  out.stiffness.resize(0, 0);
  out.damping.resize(0, 0);
  const MeshFile& file = *body.mesh.file;
  for (const Coupling& coupling : file.couplings)
    if (!coupling.name.empty())
      out.interfaces.push_back(
          {coupling.name, file.mesh.x.col(coupling.reference.value), Matrix3Xd(3, 0), Matrix3Xd(3, 0)});
  out.fits = fit_rows(fits, MatrixXd(body.model.dofs.size, 0));
  return out;
}

}  // namespace trunnion
