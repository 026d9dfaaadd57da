#include "trunnion/run/fit_inputs.h"

#include <algorithm>
#include <memory>
#include <numeric>

#include "trunnion/base/formula.h"
#include "trunnion/contact/surface.h"
#include "trunnion/fe_contact/free_expansion.h"
#include "trunnion/fem/element_properties.h"
#include "trunnion/run/csv_curve.h"
#include "trunnion/run/error_place.h"

namespace trunnion {
namespace {

constexpr Index nearest = 6;       ///< measured places that speak for one in between
constexpr Index plane_points = 6;  ///< that say what happens at a watched place between them

/// Values at scattered places: the nearest ones, weighted with the inverse square of their distance.
std::function<double(const Vector3d&)> measured_field(const std::filesystem::path& file) {
  const std::vector<Kind> length{Kind::length};
  const CsvColumns columns = read_csv_columns(file, {length, length, length, length});
  if (columns.values.rows() == 0) throw InputError(fmt::format("{}: there are no rows of numbers", columns.name));
  return [places = Matrix3Xd(columns.values.leftCols<3>().transpose()),
          values = VectorXd(columns.values.col(3))](const Vector3d& x) {
    const VectorXd distance = (places.colwise() - x).colwise().squaredNorm();
    std::vector<Index> order(static_cast<std::size_t>(values.size()));
    std::iota(order.begin(), order.end(), 0);
    const auto count = static_cast<std::ptrdiff_t>(std::min(nearest, values.size()));
    std::partial_sort(order.begin(), order.begin() + count, order.end(),
                      [&](Index a, Index b) { return distance[a] < distance[b]; });
    if (distance[order[0]] == 0) return values[order[0]];
    double sum = 0, weights = 0;
    for (auto i = order.begin(); i != order.begin() + count; ++i) {
      sum += values[*i] / distance[*i];
      weights += 1 / distance[*i];
    }
    return sum / weights;
  };
}

std::function<double(const Vector3d&)> interference_of(const FitInput& in, const Model& model, FitSize size) {
  if (in.interference) {
    const double value = size == FitSize::basis ? in.basis_interference.value_or(*in.interference) : *in.interference;
    return [value](const Vector3d&) { return value; };
  }
  if (!in.table.empty()) return measured_field(in.table);
  if (in.formula.empty()) return {};
  const auto formula = std::make_shared<Formula>(in.formula, surface_variables(), model.parameters.lookup());
  if (!(formula->dimension() == info(Kind::length).dimension))
    throw InputError(fmt::format("interference_formula gives a value in {}, but an interference is a length",
                                 text(formula->dimension()).empty() ? "no unit" : text(formula->dimension())));
  return [formula](const Vector3d& x) { return (*formula)(std::span<const double>(x.data(), 3)); };
}

}  // namespace

std::vector<FitOptions> body_fits(const Model& model, const std::string& body, FitSize size) {
  std::vector<FitOptions> fits;
  for (const FitInput& in : model.fits) {
    if (in.body != body) continue;
    FitOptions& fit = fits.emplace_back();
    fit.zone.name = in.name;
    fit.zone.outer = in.outer;
    fit.zone.inner = in.inner;
    fit.zone.points = in.points;
    fit.zone.geometric = in.geometric;
    fit.zone.reach = in.reach;
    fit.zone.interference =
        at_place_of(in.where, fmt::format("fit '{}'", in.name), [&] { return interference_of(in, model, size); });
    fit.law = fit_law(in);
    fit.clamp_force = in.clamp_force;
  }
  return fits;
}

void add_expansions(const FlexibleBodyInput& input, const FeModel& model, std::vector<FitOptions>& fits) {
  const Mesh& mesh = model.file->mesh;
  VectorXd change = VectorXd::Zero(mesh.num_elements());
  const SourceLocation* where = nullptr;
  for (const PartInput& part : input.parts) {
    if (part.temperature == 0) continue;
    where = &part.where;
    const std::string& set = part.mesh ? part.name : part.elements;
    if (set.empty())
      throw InputError(part.where, "part: a 'temperature' needs named 'elements', or a part with a mesh of its own");
    for (const ElementId e : elements_named(mesh, set, "part")) change[e.value] = part.temperature;
  }
  if (where == nullptr) return;
  std::vector<ZoneInput> zones;
  for (const FitOptions& fit : fits) zones.push_back(fit.zone);
  const auto motions = at_place_of(*where, fmt::format("flexible_body '{}'", input.name),
                                   [&] { return free_expansions(model, change, zones); });
  for (std::size_t f = 0; f < fits.size(); ++f) fits[f].zone.expansion = motions[f];
}

VectorXd plane_weights(const Vector3d& place, const Matrix3Xd& points, const Vector3d& t1, const Vector3d& t2) {
  Eigen::Matrix<double, 3, 2> tangents;
  tangents << t1, t2;
  const Vector3d mean = points.rowwise().mean();
  const MatrixXd away = (points.colwise() - mean).transpose() * tangents;
  // Mean of the points and slopes about it; across points on one line there is none.
  const VectorXd slope =
      away.transpose().completeOrthogonalDecomposition().solve(VectorXd(tangents.transpose() * (place - mean)));
  return slope.array() + 1 / static_cast<double>(points.cols());
}

std::vector<FitWatch> watched_points(const FitInput& fit, const Matrix3Xd& position, const Matrix3Xd& t1,
                                     const Matrix3Xd& t2) {
  std::vector<FitWatch> out;
  for (const WatchInput& at : fit.watch) {
    FitWatch& watch = out.emplace_back(FitWatch{at.name, 0, {}, at.at, at.radius, {}});
    const VectorXd distance = (position.colwise() - at.at).colwise().norm();
    distance.minCoeff(&watch.point);
    for (Index k = 0; k < distance.size(); ++k)
      if (distance[k] < at.radius) watch.around.push_back(k);
    if (at.radius > 0) continue;
    VectorXd sorted = distance;
    const Index count = std::min<Index>(plane_points, sorted.size());
    std::nth_element(sorted.begin(), sorted.begin() + count - 1, sorted.end());
    const double farthest = sorted[count - 1] * (1 + 1e-6);  // those as near as the last one count as well
    for (Index k = 0; k < distance.size(); ++k)
      if (distance[k] <= farthest) watch.around.push_back(k);
    watch.weights = plane_weights(at.at, position(Eigen::all, watch.around), t1.col(watch.point), t2.col(watch.point));
  }
  return out;
}

std::vector<Fit> zones_of(const Model& model, const FeBody& body) {
  std::vector<Fit> fits;
  std::vector<FitOptions> options = body_fits(model, body.name, FitSize::simulated);
  add_expansions(find_body(model, body.name), body.model, options);
  for (const FitOptions& fit : options) {
    const auto input = std::find_if(model.fits.begin(), model.fits.end(),
                                    [&](const FitInput& in) { return in.name == fit.zone.name; });
    fits.push_back({at_place_of(input->where, fmt::format("fit '{}'", fit.zone.name),
                                [&] { return contact_zone(body.model, fit.zone); }),
                    fit.law, fit.clamp_force});
  }
  return fits;
}

void refuse_other_interferences(const Model& model, const FeBody& body) {
  const bool other = std::any_of(model.fits.begin(), model.fits.end(), [&](const FitInput& in) {
    return in.body == body.name && in.basis_interference && *in.basis_interference != *in.interference;
  });
  if (other) zones_of(model, body);
}

}  // namespace trunnion
