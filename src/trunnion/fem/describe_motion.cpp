#include <fmt/format.h>
#include <fmt/ranges.h>

#include "trunnion/fem/constrained_system.h"

namespace trunnion {
namespace {

std::string part_name(const FeModel& model, const RigidPart& part) {
  const auto& labels = model.file->mesh.node_labels;
  const Index node = part.first_node.value;
  const auto label = node < static_cast<Index>(labels.size()) ? labels[node] : node + 1;
  if (part.num_elements == 0) return fmt::format("node {}", label);
  const std::string where = fmt::format("{} elements around ({:.4g}, {:.4g}, {:.4g}) m", part.num_elements,
                                        part.center.x(), part.center.y(), part.center.z());
  if (!part.element_set.empty()) return fmt::format("part '{}' ({})", part.element_set, where);
  return fmt::format("the part with node {} ({})", label, where);
}

std::string list(const std::vector<std::string>& words) {
  if (words.size() < 2) return words.empty() ? "" : words.front();
  return fmt::format("{} and {}", fmt::join(words.begin(), words.end() - 1, ", "), words.back());
}

/// "move along x and y" from the coefficients of one part; empty when it stands still.
std::vector<std::string> clauses(const MatrixXd& motion, int dimension) {
  constexpr const char* axis[] = {"x", "y", "z"};
  const auto moved = [&](Index row) { return motion.row(row).norm() > 1e-6; };
  std::vector<std::string> along, about, out;
  for (int k = 0; k < dimension; ++k)
    if (moved(k)) along.emplace_back(axis[k]);
  for (Index k = dimension; k < motion.rows(); ++k)
    if (moved(k)) about.emplace_back(axis[dimension == 2 ? 2 : k - 3]);
  if (!along.empty()) out.push_back("move along " + list(along));
  if (!about.empty()) out.push_back("turn about " + list(about));
  return out;
}

}  // namespace

std::string describe_motion(const ConstrainedSystem& system, const MatrixXd& motion) {
  constexpr std::size_t most = 4;  // more would not fit a message
  const int dimension = system.model->dofs.dimension;
  const Index per_part = dimension == 2 ? 3 : 6;
  std::vector<std::string> sentences;
  for (std::size_t p = 0; p < system.parts.size(); ++p) {
    const auto how = clauses(motion.middleRows(per_part * static_cast<Index>(p), per_part), dimension);
    if (!how.empty())
      sentences.push_back(fmt::format("{} can {}", part_name(*system.model, system.parts[p]), list(how)));
  }
  const std::size_t others = sentences.size() > most ? sentences.size() - most : 0;
  sentences.resize(sentences.size() - others);
  if (others > 0) sentences.push_back(fmt::format("{} more parts are loose", others));
  return fmt::format("{}", fmt::join(sentences, "; "));
}

}  // namespace trunnion
