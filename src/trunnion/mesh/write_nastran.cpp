#include <fmt/format.h>

#include <algorithm>

#include "trunnion/mesh/writers.h"

namespace trunnion {
namespace {

/// As many digits as sixteen columns hold; a real always has its point.
std::string sixteen(double value) {
  for (int digits = 17; digits > 1; --digits) {
    std::string text = fmt::format("{:.{}g}", value, digits);
    if (text.find_first_of(".e") == std::string::npos) text += '.';
    if (const std::size_t e = text.find('e'); e != std::string::npos && text.find('.') == std::string::npos)
      text.insert(e, 1, '.');
    if (text.size() <= 16) return text;
  }
  return "0.";
}

/// Mid-side nodes of the top come last in Nastran.
int our_position(CellType type, int i) {
  if (type == CellType::hex20 && i >= 12) return i < 16 ? i + 4 : i - 4;
  if (type == CellType::wedge15 && i >= 9) return i < 12 ? i + 3 : i - 3;
  return i;
}

const char* card_name(CellType type) {
  switch (type) {
    case CellType::tet4:
    case CellType::tet10:
      return "CTETRA";
    case CellType::wedge6:
    case CellType::wedge15:
      return "CPENTA";
    case CellType::hex8:
    case CellType::hex20:
      return "CHEXA";
    case CellType::tri3:
      return "CTRIA3";
    case CellType::tri6:
      return "CTRIA6";
    case CellType::quad4:
      return "CQUAD4";
    case CellType::quad8:
      return "CQUAD8";
    default:
      throw Error("beams cannot be written as Nastran bulk data");
  }
}

/// Property number of each element: the section that holds it, counted from 1.
std::vector<int> property_numbers(const MeshFile& file) {
  std::vector<int> numbers(std::size_t(file.mesh.num_elements()), 1);
  for (std::size_t s = 0; s < file.sections.size(); ++s) {
    const Section& section = file.sections[s];
    if (section.element_set.empty())
      std::fill(numbers.begin(), numbers.end(), int(s) + 1);
    else
      for (const ElementId e : file.mesh.element_sets.at(section.element_set))
        numbers[std::size_t(e.value)] = int(s) + 1;
  }
  return numbers;
}

void put_sets(std::string& out, const Mesh& mesh) {
  int id = 0;
  const auto put = [&](const std::string& name, int kind, const auto& members, const auto& label) {
    out += fmt::format("$HMSET {:>8} {:>8} \"{}\"\nSET {} = ", ++id, kind, name, id);
    for (std::size_t i = 0; i < members.size(); ++i)
      out += fmt::format("{}{}", label(members[i]), i + 1 == members.size() ? "\n" : i % 8 == 7 ? ",\n" : ",");
  };
  std::vector<std::int64_t> elements;
  for (const ElementBlock& block : mesh.blocks)
    elements.insert(elements.end(), block.labels.begin(), block.labels.end());
  const auto node_label = [&](NodeId n) { return mesh.node_labels[std::size_t(n.value)]; };
  for (const auto& [name, members] : mesh.node_sets) put(name, 1, members, node_label);
  // Bulk data know no surfaces: the nodes of one say which faces it had.
  for (const auto& [name, faces] : mesh.surfaces)
    if (!mesh.node_sets.contains(name)) put(name, 1, surface_nodes(mesh, faces), node_label);
  for (const auto& [name, members] : mesh.element_sets)
    put(name, 2, members, [&](ElementId e) { return elements[std::size_t(e.value)]; });
}

void put_elements(std::string& out, const MeshFile& file) {
  const std::vector<int> properties = property_numbers(file);
  std::size_t element = 0;
  for (const ElementBlock& block : file.mesh.blocks)
    for (Index c = 0; c < block.nodes.cols(); ++c, ++element) {
      out += fmt::format("{:<8}{:>8}{:>8}", card_name(block.type), block.labels[std::size_t(c)], properties[element]);
      for (int i = 0; i < int(block.nodes.rows()); ++i) {
        if (i > 0 && (i + 2) % 8 == 0) out += "\n+       ";
        out += fmt::format("{:>8}", file.mesh.node_labels[std::size_t(block.nodes(our_position(block.type, i), c))]);
      }
      out += '\n';
    }
}

}  // namespace

std::string nastran_text(const MeshFile& file, const UnitSystem& units) {
  const Mesh& mesh = file.mesh;
  std::string out = "CEND\n";
  put_sets(out, mesh);
  out += "BEGIN BULK\n";
  for (Index n = 0; n < mesh.num_nodes(); ++n) {
    const Vector3d x = mesh.x.col(n) / units.length;
    out += fmt::format("GRID*   {:>16}{:>16}{:>16}{:>16}\n*       {:>16}\n", mesh.node_labels[std::size_t(n)], "",
                       sixteen(x[0]), sixteen(x[1]), sixteen(x[2]));
  }
  put_elements(out, file);
  for (std::size_t s = 0; s < file.sections.size(); ++s) {
    const Section& section = file.sections[s];
    const auto material = std::find_if(file.materials.begin(), file.materials.end(),
                                       [&](const Material& m) { return m.name == section.material; });
    const auto id = material - file.materials.begin() + 1;
    if (section.thickness > 0)
      out += fmt::format("PSHELL,{},{},{}{}\n", s + 1, id, sixteen(section.thickness / units.length),
                         section.plane == PlaneKind::strain ? ",-1" : "");
    else
      out += fmt::format("PSOLID,{},{}\n", s + 1, id);
  }
  for (std::size_t m = 0; m < file.materials.size(); ++m) {
    const Material& material = file.materials[m];
    out += fmt::format("MAT1*   {:>16}{:>16}{:>16}{:>16}\n*       {:>16}{:>16}\n", m + 1,
                       sixteen(material.young / units.stress()), "", sixteen(material.poisson),
                       sixteen(material.density / units.density()), sixteen(material.expansion));
  }
  return out + "ENDDATA\n";
}

}  // namespace trunnion
