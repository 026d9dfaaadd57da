#pragma once
// results/scene.h -- what can be looked at in 3-D: bodies with their meshes, and frames that move and colour them.
//   x(frame, node) = p + R (X_node + u_node)      [m]; R, p: pose of the body, u: displacement in body axes
// One frame is a load case, a mode or an instant. Meshes are shared, never copied; fields live on all their nodes.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "trunnion/math/types.h"
#include "trunnion/mesh/mesh.h"

namespace trunnion {

/// How a field is coloured. `automatic`: signed when it holds negative values, else magnitude.
enum class FieldScale { automatic, magnitude, signed_values, small_is_bright };

/// A quantity on every node of one body. One row is a scalar, three a vector, six a symmetric tensor in the order
/// xx, yy, zz, xy, yz, zx. NaN means "not computed here".
struct NodeField {
  std::string name;  ///< "von Mises stress"
  std::string unit;  ///< SI: "Pa"; empty: a pure number
  MatrixXd values;   ///< components x nodes
  FieldScale scale = FieldScale::automatic;
};

struct BodyFrame {
  Matrix3Xd displacement;  ///< 3 x nodes [m], in body axes; empty: undeformed
  Matrix3d rotation = Matrix3d::Identity();
  Vector3d translation = Vector3d::Zero();  ///< [m]
  std::vector<NodeField> fields;            ///< same names in every frame of a scene
};

/// Where a symbol stands: x = point + axes X; axes may stretch.
struct SymbolPlace {
  Matrix3d axes = Matrix3d::Identity();
  Vector3d point = Vector3d::Zero();  ///< [m]
};

struct Frame {
  std::string label;                      ///< "tip load", "mode 3, 812 Hz", "0.012 s"
  double value = 0;                       ///< frequency [Hz] of a mode, time [s] of an instant
  std::vector<BodyFrame> bodies;          ///< one per SceneBody, in the same order
  std::vector<SymbolPlace> symbols = {};  // NOLINT(readability-redundant-member-init): one per SceneSymbol
};

/// A mesh of solid cells (its boundary is shown), of plane cells (shown as they are) or of lines.
struct SceneBody {
  std::string name;
  std::shared_ptr<const Mesh> mesh;
};

enum class SymbolRole {
  element,  ///< a joint, bearing, spring or marker
  force     ///< an arrow of length one along x; `axes` stretch it to length |F|/per_length
};

/// What stands for something that has no mesh: it is never colored, and seen through bodies.
struct SceneSymbol {
  std::string name;
  SymbolRole role = SymbolRole::element;
  std::shared_ptr<const Mesh> mesh;  ///< plane cells
  double per_length = 0;             ///< of a force [N/m]; 0: only its direction is known
};

enum class SceneKind {
  static_cases,  ///< frames are load cases or steps
  modes,         ///< frames are mode shapes of arbitrary size: they swing as sin, colours are relative
  time           ///< frames are instants, in order
};

struct Scene {
  std::string name;    ///< "static", "modes": group in the HDF5 file, so letters, digits, '-' and '_' are best
  std::string title;   ///< caption: the finding, or a neutral question
  std::string detail;  ///< quiet line below it
  SceneKind kind = SceneKind::static_cases;
  std::vector<SceneBody> bodies;
  std::vector<Frame> frames;
  std::vector<SceneSymbol> symbols = {};  // NOLINT(readability-redundant-member-init): mostly none
  std::string over = {};  // NOLINT(readability-redundant-member-init): label of the axis of curves over the same values
                          // as those of frames over time; empty: time [s]
};

std::string_view name(SceneKind kind);    ///< "static", "modes", "time"
std::string_view name(FieldScale scale);  ///< "automatic", "magnitude", "signed", "small-is-bright"
std::string_view name(SymbolRole role);   ///< "element", "force"
SceneKind scene_kind(std::string_view name);
FieldScale field_scale(std::string_view name);
SymbolRole symbol_role(std::string_view name);

/// Throws InputError when sizes do not fit: frames with too few bodies or symbols, fields shorter than the mesh,
/// repeated names.
void validate(const Scene& scene);

}  // namespace trunnion
