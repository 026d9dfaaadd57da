#include "trunnion/run/picture_gears.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "trunnion/gears/extruded_mesh.h"
#include "trunnion/gears/tooth_pairs.h"
#include "trunnion/run/body_mesh.h"
#include "trunnion/run/error_place.h"
#include "trunnion/run/gear_contacts.h"

namespace trunnion {
namespace {

// In modules: fine enough for teeth to look round, coarse enough for a wheel to stay light.
constexpr GearMeshSizes shown_sizes{.mesh_only = true, .flank = 0.12, .bulk = 0.4, .rim = 1.2, .idle = 0.3};
constexpr double clear_space = 1.1;  // between pairs, of the larger gear

/// The gear as it was meshed by the user, or its section along the helix.
std::shared_ptr<const Mesh> shape_of(const Gear& gear, const GearGeometry& geometry, const FlankCompliance& meshed) {
  if (meshed.solid) return meshed.solid->mesh;
  const double twist = std::abs(gear.width * std::tan(gear.helix_angle) / geometry.reference);
  const int layers = std::max(1, int(std::ceil(twist / (2 * std::numbers::pi / 120))));
  return std::make_shared<const Mesh>(extruded_mesh(
      meshed.grid.mesh, gear, geometry, VectorXd::LinSpaced(layers + 1, -0.5 * gear.width, 0.5 * gear.width)));
}

/// What the first cycle of the pair loads it with: input in the sense of the drive, output against it.
void add_torques(const Model& model, const GearPairInput& input, const GearPair& pair, const Vector3d centers[2],
                 ModelPicture& picture) {
  const auto stage = std::find_if(model.stages.begin(), model.stages.end(), [&](const StageInput& s) {
    return s.type == StageType::mesh_cycle && s.gears.gear_pair == input.name;
  });
  if (stage == model.stages.end()) return;
  // The pinion turns about +z where it drives, about -z where the ring does; an external gear turns against it.
  const double pinion = pair.ring_drives ? -1 : 1, other = pair.driven.internal ? pinion : -pinion;
  const double turn[2] = {pinion, other};
  const int input_gear = pair.ring_drives ? 1 : 0;
  picture.add_turning_arrow("input torque of " + input.name, centers[input_gear], turn[input_gear] * Vector3d::UnitZ());
  picture.add_turning_arrow("output torque of " + input.name, centers[1 - input_gear],
                            -turn[1 - input_gear] * Vector3d::UnitZ());
}

std::string words_of(const Gear& gear, const Mesh& mesh, bool given) {
  return fmt::format("{} teeth, module {:.4g} mm, {}{}", gear.teeth, 1e3 * gear.normal_module,
                     given ? "given mesh, " : "shown by ", mesh_summary(mesh));
}

}  // namespace

void add_gears(const Model& model, const std::filesystem::path& cache_folder, ModelPicture& picture,
               std::vector<std::vector<Cell>>& rows) {
  GearStore store;
  store.cache = cache_folder;
  for (const GearPairInput& input : model.gear_pairs) {
    if (!input.between.empty()) continue;  // its gears are bodies of the mechanism
    const GearPair pair = meshed_gears_of(model, input, store);
    const GearContact contact = at_place_of(input.where, fmt::format("gear_pair '{}'", input.name),
                                            [&] { return gear_contact(pair, shown_sizes); });
    const double tip = std::max(contact.one.tip, contact.two.tip);
    const double y = picture.empty() ? 0 : picture.low_y() - clear_space * tip;
    const Vector3d centers[2] = {{0, y, 0},
                                 Vector3d(contact.mesh.driven_center.x(), y + contact.mesh.driven_center.y(), 0)};
    for (const bool driver : {true, false}) {
      const Gear& gear = driver ? pair.driver : pair.driven;
      const GearGeometry& geometry = driver ? contact.one : contact.two;
      const double angle =
          driver ? driver_angle(contact.mesh, contact.one, 0) : driven_angle(contact.mesh, contact.two, 0);
      const std::shared_ptr<const Mesh> shape = shape_of(gear, geometry, driver ? *contact.driver : *contact.driven);
      const std::string name =
          picture.has_body(gear.name) ? fmt::format("{} of pair {}", gear.name, input.name) : gear.name;
      picture.add(name, shape,
                  {Eigen::AngleAxisd(angle, Vector3d::UnitZ()).toRotationMatrix(), centers[driver ? 0 : 1]});
      rows.push_back(
          text_row({name, "gear", words_of(gear, *shape, (driver ? pair.driver_mesh : pair.driven_mesh) != nullptr)}));
    }
    const Vector3d before(0, 0, 0.55 * std::max(pair.driver.width, pair.driven.width));  // of the faces, to be seen
    const Vector3d turned[2] = {centers[0] + before, centers[1] + before};
    add_torques(model, input, pair, turned, picture);
  }
}

std::vector<std::vector<Cell>> gear_pair_rows(const Model& model) {
  std::vector<std::vector<Cell>> rows;
  for (const GearPairInput& input : model.gear_pairs) {
    const GearPair pair = gears_of(model, input);
    const GearMeshGeometry mesh = at_place_of(input.where, fmt::format("gear_pair '{}'", input.name), [&] {
      return gear_mesh_geometry(pair.driver, pair.driven, pair.center_distance);
    });
    rows.push_back(text_row({input.name, fmt::format("{} drives {}", input.driver, input.driven),
                             fmt::format("{:.5g} mm", 1e3 * pair.center_distance),
                             fmt::format("{:.4g}", mesh.total_contact_ratio())}));
  }
  return rows;
}

}  // namespace trunnion
