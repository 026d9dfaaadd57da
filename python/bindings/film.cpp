// python/bindings/film.cpp -- oil films on a grid: pressure and fill ratio, what they do to the faces, derivatives.
#include <fmt/format.h>

#include "bind.h"
#include "trunnion/base/error.h"
#include "trunnion/lubrication/bearing_film.h"

namespace trunnion::python {
namespace {

using Motion = std::tuple<Doubles, Doubles, double, double>;  // gap, rate (columns x rows), speeds of the faces
using Past = std::tuple<double, Doubles, Doubles>;            // step, fill, content

VectorXd flat(const Doubles& x) { return Eigen::Map<const VectorXd>(x.data(), x.size()); }

FilmGrid grid_of(const std::string& shape, double radius, const Doubles& along, const Doubles& across) {
  if (shape == "annulus") return annulus_grid(flat(along), flat(across));
  if (shape == "cylinder") return cylinder_grid(radius, flat(along), flat(across));
  return plane_grid(flat(along), flat(across));
}

FilmFeed feed_of(const py::dict& in) {
  const Numbers number{in};
  return {in["name"].cast<std::string>(), number("along"),    number("along_width"), number("across"),
          number("across_width"),         number("diameter"), number("pressure")};
}

struct GridFilm {
  std::string name;
  Film film;
  py::ssize_t feeds;
};

std::shared_ptr<GridFilm> grid_film(const std::string& name, const FilmGrid& grid, const std::vector<py::dict>& feeds,
                                    const std::array<bool, 4>& open, double ambient, const std::array<double, 4>& oil,
                                    const std::array<double, 3>& roughness, const std::string& rupture) {
  static const std::map<std::string, Rupture> kinds{
      {"conserving", Rupture::conserving}, {"reynolds", Rupture::reynolds}, {"none", Rupture::none}};
  if (!kinds.contains(rupture))
    throw py::value_error("rupture: '" + rupture + "' must be conserving, reynolds or none");
  std::vector<FilmFeed> patches;
  for (const py::dict& one : feeds) patches.push_back(feed_of(one));
  Film film =
      make_film(name, grid, patches, {open[0], open[1], open[2], open[3], ambient}, {oil[0], oil[1], oil[2], oil[3]},
                {roughness[0], roughness[1], roughness[2]}, kinds.at(rupture));
  return std::make_shared<GridFilm>(GridFilm{name, std::move(film), static_cast<py::ssize_t>(feeds.size())});
}

/// A solved film with all that its derivatives need.
struct SolvedFilm {
  std::shared_ptr<const GridFilm> of;
  FilmMotion motion;
  FilmSolution solution;

