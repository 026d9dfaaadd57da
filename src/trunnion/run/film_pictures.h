#pragma once
// run/film_pictures.h -- what oil films look like: a sheet with pressure, thickness and fill ratio in the scene of a
// mechanism, and the same rolled out flat.

#include <span>

#include "trunnion/forces/film_memory.h"
#include "trunnion/forces/flexible_film_force.h"
#include "trunnion/results/results_writer.h"
#include "trunnion/results/time_record.h"
#include "trunnion/run/build_mechanism.h"

namespace trunnion {

/// A film of a mechanism.
struct FilmElement {
  std::string name;
  const BearingFilm* film = nullptr;
  const Marker* carrier = nullptr;                 ///< carries the grid
  std::size_t slot = 0;                            ///< place of its memory in State::history
  const FlexibleFilmForce::Data* faces = nullptr;  ///< where one of them is meshed
};
std::vector<FilmElement> film_elements(const Mechanism& mechanism);

/// Sheets behind the other bodies of a scene.
class FilmPictures {
 public:
  explicit FilmPictures(const BuiltMechanism& built);
  void add_bodies(Scene& scene) const;
  void add_frame(const Snapshot& snapshot, Frame& frame) const;

 private:
  const BuiltMechanism& built_;
  std::vector<FilmElement> films_;
};

/// Fields of a film at an instant.
struct FilmInstant {
  double time = 0;  ///< [s]
  FilmFields fields;
};

/// One map for each field that follows the time bar, of evenly spread instants; none of less than three.
std::vector<MatrixMap> moving_film_maps(const std::string& section, const std::string& name, const FilmGrid& grid,
                                        const std::vector<FilmInstant>& instants);

/// Pressure, thickness and fill ratio over angle and width, even cells.
std::vector<MatrixMap> film_maps(const std::string& section, const std::string& title, const FilmGrid& grid,
                                 const FilmFields& fields);

}  // namespace trunnion
