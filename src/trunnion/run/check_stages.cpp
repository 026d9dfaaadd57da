#include <fmt/format.h>

#include <algorithm>

#include "trunnion/base/nearest_name.h"
#include "trunnion/results/stress_recovery.h"
#include "trunnion/results/time_record.h"
#include "trunnion/run/channels.h"
#include "trunnion/run/film_extremes.h"
#include "trunnion/run/film_pictures.h"
#include "trunnion/run/mechanism_parts.h"

namespace trunnion {

namespace {

const Joint* find_motion(const BuiltMechanism& b, const std::string& name) {
  const auto found = std::find_if(b.mechanism.joints.begin(), b.mechanism.joints.end(),
                                  [&](const Joint& joint) { return joint.motion && joint.name == name; });
  return found == b.mechanism.joints.end() ? nullptr : &*found;
}

bool acts(const StageInput& stage, const std::string& motion) {
  const auto& list = stage.mechanism.motions;
  return !list || std::find(list->begin(), list->end(), motion) != list->end();
}

void check_sweep(const Model& model, const StageInput& stage, const BuiltMechanism& b) {
  const MechanismStageInput& in = stage.mechanism;
  if (!in.parameter.empty()) {
    const PhysicalQuantity now = model.parameters.quantity(in.parameter);
    if (!(now.dimension == in.first->dimension) || !(now.dimension == in.last->dimension))
      throw InputError(fmt::format("'first' and 'last' must be of the kind of the parameter '{}' ({})", in.parameter,
                                   text(now.dimension)));
  }
  if (in.motion.empty()) return;
  const Joint* motion = find_motion(b, in.motion);
  if (!motion) throw InputError(fmt::format("there is no motion '{}'", in.motion));
  if (!acts(stage, in.motion))
    throw InputError(fmt::format("it sweeps over the motion '{}', which its own list 'motions' leaves out", in.motion));
  const Kind kind = drives_angle(*motion) ? Kind::angle : Kind::length;
  as_kind(*in.first, kind);
  as_kind(*in.last, kind);
}

/// Whether two motions drive the same coordinate of the same two bodies about (or along) the same axis.
bool same_coordinate(const BuiltMechanism& b, const Joint& one, const Joint& other) {
  const RelativeCoordinate& p = one.rows[0].terms[0].coordinate;
  const RelativeCoordinate& q = other.rows[0].terms[0].coordinate;
  const auto& markers = b.mechanism.markers;
  const bool same_way = markers[p.I].body == markers[q.I].body && markers[p.J].body == markers[q.J].body;
  const bool turned = markers[p.I].body == markers[q.J].body && markers[p.J].body == markers[q.I].body;
  if (p.kind != q.kind || !(same_way || turned)) return false;
  const auto axis = [&](Index marker) -> Vector3d { return markers[marker].A0.col(2); };
  const Index beside = same_way ? q.J : q.I;
  return axis(p.J).cross(axis(beside)).norm() < 1e-9;
}

// The second one would follow from the first at the start and be left out as redundant, whatever it wants later.
void check_motions(const StageInput& stage, const BuiltMechanism& b) {
  std::vector<const Joint*> acting;
  for (const Joint& joint : b.mechanism.joints)
    if (joint.motion && acts(stage, joint.name)) acting.push_back(&joint);
  for (std::size_t i = 0; i < acting.size(); ++i)
    for (std::size_t k = i + 1; k < acting.size(); ++k)
      if (same_coordinate(b, *acting[i], *acting[k]))
        throw InputError(
            fmt::format("the motions '{}' and '{}' drive the same {} of the same two bodies; name one of them in the "
                        "stage's list 'motions', or make one motion of both",
                        acting[i]->name, acting[k]->name, drives_angle(*acting[i]) ? "angle" : "way"));
}

void check_campbell(const StageInput& stage, const BuiltMechanism& b) {
  const Joint* motion = find_motion(b, stage.mechanism.motion);
  if (!motion || !drives_angle(*motion))
    throw InputError(fmt::format("there is no motion '{}' that drives an angle", stage.mechanism.motion));
  if (!acts(stage, stage.mechanism.motion))
    throw InputError(
        fmt::format("it varies the motion '{}', which its own list 'motions' leaves out", stage.mechanism.motion));
}

void check_steady(const StageInput& stage, const BuiltMechanism& b) {
  const Mechanism& m = b.mechanism;
  const bool driven = std::any_of(m.joints.begin(), m.joints.end(),
                                  [&](const Joint& joint) { return joint.motion && acts(stage, joint.name); });
  const bool moving =
      std::any_of(m.start.begin(), m.start.end(), [](const BodyStart& s) { return s.v.norm() > 0 || s.w.norm() > 0; });
  if (!driven && !moving)
    throw InputError(
        "nothing gives a speed: add a [[motion]] that acts in this stage, or take type = \"static\" for rest");
}

/// Names of the curves that every stage in time records; none when an element has no force before assembly.
std::vector<std::string> curve_names(const Model& model, const BuiltMechanism& b) {
  TimeRecord record;
  try {
    State start = initial_state(b.mechanism);
    seat_balls(b, start);
    Workspace work(b.mechanism);
    record_state(b.mechanism, start, StageKind::stationary, record, work);
    record_rows(b, start, work, record);
    FilmExtremes(b.mechanism).sample({start, start}, record);
    record_stress(b.mechanism, b.reduced, record);
    ChannelRecorder(model.channels, model.parameters).record(record);
  } catch (const SolveError&) {
    return {};
  }
  std::vector<std::string> names;
  for (const TimeColumn& column : record.columns) names.push_back(column.name);
  return names;
}

void check_curve(const std::string& name, const std::vector<std::string>& known) {
  if (!known.empty() && std::find(known.begin(), known.end(), name) == known.end())
    throw InputError(fmt::format("no curve '{}' is recorded{}", name, name_hint(name, known)));
}

void check_angle(const Model& model, const std::string& angle, const char* who, const SourceLocation& where) {
  std::vector<std::string> angles;
  for (const MeasureInput& measure : model.measures)
    if (measure.kind == MeasureKind::angle) angles.push_back(measure.name);
  if (std::find(angles.begin(), angles.end(), angle) == angles.end())
    throw InputError(where, fmt::format("{}: there is no measure of an angle '{}'{}", who, angle,
                                        angles.empty() ? "; the model has none" : name_hint(angle, angles)));
}

void check_orders(const Model& model, const StageInput& stage, const std::vector<std::string>& curves) {
  for (const OrderInput& in : stage.mechanism.orders) {
    at_place(in.where, [&] {
      check_curve(in.signal, curves);
      return 0;
    });
    check_angle(model, in.angle, "order_analysis", in.where);
  }
  if (const auto& cycle = stage.mechanism.cycle) check_angle(model, cycle->angle, "cycle", cycle->where);
}

// Films step with the mechanism, at the instants that its integrator chooses; ida goes back and forth between them.
void check_films(const StageInput& stage, const BuiltMechanism& b) {
  if (stage.mechanism.integrator != Integrator::ida) return;
  if (const auto films = film_elements(b.mechanism); !films.empty())
    throw InputError(
        fmt::format("bearing '{}' is a film that remembers its oil from step to step; integrator = \"ida\" "
                    "cannot follow it, take generalized-alpha",
                    films.front().name));
}

// Holes and grooves that go round with a shaft make its film another one at every angle.
void check_turning_films(const BuiltMechanism& b) {
  for (const FilmElement& film : film_elements(b.mechanism))
    if (film.faces && film.faces->reversed)
      throw InputError(
          fmt::format("bearing '{}': grid_on = \"shaft\" turns the film's holes and grooves with the shaft, so that it "
                      "has no steady state; follow it in a transient stage, or take grid_on = \"housing\"",
                      film.name));
}

void check_response(const StageInput& stage, const BuiltMechanism& b) {
  const MechanismStageInput& in = stage.mechanism;
  if (!in.load.empty()) marker_named(b, in.load, {});
  if (!in.at.empty()) marker_named(b, in.at, {});
  if (const Joint* motion = in.motion.empty() ? nullptr : find_motion(b, in.motion); motion && in.amplitude)
    as_kind(*in.amplitude, drives_angle(*motion) ? Kind::angle : Kind::length);
  else if (in.amplitude && !(in.amplitude->dimension == info(Kind::moment).dimension))
    as_kind(*in.amplitude, Kind::force);
}

}  // namespace

bool drives_angle(const Joint& motion) { return motion.rows[0].terms[0].coordinate.kind == CoordinateKind::angle; }

void check_stages(const Model& model, const BuiltMechanism& b) {
  const std::vector<std::string> curves = curve_names(model, b);
  const auto of_none = [&](const OutputInput& output) {
    return std::any_of(model.stages.begin(), model.stages.end(), [&](const StageInput& stage) {
      return stage.name == output.stage && (stage.type == StageType::mesh_cycle || stage.type == StageType::touch);
    });
  };
  for (const OutputInput& output : model.outputs)
    at_place(output.where, [&] {
      if (output.quantity == OutputQuantity::curve && !output.optional && !of_none(output))
        check_curve(output.on, curves);
      return 0;
    });
  for (const StageInput& stage : model.stages) {
    if (!is_mechanism_stage(stage.type)) continue;
    try {
      check_motions(stage, b);
      if (stage.type == StageType::sweep) check_sweep(model, stage, b);
      if (stage.type == StageType::campbell) check_campbell(stage, b);
      const bool running = stage.type == StageType::steady || stage.mechanism.running;
      if (running) check_steady(stage, b);
      if (running || stage.type == StageType::campbell) check_turning_films(b);
      if (stage.type == StageType::response) check_response(stage, b);
      if (stage.type == StageType::transient) check_films(stage, b);
      check_orders(model, stage, curves);
    } catch (const InputError& error) {
      if (!error.where().file.empty()) throw;
      throw InputError(stage.where, fmt::format("stage '{}': {}", stage.name, error.what()));
    }
  }
}

}  // namespace trunnion
