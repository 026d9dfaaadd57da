// python/bindings/lubrication.cpp -- films of journal bearings and oils over arrays.
#include <fmt/format.h>

#include <cmath>

#include "bind.h"
#include "trunnion/base/error.h"
#include "trunnion/lubrication/journal.h"
#include "trunnion/lubrication/mobility.h"
#include "trunnion/lubrication/oil.h"

namespace trunnion::python {
namespace {

JournalFilm journal_film(double viscosity, double length, double radius, double clearance, const std::string& form,
                         const std::string& extent, double rest_speed) {
  JournalFilm film{viscosity, length, radius, clearance, {}, {}, rest_speed};
  if (form == "short")
    film.form = JournalFilm::Form::short_;
  else if (form == "long")
    film.form = JournalFilm::Form::long_;
  else if (form != "finite")
    throw py::value_error("form: '" + form + "' must be finite, short or long");
  if (extent == "full")
    film.extent = JournalFilm::Extent::full;
  else if (extent != "ruptured")
    throw py::value_error("extent: '" + extent + "' must be ruptured or full");
  validate(film, "JournalFilm");
  return film;
}

void check_inside(const JournalFilm& film, double x, double y) {
  if (!(std::hypot(x, y) < film.clearance))
    throw InputError(fmt::format("eccentricity {:.4g} m: the film needs |e| below the radial clearance {:.4g} m",
                                 std::hypot(x, y), film.clearance));
}

}  // namespace

void bind_lubrication(py::module_& module) {
  py::class_<JournalFilm>(module, "JournalFilm")
      .def(py::init(&journal_film), py::kw_only(), py::arg("viscosity"), py::arg("length"), py::arg("radius"),
           py::arg("clearance"), py::arg("form"), py::arg("extent"), py::arg("rest_speed"));
  module.def(
      "film_force",
      [](const JournalFilm& film, const Doubles& in) {  // ex, ey, Vx, Vy
        const py::ssize_t n = rows_of(in, 4);
        Doubles force({n, py::ssize_t{2}}), jacobian({n, py::ssize_t{2}, py::ssize_t{4}});
        double *f = force.mutable_data(), *j = jacobian.mutable_data();
        const py::gil_scoped_release release;
        for (py::ssize_t i = 0; i < n; ++i, f += 2, j += 8) {
          const double* x = in.data() + 4 * i;
          check_inside(film, x[0], x[1]);
          const FilmForce one = film_force(film, {x[0], x[1]}, {x[2], x[3]});
          Eigen::Map<Eigen::Vector2d>{f} = one.force;
          Eigen::Map<Eigen::Matrix<double, 2, 4, Eigen::RowMajor>>{j} = one.jacobian;
        }
        return std::make_pair(force, jacobian);
      },
      py::arg("film"), py::arg("rows"));
  module.def(
      "journal_force",
      [](const JournalFilm& film, const Doubles& in, double guard_load) {  // ex, ey, e'x, e'y, wj, ws
        const py::ssize_t n = rows_of(in, 6);
        JournalBearing bearing{"journal bearing", film, {}};
        bearing.guard.stiffness = guard_stiffness(film, bearing.guard.eccentricity, guard_load);
        validate(bearing);
        Doubles out({n, py::ssize_t{6}});
        double* y = out.mutable_data();
        const py::gil_scoped_release release;
        for (py::ssize_t i = 0; i < n; ++i, y += 6) {
          const double* x = in.data() + 6 * i;
          const JournalForce one = journal_force(bearing, {{x[0], x[1]}, {x[2], x[3]}, x[4], x[5]});
          y[0] = one.force.x();
          y[1] = one.force.y();
          y[2] = one.journal_moment;
          y[3] = one.sleeve_moment;
          y[4] = one.min_film;
          y[5] = one.dissipated_power;
        }
        return out;
      },
      py::arg("film"), py::arg("rows"), py::arg("guard_load"));
  module.def(
      "mobility_velocity",
      [](const JournalFilm& film, const Doubles& in) {  // ex, ey, Fx, Fy
        const py::ssize_t n = rows_of(in, 4);
        Doubles out({n, py::ssize_t{2}});
        for (py::ssize_t i = 0; i < n; ++i) {
          const double* x = in.data(i, 0);
          check_inside(film, x[0], x[1]);
          Eigen::Map<Eigen::Vector2d>{out.mutable_data(i, 0)} = mobility_velocity(film, {x[0], x[1]}, {x[2], x[3]});
        }
        return out;
      },
      py::arg("film"), py::arg("rows"));
  module.def("oil_viscosity", py::vectorize([](double temperature, double grade, double index, double density_15) {
               return oil_of_grade({grade, index, density_15}, temperature).viscosity;
             }),
             py::arg("temperature"), py::arg("grade"), py::arg("viscosity_index"), py::arg("density_15"));
}

}  // namespace trunnion::python
