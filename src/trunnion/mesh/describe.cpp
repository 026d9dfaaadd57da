#include "trunnion/mesh/describe.h"

#include <fmt/format.h>

#include <cmath>

#include "trunnion/mesh/quality.h"

namespace trunnion {
namespace {

constexpr std::size_t most_listed = 20;

/// 15658 -> "15 658"
std::string grouped(Index number) {
  std::string digits = fmt::to_string(number);
  for (std::ptrdiff_t i = std::ptrdiff_t(digits.size()) - 3; i > 0; i -= 3) digits.insert(std::size_t(i), 1, ' ');
  return digits;
}

std::string counted(Index number, const char* one, const char* many) {
  return grouped(number) + " " + (number == 1 ? one : many);
}

class Lines {
 public:
  void add(const std::string& head, const std::string& text) {
    lines_.push_back(fmt::format(" {:<12} {}", head, text));
  }
  std::vector<std::string> take() { return std::move(lines_); }

 private:
  std::vector<std::string> lines_;
};

void describe_elements(const Mesh& mesh, Lines& lines) {
  std::map<CellType, Index> counts;
  for (const ElementBlock& block : mesh.blocks) counts[block.type] += block.nodes.cols();
  std::string text;
  for (const auto& [type, count] : counts)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", grouped(count), name(type));
  lines.add("nodes", grouped(mesh.num_nodes()));
  lines.add("elements", text);
  const Vector3d low = mesh.x.rowwise().minCoeff(), high = mesh.x.rowwise().maxCoeff();
  for (int axis = 0; axis < 3; ++axis)
    lines.add(axis == 0 ? "box" : "", fmt::format("{} from {:.6g} to {:.6g} m  ({:.6g} mm)", "xyz"[axis], low[axis],
                                                  high[axis], 1e3 * (high[axis] - low[axis])));
}

void describe_quality(const Mesh& mesh, Lines& lines) {
  const MeshQuality quality = mesh_quality(mesh);
  lines.add("quality", fmt::format("worst scaled Jacobian {:.3f} (element {})", quality.worst,
                                   element_label(mesh, quality.worst_element)));
  if (quality.inverted.empty()) return lines.add("", "no inverted elements");
  std::string labels;
  for (std::size_t i = 0; i < quality.inverted.size() && i < most_listed; ++i)
    labels += fmt::format("{}{}", i == 0 ? "" : ", ", element_label(mesh, quality.inverted[i]));
  lines.add("", fmt::format("{} inverted or flat: {}{}", counted(Index(quality.inverted.size()), "element", "elements"),
                            labels, quality.inverted.size() > most_listed ? ", ..." : ""));
}

template <class Sets>
void describe_sets(const Sets& sets, const char* head, const char* one, const char* many, Lines& lines) {
  for (const auto& [name, members] : sets)
    lines.add(head, fmt::format("'{}'  {}", name, counted(Index(members.size()), one, many)));
}

void describe_properties(const MeshFile& file, Lines& lines) {
  for (const Material& m : file.materials)
    lines.add("material",
              fmt::format("'{}'  E {:.6g} GPa, nu {:.4g}, density {:.6g} kg/m^3{}", m.name, m.young / 1e9, m.poisson,
                          m.density, m.expansion != 0 ? fmt::format(", expansion {:.4g} 1/K", m.expansion) : ""));
  for (const Section& s : file.sections)
    lines.add("section",
              fmt::format("{}  material '{}'{}{}", s.element_set.empty() ? "all elements" : "'" + s.element_set + "'",
                          s.material, s.thickness > 0 ? fmt::format(", {:.6g} mm thick", 1e3 * s.thickness) : "",
                          s.beam ? fmt::format(", beam of {:.6g} mm^2", 1e6 * s.beam->area) : ""));
  for (const Coupling& c : file.couplings)
    lines.add("coupling",
              fmt::format("'{}'  {}, {} to node {}", c.name, c.kind == CouplingKind::rigid ? "rigid" : "averaged",
                          counted(Index(c.nodes.size()), "node", "nodes"),
                          file.mesh.node_labels[std::size_t(c.reference.value)]));
  for (const PointMass& m : file.point_masses)
    lines.add("mass", fmt::format("{:.6g} kg at node {}", m.mass, file.mesh.node_labels[std::size_t(m.node.value)]));
  if (!file.springs.empty()) lines.add("springs", grouped(Index(file.springs.size())));
}

}  // namespace

std::vector<std::string> describe(const MeshFile& file) {
  Lines lines;
  describe_elements(file.mesh, lines);
  describe_quality(file.mesh, lines);
  describe_sets(file.mesh.element_sets, "element set", "element", "elements", lines);
  describe_sets(file.mesh.surfaces, "surface", "face", "faces", lines);
  describe_sets(file.mesh.node_sets, "node set", "node", "nodes", lines);
  describe_properties(file, lines);
  for (const SkippedCard& card : file.skipped)
    lines.add("not read", fmt::format("{} ({}, first at {}): {}", card.keyword, counted(card.count, "time", "times"),
                                      card.first.text(), card.consequence));
  return lines.take();
}

}  // namespace trunnion
