#include "trunnion/model/tables/foreign_body.h"

namespace trunnion {
namespace {

void check_files(const ForeignBodyInput& from) {
  if (!from.model.empty()) {
    if (!from.files().empty()) throw InputError("give either 'model' or files of a reduced body, not both");
    return;
  }
  if (!from.body.empty() || !from.set.empty()) throw InputError("'body' and 'set' belong to 'model'");
  const bool matrices = !from.mass.empty() || !from.stiffness.empty() || !from.shapes.empty() || !from.nodes.empty();
  if (from.file.empty() != matrices)
    throw InputError("give 'model', or 'file' (HDF5), or 'mass', 'stiffness', 'shapes' and 'nodes' (Matrix Market)");
  if (matrices && (from.mass.empty() || from.stiffness.empty() || from.shapes.empty() || from.nodes.empty()))
    throw InputError("Matrix Market models need 'mass', 'stiffness', 'shapes' and 'nodes'");
}

}  // namespace

std::vector<std::filesystem::path> ForeignBodyInput::files() const {
  std::vector<std::filesystem::path> given;
  for (const auto& path : {file, mass, stiffness, damping, shapes, nodes})
    if (!path.empty()) given.push_back(path);
  return given;
}

TableSchema<ForeignBodyInput> foreign_body_table() {
  using F = ForeignBodyInput;
  const auto place =
      TableSchema<ForeignPlaceInput>("foreign_interface",
                                     "`interface` of `from`: a named place of a body that comes from elsewhere.")
          .text("name", &ForeignPlaceInput::name, "Name; others refer to it as `body.name`.")
          .required()
          .integers("nodes", &ForeignPlaceInput::nodes,
                    "Labels of the node table: one node with rotations, or at least three nodes whose "
                    "mean motion the place follows.")
          .required();
  return TableSchema<F>("from",
                        "A body of another model file, or one that was reduced before, by `trunnion reduce` or by "
                        "another program.")
      .file("model", &F::model,
            "Model file whose body is taken: mesh, materials, interfaces, masses, springs, and its `reduction` unless "
            "one is given here.")
      .text("body", &F::body, "The body of that file; not needed when it has only one.")
      .quantities("set", &F::set, "Parameters of that file, as after --set: `{ mesh_size = \"4 mm\" }`.")
      .file("file", &F::file,
            "HDF5: a reduced body of this program, or data sets `mass`, `stiffness`, `damping`, `shapes`, `nodes`, "
            "`triangles`.")
      .file("mass", &F::mass, "Reduced mass matrix, Matrix Market.")
      .file("stiffness", &F::stiffness, "Reduced stiffness matrix, Matrix Market.")
      .file("damping", &F::damping, "Reduced damping matrix, Matrix Market; `reduction.damping` applies without it.")
      .file("shapes", &F::shapes,
            "Mode shapes, Matrix Market: three (translations) or six (and rotations) rows per node, a column per "
            "coordinate.")
      .file("nodes", &F::nodes, "Node table, Matrix Market: label, x, y, z, and the mass of the node where known.")
      .text("unit", &F::unit, "Length unit of node table and shapes; masses and forces follow (mm: t, N).")
      .fallback("m")
      .tables("interface", &F::interfaces, place,
              "Named places; every node with rotations, by its label, if not given.")
      .example(
          "[flexible_body.from]\nmass = \"M.mtx\"\nstiffness = \"K.mtx\"\nshapes = \"S.mtx\"\nnodes = "
          "\"nodes.mtx\"\nunit = \"mm\"\ninterface = [ { name = \"bore\", nodes = [17] } ]")
      .check(check_files);
}

}  // namespace trunnion
