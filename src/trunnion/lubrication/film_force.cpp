#include "trunnion/lubrication/film_force.h"

#include <fmt/format.h>

#include <cassert>

#include "trunnion/base/error.h"
#include "trunnion/lubrication/film_forms.h"

namespace trunnion {

void validate(const JournalFilm& film, const std::string& name) {
  const auto positive = [&](const char* key, double value, const char* unit) {
    if (!(value > 0)) throw InputError(fmt::format("bearing '{}': {} = {} {}, must be > 0", name, key, value, unit));
  };
  positive("viscosity", film.viscosity, "Pa s");
  positive("length", film.length, "m");
  positive("radius", film.radius, "m");
  positive("clearance", film.clearance, "m");
  if (!(film.clearance < 0.05 * film.radius))
    throw InputError(
        fmt::format("bearing '{}': clearance = {} m is {:.2g} of the radius; the film theory needs a "
                    "radial clearance far below it (usual: 0.0005 to 0.002)",
                    name, film.clearance, film.clearance / film.radius));
  if (!(film.rest_speed >= 0))
    throw InputError(fmt::format("bearing '{}': rest_speed = {} m/s, must be >= 0", name, film.rest_speed));
}

FilmForce film_force(const JournalFilm& film, const Eigen::Vector2d& e, const Eigen::Vector2d& squeeze) {
  using D = Dual<4>;
  assert(e.norm() < film.clearance);
  const film_forms::Vec<D> x{D::input(e[0], 0) / film.clearance, D::input(e[1], 1) / film.clearance};
  const film_forms::Vec<D> V{D::input(squeeze[0], 2), D::input(squeeze[1], 3)};
  const film_forms::Vec<D> w = D(film_forms::film_scale(film)) * film_forms::dimensionless_force(film, x, V);
  FilmForce out;
  out.force << w.x.v, w.y.v;
  out.jacobian << w.x.g.transpose(), w.y.g.transpose();
  return out;
}

double impedance(const JournalFilm& film, double force, double squeeze_speed) {
  return force / (film_forms::film_scale(film) * squeeze_speed);
}

}  // namespace trunnion
