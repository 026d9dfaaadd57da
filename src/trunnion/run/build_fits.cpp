#include <algorithm>

#include "trunnion/forces/fit_force.h"
#include "trunnion/run/fit_inputs.h"
#include "trunnion/run/mechanism_parts.h"

namespace trunnion {
namespace {

// A fit of a ready-made body keeps what that brings; else the model file says what is simulated, which need not be what
// the contact modes were made for.
std::shared_ptr<const FitForce> force_of(std::shared_ptr<const FitRows> made, const std::vector<FitOptions>& wanted) {
  const auto found =
      std::find_if(wanted.begin(), wanted.end(), [&](const FitOptions& fit) { return fit.zone.name == made->name; });
  if (found == wanted.end()) return std::make_shared<FitForce>(std::move(made));
  VectorXd interference = made->interference;
  if (found->zone.interference)
    for (Index k = 0; k < interference.size(); ++k) interference[k] = found->zone.interference(made->position.col(k));
  return std::make_shared<FitForce>(std::move(made), found->law, std::move(interference));
}

}  // namespace

void add_fits(const Model& model, BuiltMechanism& b) {
  for (const FlexibleBodyInput& in : model.flexible_bodies) {
    const auto body = b.reduced.find(in.name);
    if (body == b.reduced.end() || b.mechanism.bodies[b.bodies.at(in.name)].num_modes() == 0) continue;
    const std::vector<FitOptions> wanted = body_fits(model, in.name, FitSize::simulated);
    for (const FitRows& made : body->second->fits)
      at_place(in.where, [&] {
        const std::shared_ptr<const FitRows> rows(body->second, &made);
        b.mechanism.body_forces.push_back({made.name, "fit", {b.bodies.at(in.name)}, force_of(rows, wanted), "fit"});
        return 0;
      });
  }
}

}  // namespace trunnion
