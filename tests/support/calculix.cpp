#include "support/calculix.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "support/paths.h"

namespace trunnion::testing {
namespace {

const char* calculix_name(CellType type) {
  switch (type) {
    case CellType::tet4:
      return "C3D4";
    case CellType::tet10:
      return "C3D10";
    case CellType::wedge6:
      return "C3D6";
    case CellType::wedge15:
      return "C3D15";
    case CellType::hex8:
      return "C3D8I";
    case CellType::hex20:
      return "C3D20";
    default:
      throw std::invalid_argument("no solid element");
  }
}

}  // namespace

std::string file_content(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

std::string calculix_mesh(const MeshFile& file) {
  std::string deck = "*NODE, NSET=NALL\n";
  for (Index n = 0; n < file.mesh.num_nodes(); ++n) {
    const Vector3d x = file.mesh.x.col(n);
    deck += fmt::format("{}, {:.12e}, {:.12e}, {:.12e}\n", n + 1, x.x(), x.y(), x.z());
  }
  Index label = 0;
  for (const ElementBlock& block : file.mesh.blocks) {
    deck += fmt::format("*ELEMENT, TYPE={}, ELSET=EALL\n", calculix_name(block.type));
    for (Index c = 0; c < block.nodes.cols(); ++c) {
      deck += std::to_string(++label);
      for (Index a = 0; a < block.nodes.rows(); ++a)
        deck += fmt::format(",{}{}", a % 10 == 9 ? "\n" : " ", block.nodes(a, c) + 1);
      deck += "\n";
    }
  }
  for (const auto& [name, nodes] : file.mesh.node_sets) {
    deck += fmt::format("*NSET, NSET={}\n", name);
    for (const NodeId node : nodes) deck += fmt::format("{},\n", node.value + 1);
  }
  const Material& m = file.materials.front();
  return deck +
         fmt::format("*MATERIAL, NAME=M\n*ELASTIC\n{:.12e}, {:.12e}\n*DENSITY\n{:.12e}\n", m.young, m.poisson,
                     m.density) +
         "*SOLID SECTION, ELSET=EALL, MATERIAL=M\n";
}

std::filesystem::path run_calculix(const std::string& test, const std::string& deck) {
  const std::filesystem::path folder = fresh_folder("calculix-" + test);
  std::ofstream(folder / "job.inp") << deck;
  const std::string command = fmt::format("cd '{}' && OMP_NUM_THREADS=1 ccx -i job >job.log 2>&1", folder.string());
  EXPECT_EQ(std::system(command.c_str()), 0) << file_content(folder / "job.log");
  return folder / "job.inp";
}

VectorXd calculix_frequencies(const std::filesystem::path& dat) {
  std::ifstream in(dat);
  std::vector<double> found;
  std::string line;
  bool inside = false;
  while (std::getline(in, line)) {
    if (line.find("MODE NO    EIGENVALUE") != std::string::npos) inside = true;
    if (line.find("P A R T I C I P A T I O N") != std::string::npos) break;
    if (!inside) continue;
    std::istringstream words(line);
    double mode = 0, eigenvalue = 0, circular = 0, frequency = 0;
    if (words >> mode >> eigenvalue >> circular >> frequency) found.push_back(frequency);
  }
  return Eigen::Map<const VectorXd>(found.data(), Index(found.size()));
}

std::map<std::int64_t, Vector3d> calculix_table(const std::filesystem::path& dat, const std::string& heading) {
  std::ifstream in(dat);
  std::map<std::int64_t, Vector3d> table;
  std::string line;
  bool inside = false;
  while (std::getline(in, line)) {
    std::istringstream words(line);
    std::int64_t label = 0;
    Vector3d v;
    if (words >> label >> v.x() >> v.y() >> v.z()) {
      if (inside) table[label] = v;
    } else if (line.find_first_not_of(" \r") != std::string::npos) {
      inside = line.compare(line.find_first_not_of(' '), heading.size(), heading) == 0;
      if (inside) table.clear();
    }
  }
  return table;
}

MatrixXd calculix_matrix(const std::filesystem::path& path) {
  struct Entry {
    Index row, column;
    double value;
  };
  std::ifstream in(path);
  std::vector<Entry> entries;
  Index size = 0;
  for (Entry e{}; in >> e.row >> e.column >> e.value; entries.push_back(e)) size = std::max({size, e.row, e.column});
  MatrixXd matrix = MatrixXd::Zero(size, size);
  for (const Entry& e : entries) matrix(e.row - 1, e.column - 1) = matrix(e.column - 1, e.row - 1) = e.value;
  return matrix;
}

std::filesystem::path packaged_deck(const std::string& name, const std::string& test) {
  const std::filesystem::path packaged = "/usr/share/doc/calculix-ccx-test/examples/test";
  const std::filesystem::path out = fresh_folder("packaged-" + test + "-" + name) / name;
  if (std::filesystem::exists(packaged / name)) {
    std::filesystem::copy_file(packaged / name, out);
    return out;
  }
  const std::filesystem::path zipped = packaged / (name + ".gz");
  if (!std::filesystem::exists(zipped)) return {};
  const std::string command = fmt::format("gzip -dc '{}' > '{}'", zipped.string(), out.string());
  return std::system(command.c_str()) == 0 ? out : std::filesystem::path();
}

}  // namespace trunnion::testing
