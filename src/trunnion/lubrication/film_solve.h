#pragma once
// lubrication/film_solve.h -- pressure and fill ratio of an oil film.
//   unknown per node: p where the film is full (theta = 1), theta where it is not (p = 0)
//   Newton on the balance of every control volume; p < 0 breaks a cell up, theta > 1 fills it  (theory/lubrication.md,
//   section 10). With an oil that does not depend on pressure the answer is exact to rounding once no cell changes.
// Or by over-relaxation, sweeping along the motion: slower on fine grids, kept for comparison.

#include "trunnion/lubrication/film_flow.h"
#include "trunnion/math/band_lu.h"

namespace trunnion {

struct FilmOptions {
  enum class Method { newton, over_relaxation } method = Method::newton;
  int max_iterations = 0;        ///< 0: 400 of Newton, 200 000 sweeps
  double tolerance = 1e-10;      ///< change of pressure over the largest one where the oil depends on pressure
  double relaxed_change = 1e-7;  ///< of a sweep, over the sum of pressures, times 2 - relaxation
  double relaxation = 1.5;       ///< at the start
  bool adaptive = true;          ///< relaxation follows the residual
};

struct FilmSolution {
  VectorXd pressure;       ///< above cavitation [Pa]
  VectorXd theta;          ///< fill ratio
  VectorXd fill;           ///< rho theta
  std::vector<char> full;  ///< per node
  FilmFlow flow;           ///< at the solution; its outflow is what feeds and edges bring in
  BandLu factor;           ///< of the balances by the unknowns
  bool factored = false;
  int iterations = 0;
  bool converged = false;
  std::string message;  ///< why not, or what was done about it
};

/// `solution` is also the start where it has the film's size. Not converging is told in the solution.
void solve_film(const Film& film, const FilmMotion& motion, const FilmPast& past, FilmSolution& solution,
                const FilmOptions& options = {});

/// The balances at the solution by its unknowns into solution.factor; false when singular.
bool factorize(const Film& film, FilmSolution& solution);

/// What the solution leaves to the next step.
FilmPast next_past(const Film& film, const FilmMotion& motion, const FilmSolution& solution, double step);

/// By over-relaxation; called by solve_film.
void relax_film(const Film& film, const FilmMotion& motion, const FilmPast& past, FilmSolution& solution,
                const FilmOptions& options);

}  // namespace trunnion
