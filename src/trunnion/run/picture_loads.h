#pragma once
// run/picture_loads.h -- supports and load cases of a body in the picture of a model, and bodies that touch.

#include "trunnion/mesh/mesh_file.h"
#include "trunnion/model/model.h"
#include "trunnion/run/model_picture.h"

namespace trunnion {

/// Middle of a set, surface or interface; zero where there is none of the name [m].
Vector3d middle_of(const MeshFile& file, const std::string& name);

/// Supports as boxes; forces, moments, gravity, pressed faces and turning axes as arrows. All are rows of the table.
void add_case_loads(const Model& model, const FlexibleBodyInput& body, const MeshFile& file, const Place& at,
                    ModelPicture& picture, std::vector<std::vector<Cell>>& rows);

/// Temperature changes of the load cases as color fields, one a case.
std::vector<NodeField> temperature_fields(const Model& model, const FlexibleBodyInput& body, const MeshFile& file);

/// Loads on the bodies of a touch, where their surfaces are.
void add_touch_loads(const TouchInput& touch, const std::string& body, const MeshFile& file, ModelPicture& picture);

std::vector<std::vector<Cell>> touch_rows(const Model& model);
std::vector<std::vector<Cell>> fit_rows(const Model& model);

}  // namespace trunnion
