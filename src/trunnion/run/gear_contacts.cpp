#include "trunnion/run/gear_contacts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "trunnion/gears/mesh_motion.h"
#include "trunnion/gears/pitch_deviations.h"
#include "trunnion/run/body_mesh.h"
#include "trunnion/run/csv_curve.h"
#include "trunnion/run/error_place.h"

namespace trunnion {
namespace {

const GearInput& gear_named(const Model& model, const std::string& name) {
  return *std::find_if(model.gears.begin(), model.gears.end(), [&](const auto& g) { return g.gear.name == name; });
}

std::string text_of(const Gear& g) {
  const FlankModification& f = g.flank;
  return fmt::format("{} {} {} {} {} {} {} {} {} {} {} {} {} | {} {} {} {} {} {} {} {}", g.teeth, g.internal,
                     g.normal_module, g.pressure_angle, g.helix_angle, g.profile_shift, g.addendum, g.dedendum,
                     int(g.root), g.root_radius, g.thinning, g.width, g.hub_radius, f.tip_relief, f.tip_relief_start,
                     f.root_relief, f.root_relief_start, f.relief_power, f.crowning, f.lead_slope,
                     fmt::join(f.pitch_deviation, " "));
}

std::string text_of(const GearMaterial& m) {
  return fmt::format("{} {} {}", m.elastic.young, m.elastic.poisson, int(m.plane));
}

/// All that compliance and contact of a pair depend on.
std::string text_of(const GearPair& p, const GearMeshSizes& s) {
  return fmt::format("{} / {} / {} / {} / {} {} {} {} {} {} {}", text_of(p.driver), text_of(p.driven),
                     text_of(p.driver_material), text_of(p.driven_material), p.ring_drives, p.center_distance, s.local,
                     s.flank, s.bulk, s.rim, s.idle);
}

std::string mesh_text(const GearInput& gear) {
  if (!gear.mesh) return "";
  std::string out = fmt::format(" {} {} {}", gear.mesh->file.string(), gear.mesh->script.string(), gear.mesh->unit);
  for (const auto& [name, number] : gear.mesh->numbers) out += fmt::format(" {}={}", name, number.value);
  return out;
}

/// The mesh that a gear brings; null: none.
std::shared_ptr<const Mesh> given_mesh(const Model& model, const GearInput& gear, GearStore& store) {
  if (!gear.mesh) return {};
  std::shared_ptr<const Mesh>& mesh = store.meshes[mesh_text(gear)];
  if (mesh) return mesh;
  FlexibleBodyInput body;
  body.name = gear.gear.name;
  body.mesh = gear.mesh;
  body.material = gear.material;
  body.where = gear.where;
  const std::shared_ptr<const MeshFile> file = build_body_mesh(body, model.file.parent_path(), store.cache).file;
  return mesh = {file, &file->mesh};
}

/// Meshes of driver and driven gear; where a ring drives, the pinion counts as driver.
void give_meshes(const Model& model, const GearPairInput& input, GearStore& store, GearPair& pair) {
  pair.driver_mesh = given_mesh(model, gear_named(model, pair.ring_drives ? input.driven : input.driver), store);
  pair.driven_mesh = given_mesh(model, gear_named(model, pair.ring_drives ? input.driver : input.driven), store);
}

std::string meshes_text(const Model& model, const GearPairInput& input) {
  return mesh_text(gear_named(model, input.driver)) + " /" + mesh_text(gear_named(model, input.driven));
}

void warn_of_meshes(const GearContact& contact, Observer& observer) {
  for (const std::string& warning : contact.driver->grid.warnings) observer.warn(warning);
  if (contact.driven == contact.driver) return;
  for (const std::string& warning : contact.driven->grid.warnings) observer.warn(warning);
}

LoadSurface table_law(const GearPairInput& input, double base_pitch, double force) {
  const CsvColumns columns = read_csv_columns(input.table, {{Kind::number}, {Kind::stiffness}, {Kind::length}});
  const MatrixXd& v = columns.values;
  const Index n = v.rows();
  for (Index i = 0; i < n; ++i)
    if (std::abs(v(i, 0) - (double(i) / double(n) - 0.5)) > 1e-6)
      throw InputError({input.table.string(), columns.lines[std::size_t(i)], 0},
                       fmt::format("position {} must be {:.6g}: {} rows stand for equal steps over a base pitch from "
                                   "-0.5, the end left out",
                                   v(i, 0), double(i) / double(n) - 0.5, n));
  if (!(v.col(1).minCoeff() > 0))
    throw InputError(fmt::format("table '{}': a stiffness is not positive", input.table.string()));
  return stiffness_law(base_pitch, v.col(2), v.col(1), force);
}

/// A tilt is a small motion; a unit mistaken for another is none.
void check_tilts(const MeshCycleInput& in, const GearPair& pair) {
  const double width = std::min(pair.driver.width, pair.driven.width), most = 0.01 * width;
  const auto check = [&](const char* key, double value) {
    if (std::abs(value) <= most) return;
    throw InputError(fmt::format(
        "'{}' = {:.6g} um over a face of {:.6g} mm tilts the teeth by more than a hundredth, at most {:.6g} "
        "um are meant here: the length over the whole face width, not an angle; check its unit",
        key, 1e6 * value, 1e3 * width, 1e6 * most));
  };
  check("misalignment", in.misalignment);
  check("inclination", in.inclination);
  check("skew", in.skew);
  for (const double value : in.misalignments) check("misalignments", value);
}

}  // namespace

const GearPairInput& gear_pair_named(const Model& model, const std::string& name) {
  return *std::find_if(model.gear_pairs.begin(), model.gear_pairs.end(), [&](const auto& p) { return p.name == name; });
}

GearPair gears_of(const Model& model, const GearPairInput& input) {
  return at_place_of(input.where, fmt::format("gear_pair '{}'", input.name), [&] {
    return gear_pair_of(input, gear_named(model, input.driver), gear_named(model, input.driven));
  });
}

GearPair meshed_gears_of(const Model& model, const GearPairInput& input, GearStore& store) {
  GearPair pair = gears_of(model, input);
  give_meshes(model, input, store, pair);
  return pair;
}

void check_gear_pairs(const Model& model, Observer& observer) {
  for (const GearPairInput& input : model.gear_pairs) {
    const GearPair pair = gears_of(model, input);
    const GearMeshGeometry mesh = at_place_of(input.where, fmt::format("gear_pair '{}'", input.name), [&] {
      return gear_mesh_geometry(pair.driver, pair.driven, pair.center_distance);
    });
    for (const std::string& warning : mesh.warnings)
      observer.warn(fmt::format("gear_pair '{}': {}", input.name, warning));
  }
  for (const StageInput& stage : model.stages) {
    if (stage.type != StageType::mesh_cycle) continue;
    const GearPair pair = gears_of(model, gear_pair_named(model, stage.gears.gear_pair));
    at_place_of(stage.where, fmt::format("stage '{}'", stage.name), [&] {
      check_tilts(stage.gears, pair);
      return 0;
    });
  }
}

std::shared_ptr<const GearContact> contact_of(const Model& model, const GearPairInput& input, GearStore& store,
                                              Observer& observer) {
  GearPair pair = gears_of(model, input);
  const GearMeshSizes sizes = mesh_sizes(input, pair);
  std::shared_ptr<const GearContact>& contact = store.contacts[text_of(pair, sizes) + meshes_text(model, input)];
  if (contact) return contact;
  give_meshes(model, input, store, pair);
  for (std::shared_ptr<const Mesh>* mesh : {&pair.driver_mesh, &pair.driven_mesh})
    if (*mesh && has_solids(**mesh)) mesh->reset();
  observer.begin("compliance", input.name);
  contact = at_place_of(input.where, fmt::format("gear_pair '{}'", input.name),
                        [&] { return std::make_shared<const GearContact>(gear_contact(pair, sizes)); });
  const FlankCompliance& one = *contact->driver;
  observer.end(fmt::format("{} nodes, {} on each flank{}", one.grid.mesh.num_nodes(), one.nodes_per_flank,
                           contact->driver == contact->driven
                               ? ", both gears alike"
                               : fmt::format("; {} nodes", contact->driven->grid.mesh.num_nodes())));
  warn_of_meshes(*contact, observer);
  return contact;
}

bool is_solid(const Model& model, const GearPairInput& input, GearStore& store) {
  GearPair pair = gears_of(model, input);
  give_meshes(model, input, store, pair);
  const auto bent = [](const Gear& gear) {
    return gear.helix_angle != 0 || gear.flank.crowning != 0 || gear.flank.lead_slope != 0;
  };
  const auto solid = [](const std::shared_ptr<const Mesh>& mesh) { return mesh && has_solids(*mesh); };
  return input.face_elements > 0 || bent(pair.driver) || bent(pair.driven) || solid(pair.driver_mesh) ||
         solid(pair.driven_mesh);
}

std::shared_ptr<const FaceContact> face_contact_of(const Model& model, const GearPairInput& input, GearStore& store,
                                                   Observer& observer) {
  GearPair pair = gears_of(model, input);
  FaceSizes sizes = face_sizes(input, pair);
  sizes.friction = std::any_of(model.stages.begin(), model.stages.end(), [&](const StageInput& stage) {
    return stage.type == StageType::mesh_cycle && stage.gears.gear_pair == input.name && stage.gears.friction > 0;
  });
  std::shared_ptr<const FaceContact>& contact =
      store.faces[fmt::format("{}{} / {} {} {}", text_of(pair, mesh_sizes(input, pair)), meshes_text(model, input),
                              sizes.elements, sizes.flank, sizes.friction)];
  if (contact) return contact;
  give_meshes(model, input, store, pair);
  observer.begin("compliance", input.name);
  contact = at_place_of(input.where, fmt::format("gear_pair '{}'", input.name),
                        [&] { return std::make_shared<const FaceContact>(face_contact(pair, sizes, 0)); });
  const FaceCompliance& one = *contact->driver;
  observer.end(fmt::format("{} nodes, {} by {} on each flank{}", one.model->file->mesh.num_nodes(),
                           one.section->nodes_per_flank, one.layers(),
                           contact->driver == contact->driven
                               ? ", both gears alike"
                               : fmt::format("; {} nodes", contact->driven->model->file->mesh.num_nodes())));
  warn_of_meshes(contact->section, observer);
  return contact;
}

namespace {

std::shared_ptr<const LoadSurface> shared(LoadSurface&& law) {
  return std::make_shared<const LoadSurface>(std::move(law));
}

/// Laws of both flanks from one source: pitch deviations are those of the drive flanks.
struct FlankLaws {
  std::shared_ptr<const LoadSurface> drive, back;
  std::shared_ptr<const LoadShares> shares, back_shares;
};

/// `back`: the source as back flanks see it; null: as the drive flanks do.
FlankLaws flank_laws(const LawSource& source, const LawSource* back, const MeshLawOptions& options, bool full) {
  const auto make = [&](const LawSource& from) {
    return full ? full_law(from, options) : tabulated_law(from, options);
  };
  FlankLaws out;
  MeshLaw drive = make(source);
  out.drive = out.back = shared(std::move(drive.surface));
  out.shares = out.back_shares = std::make_shared<const LoadShares>(std::move(drive.shares));
  if (back || pitches_until_repeat(source.pair) > 1) {
    LawSource alike = back ? *back : source;
    alike.pair.driver.flank.pitch_deviation.clear();
    alike.pair.driven.flank.pitch_deviation.clear();
    MeshLaw behind = make(alike);
    out.back = shared(std::move(behind.surface));
    out.back_shares = std::make_shared<const LoadShares>(std::move(behind.shares));
  }
  return out;
}

/// A face seen from its other end: helix the same, what lead opens at one end it opens at the other. A driver that
/// turns the other way, and back flanks, meet the face like this.                       (theory/gears.md, section 10)
FaceContact lead_mirrored(FaceContact face) {
  for (Gear* gear : {&face.section.pair.driver, &face.section.pair.driven}) gear->flank.lead_slope *= -1;
  return face;
}

std::string words_of(const LoadSurface& law, const LawError& error) {
  return fmt::format("{} positions, {} levels; force between them off by {:.2g} % (mean {:.2g} %)",
                     law.data().error.size(), law.data().level.size() - 1, 100 * error.largest, 100 * error.mean);
}

GearLaws computed_laws(const Model& model, const GearPairInput& input, const GearPair& pair, GearStore& store,
                       Observer& observer) {
  const bool full = input.fidelity == GearFidelity::full;
  MeshLawOptions options{.torque = input.torque, .positions = input.positions};
  options.sense = input.backward != pair.ring_drives ? -1 : 1;
  GearLaws out;
  {
    const LawSource source = law_source(*contact_of(model, input, store, observer));
    observer.begin("mesh law", input.name);
    const FlankLaws laws = flank_laws(source, nullptr, options, full);
    out.drive.slices = laws.drive;
    out.back.slices = laws.back;
    out.shares = laws.shares;
    out.back_shares = laws.back_shares;
    observer.end(words_of(*laws.drive, law_error(source, *laws.drive, options)));
  }
  if (!is_solid(model, input, store)) return out;
  const std::shared_ptr<const FaceContact> face = face_contact_of(model, input, store, observer);
  const auto opened = [](const Gear& gear) { return gear.helix_angle != 0 && gear.flank.lead_slope != 0; };
  const bool ends_differ = opened(pair.driver) || opened(pair.driven);
  const LawSource as_drawn = law_source(*face), mirrored = law_source(lead_mirrored(*face));
  const LawSource &source = options.sense > 0 ? as_drawn : mirrored, &back = options.sense > 0 ? mirrored : as_drawn;
  observer.begin("face law", input.name);
  options.positions = std::max(8, input.positions / 4);  // overlap makes the law smooth, and a position is dear
  const FlankLaws laws = flank_laws(source, ends_differ ? &back : nullptr, options, full);
  out.drive.face = laws.drive;
  out.back.face = laws.back;
  out.tilt_stiffening = tilt_stiffening(*face, *out.back.slices, options);
  constexpr int probes = 6;
  observer.end(fmt::format("{}; {:.2f} times as stiff against tilt as slices",
                           words_of(*laws.drive, law_error(source, *laws.drive, options, probes)),
                           out.tilt_stiffening));
  return out;
}

}  // namespace

std::shared_ptr<const GearLaws> mesh_law_of(const Model& model, const GearPairInput& input, GearStore& store,
                                            Observer& observer) {
  const GearPair pair = gears_of(model, input);
  const std::string key = fmt::format("{}{} / {} {} {} {} {} {}", text_of(pair, mesh_sizes(input, pair)),
                                      meshes_text(model, input), int(input.fidelity), input.torque, input.positions,
                                      input.face_elements, input.backward, input.table.string());
  std::shared_ptr<const GearLaws>& laws = store.laws[key];
  if (laws) return laws;
  return laws = at_place_of(input.where, fmt::format("gear_pair '{}'", input.name), [&] {
           GearLaws made;
           if (input.table.empty()) {
             made = computed_laws(model, input, pair, store, observer);
           } else {
             const InvoluteMesh mesh = involute_mesh(pair.driver, pair.driven, pair.center_distance);
             made.drive.slices = made.back.slices =
                 shared(table_law(input, mesh.base_pitch, input.torque / mesh.base[pair.ring_drives ? 0 : 1]));
           }
           return std::make_shared<const GearLaws>(std::move(made));
         });
}

}  // namespace trunnion
