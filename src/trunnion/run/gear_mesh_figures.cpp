// What a run in time tells of gear meshes: dynamic against static transmission error, loads, lost contact.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "trunnion/forces/gear_mesh_force.h"
#include "trunnion/results/time_record.h"
#include "trunnion/run/mechanism_stages.h"

namespace trunnion {
namespace {

/// Approach at which the law carries a force at s, error included.
double static_approach(const LoadSurface& law, double s, double force) {
  double low = law.touch(s), high = low + law.data().level.tail<1>()[0];
  while (law(s, high).force < force) high += high - low;
  for (int step = 0; step < 40; ++step) {
    const double middle = 0.5 * (low + high);
    (law(s, middle).force < force ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

/// Peak to peak of the static transmission error under a force, over one period, slices moved together.
double static_swing(const GearMeshForce::Data& data, double force) {
  double least = 1e300, most = -1e300;
  const LoadSurface& law = aligned_law(data.drive);
  const Index n = 2 * law.data().error.size();
  for (Index i = 0; i < n; ++i) {
    const double at = static_approach(law, law.data().period * double(i) / double(n), force);
    least = std::min(least, at);
    most = std::max(most, at);
  }
  return most - least;
}

/// Extremes over stretches of the record, each of some mesh cycles.
struct Stretch {
  double frequency = 0, least = 0, most = 0, least_force = 0, most_force = 0, mean_force = 0;
};

struct MeshCurves {
  const std::vector<double>&t, &error, &force, &back, &frequency;
};

std::vector<Stretch> stretches(const MeshCurves& c, double cycles) {
  std::vector<Stretch> out;
  std::size_t begin = 0;
  double passed = 0;
  for (std::size_t k = 1; k < c.t.size(); ++k) {
    passed += 0.5 * std::abs(c.frequency[k] + c.frequency[k - 1]) * (c.t[k] - c.t[k - 1]);
    if (passed < cycles) continue;
    Stretch s{0, 1e300, -1e300, 1e300, -1e300, 0};
    for (std::size_t i = begin; i <= k; ++i) {
      s.frequency += std::abs(c.frequency[i]);
      s.mean_force += c.force[i];
      s.least = std::min(s.least, c.error[i]);
      s.most = std::max(s.most, c.error[i]);
      s.least_force = std::min(s.least_force, c.force[i]);
      s.most_force = std::max(s.most_force, c.force[i]);
    }
    const auto count = double(k - begin + 1);
    s.frequency /= count;
    s.mean_force /= count;
    out.push_back(s);
    begin = k;
    passed = 0;
  }
  return out;
}

Curve over_frequency(const StageInput& stage, std::string title, std::string detail, Axis y) {
  Curve curve;
  curve.section = stage.name;
  curve.title = std::move(title);
  curve.detail = std::move(detail);
  curve.x = {"mesh frequency", "Hz", false};
  curve.y = std::move(y);
  return curve;
}

Series series_of(const std::string& name, const std::vector<Stretch>& list, auto value, bool reference = false) {
  Series series{name, VectorXd(Index(list.size())), VectorXd(Index(list.size())), reference};
  for (std::size_t i = 0; i < list.size(); ++i) {
    series.x[Index(i)] = list[i].frequency;
    series.y[Index(i)] = value(list[i]);
  }
  return series;
}

void add_diagrams(const StageInput& stage, const std::string& name, const GearMeshForce::Data& data,
                  const std::vector<Stretch>& list, MechanismResult& out) {
  Curve error = over_frequency(stage, fmt::format("Transmission error of '{}', peak to peak", name),
                               "Over some mesh cycles each; dashed: static, under the mean force of the same cycles.",
                               {"transmission error", "m", false});
  error.series = {series_of("dynamic", list, [](const Stretch& s) { return s.most - s.least; }),
                  series_of(
                      "static", list, [&](const Stretch& s) { return static_swing(data, s.mean_force); }, true)};
  out.curves.push_back(std::move(error));
  Curve force = over_frequency(stage, fmt::format("Force of '{}'", name),
                               "Largest, mean and smallest over the same mesh cycles; zero: contact is lost.",
                               {"force", "N", false});
  force.series = {series_of("largest", list, [](const Stretch& s) { return s.most_force; }),
                  series_of("mean", list, [](const Stretch& s) { return s.mean_force; }),
                  series_of("smallest", list, [](const Stretch& s) { return s.least_force; })};
  out.curves.push_back(std::move(force));
}

}  // namespace

void add_gear_mesh_figures(const StageInput& stage, const Mechanism& m, const TimeRecord& record,
                           MechanismResult& out) {
  Table table;
  table.section = stage.name;
  table.title = "Gear meshes";
  table.detail =
      "Dynamic factor: largest over mean force of the same mesh cycles. Time without contact: neither drive nor back "
      "flanks press.";
  table.columns = {{"gear pair", "", true},
                   {"largest force", "N", false},
                   {"dynamic factor", "", false},
                   {"at mesh frequency", "Hz", false},
                   {"largest dynamic error, peak to peak", "m", false},
                   {"time without contact, %", "", false},
                   {"time on back flanks, %", "", false}};
  for (const MarkerForceElement& element : m.marker_forces) {
    const auto* law = dynamic_cast<const GearMeshForce*>(element.law.get());
    if (!law || record.t.size() < 3) continue;
    const std::string name = "gear_pair." + element.name;
    const auto column = [&](const char* what) -> const std::vector<double>& {
      return record.find(name + "." + what)->values;
    };
    const MeshCurves curves{record.t, column("transmission_error"), column("force"), column("back_force"),
                            column("mesh_frequency")};
    constexpr double cycles = 8;
    const std::vector<Stretch> list = stretches(curves, cycles);
    double lost = 0, back = 0;
    for (std::size_t k = 0; k < curves.t.size(); ++k) {
      lost += curves.force[k] == 0 && curves.back[k] == 0;
      back += curves.back[k] != 0;
    }
    lost *= 100 / double(curves.t.size());
    back *= 100 / double(curves.t.size());
    Stretch worst;
    double factor = 0, swing = 0;
    for (const Stretch& s : list) {
      swing = std::max(swing, s.most - s.least);
      if (s.mean_force > 0 && s.most_force / s.mean_force > factor) {
        factor = s.most_force / s.mean_force;
        worst = s;
      }
    }
    const double largest = *std::max_element(curves.force.begin(), curves.force.end());
    table.rows.push_back(
        {{element.name, {}}, {largest, {}}, {factor, {}}, {worst.frequency, {}}, {swing, {}}, {lost, {}}, {back, {}}});
    for (const auto& [what, value] : {std::pair{"dynamic_factor", factor},
                                      {"dynamic_factor_frequency", worst.frequency},
                                      {"transmission_error_peak_to_peak", swing},
                                      {"time_without_contact_percent", lost},
                                      {"time_on_back_flanks_percent", back}})
      out.quantities.push_back({fmt::format("{}.{}", name, what), value, ""});
    if (!list.empty()) add_diagrams(stage, element.name, law->data(), list, out);
  }
  if (!table.rows.empty()) out.tables.push_back(std::move(table));
}

}  // namespace trunnion
