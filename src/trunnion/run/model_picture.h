#pragma once
// run/model_picture.h -- the picture of a model before it is solved, in the making: one scene with one frame.

#include <memory>
#include <string>
#include <vector>

#include "trunnion/results/run_record.h"
#include "trunnion/run/mechanism_symbols.h"

namespace trunnion {

/// Where a frame stands in the world.
struct Place {
  Matrix3d axes = Matrix3d::Identity();
  Vector3d point = Vector3d::Zero();
};

class ModelPicture {
 public:
  void add(const std::string& name, std::shared_ptr<const Mesh> mesh, const Place& at,
           std::vector<NodeField> fields = {});
  void add_symbol(const std::string& name, std::shared_ptr<const Mesh> mesh, const Place& at,
                  SymbolRole role = SymbolRole::element);
  /// An arrow along a direction, whatever its length.
  void add_arrow(const std::string& name, const Vector3d& from, const Vector3d& direction);
  /// Short arrows that end at points of a surface.
  void add_pressing_arrows(const std::string& name, const Matrix3Xd& points, const Matrix3Xd& directions);
  /// An arrow that turns about an axis.
  void add_turning_arrow(const std::string& name, const Vector3d& around, const Vector3d& axis);
  void add_symbols(const MechanismSymbols& symbols, const Configuration& x);
  bool has_body(const std::string& name) const;
  bool empty() const { return scene_.bodies.empty() && scene_.symbols.empty(); }
  /// Longest edge of what was added [m].
  double size() const { return scene_.bodies.empty() ? 1 : std::max((high_ - low_).maxCoeff(), 1e-6); }
  /// Where the next thing stands clear below what was added, along y [m].
  double low_y() const { return scene_.bodies.empty() ? 0 : low_.y(); }
  Scene finished(const std::string& title);

 private:
  Scene scene_;
  Frame frame_;
  Vector3d low_ = Vector3d::Constant(1e300), high_ = Vector3d::Constant(-1e300);
};

/// A row of texts.
std::vector<Cell> text_row(const std::vector<std::string>& texts);
Table list_table(const std::string& title, const std::vector<std::string>& columns,
                 std::vector<std::vector<Cell>> rows);
/// "(0, 0, -9.81)"; what is rounding next to the rest is zero.
std::string components(const Vector3d& v);

}  // namespace trunnion
