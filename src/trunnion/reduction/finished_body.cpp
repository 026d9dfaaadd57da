#include "trunnion/reduction/finished_body.h"

#include <fmt/format.h>

#include <numbers>

#include "trunnion/base/error.h"
#include "trunnion/base/nearest_name.h"
#include "trunnion/fem/solve.h"
#include "trunnion/reduction/body_rows.h"
#include "trunnion/reduction/reference_condition.h"

namespace trunnion {
namespace {

/// The two reference nodes of the chord.
std::array<NodeId, 2> chord_ends(const FeModel& model, const ReductionOptions& options) {
  std::vector<NodeId> ends;
  std::vector<std::string> known;
  known.reserve(model.couplings.size());
  for (const CouplingMap& c : model.couplings) known.push_back(c.name);
  if (options.chord.size() != 2) throw InputError("the chord condition needs the names of two interfaces");
  for (const std::string& wanted : options.chord)
    for (const CouplingMap& c : model.couplings)
      if (c.name == wanted) ends.push_back(c.reference);
  if (ends.size() != 2)
    throw InputError(fmt::format("chord = ['{}', '{}']: both must be interfaces of the body{}", options.chord[0],
                                 options.chord[1], name_hint(options.chord[0], known)));
  return {ends[0], ends[1]};
}

/// B' in the full space: what each reference condition reads of a motion, and where its reactions act.
MatrixXd reference_conditions(const FeModel& model, const ReductionOptions& options) {
  if (options.reference == ReferenceCondition::mean_axis) return mass_product(model, rigid_modes(model));
  const auto ends = chord_ends(model, options);
  const Matrix3Xd& x = model.file->mesh.x;
  const auto rows = chord_conditions(x.col(ends[0].value), x.col(ends[1].value));
  MatrixXd conditions = MatrixXd::Zero(model.dofs.size, 6);
  for (int e = 0; e < 2; ++e)
    for (int c = 0; c < 6; ++c) {
      const Index dof = c < 3 ? model.dofs.translation(ends[e], c) : model.dofs.rotation_dof(ends[e], c - 3);
      conditions.row(dof) += rows.col(6 * e + c).transpose();
    }
  return conditions;
}

}  // namespace

ReducedBody finished_body(const FeModel& model, const HeldInterfaces& held, const FreeStatics& statics,
                          ElasticModes modes, const ReductionOptions& options) {
  ReducedBody body;
  body.name = options.name;
  const Index n = modes.eigenvalues.size();
  body.mass = MatrixXd::Identity(n, n);
  const MatrixXd conditions = reference_conditions(model, options);
  if (options.reference == ReferenceCondition::chord) {
    modes.shapes += rigid_modes(model) * rigid_correction(conditions, rigid_modes(model), modes.shapes);
    body.reference_condition = "chord";
    body.mass = modes.shapes.transpose() * mass_product(model, modes.shapes);
  }
  body.stiffness = modes.eigenvalues.asDiagonal();
  body.damping = damping_rates(options.damping, modes.eigenvalues).asDiagonal();
  body.frequency = modes.eigenvalues.cwiseMax(0).cwiseSqrt() / (2 * std::numbers::pi);
  body.invariants = body_invariants(model, modes.shapes);
  body.interfaces = interface_rows(model, held, modes.shapes);
  body.lumped = lumped_inertias(model, held);
  body.display = display_rows(model, modes.shapes);
  for (const std::string& name : options.surfaces) body.surfaces.push_back(named_rows(model, name, modes.shapes));
  for (const std::string& name : options.stress_sets) body.stress.push_back(stress_rows(model, name, modes.shapes));
  add_stress_stiffening(model, interface_nodes(model, held), statics, conditions, options.geometric, modes.shapes,
                        body);
  return body;
}

}  // namespace trunnion
