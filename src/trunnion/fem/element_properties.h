#pragma once
// fem/element_properties.h -- sections and materials resolved to numbers per element.
//   lambda = E nu / ((1 + nu)(1 - 2 nu)),   mu = E / (2 (1 + nu));   plane stress: lambda* = 2 lambda mu/(lambda + 2
//   mu) sigma = lambda tr(eps) I + 2 mu eps - beta dT I,   beta: stress per kelvin at full restraint (theory/fem.md,
//   Eq. 3)

#include <vector>

#include "trunnion/mesh/mesh_file.h"

namespace trunnion {

struct ElementProperty {
  int material = -1;                    ///< index into MeshFile::materials
  double young = 0;                     ///< [Pa]
  double lambda = 0, mu = 0;            ///< [Pa]; lambda* for plane stress
  double thermal_stress = 0;            ///< beta [Pa/K]; E alpha for beams
  double density = 0;                   ///< [kg/m^3]
  double thickness = 1;                 ///< plane elements [m]; 1 for solids
  PlaneKind plane = PlaneKind::stress;  ///< plane elements
  const BeamSection* beam = nullptr;    ///< line elements; points into the MeshFile
};

struct PropertyTable {
  std::vector<ElementProperty> properties;  ///< one per section
  std::vector<std::int32_t> of_element;     ///< index into properties
  const ElementProperty& operator[](ElementId e) const {
    return properties[std::size_t(of_element[std::size_t(e.value)])];
  }
};

/// Throws InputError when an element has no section or two, or a section or material makes no sense.
PropertyTable element_properties(const MeshFile& file);

/// 3 for models of solids and beams, 2 for plane ones. Throws when both are mixed or a plane model is not flat.
int model_dimension(const Mesh& mesh);

/// The elements of a set; throws InputError beginning with `who` and naming the nearest set when there is none.
const std::vector<ElementId>& elements_named(const Mesh& mesh, const std::string& set, const std::string& who);

/// "12, 13, 14 and 5 more": the numbers these elements have in the user's file.
std::string element_labels(const Mesh& mesh, const std::vector<ElementId>& elements);

}  // namespace trunnion
