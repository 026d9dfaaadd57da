#pragma once
// support/fe_models.h -- small finite-element models for tests.

#include "trunnion/fem/fe_model.h"
#include "trunnion/mesh/shapes.h"

namespace trunnion::testing {

/// Steel: 210 GPa, 0.3, 7850 kg/m^3, 1.2e-5 1/K.
Material steel();

/// A mesh of one material and, for plane cells, one thickness.
std::shared_ptr<MeshFile> of_material(Mesh mesh, const Material& material, double thickness = 1,
                                      PlaneKind plane = PlaneKind::stress);

/// Unit box (square for plane types) of a few elements whose inner nodes are moved off their places, mid-side nodes
/// kept in the middle; seeded, so the same each time.
Mesh distorted_mesh(CellType type);

constexpr CellType solid_types[] = {CellType::tet4,    CellType::tet10, CellType::wedge6,
                                    CellType::wedge15, CellType::hex8,  CellType::hex20};
constexpr CellType plane_types[] = {CellType::tri3, CellType::tri6, CellType::quad4, CellType::quad8};
constexpr CellType continuum_types[] = {CellType::tet4,  CellType::tet10, CellType::wedge6, CellType::wedge15,
                                        CellType::hex8,  CellType::hex20, CellType::tri3,   CellType::tri6,
                                        CellType::quad4, CellType::quad8};

}  // namespace trunnion::testing
