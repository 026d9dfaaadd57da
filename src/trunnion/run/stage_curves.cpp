#include "trunnion/run/mechanism_stages.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "trunnion/results/hdf5_file.h"
#include "trunnion/run/mechanism_scene.h"

namespace trunnion {

namespace {

VectorXd column_of(const std::vector<double>& values) {
  return Eigen::Map<const VectorXd>(values.data(), static_cast<Index>(values.size()));
}

struct Diagram {
  const char *title, *group, *label, *unit;
};

Curve curve_of(const std::string& section, const Diagram& diagram, const Axis& over, const TimeRecord& record) {
  Curve curve;
  curve.section = section;
  curve.title = diagram.title;
  curve.x = over;
  curve.y = {diagram.label, diagram.unit, false};
  const VectorXd x = column_of(record.t);
  std::vector<std::pair<double, const TimeColumn*>> found;
  for (const TimeColumn& column : record.columns)
    if (column.group == diagram.group && column.unit == diagram.unit && peak(column) > 0)
      found.emplace_back(peak(column), &column);
  constexpr std::size_t most = 12;  // lines that can be told apart
  double least = 0;
  if (found.size() > most) {
    std::vector<double> peaks;
    for (const auto& [peak, column] : found) peaks.push_back(peak);
    std::nth_element(peaks.begin(), peaks.begin() + most - 1, peaks.end(), std::greater<>());
    least = peaks[most - 1];
    curve.detail =
        fmt::format("The {} of {} curves that reach farthest; the results file has all of them", most, found.size());
  }
  for (const auto& [peak, column] : found)
    if (peak >= least && curve.series.size() < most)
      curve.series.push_back({column->name, x, column_of(column->values)});
  return curve;
}

}  // namespace

void add_arrays(const StageInput& stage, const Axis& over, const TimeRecord& record, MechanismResult& out) {
  std::vector<NamedArray>& arrays = out.arrays["curves/" + link_name(stage.name)];
  arrays.push_back({over.label, over.unit, column_of(record.t)});
  for (const TimeColumn& column : record.columns)
    arrays.push_back({column.name, column.unit, column_of(column.values)});
}

void add_time_curves(const StageInput& stage, const Axis& over, const TimeRecord& record, MechanismResult& out) {
  for (const Diagram& diagram :
       {Diagram{"Measured motions", "Measured motions", "way", "m"},
        Diagram{"Measured angles", "Measured motions", "angle", "rad"},
        Diagram{"Measured speeds", "Measured speeds", "speed", "m/s"},
        Diagram{"Measured angular speeds", "Measured speeds", "angular speed", "rad/s"},
        Diagram{"Measured accelerations", "Measured accelerations", "acceleration", "m/s^2"},
        Diagram{"Measured angular accelerations", "Measured accelerations", "angular acceleration", "rad/s^2"},
        Diagram{"Measured forces", "Measured forces", "force", "N"},
        Diagram{"Measured moments", "Measured forces", "moment", "N m"},
        Diagram{"Joint forces", "Joint forces", "force", "N"},
        Diagram{"Joint moments", "Joint moments", "moment", "N m"},
        Diagram{"Channels: forces", "Channels", "force", "N"},
        Diagram{"Channels: moments", "Channels", "moment", "N m"},
        Diagram{"Channels: lengths", "Channels", "length", "m"},
        Diagram{"Channels", "Channels", "value", ""},
        Diagram{"Bearing forces", "Bearing forces", "force", "N"},
        Diagram{"Bearing moments", "Bearing moments", "moment", "N m"},
        Diagram{"Smallest film thickness", "Smallest film thickness", "film", "m"},
        Diagram{"Largest ball loads", "Largest ball loads", "load", "N"},
        Diagram{"Peak contact pressures", "Peak contact pressures", "pressure", "Pa"},
        Diagram{"Contact forces of journals", "Contact forces of journals", "force", "N"},
        Diagram{"Power losses of bearings", "Power losses of bearings", "power", "W"},
        Diagram{"Forces of gear meshes", "Forces of gear meshes", "force", "N"},
        Diagram{"Forces on back flanks of gears", "Forces on back flanks of gears", "force", "N"},
        Diagram{"Transmission errors of gears", "Transmission errors of gears", "transmission error", "m"},
        Diagram{"Loaded share of the face of gears", "Loaded share of the face of gears", "share", ""},
        Diagram{"Pressures of fits", "Pressures of fits", "pressure", "Pa"},
        Diagram{"Pressures at points of fits", "Pressures at points of fits", "pressure", "Pa"},
        Diagram{"Friction at points of fits", "Friction at points of fits", "stress", "Pa"},
        Diagram{"Slips at points of fits", "Slips at points of fits", "slip", "m"},
        Diagram{"Open and sliding shares of fits", "Shares of fits", "share", ""},
        Diagram{"Forces through fits", "Forces of fits", "force", "N"},
        Diagram{"Torques through fits", "Torques of fits", "torque", "N m"},
        Diagram{"Largest slips of fits", "Slips of fits", "slip", "m"},
        Diagram{"Friction power of fits", "Friction power of fits", "power", "W"},
        Diagram{"Work of sliding in fits", "Work of sliding in fits", "work", "J"},
        Diagram{"Forces of elements", "Forces", "force", "N"},
        Diagram{"Torques of elements", "Forces", "torque", "N m"},
        Diagram{"Positions of the bodies", "Position", "position", "m"},
        Diagram{"Speeds of the bodies", "Speed", "speed", "m/s"},
        Diagram{"Angular speeds of the bodies", "Angular speed", "angular speed", "rad/s"},
        Diagram{"Modal coordinates", "Modal coordinates", "coordinate", ""},
        Diagram{"Largest von Mises stress", "Stress", "stress", "Pa"},
        Diagram{"Energy", "Energy", "energy", "J"},
        Diagram{"Energy stored in elements", "Stored energy", "energy", "J"},
        Diagram{"Work of elements", "Work", "work", "J"}}) {
    Curve curve = curve_of(stage.name, diagram, over, record);
    if (!curve.series.empty()) out.curves.push_back(std::move(curve));
  }
  add_arrays(stage, over, record, out);
}

void add_peaks(const Mechanism& m, const TimeRecord& record, MechanismResult& out) {
  double bearing = 0;
  for (const Joint& joint : m.joints) {
    const TimeColumn* force = record.find("joint." + joint.name + ".force");
    if (!force) continue;
    out.quantities.push_back({fmt::format("joint.{}.peak_force", joint.name), peak(*force), ""});
    if (joint.type == "revolute" || joint.type == "spherical" || joint.type == "cylindrical")
      bearing = std::max(bearing, peak(*force));
  }
  const auto add_peak = [&](const auto& force, const char* output) {
    const TimeColumn* column = record.find(fmt::format("{}.{}.{}", force.table, force.name, output));
    if (!column) return;
    out.quantities.push_back({fmt::format("{}.{}.peak_{}", force.table, force.name, output), peak(*column), ""});
    if (force.type == "radial-spring" || force.table == "bearing") bearing = std::max(bearing, peak(*column));
  };
  for (const MarkerForceElement& force : m.marker_forces)
    for (const char* output : {"force", "tension", "torque"}) add_peak(force, output);
  for (const BodyForceElement& force : m.body_forces)
    if (force.table == "bearing") add_peak(force, "force");
  out.quantities.push_back({"peak_bearing_force", bearing, ""});
  for (const Body& body : m.bodies)
    if (const TimeColumn* stress = record.find("body." + body.name + ".von_mises")) {
      const auto highest = std::max_element(stress->values.begin(), stress->values.end());
      out.quantities.push_back({fmt::format("body.{}.peak_von_mises", body.name), *highest, ""});
      out.quantities.push_back({fmt::format("body.{}.peak_von_mises_time", body.name),
                                record.t[static_cast<std::size_t>(highest - stress->values.begin())], ""});
    }
}

void add_scene(const StageInput& stage, const MechanismRun& run, const Axis& over, const TimeRecord& record,
               MechanismResult& out) {
  const SnapshotOrder order = stage.type == StageType::transient ? SnapshotOrder::motion : SnapshotOrder::equilibria;
  Scene scene = mechanism_scene(run.built, record, {over, order, out.fits}, stage.name);
  if (!scene.bodies.empty() && !scene.frames.empty()) out.scenes.push_back(std::move(scene));
}

}  // namespace trunnion
