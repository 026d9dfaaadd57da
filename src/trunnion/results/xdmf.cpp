#include "trunnion/results/xdmf.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "trunnion/results/results_writer.h"

namespace trunnion {
namespace {

constexpr std::array<const char*, 6> tensor_parts{"xx", "yy", "zz", "xy", "yz", "zx"};

/// Text as XML content: markup characters escaped, control characters (not allowed in XML 1.0) left out.
std::string xml(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else if (static_cast<unsigned char>(c) >= 0x20)
      out += c;
  }
  return out;
}

/// XDMF's name of a cell and its number of nodes. Our node order (cell_type.h) is that of VTK for every type.
std::string topology(CellType type, std::uint64_t count) {
  const auto named = [&](const char* xdmf) {
    return fmt::format("TopologyType=\"{}\" NumberOfElements=\"{}\"", xdmf, count);
  };
  switch (type) {
    case CellType::line2:
      return named("Polyline") + " NodesPerElement=\"2\"";
    case CellType::tri3:
      return named("Triangle");
    case CellType::tri6:
      return named("Triangle_6");
    case CellType::quad4:
      return named("Quadrilateral");
    case CellType::quad8:
      return named("Quadrilateral_8");
    case CellType::tet4:
      return named("Tetrahedron");
    case CellType::tet10:
      return named("Tetrahedron_10");
    case CellType::wedge6:
      return named("Wedge");
    case CellType::wedge15:
      return named("Wedge_15");
    case CellType::hex8:
      return named("Hexahedron");
    case CellType::hex20:
      break;
  }
  return named("Hexahedron_20");
}

class Writer {
 public:
  explicit Writer(std::string& out) : out_(out) {}
  template <class... Args>
  void line(int depth, fmt::format_string<Args...> format, Args&&... args) {
    out_.append(2 * static_cast<std::size_t>(depth), ' ');
    fmt::format_to(std::back_inserter(out_), format, std::forward<Args>(args)...);
    out_ += '\n';
  }

