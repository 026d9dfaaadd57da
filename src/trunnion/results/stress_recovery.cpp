#include "trunnion/results/stress_recovery.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "trunnion/fem/solve.h"

namespace trunnion {

namespace {

constexpr std::size_t instants_at_once = 64;
constexpr Index nodes_at_once = 512;  // a slice of stress for all instants stays in the cache

std::size_t column_named(const TimeRecord& record, const std::string& name) {
  const auto found =
      std::find_if(record.columns.begin(), record.columns.end(), [&](const TimeColumn& c) { return c.name == name; });
  return static_cast<std::size_t>(found - record.columns.begin());
}

// Largest von Mises stress for each column of modal coordinates [Pa].
VectorXd peaks_von_mises(const ReducedBody& body, const Eigen::Ref<const MatrixXd>& q) {
  VectorXd peaks = VectorXd::Zero(q.cols());
  MatrixXd stress;
  for (const StressRows& rows : body.stress) {
    const Index nodes = static_cast<Index>(rows.nodes.size());
    for (Index first = 0; first < nodes; first += nodes_at_once) {
      const Index many = std::min(nodes_at_once, nodes - first);
      stress.noalias() = rows.stress.middleRows(6 * first, 6 * many) * q;
      for (Index i = 0; i < q.cols(); ++i)
        peaks[i] = std::max(peaks[i], von_mises(stress.col(i).reshaped(6, many)).maxCoeff());
    }
  }
  return peaks;
}

}  // namespace

Matrix6Xd recovered_stress(const ReducedBody& body, const Eigen::Ref<const VectorXd>& q) {
  Matrix6Xd out = Matrix6Xd::Constant(6, body.display.position.cols(), std::numeric_limits<double>::quiet_NaN());
  for (const StressRows& rows : body.stress) {
    const VectorXd stress = rows.stress * q;
    for (std::size_t i = 0; i < rows.nodes.size(); ++i)
      out.col(rows.nodes[i]) = stress.segment<6>(6 * static_cast<Index>(i));
  }
  return out;
}

double peak_von_mises(const ReducedBody& body, const Eigen::Ref<const VectorXd>& q) {
  return peaks_von_mises(body, q)[0];
}

void record_stress(const Mechanism& m, const ReducedBodies& bodies, TimeRecord& record) {
  for (const Body& body : m.bodies) {
    const auto reduced = bodies.find(body.name);
    if (body.num_modes() == 0 || reduced == bodies.end() || reduced->second->stress.empty()) continue;
    const std::string name = "body." + body.name + ".von_mises";
    const std::size_t own = column_named(record, name);
    if (own == record.columns.size()) record.columns.push_back({name, "Stress", "Pa", {}});
    std::vector<double>& peaks = record.columns[own].values;
    const std::size_t first = column_named(record, "body." + body.name + ".q1");
    while (peaks.size() < record.t.size()) {
      const std::size_t done = peaks.size(), many = std::min(instants_at_once, record.t.size() - done);
      MatrixXd q(body.num_modes(), static_cast<Index>(many));
      for (Index j = 0; j < q.rows(); ++j)
        for (Index i = 0; i < q.cols(); ++i)
          q(j, i) = record.columns[first + static_cast<std::size_t>(j)].values[done + static_cast<std::size_t>(i)];
      const VectorXd found = peaks_von_mises(*reduced->second, q);
      peaks.insert(peaks.end(), found.begin(), found.end());
    }
  }
}

}  // namespace trunnion
