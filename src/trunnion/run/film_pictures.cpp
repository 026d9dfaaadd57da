#include "trunnion/run/film_pictures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "trunnion/forces/film_bearing_force.h"
#include "trunnion/run/marker_frame.h"
#include "trunnion/run/triangle_shapes.h"

namespace trunnion {

namespace {

constexpr double lift = 0.01;  // share of the radius by which a sheet lies above its face: both are seen
constexpr Index sheet_columns = 120, sheet_rows = 24;
constexpr std::size_t most_instants = 61;  // of a moving map: 0.5 MB of a page

Matrix3Xd places(const FilmGrid& grid) {
  Matrix3Xd x(3, grid.size());
  const bool annulus = grid.shape == FilmGrid::Shape::annulus;
  for (Index i = 0; i < grid.columns(); ++i)
    for (Index j = 0; j < grid.rows(); ++j) {
      const double r = grid.arm[j] * (annulus ? 1 : 1 + lift);
      x.col(grid.at(i, j)) << r * std::cos(grid.along[i]), r * std::sin(grid.along[i]),
          annulus ? -lift * grid.arm[0] : grid.across[j];
    }
  return x;
}

std::shared_ptr<const Mesh> sheet(const FilmGrid& grid) {
  Eigen::MatrixXi cells(4, grid.faces() * (grid.rows() - 1));
  Index cell = 0;
  for (Index i = 0; i < grid.faces(); ++i)
    for (Index j = 0; j + 1 < grid.rows(); ++j)
      cells.col(cell++) << static_cast<int>(grid.at(i, j)), static_cast<int>(grid.at(grid.next(i), j)),
          static_cast<int>(grid.at(grid.next(i), j + 1)), static_cast<int>(grid.at(i, j + 1));
  return mesh_of(places(grid), CellType::quad4, cells);
}

/// A field of films as it is shown.
struct Shown {
  const char *name, *title, *unit;
  const VectorXd& (*values)(const FilmFields&);
  FieldScale scale;
};
constexpr Shown shown_fields[] = {
    {"film pressure", "Pressure above the surroundings", "Pa",
     [](const FilmFields& f) -> const VectorXd& { return f.pressure; }, FieldScale::magnitude},
    {"asperity pressure", "Pressure of asperities", "Pa",
     [](const FilmFields& f) -> const VectorXd& { return f.contact; }, FieldScale::magnitude},
    {"film thickness", "Film thickness", "m", [](const FilmFields& f) -> const VectorXd& { return f.gap; },
     FieldScale::small_is_bright},
    {"fill ratio", "Fill ratio", "", [](const FilmFields& f) -> const VectorXd& { return f.theta; },
     FieldScale::small_is_bright}};

double sheet_angle(Index column) { return 2 * std::numbers::pi * (static_cast<double>(column) + 0.5) / sheet_columns; }
double sheet_across(const FilmGrid& grid, Index row) {
  const double low = grid.across[0], high = grid.across[grid.rows() - 1];
  return high - (high - low) * (static_cast<double>(row) + 0.5) / sheet_rows;
}

// Bilinear between nodes at an angle and a place across.
double sample(const FilmGrid& grid, const VectorXd& values, double angle, double across) {
  const auto share = [](double x, double a, double b) { return std::clamp((x - a) / (b - a), 0.0, 1.0); };
  Index i = grid.columns() - 1;
  for (Index k = 0; k < grid.columns(); ++k)
    if (grid.along[k] <= angle) i = k;
  if (angle < grid.along[0]) i = grid.columns() - 1;
  Index j = 0;
  while (j + 2 < grid.rows() && grid.across[j + 1] < across) ++j;
  double from = grid.along[i];
  if (from > angle) from -= 2 * std::numbers::pi;
  const double u = std::clamp((angle - from) / grid.step[i], 0.0, 1.0),
               v = share(across, grid.across[j], grid.across[j + 1]);
  const Index e = grid.next(i);
  return (1 - u) * ((1 - v) * values[grid.at(i, j)] + v * values[grid.at(i, j + 1)]) +
         u * ((1 - v) * values[grid.at(e, j)] + v * values[grid.at(e, j + 1)]);
}

MatrixMap sheet_map(const std::string& section, std::string title, const FilmGrid& grid, const Shown& shown) {
  MatrixMap map;
  map.section = section;
  map.title = std::move(title);
  map.detail = fmt::format("Rolled out: angle from x of the marker that the grid rides on, {} upwards.",
                           grid.shape == FilmGrid::Shape::annulus ? "radius" : "way along the axis");
  map.unit = shown.unit;
  map.scale = shown.scale;
  map.sheet = true;
  for (Index c = 0; c < sheet_columns; ++c)
    map.column_names.push_back(fmt::format("{:.0f}°", sheet_angle(c) * 180 / std::numbers::pi));
  map.row_unit = std::string("m");
  map.row_places.resize(sheet_rows);
  for (Index r = 0; r < sheet_rows; ++r) {
    map.row_places[r] = sheet_across(grid, r);
    map.row_names.push_back(fmt::format("{:.1f} mm", 1e3 * map.row_places[r]));
  }
  return map;
}

// The cells of a sheet, from the top.
MatrixXd rolled_out(const FilmGrid& grid, const VectorXd& values) {
  MatrixXd out(sheet_rows, sheet_columns);
  for (Index r = 0; r < sheet_rows; ++r)
    for (Index c = 0; c < sheet_columns; ++c) out(r, c) = sample(grid, values, sheet_angle(c), sheet_across(grid, r));
  return out;
}

}  // namespace

std::vector<FilmElement> film_elements(const Mechanism& m) {
  std::vector<FilmElement> out;
  for (std::size_t f = 0; f < m.marker_forces.size(); ++f)
    if (const auto* force = dynamic_cast<const FilmBearingForce*>(m.marker_forces[f].law.get()))
      out.push_back({m.marker_forces[f].name, &force->bearing(), &m.markers[m.marker_forces[f].J], f});
  for (std::size_t f = 0; f < m.body_forces.size(); ++f)
    if (const auto* force = dynamic_cast<const FlexibleFilmForce*>(m.body_forces[f].law.get()))
      out.push_back(
          {m.body_forces[f].name, &force->data().film, &force->data().J, m.marker_forces.size() + f, &force->data()});
  return out;
}

FilmPictures::FilmPictures(const BuiltMechanism& built) : built_(built), films_(film_elements(built.mechanism)) {}

void FilmPictures::add_bodies(Scene& scene) const {
  for (const FilmElement& film : films_) scene.bodies.push_back({"film of " + film.name, sheet(film.film->film.grid)});
}

void FilmPictures::add_frame(const Snapshot& snapshot, Frame& frame) const {
  for (const FilmElement& film : films_) {
    const FrameMotion at = marker_frame(built_.mechanism, snapshot.x, *film.carrier);
    BodyFrame& body = frame.bodies.emplace_back();
    body.rotation = at.R;
    body.translation = at.r;
    const Index nodes = film.film->film.grid.size();
    const FilmFields fields =
        snapshot.history.empty() ? FilmFields{} : film_fields(*film.film, snapshot.history[film.slot]);
    for (const Shown& shown : shown_fields) {
      MatrixXd values = MatrixXd::Constant(1, nodes, std::numeric_limits<double>::quiet_NaN());
      if (fields.known) values = shown.values(fields).transpose();
      body.fields.push_back({shown.name, shown.unit, std::move(values), shown.scale});
    }
  }
}

std::vector<MatrixMap> film_maps(const std::string& section, const std::string& title, const FilmGrid& grid,
                                 const FilmFields& fields) {
  std::vector<MatrixMap> maps;
  if (!fields.known || grid.shape == FilmGrid::Shape::plane) return maps;
  for (const Shown& shown : shown_fields) {
    if (&shown.values(fields) == &fields.contact && !(fields.contact.maxCoeff() > 0)) continue;  // nothing touches
    MatrixMap& map = maps.emplace_back(sheet_map(section, fmt::format("{}, {}", shown.title, title), grid, shown));
    map.values = rolled_out(grid, shown.values(fields));
  }
  return maps;
}

std::vector<MatrixMap> moving_film_maps(const std::string& section, const std::string& name, const FilmGrid& grid,
                                        const std::vector<FilmInstant>& instants) {
  std::vector<MatrixMap> maps;
  if (instants.size() < 3 || grid.shape == FilmGrid::Shape::plane) return maps;
  const std::size_t count = std::min(instants.size(), most_instants);
  for (const Shown& shown : shown_fields) {
    MatrixMap map = sheet_map(section, fmt::format("{}, '{}' over time", shown.title, name), grid, shown);
    map.detail += " Follows the time bar of the 3-D view.";
    bool touches = false;
    for (std::size_t k = 0; k < count; ++k) {
      const FilmInstant& at = instants[k * (instants.size() - 1) / (count - 1)];
      touches = touches || at.fields.contact.maxCoeff() > 0;
      map.instants.push_back({at.time, rolled_out(grid, shown.values(at.fields))});
    }
    if (&shown.values(instants[0].fields) == &instants[0].fields.contact && !touches) continue;
    map.values = map.instants.back().values;
    maps.push_back(std::move(map));
  }
  return maps;
}

}  // namespace trunnion
