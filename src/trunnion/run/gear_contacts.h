#pragma once
// run/gear_contacts.h -- gear pairs of a model: checked, and their compliance and load surfaces, each made once a run.

#include <map>
#include <memory>

#include "trunnion/base/progress.h"
#include "trunnion/forces/gear_mesh_force.h"
#include "trunnion/gears/face_contact.h"
#include "trunnion/gears/mesh_law.h"
#include "trunnion/model/model.h"

namespace trunnion {

/// Laws of a gear pair in a mechanism. Drive and back flanks differ by pitch deviations; `face` where the pair is
/// computed in three dimensions; shares are missing when a table was given.
struct GearLaws {
  GearMeshForce::Laws drive, back;
  std::shared_ptr<const LoadShares> shares, back_shares;
  double tilt_stiffening = 1;
};

/// What has been computed, by a text that says all it was computed from.
struct GearStore {
  std::filesystem::path cache;                                ///< of meshes that Gmsh makes
  std::map<std::string, std::shared_ptr<const Mesh>> meshes;  ///< of gears that bring their own
  std::map<std::string, std::shared_ptr<const GearContact>> contacts;
  std::map<std::string, std::shared_ptr<const FaceContact>> faces;
  std::map<std::string, std::shared_ptr<const GearLaws>> laws;
};

/// Throws InputError at the place in the model file when gears cannot mesh; undercut and the like are warnings.
void check_gear_pairs(const Model& model, Observer& observer);

const GearPairInput& gear_pair_named(const Model& model, const std::string& name);

/// The two gears of a pair with materials and center distance. Throws InputError at the place of the pair.
GearPair gears_of(const Model& model, const GearPairInput& input);
/// The same with the meshes that they bring.
GearPair meshed_gears_of(const Model& model, const GearPairInput& input, GearStore& store);

/// The pair in the plane. A mesh of solid elements is left out: that gear is then meshed by the program.
std::shared_ptr<const GearContact> contact_of(const Model& model, const GearPairInput& input, GearStore& store,
                                              Observer& observer);

/// Whether the pair asks for three dimensions by itself: helix, crowning, lead slope, 'face_elements', or a mesh of
/// solid elements.
bool is_solid(const Model& model, const GearPairInput& input, GearStore& store);
/// The pair in three dimensions, axes aligned.
std::shared_ptr<const FaceContact> face_contact_of(const Model& model, const GearPairInput& input, GearStore& store,
                                                   Observer& observer);

/// Force over position and deflection for a mechanism: from a CSV file, or from the contact of the teeth. How far it is
/// from the contact problem between its positions goes to the log.
std::shared_ptr<const GearLaws> mesh_law_of(const Model& model, const GearPairInput& input, GearStore& store,
                                            Observer& observer);

}  // namespace trunnion
