#pragma once
// run/build_mechanism.h -- the mechanism tables of a model file to a Mechanism: names to indices, formulas to
// functions.

#include <functional>
#include <map>

#include "trunnion/model/model.h"
#include "trunnion/run/ball_rows.h"
#include "trunnion/run/cache_folder.h"
#include "trunnion/system/mechanism.h"

namespace trunnion {

struct GearLaws;  // run/gear_contacts.h

/// Gives the reduced body of a [[flexible_body]].
using ReducedBodySource = std::function<std::shared_ptr<const ReducedBody>(const FlexibleBodyInput&)>;

/// Gives the forces of a [[gear_pair]] over its position and deflection; nothing: that of gear standards stands in.
using GearLawSource = std::function<std::shared_ptr<const GearLaws>(const GearPairInput&)>;

struct BuiltMechanism {
  Mechanism mechanism;
  std::map<std::string, Index> bodies, markers;  ///< by name; every interface is also a marker "body.interface"
  std::vector<SourceLocation> joint_places;      ///< where each joint of the mechanism stands in the file
  std::map<std::string, std::shared_ptr<const ReducedBody>> reduced;  ///< flexible bodies by name
  std::map<std::string, std::shared_ptr<const Mesh>> meshes;          ///< rigid bodies that have one, by name
  std::map<std::string, std::shared_ptr<const Mesh>> bearing_shapes;  ///< what bearings look like, by name
  std::vector<RowOfBalls> ball_rows;                                  ///< of bearings whose balls are bodies
};

/// Throws InputError at the place of the table that is wrong.
BuiltMechanism build_mechanism(const Model& model, const ReducedBodySource& reduced,
                               const std::filesystem::path& cache_folder = default_cache_folder(),
                               const GearLawSource& gear_law = {});

/// Whether the model has any table of a mechanism.
bool has_mechanism(const Model& model);

}  // namespace trunnion
