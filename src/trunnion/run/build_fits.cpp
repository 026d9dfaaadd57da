#include <algorithm>

#include "trunnion/forces/fit_force.h"
#include "trunnion/run/fit_inputs.h"
#include "trunnion/run/mechanism_parts.h"

namespace trunnion {
namespace {

// A fit of a ready-made body keeps what that brings; else the model file says what is simulated, which need not be what
// the contact modes were made for.
std::shared_ptr<const FitForce> force_of(const Model& model, const std::string& body,
                                         std::shared_ptr<const FitRows> made) {
  const auto in = std::find_if(model.fits.begin(), model.fits.end(),
                               [&](const FitInput& fit) { return fit.body == body && fit.name == made->name; });
  if (in == model.fits.end()) return std::make_shared<FitForce>(std::move(made));
  const auto options = [&](FitSize size) {
    const std::vector<FitOptions> all = body_fits(model, body, size);
    return *std::find_if(all.begin(), all.end(), [&](const FitOptions& fit) { return fit.zone.name == made->name; });
  };
  const FitOptions wanted = options(FitSize::simulated), basis = options(FitSize::basis);
  // Overlap of the meshes, tightening and temperatures are in what was made; a given size may be another one now.
  VectorXd interference = made->interference;
  if (wanted.zone.interference)
    for (Index k = 0; k < interference.size(); ++k) {
      const Vector3d x = made->position.col(k);
      interference[k] += wanted.zone.interference(x) - basis.zone.interference(x);
    }
  std::vector<FitWatch> watched = watched_points(*in, made->position, made->t1, made->t2);
  return std::make_shared<FitForce>(std::move(made), wanted.law, std::move(interference), std::move(watched));
}

}  // namespace

void add_fits(const Model& model, BuiltMechanism& b) {
  for (const FlexibleBodyInput& in : model.flexible_bodies) {
    const auto body = b.reduced.find(in.name);
    if (body == b.reduced.end()) continue;
    const Index modes = b.mechanism.bodies[b.bodies.at(in.name)].num_modes();
    for (const FitRows& made : body->second->fits) {
      if (made.rows.cols() != modes) continue;  // a body that was made rigid has no fits
      at_place(in.where, [&] {
        const std::shared_ptr<const FitRows> rows(body->second, &made);
        b.mechanism.body_forces.push_back(
            {made.name, "fit", {b.bodies.at(in.name)}, force_of(model, in.name, rows), "fit"});
        return 0;
      });
    }
  }
}

}  // namespace trunnion
