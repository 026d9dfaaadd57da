#include "trunnion/run/fit_pictures.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "trunnion/math/point_bins.h"
#include "trunnion/run/frame_labels.h"
#include "trunnion/run/triangle_shapes.h"

namespace trunnion {
namespace {

constexpr double nan_value = std::numeric_limits<double>::quiet_NaN();
constexpr double node_reach = 1.15;  // the next row of nodes outside a fit lies farther
constexpr double cell_reach = 2;
constexpr double among = 1.5;  // points up to so many times the distance of the nearest one count
constexpr Index map_columns = 120, scene_columns = 72;
constexpr double cross_share = 0.025;  // of the width of the surface: size of what marks a point

/// A field of the points as it is shown.
struct Shown {
  const char *name, *title, *unit;
  VectorXd (*values)(const FitField&);
  bool may_be_nothing = false;  ///< no map where all values are zero or there are none
};

VectorXd states_of(const FitField& field) {
  VectorXd out(static_cast<Index>(field.state.size()));
  for (Index k = 0; k < out.size(); ++k) out[k] = static_cast<double>(field.state[static_cast<std::size_t>(k)]);
  return out;
}

const std::vector<Shown>& shown_fields() {
  static const std::vector<Shown> list{
      {"contact pressure", "Pressure", "Pa", [](const FitField& f) { return f.pressure; }},
      {"friction stress", "Friction stress", "Pa",
       [](const FitField& f) { return VectorXd(f.shear.colwise().norm().transpose()); }},
      {"slip", "Slip", "m", [](const FitField& f) { return VectorXd(f.motion.colwise().norm().transpose()); }},
      {"work of sliding", "Work of sliding per area", "J/m^2", [](const FitField& f) { return f.work; }, true},
      {"friction power", "Mean friction power per area", "W/m^2", [](const FitField& f) { return f.power; }, true},
      {"contact state", "What is open, rests and slides", "", states_of}};
  return list;
}

// A state is one of three, not a mean.
VectorXd at_places(const Shown& shown, const FitPlaces& places, const FitField& field) {
  VectorXd values = places.means * shown.values(field);
  if (shown.values == states_of) values = values.array().round();
  return values;
}

std::array<const char*, 2> way_names(const FitAxis& axis) {
  if (axis.round) return {"around the axis", axis.cylindrical() ? "along the axis" : "along the meridian"};
  return {"along the first direction", "along the second direction"};
}

/// The mean direction of the surface through a point, `arm` away from the center.
Vector3d along_meridian(const FitAxis& axis, const Vector3d& arm) {
  const Vector3d away = (arm - arm.dot(axis.direction) * axis.direction).normalized();
  return axis.meridian.x() * away + axis.meridian.y() * axis.direction;
}

/// Motion of the outer against the inner surface, as the maps lie: around the axis and along the meridian.
Eigen::Matrix2Xd slip_along_axes(const FitSurface& surface, const FitField& field) {
  const Vector3d third = surface.axis.direction.cross(surface.axis.across);
  Eigen::Matrix2Xd out(2, surface.position.cols());
  for (Index k = 0; k < out.cols(); ++k) {
    const Vector3d way = field.motion(0, k) * surface.t1.col(k) + field.motion(1, k) * surface.t2.col(k);
    const Vector3d arm = surface.position.col(k) - surface.axis.center;
    if (!surface.axis.round) {
      out.col(k) << way.dot(surface.axis.across), way.dot(third);
      continue;
    }
    const Vector3d around = surface.axis.direction.cross(arm).normalized();
    Vector3d along = Vector3d(surface.t1.col(k)).cross(Vector3d(surface.t2.col(k))).cross(around);
    if (along_meridian(surface.axis, arm).dot(along) < 0) along *= -1;
    out.col(k) << way.dot(around), way.dot(along);
  }
  return out;
}

/// Cells of the unrolled surface, row after row from the top.
struct Sheet {
  std::vector<std::string> rows, columns;
  VectorXd across, along;  ///< of the rows, and of the columns of a surface that is not round [m]
  Matrix3Xd place;
};

/// Place of the surface in a plane through the axis, away from it and along it, `s` along its mean direction: a curved
/// meridian lies off that by as much as the points at the same height do.
Eigen::Vector2d on_meridian(const FitAxis& axis, const Matrix3Xd& position, const Eigen::Matrix2Xd& flat, double s,
                            double height) {
  const Eigen::Vector2d off(-axis.meridian.y(), axis.meridian.x());
  const double reach = std::max(height, among * (flat.row(1).array() - s).abs().minCoeff());
  double sum = 0;
  Index count = 0;
  for (Index k = 0; k < position.cols(); ++k) {
    if (std::abs(flat(1, k) - s) > reach) continue;
    const Vector3d d = position.col(k) - axis.center;
    const double z = d.dot(axis.direction);
    sum += off.dot(Eigen::Vector2d((d - z * axis.direction).norm() - axis.radius, z));
    ++count;
  }
  return Eigen::Vector2d(axis.radius, 0) + s * axis.meridian + sum / static_cast<double>(count) * off;
}

Sheet sheet_of(const FitAxis& axis, const Matrix3Xd& position, Index columns) {
  const Eigen::Matrix2Xd flat = unrolled(axis, position);
  Eigen::Vector2d low = flat.rowwise().minCoeff(), high = flat.rowwise().maxCoeff();
  if (axis.round) {
    low[0] = -std::numbers::pi * axis.radius;
    high[0] = -low[0];
  }
  const double cell = (high[0] - low[0]) / static_cast<double>(columns);
  const Index rows = std::clamp<Index>(static_cast<Index>(std::round((high[1] - low[1]) / cell)), 2, columns);
  const double height = (high[1] - low[1]) / static_cast<double>(rows);
  const Vector3d third = axis.direction.cross(axis.across);
  Sheet sheet;
  sheet.place.resize(3, rows * columns);
  sheet.across.resize(rows);
  if (!axis.round) sheet.along.resize(columns);
  for (Index j = 0; j < columns; ++j) {
    const double x = low[0] + (static_cast<double>(j) + 0.5) * cell;
    sheet.columns.push_back(axis.round ? fmt::format("{:.0f}°", x / axis.radius * 180 / std::numbers::pi)
                                       : fmt::format("{:.1f} mm", 1e3 * x));
    if (!axis.round) sheet.along[j] = x;
  }
  for (Index i = 0; i < rows; ++i) {
    const double z = high[1] - (static_cast<double>(i) + 0.5) * height;
    const Eigen::Vector2d at = axis.round ? on_meridian(axis, position, flat, z, height) : Eigen::Vector2d(0, z);
    sheet.rows.push_back(fmt::format("{:.1f} mm", 1e3 * z));
    sheet.across[i] = z;
    for (Index j = 0; j < columns; ++j) {
      const double x = low[0] + (static_cast<double>(j) + 0.5) * cell, angle = axis.round ? x / axis.radius : 0;
      sheet.place.col(i * columns + j) =
          axis.center + (axis.round ? Vector3d(at.x() * (std::cos(angle) * axis.across + std::sin(angle) * third) +
                                               at.y() * axis.direction)
                                    : Vector3d(x * axis.across + z * third));
    }
  }
  return sheet;
}

/// Where a watched point lies on the sheet.
std::array<int, 2> cell_of(const Sheet& sheet, const Vector3d& point) {
  Index cell = 0;
  (sheet.place.colwise() - point).colwise().squaredNorm().minCoeff(&cell);
  const auto columns = static_cast<Index>(sheet.columns.size());
  return {static_cast<int>(cell / columns), static_cast<int>(cell % columns)};
}

std::string in_mm(const Vector3d& place) {
  const Vector3d mm = (1e6 * place).array().round() / 1e3 + 0.0;  // no remainders of a cosine, no "-0"
  return fmt::format("({:.6g}, {:.6g}, {:.6g}) mm", mm.x(), mm.y(), mm.z());
}

/// How a watched point stands to the place that was asked for: pressures are known at points of faces, not at nodes.
std::string asked_place(const FitWatch& watch, const Matrix3Xd& position) {
  if (!watch.place) return "";
  const std::string place = in_mm(*watch.place);
  if (watch.weights.size() > 0)
    return fmt::format(", values at {} itself, of the plane through {} points", place, watch.around.size());
  if (!watch.around.empty())
    return fmt::format(", mean of {} points within {:.2g} mm of {}", watch.around.size(), 1e3 * watch.radius, place);
  return fmt::format(", the point nearest to {}, {:.2g} mm from it", place,
                     1e3 * (position.col(watch.point) - *watch.place).norm());
}

/// "Watched: 'M' at 90°, 38.6 mm (marked), the point nearest to (0, 22, 38) mm, 0.6 mm from it."
std::string watched_sentence(const FitSurface& surface) {
  std::string sentence;
  const Eigen::Matrix2Xd flat = unrolled(surface.axis, surface.position);
  for (const FitWatch& watch : surface.watched) {
    const Eigen::Vector2d at = flat.col(watch.point);
    sentence +=
        fmt::format("{}'{}' at {}, {:.1f} mm{}{}", sentence.empty() ? " Watched: " : "; ", watch.name,
                    surface.axis.round ? fmt::format("{:.0f}°", at[0] / surface.axis.radius * 180 / std::numbers::pi)
                                       : fmt::format("{:.1f} mm", 1e3 * at[0]),
                    1e3 * at[1], sentence.empty() ? " (marked)" : "", asked_place(watch, surface.position));
  }
  return sentence.empty() ? "" : sentence + ".";
}

/// Marks the watched points on all maps of a surface.
void mark_watched(const Sheet& sheet, const FitSurface& surface, std::vector<MatrixMap>& maps) {
  if (surface.watched.empty()) return;
  const std::string sentence = watched_sentence(surface);
  const std::array<int, 2> cell = cell_of(sheet, surface.position.col(surface.watched.front().point));
  for (MatrixMap& map : maps) {
    map.marked = cell;
    map.detail += sentence;
  }
}

/// A cross on the flat surface, a little above it.
std::shared_ptr<Mesh> cross_at(const Eigen::Vector2d& at, double size) {
  TriangleShapes bars;
  for (const double turn : {1.0, -1.0}) {
    const Vector3d along = Vector3d(1, turn, 0).normalized();
    Matrix3d axes;
    axes << along, Vector3d::UnitZ().cross(along), Vector3d::UnitZ();
    bars.add_box({at.x(), at.y(), 0}, axes, {size, 0.15 * size, 0.05 * size});
  }
  return bars.mesh();
}

/// Values of the cells as a map.
MatrixMap sheet_map(const Sheet& sheet, const FitPlaces& cells, const FitAxis& axis, const VectorXd& values) {
  const auto rows = static_cast<Index>(sheet.rows.size()), columns = static_cast<Index>(sheet.columns.size());
  MatrixMap map;
  map.detail = axis.round ? fmt::format("Rolled out at a {}radius of {:.4g} mm: angle about the axis, way along {}.",
                                        axis.cylindrical() ? "" : "mean ", 1e3 * axis.radius,
                                        axis.cylindrical() ? "it" : "the meridian")
                          : "In the plane of the surface.";
  map.row_names = sheet.rows;
  map.column_names = sheet.columns;
  map.row_places = sheet.across;
  map.column_places = sheet.along;
  map.row_unit = map.column_unit = std::string("m");
  map.scale = FieldScale::magnitude;
  map.nan_label = "outside";
  map.sheet = true;
  map.values = MatrixXd::Constant(rows, columns, nan_value);
  for (Index i = 0; i < values.size(); ++i) {
    const Index cell = cells.place[static_cast<std::size_t>(i)];
    map.values(cell / columns, cell % columns) = values[i];
  }
  return map;
}

}  // namespace

std::vector<FitElement> fit_elements(const Mechanism& m) {
  std::vector<FitElement> out;
  for (std::size_t f = 0; f < m.body_forces.size(); ++f)
    if (auto force = std::dynamic_pointer_cast<const FitForce>(m.body_forces[f].law))
      out.push_back({m.body_forces[f].name, m.body_forces[f].bodies[0], m.marker_forces.size() + f, std::move(force)});
  return out;
}

FitField field_at(const Mechanism& m, const FitElement& fit, const Snapshot& snapshot) {
  return fit.force->field(snapshot.x.q.segment(m.first_mode[fit.body], m.bodies[fit.body].num_modes()),
                          snapshot.history[fit.slot]);
}

FitField field_at(const Mechanism& m, const FitElement& fit, const Snapshot& snapshot,
                  const std::map<std::string, FitStates>& swept) {
  if (const auto states = swept.find(fit.name); states != swept.end() && states->second.fit.body == fit.body) {
    const std::vector<double>& at = states->second.at;
    if (const auto place = std::find(at.begin(), at.end(), snapshot.t); place != at.end())
      return states->second.fields[static_cast<std::size_t>(place - at.begin())];
  }
  return field_at(m, fit, snapshot);
}

FitPlaces nearby_points(const Matrix3Xd& places, const Matrix3Xd& points, const VectorXd& area, double reach) {
  const double farthest = reach * std::sqrt(area.maxCoeff());
  const PointBins bins(points, among * farthest);
  FitPlaces out;
  std::vector<Eigen::Triplet<double>> entries;
  std::vector<Index> here;
  for (Index i = 0; i < places.cols(); ++i) {
    const Vector3d x = places.col(i);
    const auto distance = [&](Index k) { return (points.col(k) - x).norm(); };
    bins.near(x, here);
    if (here.empty()) continue;
    const Index nearest =
        *std::min_element(here.begin(), here.end(), [&](Index a, Index b) { return distance(a) < distance(b); });
    const double least = distance(nearest);
    if (least > reach * std::sqrt(area[nearest])) continue;
    const double limit = among * least + 1e-9 * farthest;
    std::erase_if(here, [&](Index k) { return distance(k) > limit; });
    double sum = 0;
    for (const Index k : here) sum += area[k];
    const auto row = static_cast<int>(out.place.size());
    out.place.push_back(static_cast<std::int32_t>(i));
    for (const Index k : here) entries.emplace_back(row, static_cast<int>(k), area[k] / sum);
  }
  out.means.resize(static_cast<Index>(out.place.size()), points.cols());
  out.means.setFromTriplets(entries.begin(), entries.end());
  return out;
}

std::vector<NodeField> fit_fields(Index nodes, const std::vector<std::pair<const FitPlaces*, const FitField*>>& fits) {
  std::vector<NodeField> out;
  for (const Shown& shown : shown_fields()) {
    if (std::any_of(fits.begin(), fits.end(), [&](const auto& fit) { return shown.values(*fit.second).size() == 0; }))
      continue;
    MatrixXd values = MatrixXd::Constant(1, nodes, nan_value);
    for (const auto& [places, field] : fits) {
      const VectorXd at = at_places(shown, *places, *field);
      for (Index i = 0; i < at.size(); ++i) values(0, places->place[static_cast<std::size_t>(i)]) = at[i];
    }
    out.push_back({shown.name, shown.unit, std::move(values), FieldScale::magnitude});
  }
  return out;
}

FitPictures::FitPictures(const BuiltMechanism& built, const Scene& scene, const std::map<std::string, FitStates>& swept,
                         bool in_time)
    : built_(built), swept_(swept), fits_(fit_elements(built.mechanism)), in_time_(in_time), power_(fits_.size()) {
  for (const FitElement& fit : fits_) {
    const FitRows& rows = fit.force->fit();
    places_.push_back(
        nearby_points(scene.bodies[static_cast<std::size_t>(fit.body)].mesh->x, rows.position, rows.area, node_reach));
  }
}

void FitPictures::add_fields(const Snapshot& snapshot, Frame& frame) {
  if (snapshot.history.empty()) return;
  std::vector<FitField> fields;
  for (std::size_t f = 0; f < fits_.size(); ++f) {
    fields.push_back(field_at(built_.mechanism, fits_[f], snapshot, swept_));
    if (in_time_) power_[f].add(snapshot.t, fields.back());
  }
  for (std::size_t b = 0; b < built_.mechanism.bodies.size(); ++b) {
    std::vector<std::pair<const FitPlaces*, const FitField*>> here;
    for (std::size_t f = 0; f < fits_.size(); ++f)
      if (fits_[f].body == static_cast<Index>(b)) here.emplace_back(&places_[f], &fields[f]);
    if (here.empty() || frame.bodies[b].displacement.cols() == 0) continue;
    const std::vector<NodeField> more = fit_fields(frame.bodies[b].displacement.cols(), here);
    frame.bodies[b].fields.insert(frame.bodies[b].fields.begin(), more.begin(), more.end());
  }
}

void MeanPower::add(double time, FitField& field) {
  field.power = VectorXd::Zero(field.work.size());
  if (work_.size() > 0 && time > time_) field.power = (field.work - work_) / (time - time_);
  work_ = field.work;
  time_ = time;
}

std::vector<NamedArray> point_arrays(const FitSurface& surface, const FitField& field) {
  std::vector<NamedArray> arrays{{"position", "m", surface.position.transpose()},
                                 {"unrolled", "m", unrolled(surface.axis, surface.position).transpose()},
                                 {"area", "m^2", surface.area},
                                 {"pressure", "Pa", field.pressure},
                                 {"gap", "m", field.gap},
                                 {"friction_stress", "Pa", field.shear.transpose()},
                                 {"slip", "m", field.motion.transpose()},
                                 {"slip_work", "J/m^2", field.work},
                                 {"state", "", states_of(field)}};
  if (field.power.size() > 0) arrays.push_back({"friction_power", "W/m^2", field.power});
  return arrays;
}

FitSurface surface_of(const FitElement& fit) {
  const FitRows& rows = fit.force->fit();
  return {rows.position, rows.t1, rows.t2, rows.area, fit.force->axis(), fit.force->watched()};
}

std::vector<MatrixMap> unrolled_maps(const std::string& section, const std::string& title, const FitSurface& surface,
                                     const FitField& field) {
  const Sheet sheet = sheet_of(surface.axis, surface.position, map_columns);
  const FitPlaces cells = nearby_points(sheet.place, surface.position, surface.area, cell_reach);
  std::vector<MatrixMap> maps;
  for (const Shown& shown : shown_fields()) {
    if (shown.may_be_nothing && (shown.values(field).size() == 0 || shown.values(field).isZero(0))) continue;
    MatrixMap& map = maps.emplace_back(sheet_map(sheet, cells, surface.axis, at_places(shown, cells, field)));
    map.section = section;
    map.title = fmt::format("{}, {}", shown.title, title);
    map.unit = shown.unit;
    if (shown.values == states_of) {
      map.class_limits = {0.5, 1.5};
      map.class_labels = {"open", "rests", "slides"};
    }
  }
  const Eigen::Matrix2Xd slip = slip_along_axes(surface, field);
  for (Index c = 0; c < 2; ++c) {
    if (slip.row(c).isZero(0)) continue;
    MatrixMap& map = maps.emplace_back(sheet_map(sheet, cells, surface.axis, cells.means * slip.row(c).transpose()));
    map.section = section;
    map.title = fmt::format("Slip {}, {}", way_names(surface.axis)[static_cast<std::size_t>(c)], title);
    map.unit = std::string(1, 'm');  // a literal sets off a false warning of GCC 12
    map.scale = FieldScale::signed_values;
  }
  mark_watched(sheet, surface, maps);
  return maps;
}

UnrolledScene::UnrolledScene(const std::string& stage, const std::string& fit, const FitSurface& surface, Axis over)
    : over_(std::move(over)) {
  scene_.name = fmt::format("{}-{}-unrolled", stage, fit);
  scene_.title = fmt::format("Fit '{}' rolled out", fit);
  scene_.kind = SceneKind::time;
  const Sheet sheet = sheet_of(surface.axis, surface.position, scene_columns);
  nodes_ = nearby_points(sheet.place, surface.position, surface.area, cell_reach);
  const auto columns = static_cast<Index>(sheet.columns.size()), rows = static_cast<Index>(sheet.rows.size());
  Matrix3Xd x = Matrix3Xd::Zero(3, rows * columns);
  x.topRows<2>() = unrolled(surface.axis, sheet.place);
  Eigen::MatrixXi cells(3, 2 * (rows - 1) * (columns - 1));
  Index at = 0;
  for (Index i = 0; i + 1 < rows; ++i)
    for (Index j = 0; j + 1 < columns; ++j) {
      const auto a = static_cast<int>(i * columns + j), below = static_cast<int>(a + columns);
      cells.col(at++) << a, below, below + 1;
      cells.col(at++) << a, below + 1, a + 1;
    }
  scene_.bodies.push_back({fit, mesh_of(x, CellType::tri3, cells)});
  const Eigen::Matrix2Xd flat = unrolled(surface.axis, surface.position);
  const double size = cross_share * (x.row(0).maxCoeff() - x.row(0).minCoeff());
  for (const FitWatch& watch : surface.watched)
    scene_.bodies.push_back({fmt::format("watched {}", watch.name), cross_at(flat.col(watch.point), size)});
}

void UnrolledScene::add_frame(double at, const FitField& field) {
  Frame& frame = scene_.frames.emplace_back(Frame{"", at, {}});
  BodyFrame& body = frame.bodies.emplace_back();
  body.fields = fit_fields(scene_.bodies.front().mesh->num_nodes(), {{&nodes_, &field}});
  frame.bodies.resize(scene_.bodies.size());
}

Scene UnrolledScene::scene() const {
  Scene all = scene_;
  label_frames(over_, all);
  return all;
}

}  // namespace trunnion
