#pragma once
// lubrication/film_feed.h -- where the pressure of a film is known: open edges, grooves, pockets and holes.
// A feed is as deep as the film knows no shear in it: its nodes keep its pressure and are full of oil.

#include <string>
#include <vector>

#include "trunnion/lubrication/film_grid.h"

namespace trunnion {

/// A patch around a place of the grid, or a round hole there.
struct FilmFeed {
  std::string name = "groove";
  double along = 0;         ///< middle [rad]; plane: [m]
  double along_width = 0;   ///< [rad]; 0: all around
  double across = 0;        ///< middle [m]
  double across_width = 0;  ///< [m]; 0: over the whole width
  double diameter = 0;      ///< > 0: a round hole instead [m]
  double pressure = 0;      ///< above cavitation [Pa]
};

/// Which edges of the film are open to the surroundings; closed ones let nothing through (seals, planes of symmetry).
struct FilmEdges {
  bool low = true, high = true;   ///< inner and outer radius, or the two ends
  bool begin = true, end = true;  ///< of films that do not close around
  double pressure = 0;            ///< of the surroundings, above cavitation [Pa]
};

struct FilmBoundary {
  static constexpr int edge = -1, none = -2;
  std::vector<int> source;  ///< per node: number of its feed, `edge`, or `none` where the pressure is unknown
  VectorXd pressure;        ///< where it is known [Pa]
  bool fixed(Index node) const { return source[static_cast<std::size_t>(node)] != none; }
  bool in_feed(Index node) const { return source[static_cast<std::size_t>(node)] >= 0; }
};

/// Throws InputError when a feed lies outside, or all nodes are known. A hole smaller than the grid takes the nearest
/// node.
FilmBoundary film_boundary(const FilmGrid& grid, const std::vector<FilmFeed>& feeds, const FilmEdges& edges);

/// Edges of patches, for fitted_angles and fitted_nodes; of holes their middles.
std::vector<double> edges_along(const std::vector<FilmFeed>& feeds);
std::vector<double> edges_across(const std::vector<FilmFeed>& feeds);

}  // namespace trunnion
