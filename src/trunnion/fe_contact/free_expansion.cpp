#include "trunnion/fe_contact/free_expansion.h"

#include <fmt/format.h>

#include <map>

#include "trunnion/base/error.h"
#include "trunnion/fe_contact/facing_surface.h"
#include "trunnion/fem/element_properties.h"
#include "trunnion/mesh/pieces.h"

namespace trunnion {
namespace {

/// How a piece of the mesh grows.
struct Growth {
  double strain = 0;  ///< alpha dT
  ElementId element;  ///< that said so
  Vector3d moment = Vector3d::Zero();
  double area = 0;  ///< of its contact surfaces [m^2]

  Vector3d center() const { return area > 0 ? Vector3d(moment / area) : Vector3d::Zero(); }
};

std::map<int, Growth> growth_of_pieces(const FeModel& model, const VectorXd& change, const std::vector<int>& piece) {
  const MeshFile& file = *model.file;
  const PropertyTable properties = element_properties(file);
  std::map<int, Growth> growth;
  std::int32_t e = 0;
  for (const ElementBlock& block : file.mesh.blocks)
    for (Index c = 0; c < block.nodes.cols(); ++c, ++e) {
      const Material& material = file.materials[static_cast<std::size_t>(properties[ElementId{e}].material)];
      if (change[e] != 0 && material.expansion == 0)
        throw InputError(fmt::format("a part of material '{}' is {:.4g} K warmer, but the material has no 'expansion'",
                                     material.name, change[e]));
      const double strain = material.expansion * change[e];
      const auto [known, fresh] =
          growth.try_emplace(piece[static_cast<std::size_t>(block.nodes(0, c))], Growth{strain, ElementId{e}});
      if (!fresh && std::abs(known->second.strain - strain) > 1e-12 * std::abs(strain) + 1e-300)
        throw InputError(fmt::format(
            "elements {} and {} belong to one part, but expand by {:.4g} and {:.4g} um per mm: it would not stay free "
            "of stress. Give the whole part one temperature, or use a [[load]] with 'temperature' in an fe-static "
            "stage.",
            element_labels(file.mesh, {known->second.element}), element_labels(file.mesh, {ElementId{e}}),
            1e3 * known->second.strain, 1e3 * strain));
    }
  return growth;
}

}  // namespace

std::vector<std::function<Vector3d(const Vector3d&)>> free_expansions(const FeModel& model, const VectorXd& change,
                                                                      const std::vector<ZoneInput>& zones) {
  std::vector<std::function<Vector3d(const Vector3d&)>> motions(zones.size());
  if (change.size() == 0 || change.isZero(0)) return motions;
  const std::vector<int> piece = piece_of_nodes(model.file->mesh);
  std::map<int, Growth> growth = growth_of_pieces(model, change, piece);
  std::vector<std::pair<Growth*, Growth*>> sides;  // outer, inner
  for (const ZoneInput& zone : zones) {
    const auto side = [&](const std::string& name) {
      const FacingSurface surface = facing_surface(model, name);
      Growth& own = growth.at(piece[static_cast<std::size_t>(surface.faces.front().nodes.front())]);
      for (const SurfaceFace& face : surface.faces) {
        own.moment += face.x * face.share;
        own.area += face.share.sum();
      }
      return &own;
    };
    Growth* outer = side(zone.outer);
    sides.emplace_back(outer, side(zone.inner));
  }
  for (std::size_t z = 0; z < zones.size(); ++z) {
    const Growth outer = *sides[z].first, inner = *sides[z].second;
    if (outer.strain == 0 && inner.strain == 0) continue;
    motions[z] = [=](const Vector3d& x) -> Vector3d {
      return outer.strain * (x - outer.center()) - inner.strain * (x - inner.center());
    };
  }
  return motions;
}

}  // namespace trunnion
