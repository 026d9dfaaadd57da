#include "trunnion/results/foreign_body_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "trunnion/reduction/body_response.h"
#include "trunnion/results/hdf5_file.h"
#include "trunnion/results/matrix_market.h"
#include "trunnion/results/trial_read.h"

namespace trunnion {
namespace {

void set_nodes(ForeignModel& model, const MatrixXd& table, const UnitSystem& units) {
  if (table.cols() != 4 && table.cols() != 5)
    throw InputError(
        fmt::format("the node table has {} columns; it needs 4 (label, x, y, z) or 5 (and mass)", table.cols()));
  for (Index i = 0; i < table.rows(); ++i) {
    if (table(i, 0) != std::floor(table(i, 0)) || std::abs(table(i, 0)) > 1e15)
      throw InputError(fmt::format("row {} of the node table: the label {} is no whole number", i + 1, table(i, 0)));
    model.labels.push_back(std::int64_t(table(i, 0)));
  }
  model.position = units.length * table.middleCols<3>(1).transpose();
  if (table.cols() == 5) model.nodal_mass = units.mass * table.col(4);
}

void set_triangles(ForeignModel& model, const Array<std::int64_t>& read) {
  if (read.shape.size() != 2 || read.shape[1] != 3) throw InputError("'triangles' must have three columns");
  model.triangles.resize(read.shape[0]);
  for (std::size_t i = 0; i < read.values.size(); ++i)
    model.triangles[i / 3][i % 3] = std::int32_t(std::clamp<std::int64_t>(read.values[i], -1, 1 << 30));
}

/// Energy per squared coordinate: what turns matrices of the file into SI while the coordinates keep their unit.
void to_si(ForeignModel& model, const UnitSystem& units) {
  const double energy = units.force * units.length;
  model.mass *= energy;
  model.stiffness *= energy;
  model.damping *= energy;
  const bool rotations = model.shapes.rows() == 6 * model.position.cols();
  for (Index row = 0; row < model.shapes.rows(); ++row)
    if (!rotations || row % 6 < 3) model.shapes.row(row) *= units.length;
}

void read_matrices(const std::filesystem::path& path, ForeignModel& model, MatrixXd& nodes) {
  const Hdf5File file(path, Hdf5File::Mode::read);
  try {
    model.mass = file.read_matrix("mass");
    model.stiffness = file.read_matrix("stiffness");
    if (file.has("damping")) model.damping = file.read_matrix("damping");
    model.shapes = file.read_matrix("shapes");
    nodes = file.read_matrix("nodes");
    if (file.has("triangles")) set_triangles(model, file.read_integers("triangles"));
  } catch (const Error& error) {
    throw InputError(fmt::format("{}: {}", path.string(), error.what()));
  }
}

}  // namespace

ForeignModel read_foreign_model(const ForeignFiles& files, const UnitSystem& units) {
  ForeignModel model;
  MatrixXd nodes;
  if (!files.file.empty()) {
    try_reading(files.file, [&] { read_matrices(files.file, model, nodes); });
    read_matrices(files.file, model, nodes);
  } else {
    model.mass = read_matrix_market(files.mass);
    model.stiffness = read_matrix_market(files.stiffness);
    if (!files.damping.empty()) model.damping = read_matrix_market(files.damping);
    model.shapes = read_matrix_market(files.shapes);
    nodes = read_matrix_market(files.nodes);
  }
  set_nodes(model, nodes, units);
  to_si(model, units);
  return model;
}

void write_foreign_model(const ForeignModel& model, const std::filesystem::path& folder) {
  write_matrix_market(model.mass, folder / "mass.mtx");
  write_matrix_market(model.damping, folder / "damping.mtx");
  write_matrix_market(model.stiffness, folder / "stiffness.mtx");
  write_matrix_market(model.shapes, folder / "shapes.mtx");
  write_matrix_market(node_table(model), folder / "nodes.mtx");
}

MatrixXd node_table(const ForeignModel& model) {
  const bool masses = model.nodal_mass.size() > 0;
  MatrixXd table(model.position.cols(), masses ? 5 : 4);
  for (Index i = 0; i < table.rows(); ++i) table(i, 0) = double(model.labels[i]);
  table.middleCols<3>(1) = model.position.transpose();
  if (masses) table.col(4) = model.nodal_mass;
  return table;
}

ForeignModel foreign_model(const ReducedBody& body) {
  const LinearBody linear = linear_body(body);
  ForeignModel model;
  model.name = body.name;
  model.mass = linear.mass;
  model.damping = linear.damping;
  model.stiffness = linear.stiffness;
  model.shapes = linear.rows;
  model.position.resize(3, Index(body.interfaces.size()));
  for (std::size_t i = 0; i < body.interfaces.size(); ++i) {
    model.position.col(Index(i)) = body.interfaces[i].position;
    model.labels.push_back(std::int64_t(i) + 1);
    model.places.push_back({body.interfaces[i].name, {std::int64_t(i) + 1}});
  }
  return model;
}

}  // namespace trunnion