 private:
  std::string& out_;
};

/// A dataset as it stands.
void whole(Writer& w, int depth, const std::string& dims, const char* number, const std::string& where) {
  w.line(depth, R"(<DataItem Dimensions="{}" {} Format="HDF">{}</DataItem>)", dims, number, xml(where));
}

/// One frame of a stacked array frames x nodes [x components], all components or the one numbered `part`.
struct Slice {
  std::uint64_t frame, frames, nodes, components;
  int part = -1;
};
void slice(Writer& w, int depth, const Slice& s, const std::string& where) {
  const std::uint64_t taken = s.part < 0 ? s.components : 1;
  const std::string shape = taken == 1 ? fmt::format("{}", s.nodes) : fmt::format("{} {}", s.nodes, taken);
  w.line(depth, R"(<DataItem ItemType="HyperSlab" Dimensions="{}">)", shape);
  if (s.components == 1) {
    w.line(depth + 1, R"(<DataItem Dimensions="3 2" Format="XML">{} 0 1 1 1 {}</DataItem>)", s.frame, s.nodes);
    whole(w, depth + 1, fmt::format("{} {}", s.frames, s.nodes), R"(NumberType="Float" Precision="8")", where);
  } else {
    w.line(depth + 1, R"(<DataItem Dimensions="3 3" Format="XML">{} 0 {} 1 1 1 1 {} {}</DataItem>)", s.frame,
           std::max(0, s.part), s.nodes, taken);
    whole(w, depth + 1, fmt::format("{} {} {}", s.frames, s.nodes, s.components), R"(NumberType="Float" Precision="8")",
          where);
  }
  w.line(depth, "</DataItem>");
}

void attribute(Writer& w, int depth, const std::string& name, const char* type, const Slice& s,
               const std::string& where) {
  w.line(depth, R"(<Attribute Name="{}" AttributeType="{}" Center="Node">)", xml(name), type);
  slice(w, depth + 1, s, where);
  w.line(depth, "</Attribute>");
}

/// Everything stored on the nodes of a body, at one frame of one segment.
void attributes(Writer& w, int depth, const StoredBody& body, const StoredSegment& segment, const std::string& group,
                std::uint64_t frame) {
  for (const StoredArray& array : body.arrays) {
    if (array.row_shape.front() != body.nodes || array.path == "rotation" || array.path == "translation") continue;
    const std::uint64_t components = array.row_shape.size() > 1 ? array.row_shape[1] : 1;
    const std::string where = fmt::format("{}:/{}/{}", segment.file, group, array.path);
    const std::string name = array.path.substr(array.path.find('/') + 1);
    Slice s{frame, segment.values.size(), body.nodes, components};
    if (components == 6) {
      for (s.part = 0; s.part < 6; ++s.part)
        attribute(w, depth, name + " " + tensor_parts[static_cast<std::size_t>(s.part)], "Scalar", s, where);
    } else {
      attribute(w, depth, name, components == 3 ? "Vector" : "Scalar", s, where);
    }
  }
}

void grid(Writer& w, int depth, const StoredScene& scene, const StoredBody& body, const StoredBody::Cells& cells,
          const StoredSegment* segment, std::uint64_t frame) {
  const std::string group = scene.link + "/" + body.link;
  const std::string mesh = fmt::format("{}:/{}", body.mesh_file, body.mesh_path);
  w.line(depth, R"(<Grid Name="{}" GridType="Uniform">)",
         xml(body.cells.size() > 1 ? body.name + " " + cells.link : body.name));
  w.line(depth + 1, "<Topology {}>", topology(cells.type, cells.count));
  whole(w, depth + 2, fmt::format("{} {}", cells.count, num_nodes(cells.type)), R"(NumberType="Int" Precision="4")",
        mesh + "/cells/" + cells.link);
  w.line(depth + 1, "</Topology>");
  w.line(depth + 1, R"(<Geometry GeometryType="XYZ">)");
  whole(w, depth + 2, fmt::format("{} 3", body.nodes), R"(NumberType="Float" Precision="8")", mesh + "/nodes");
  w.line(depth + 1, "</Geometry>");
  if (segment != nullptr) attributes(w, depth + 1, body, *segment, group, frame);
  w.line(depth, "</Grid>");
}

void frame_grids(Writer& w, int depth, const StoredScene& scene, const StoredSegment* segment, std::uint64_t frame,
                 const std::string& label, double time) {
  w.line(depth, R"(<Grid Name="{}" GridType="Collection" CollectionType="Spatial">)", xml(label));
  w.line(depth + 1, R"(<Time Value="{}"/>)", time);
  for (const StoredBody& body : scene.bodies)
    for (const StoredBody::Cells& cells : body.cells) grid(w, depth + 1, scene, body, cells, segment, frame);
  w.line(depth, "</Grid>");
}

/// All scenes of one sort, one after the other: ParaView shows every collection of a file at once, so scenes that
/// follow each other must not lie side by side.
void sequence(Writer& w, const std::vector<StoredScene>& scenes, bool timed) {
  const auto belongs = [&](const StoredScene& scene) { return (scene.kind == SceneKind::time) == timed; };
  if (std::none_of(scenes.begin(), scenes.end(), belongs)) return;
  w.line(2, R"(<Grid Name="{}" GridType="Collection" CollectionType="Temporal">)", timed ? "over time" : "states");
  double number = 0;
  for (const StoredScene& scene : scenes) {
    if (!belongs(scene)) continue;
    for (const StoredSegment& segment : scene.segments)
      for (std::size_t k = 0; k < segment.values.size(); ++k, ++number)
        frame_grids(w, 3, scene, &segment, k, scene.name + ": " + segment.labels[k],
                    timed ? segment.values[k] : number);
    if (scene.segments.empty()) frame_grids(w, 3, scene, nullptr, 0, scene.name, number++);
  }
  w.line(2, "</Grid>");
}

}  // namespace

std::string xdmf_text(const std::vector<StoredScene>& scenes) {
  std::string out = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n";
  Writer w(out);
  w.line(0, R"(<Xdmf Version="3.0">)");
  w.line(1, "<Domain>");
  sequence(w, scenes, false);
  sequence(w, scenes, true);
  w.line(1, "</Domain>");
  w.line(0, "</Xdmf>");
  return out;
}

}  // namespace trunnion
