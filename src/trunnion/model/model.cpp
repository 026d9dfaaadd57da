#include "trunnion/model/model.h"

#include <fmt/format.h>

#include "trunnion/base/content_hash.h"
#include "trunnion/model/body_from_model.h"
#include "trunnion/model/build_model.h"
#include "trunnion/model/check_names.h"
#include "trunnion/model/read_toml.h"
#include "trunnion/model/two_faces.h"
#include "trunnion/model/variants.h"

namespace trunnion {
namespace {

TableSchema<ModelHeader> header_table() {
  return TableSchema<ModelHeader>("model", "What the model is called.")
      .text("name", &ModelHeader::name, "Title of the report; the name of the file if not given.")
      .text("description", &ModelHeader::description, "A sentence or two for the report.")
      .vector("gravity", Kind::acceleration, &ModelHeader::gravity, "Gravity on all bodies of the mechanism.")
      .fallback("['0 m/s^2', '0 m/s^2', '0 m/s^2']");
}

/// Every table of a model file. A new table is one line here and one member in Model.
const TableSchema<Model>& model_table() {
  static const TableSchema<Model> table =
      TableSchema<Model>("model file", "A model file.")
          .free_table("parameters",
                      "Named values that the rest of the file uses as `\"${name}\"`, and that `--set name=value` "
                      "changes: quantities, numbers, true or false, texts. They may use each other.")
          .tables("variant", &Model::variants, variant_table(),
                  "Sets of parameters, one of which the parameter `variant` chooses.")
          .table("model", &Model::header, header_table(), "What the model is called.")
          .tables("mesh", &Model::meshes, mesh_table(), "Meshes that several bodies share.")
          .tables("material", &Model::materials, material_table(), "Materials that bodies refer to.")
          .tables("flexible_body", &Model::flexible_bodies, flexible_body_table(),
                  "Components with a finite-element mesh.")
          .tables("support", &Model::supports, support_table(), "What holds the bodies.")
          .tables("load", &Model::loads, load_table(), "What acts on the bodies.")
          .tables("rigid_body", &Model::rigid_bodies, rigid_body_table(), "Bodies that do not deform.")
          .tables("marker", &Model::markers, marker_table(), "Frames on bodies and ground.")
          .tables("joint", &Model::joints, joint_table(), "What ties bodies together.")
          .tables("motion", &Model::motions, motion_table(), "What is driven.")
          .tables("force", &Model::forces, force_table(), "Springs, dampers, bushings.")
          .tables("bearing", &Model::bearings, bearing_table(), "Ball, journal and thrust bearings.")
          .tables("contact", &Model::contacts, contact_table(), "Point contacts of smooth surfaces.")
          .tables("fit", &Model::fits, fit_table(), "Parts of flexible bodies that are pressed together.")
          .tables("gear", &Model::gears, gear_table(), "Involute gears as drawn.")
          .tables("gear_pair", &Model::gear_pairs, gear_pair_table(), "Gears in mesh.")
          .tables("touch", &Model::touches, touch_table(), "Elastic bodies near known positions that touch.")
          .tables("measure", &Model::measures, measure_table(), "Motions that are recorded and that loads depend on.")
          .tables("channel", &Model::channels, channel_table(), "Curves of your own from recorded ones.")
          .tables("stage", &Model::stages, stage_table(), "What is computed, in this order.")
          .tables("output", &Model::outputs, output_table(), "Numbers wanted by name.");
  return table;
}

[[noreturn]] void throw_all(const std::vector<InputError>& problems) {
  if (problems.size() == 1) throw problems.front();
  constexpr std::size_t most = 20;
  std::string message;
  for (std::size_t i = 0; i < std::min(most, problems.size()); ++i)
    message += fmt::format("{}{}", i ? "\n" : "", problems[i].what());
  if (problems.size() > most) message += fmt::format("\n... and {} more problems", problems.size() - most);
  throw InputError(message);
}

/// What makes a result: the resolved values and the content of every file they name.
std::string hash_of_inputs(const Model& model) {
  ContentHash hash;
  hash.add_field("model", model.resolved);
  for (const std::string& other : model.taken_from) hash.add_field("taken from", other);
  const auto add = [&](const std::filesystem::path& path) {
    if (!path.empty()) hash.add_field(path.filename().string(), read_text_file(path));
  };
  for (const FlexibleBodyInput& body : model.flexible_bodies) {
    for (const auto& path : mesh_files(body)) add(path);
    if (body.from)
      for (const auto& path : body.from->files()) add(path);
    if (body.reduction.responses) add(body.reduction.responses->file);
  }
  for (const RigidBodyInput& body : model.rigid_bodies)
    if (body.mesh)
      for (const auto& path : {body.mesh->file, body.mesh->script}) add(path);
  for (const GearInput& gear : model.gears)
    if (gear.mesh)
      for (const auto& path : {gear.mesh->file, gear.mesh->script}) add(path);
  for (const GearPairInput& pair : model.gear_pairs) add(pair.table);
  for (const FitInput& fit : model.fits) add(fit.table);
  for (const MotionInput& motion : model.motions) add(motion.table);
  for (const MarkerLoadInput& load : model.marker_loads) add(load.table);
  for (const ForceInput& force : model.forces) {
    add(force.table);
    add(force.damping_table);
    for (const BushingCurveInput& curve : force.curves) add(curve.file);
  }
  return hash.hex();
}

}  // namespace

const TableInfo& model_info() { return model_table().info(); }

Model parse_model(const std::string& text, const std::filesystem::path& file, const std::vector<SetOption>& options) {
  return build_model(read_toml(text, file.string()), file, options);
}

Model build_model(Value tree, const std::filesystem::path& file, const std::vector<SetOption>& options) {
  for (const SetOption& option : options) apply(option, tree);
  apply_variants(tree, options);
  ReadContext context;
  context.folder = file.parent_path();
  if (const Value* parameters = tree.find("parameters")) context.parameters = Parameters(read_table(*parameters));

  leave_out_tables(tree, context);
  Value resolved;
  Model model = model_table().read(tree, "", context, resolved);
  if (context.problems.empty()) take_bodies_from_models(model, context);
  if (context.problems.empty()) resolve_names(model, context);
  if (!context.problems.empty()) throw_all(context.problems);
  split_two_faced_bearings(model);
  model.parameters = std::move(context.parameters);
  model.file = file;
  if (model.header.name.empty()) model.header.name = file.stem().string();
  model.changed = options;
  model.resolved = to_toml(resolved);
  model.input_hash = hash_of_inputs(model);
  return model;
}

Model read_model(const std::filesystem::path& file, const std::vector<SetOption>& options) {
  for (const char* other : {".inp", ".bdf", ".nas", ".dat", ".msh", ".geo", ".h5"})
    if (file.extension() == other)
      throw InputError(
          fmt::format("'{0}' is no model file. Write one (.toml) that uses it, as in\n[[flexible_body]]\n"
                      "name = \"part\"\n{1}",
                      file.string(),
                      file.extension() == ".h5"
                          ? fmt::format("from = {{ file = \"{}\" }}", file.filename().string())
                          : fmt::format("mesh = {{ {} = \"{}\", unit = \"mm\" }}",
                                        file.extension() == ".geo" ? "gmsh" : "file", file.filename().string())));
  return parse_model(read_text_file(file), file, options);
}

}  // namespace trunnion
