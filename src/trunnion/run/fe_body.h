#pragma once
// run/fe_body.h -- a body ready for finite-element stages: its mesh and the assembled model, built once per run.

#include <map>
#include <string>
#include <vector>

#include "trunnion/base/progress.h"
#include "trunnion/fem/fe_model.h"
#include "trunnion/model/model.h"
#include "trunnion/run/body_mesh.h"

namespace trunnion {

struct FeBody {
  std::string name;
  BodyMesh mesh;
  FeModel model;
  double assemble_s = 0;  ///< wall time [s]
};

const FlexibleBodyInput& find_body(const Model& model, const std::string& name);
BodyMesh prepare_mesh(const Model& model, const std::string& body, const std::filesystem::path& cache_folder,
                      Observer& observer);
FeBody prepare_body(const Model& model, const std::string& body, const std::filesystem::path& cache_folder,
                    Observer& observer);

/// The bodies of these stages, by name. Names of sets that supports, loads and outputs use are checked here, before
/// any solve; throws InputError at the place in the model file.
std::map<std::string, FeBody> prepare_bodies(const Model& model, const std::vector<StageInput>& stages,
                                             const std::filesystem::path& cache_folder, Observer& observer);

}  // namespace trunnion
