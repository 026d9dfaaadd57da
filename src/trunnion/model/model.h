#pragma once
// model/model.h -- a whole model file in SI, its names checked against each other; what run/ starts from.

#include <filesystem>
#include <string>
#include <vector>

#include "trunnion/model/set_option.h"
#include "trunnion/model/tables/bearing.h"
#include "trunnion/model/tables/channel.h"
#include "trunnion/model/tables/contact.h"
#include "trunnion/model/tables/fit.h"
#include "trunnion/model/tables/flexible_body.h"
#include "trunnion/model/tables/force.h"
#include "trunnion/model/tables/gear.h"
#include "trunnion/model/tables/load.h"
#include "trunnion/model/tables/measure.h"
#include "trunnion/model/tables/mechanism_tables.h"
#include "trunnion/model/tables/motion.h"
#include "trunnion/model/tables/output.h"
#include "trunnion/model/tables/stage.h"
#include "trunnion/model/tables/support.h"
#include "trunnion/model/tables/touch.h"
#include "trunnion/model/variants.h"

namespace trunnion {

struct ModelHeader {
  std::string name, description;
  Vector3d gravity = Vector3d::Zero();  ///< on all bodies of the mechanism [m/s^2]
};

struct Model {
  ModelHeader header;
  Parameters parameters;
  std::vector<VariantInput> variants;  ///< empty: they are used up before the file is read
  std::vector<MeshInput> meshes;
  std::vector<MaterialInput> materials;
  std::vector<FlexibleBodyInput> flexible_bodies;  ///< meshes and materials filled in from their names
  std::vector<SupportInput> supports;
  std::vector<LoadInput> loads;  ///< of the finite-element stages
  std::vector<RigidBodyInput> rigid_bodies;
  std::vector<MarkerInput> markers;
  std::vector<JointInput> joints;
  std::vector<MotionInput> motions;
  std::vector<ForceInput> forces;
  std::vector<BearingInput> bearings;
  std::vector<ContactInput> contacts;  ///< materials filled in from their names
  std::vector<FitInput> fits;
  std::vector<GearInput> gears;  ///< materials filled in from their names
  std::vector<GearPairInput> gear_pairs;
  std::vector<TouchInput> touches;
  std::vector<MeasureInput> measures;
  std::vector<MarkerLoadInput> marker_loads;  ///< those [[load]] that act on markers
  std::vector<ChannelInput> channels;
  std::vector<StageInput> stages;
  std::vector<OutputInput> outputs;

  std::vector<std::string> taken_from;  ///< input hashes of the model files whose bodies are used

  std::filesystem::path file;
  std::vector<SetOption> changed;  ///< --set options, as given
  std::string resolved;            ///< the model with all values worked out, as TOML
  std::string input_hash;          ///< of the resolved model and every file it names
};

/// The keys of the top level; everything that can stand in a model file hangs below it.
const TableInfo& model_info();

/// Reads, checks and resolves. Throws one InputError that lists every problem found.
Model read_model(const std::filesystem::path& file, const std::vector<SetOption>& options = {});
Model parse_model(const std::string& text, const std::filesystem::path& file,
                  const std::vector<SetOption>& options = {});

}  // namespace trunnion
