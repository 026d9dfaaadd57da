#include "trunnion/run/touch_stage.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "trunnion/base/formula.h"
#include "trunnion/run/error_place.h"
#include "trunnion/run/fe_body.h"
#include "trunnion/run/fe_inputs.h"
#include "trunnion/run/touch_figures.h"

namespace trunnion {
namespace {

std::function<double(const Vector3d&)> extra_gap(const TouchInput& in, const Model& model) {
  if (in.gap.empty()) return {};
  const std::vector<FormulaVariable> variables{
      {"x", info(Kind::length).dimension}, {"y", info(Kind::length).dimension}, {"z", info(Kind::length).dimension}};
  const auto formula = std::make_shared<Formula>(in.gap, variables, model.parameters.lookup());
  if (!(formula->dimension() == info(Kind::length).dimension))
    throw InputError(fmt::format("'gap' gives a value in {}, but it is a length",
                                 text(formula->dimension()).empty() ? "no unit" : text(formula->dimension())));
  return [formula](const Vector3d& x) { return (*formula)(std::span<const double>(x.data(), 3)); };
}

FrameMotionMode motion_of(const TouchMotionInput& in, int body, bool plane) {
  FrameMotionMode out;
  out.body = body;
  if (in.direction.norm() > 0) {
    out.translation = in.direction.normalized();
    const std::string across = plane ? "" : fmt::format(", {:.3g}", out.translation.z());
    out.name = fmt::format("shift of '{}' along ({:.3g}, {:.3g}{})", in.body, out.translation.x(), out.translation.y(),
                           across);
  } else {
    out.rotation = plane ? Vector3d(Vector3d::UnitZ()) : Vector3d(in.axis.normalized());
    out.about = in.about;
    out.name = fmt::format("turning of '{}'", in.body);
  }
  return out;
}

/// Bodies in the order in which the pairs name them, each with its surfaces.
struct NamedBody {
  std::string name;
  std::vector<std::string> surfaces;
};

int number_of(const std::string& name, const std::vector<NamedBody>& bodies) {
  const auto at = std::find_if(bodies.begin(), bodies.end(), [&](const NamedBody& b) { return b.name == name; });
  return at == bodies.end() ? -1 : int(at - bodies.begin());
}

TouchSide side_of(const std::string& both, std::vector<NamedBody>& bodies) {
  const std::size_t point = both.find('.');
  const std::string body = both.substr(0, point), surface = both.substr(point + 1);
  TouchSide out{number_of(body, bodies), 0};
  if (out.body < 0) {
    out.body = int(bodies.size());
    bodies.push_back({body, {}});
  }
  std::vector<std::string>& known = bodies[std::size_t(out.body)].surfaces;
  const auto at = std::find(known.begin(), known.end(), surface);
  out.surface = int(at - known.begin());
  if (at == known.end()) known.push_back(surface);
  return out;
}

TouchProblem problem_of(const TouchInput& in, const Model& model, const std::filesystem::path& cache_folder,
                        Observer& observer) {
  TouchProblem out;
  std::vector<NamedBody> bodies;
  for (std::size_t k = 0; k < in.surfaces.size(); k += 2) {
    const TouchSide first = side_of(in.surfaces[k], bodies), second = side_of(in.surfaces[k + 1], bodies);
    out.contacts.push_back({first, second});
  }
  out.extra_gap = extra_gap(in, model);
  out.slides = in.slides < 0 ? -1 : 1;
  double smallest = 1e300;
  for (const NamedBody& body : bodies) {
    const FeBody fe = prepare_body(model, body.name, cache_folder, observer);
    out.bodies.push_back(touch_body(body.name, std::make_shared<const FeModel>(fe.model),
                                    body_supports(model, body.name, *fe.mesh.file), body.surfaces));
    const Mesh& mesh = fe.mesh.file->mesh;
    smallest = std::min(smallest, (mesh.x.rowwise().maxCoeff() - mesh.x.rowwise().minCoeff()).norm());
  }
  for (const TouchMotionInput& motion : in.motions) {
    const int body = number_of(motion.body, bodies);
    if (body < 0) {
      std::vector<std::string> names;
      for (const NamedBody& known : bodies) names.push_back(fmt::format("'{}'", known.name));
      throw InputError(motion.where, fmt::format("motion: '{}' is none of the bodies that touch: {}", motion.body,
                                                 fmt::join(names, ", ")));
    }
    out.motions.push_back(motion_of(motion, body, out.bodies[0].plane));
  }
  out.friction = in.friction;
  out.sticks = in.sticks;
  out.along = in.slides_along;
  out.reach = in.reach > 0 ? in.reach : 0.1 * smallest;
  out.updates = in.updates;
  return out;
}

std::vector<VectorXd> loads_of(const TouchInput& in) {
  const auto& first = in.motions.front();
  std::vector<VectorXd> out(std::max(first.force.size(), first.moment.size()));
  for (std::size_t s = 0; s < out.size(); ++s) {
    out[s].resize(Index(in.motions.size()));
    for (std::size_t i = 0; i < in.motions.size(); ++i)
      out[s][Index(i)] = in.motions[i].force.empty() ? in.motions[i].moment[s] : in.motions[i].force[s];
  }
  return out;
}

}  // namespace

StageResult run_touch(const Model& model, const StageInput& stage, const std::filesystem::path& cache_folder,
                      Observer& observer) {
  const TouchInput& in = *std::find_if(model.touches.begin(), model.touches.end(),
                                       [&](const TouchInput& t) { return t.name == stage.touch; });
  const TouchProblem problem = at_place_of(in.where, fmt::format("touch '{}'", in.name),
                                           [&] { return problem_of(in, model, cache_folder, observer); });
  check_cancelled(observer);
  observer.begin("touch", stage.name);
  const std::vector<TouchStep> steps =
      at_place_of(in.where, fmt::format("touch '{}'", in.name), [&] { return solve_touch(problem, loads_of(in)); });
  StageResult out;
  out.record.steps = long(steps.size());
  long solves = 0;
  double open = 0;
  for (const TouchStep& step : steps) {
    solves += step.solves;
    open = std::max(open, step.balance_error);
  }
  out.record.iterations = solves;
  out.record.balances.push_back({"Contact forces carry the loads", "all steps", open, 1e-8, ""});
  add_touch_figures(stage, problem, steps, out);
  observer.end(fmt::format("{} load steps, {} linear solves", steps.size(), solves));
  return out;
}

}  // namespace trunnion
