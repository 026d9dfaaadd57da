#include "trunnion/run/model_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "trunnion/run/symbol_shapes.h"

namespace trunnion {

namespace {

constexpr double arrow_size = 0.2, pressing_size = 0.07, arrow_head = 0.02;  // of the model's size

}  // namespace

void ModelPicture::add(const std::string& name, std::shared_ptr<const Mesh> mesh, const Place& at,
                       std::vector<NodeField> fields) {
  if (!mesh || mesh->num_nodes() == 0) return;
  BodyFrame frame;
  frame.rotation = at.axes;
  frame.translation = at.point;
  frame.fields = std::move(fields);
  const Matrix3Xd world = (at.axes * mesh->x).colwise() + at.point;
  low_ = low_.cwiseMin(world.rowwise().minCoeff());
  high_ = high_.cwiseMax(world.rowwise().maxCoeff());
  scene_.bodies.push_back({name, std::move(mesh)});
  frame_.bodies.push_back(std::move(frame));
}

void ModelPicture::add_symbol(const std::string& name, std::shared_ptr<const Mesh> mesh, const Place& at,
                              SymbolRole role) {
  scene_.symbols.push_back({name, role, std::move(mesh)});
  frame_.symbols.push_back({at.axes, at.point});
}

void ModelPicture::add_arrow(const std::string& name, const Vector3d& from, const Vector3d& direction) {
  if (direction.isZero()) return;
  add_symbol(name, arrow_shape(),
             {stretched_axes(arrow_size * size() * direction.normalized(), arrow_head * size()), from},
             SymbolRole::force);
}

void ModelPicture::add_pressing_arrows(const std::string& name, const Matrix3Xd& points, const Matrix3Xd& directions) {
  const auto shape = arrow_shape();
  for (Index k = 0; k < points.cols(); ++k) {
    const Vector3d way = pressing_size * size() * directions.col(k).normalized();
    add_symbol(name, shape, {stretched_axes(way, 0.5 * arrow_head * size()), points.col(k) - way}, SymbolRole::force);
  }
}

void ModelPicture::add_turning_arrow(const std::string& name, const Vector3d& around, const Vector3d& axis) {
  if (axis.isZero()) return;
  const double radius = 0.5 * arrow_size * size();
  add_symbol(name, turning_arrow_shape(), {stretched_axes(radius * axis.normalized(), radius), around},
             SymbolRole::force);
}

void ModelPicture::add_symbols(const MechanismSymbols& symbols, const Configuration& x) {
  scene_.symbols.insert(scene_.symbols.end(), symbols.list().begin(), symbols.list().end());
  symbols.add(x, frame_);
}

bool ModelPicture::has_body(const std::string& name) const {
  return std::ranges::any_of(scene_.bodies, [&](const SceneBody& body) { return body.name == name; });
}

Scene ModelPicture::finished(const std::string& title) {
  scene_.name = "model";
  scene_.title = title;
  scene_.detail = "Nothing is solved yet: bodies stand where the first stage would start them";
  frame_.label = "as given";
  scene_.frames.push_back(std::move(frame_));
  return std::move(scene_);
}

std::vector<Cell> text_row(const std::vector<std::string>& texts) {
  std::vector<Cell> row;
  for (const std::string& text : texts) row.push_back({text, {}});
  return row;
}

Table list_table(const std::string& title, const std::vector<std::string>& columns,
                 std::vector<std::vector<Cell>> rows) {
  Table table;
  table.section = "Model";
  table.title = title;
  for (const std::string& column : columns) table.columns.push_back({column, "", true});
  table.rows = std::move(rows);
  return table;
}

std::string components(const Vector3d& v) {
  const auto tidy = [&](double c) { return std::abs(c) < 1e-9 * v.norm() ? 0 : c; };  // rounding is no component
  return fmt::format("({:.4g}, {:.4g}, {:.4g})", tidy(v.x()), tidy(v.y()), tidy(v.z()));
}

}  // namespace trunnion