  const FilmGrid& grid() const { return of->film.grid; }
};

FilmMotion motion_of(const GridFilm& of, const Motion& in) {
  FilmMotion m{flat(std::get<0>(in)), flat(std::get<1>(in)), std::get<2>(in), std::get<3>(in)};
  for (Index k = 0; k < m.gap.size(); ++k)
    if (!(m.gap[k] > 0) || !std::isfinite(m.gap[k]) || !std::isfinite(m.rate[k]))
      throw InputError(
          fmt::format("{}: gap = {:.4g} m with rate {:.4g} m/s {}; the gap must be above 0 and both finite", of.name,
                      m.gap[k], m.rate[k], place_of(of.film.grid, k)));
  return m;
}

FilmOptions options_of(const std::string& method, int iterations, double tolerance) {
  FilmOptions options;
  if (method == "over-relaxation")
    options.method = FilmOptions::Method::over_relaxation;
  else if (method != "newton")
    throw py::value_error("method: '" + method + "' must be newton or over-relaxation");
  options.max_iterations = iterations;
  options.tolerance = tolerance;
  return options;
}

std::shared_ptr<SolvedFilm> solve(const std::shared_ptr<GridFilm>& of, const Motion& motion,
                                  const std::optional<Past>& past, const SolvedFilm* start, const std::string& method,
                                  int iterations, double tolerance) {
  auto out = std::make_shared<SolvedFilm>(SolvedFilm{of, motion_of(*of, motion), {}});
  FilmPast before;
  if (past) before = {std::get<0>(*past), flat(std::get<1>(*past)), flat(std::get<2>(*past))};
  if (start) out->solution = start->solution;
  const FilmOptions options = options_of(method, iterations, tolerance);
  {
    const py::gil_scoped_release release;
    solve_film(of->film, out->motion, before, out->solution, options);
  }
  if (!out->solution.converged) throw SolveError(fmt::format("{}: {}", of->name, out->solution.message));
  return out;
}

std::vector<py::ssize_t> shape_of(const FilmGrid& grid) { return {grid.columns(), grid.rows()}; }

/// Per node, columns x rows.
py::array field(const SolvedFilm& film, const VectorXd& values, py::handle owner) {
  const py::ssize_t rows = film.grid().rows();
  return view(values.data(), shape_of(film.grid()), {8 * rows, 8}, owner);
}

template <VectorXd FilmSolution::*member>
py::array solved_field(const py::object& self) {
  const auto& film = self.cast<const SolvedFilm&>();
  return field(film, film.solution.*member, self);
}

py::tuple balance(const SolvedFilm& film) {
  const FilmBalance b = film_balance(film.of->film, film.solution, film.of->feeds);
  return py::make_tuple(b.feeds, b.low, b.high, b.ends, b.stored, b.unexplained());
}

/// Directions (count x columns x rows, speeds: count): changes of pressure and fill ratio, and of friction.
py::tuple change(SolvedFilm& film, const Doubles& gap, const Doubles& rate, const Doubles& speed_1,
                 const Doubles& speed_2) {
  const py::ssize_t count = speed_1.size(), nodes = film.grid().size();
  FilmDirections d = no_directions(nodes, count);
  d.gap = Eigen::Map<const MatrixXd>(gap.data(), nodes, count);
  d.rate = Eigen::Map<const MatrixXd>(rate.data(), nodes, count);
  d.speed_1 = flat(speed_1).transpose();
  d.speed_2 = flat(speed_2).transpose();
  const FilmChange c = film_change(film.of->film, film.solution, d);
  const Eigen::Matrix2Xd friction = friction_change(film.of->film, film.motion, film.solution, d, c);
  Doubles pressure({count, film.grid().columns(), film.grid().rows()}), theta(pressure.request().shape),
      moments({count, py::ssize_t{2}});
  Eigen::Map<MatrixXd>(pressure.mutable_data(), nodes, count) = c.pressure;
  Eigen::Map<MatrixXd>(theta.mutable_data(), nodes, count) = c.theta;
  Eigen::Map<Eigen::Matrix2Xd>(moments.mutable_data(), 2, count) = friction;
  return py::make_tuple(pressure, theta, moments);
}

py::tuple as_past(const Film& film, FilmPast past) {
  const auto array = [&](const VectorXd& x) { return Doubles(shape_of(film.grid), x.data()); };
  return py::make_tuple(past.step, array(past.fill), array(past.content));
}

}  // namespace

void bind_film(py::module_& module) {
  const auto places = [](const VectorXd& x) { return Doubles(x.size(), x.data()); };
  using Edges = std::vector<double>;
  module.def(
      "fitted_nodes",
      [places](double begin, double end, const Edges& edges, Index steps) {
        return places(fitted_nodes(begin, end, edges, steps));
      },
      py::arg("begin"), py::arg("end"), py::arg("edges"), py::arg("steps"));
  module.def(
      "fitted_angles", [places](const Edges& edges, Index count) { return places(fitted_angles(edges, count)); },
      py::arg("edges"), py::arg("count"));
  module.def(
      "fitted_radii",
      [places](double inner, double outer, const Edges& edges, Index steps) {
        return places(fitted_radii(inner, outer, edges, steps));
      },
      py::arg("inner"), py::arg("outer"), py::arg("edges"), py::arg("steps"));
  py::class_<FilmGrid>(module, "FilmGrid")
      .def(py::init(&grid_of), py::arg("shape"), py::arg("radius"), py::arg("along"), py::arg("across"))
      .def_property_readonly("arm",
                             [](const py::object& self) { return vector_view(self.cast<const FilmGrid&>().arm, self); })
      .def_property_readonly("areas",
                             [](const FilmGrid& grid) { return Doubles(shape_of(grid), grid.areas().data()); });
  py::class_<GridFilm, std::shared_ptr<GridFilm>>(module, "GridFilm")
      .def(py::init(&grid_film), py::kw_only(), py::arg("name"), py::arg("grid"), py::arg("feeds"), py::arg("open"),
           py::arg("ambient"), py::arg("oil"), py::arg("roughness"), py::arg("rupture"))
      .def("solve", &solve, py::kw_only(), py::arg("motion"), py::arg("past").none(true), py::arg("start").none(true),
           py::arg("method"), py::arg("iterations"), py::arg("tolerance"))
      .def(
          "full",
          [](const GridFilm& film, const Doubles& gap, double step) {
            return as_past(film.film, full_past(film.film, flat(gap), step));
          },
          py::arg("gap"), py::arg("step"));
  py::class_<SolvedFilm, std::shared_ptr<SolvedFilm>>(module, "SolvedFilm")
      .def_property_readonly("pressure", &solved_field<&FilmSolution::pressure>)
      .def_property_readonly("theta", &solved_field<&FilmSolution::theta>)
      .def_property_readonly("iterations", [](const SolvedFilm& film) { return film.solution.iterations; })
      .def("friction",
           [](const SolvedFilm& film) {
             const FilmFriction f = film_friction(film.of->film, film.motion, film.solution);
             return std::make_pair(f.face_1, f.face_2);
           })
      .def("limits",
           [](const SolvedFilm& film) {
             const FilmLimits limits = film_limits(film.of->film, film.motion, film.solution);
             return std::make_tuple(limits.reynolds_number, limits.peak_pressure,
                                    limit_warnings(film.of->film.oil, limits));
           })
      .def("balance", &balance)
      .def("change", &change, py::arg("gap"), py::arg("rate"), py::arg("speed_1"), py::arg("speed_2"))
      .def(
          "past",
          [](const SolvedFilm& film, double step) {
            return as_past(film.of->film, next_past(film.of->film, film.motion, film.solution, step));
          },
          py::arg("step"));
}

}  // namespace trunnion::python
