#include "trunnion/results/stress_recovery.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "trunnion/fem/solve.h"

namespace trunnion {

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
  double peak = 0;
  for (const StressRows& rows : body.stress) {
    const Matrix6Xd stress = (rows.stress * q).reshaped(6, static_cast<Index>(rows.nodes.size()));
    peak = std::max(peak, von_mises(stress).maxCoeff());
  }
  return peak;
}

void record_stress(const Mechanism& m, const ReducedBodies& bodies, const State& s, TimeRecord& record) {
  for (std::size_t b = 0; b < m.bodies.size(); ++b) {
    const Index n = m.bodies[b].num_modes();
    const auto reduced = bodies.find(m.bodies[b].name);
    if (n == 0 || reduced == bodies.end() || reduced->second->stress.empty()) continue;
    const std::string name = "body." + m.bodies[b].name + ".von_mises";
    auto column =
        std::find_if(record.columns.begin(), record.columns.end(), [&](const TimeColumn& c) { return c.name == name; });
    if (column == record.columns.end()) column = record.columns.insert(column, {name, "Stress", "Pa", {}});
    column->values.push_back(peak_von_mises(*reduced->second, s.x.q.segment(m.first_mode[b], n)));
  }
}

}  // namespace trunnion
