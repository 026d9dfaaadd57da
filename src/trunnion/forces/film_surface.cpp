#include "trunnion/forces/film_surface.h"

#include <fmt/format.h>

#include <cmath>

#include "trunnion/base/error.h"
#include "trunnion/forces/face_shape.h"
#include "trunnion/math/rotations.h"

namespace trunnion {
namespace {

constexpr double off_the_face = 0.02;  // of the radius
constexpr Index resampled = 72;        // angles of the rings that irregular nodes are led over to

SurfacePlaces film_places(const FilmGrid& grid) {
  SurfacePlaces at{VectorXd(grid.size()), VectorXd(grid.size()),
                   grid.shape == FilmGrid::Shape::annulus ? 0 : grid.arm[0]};
  for (Index i = 0; i < grid.columns(); ++i)
    for (Index j = 0; j < grid.rows(); ++j) {
      at.angle[grid.at(i, j)] = grid.along[i];
      at.station[grid.at(i, j)] = grid.across[j];
    }
  return at;
}

// Motion of every node along its normal, less that of the marker.
MatrixXd normal_rows(FilmShape shape, const NodeRows& surface, const Marker& marker) {
  const Index nodes = surface.position.cols(), modes = surface.translation.cols();
  MatrixXd rows(nodes, modes);
  for (Index k = 0; k < nodes; ++k) {
    const Vector3d arm = surface.position.col(k) - marker.p;
    Vector3d n = marker.A0.col(2);
    if (shape == FilmShape::journal) n = (arm - arm.dot(n) * n).normalized();
    Eigen::RowVectorXd row = n.transpose() * surface.translation.middleRows(3 * k, 3);
    if (marker.follows_node())
      row += n.transpose() * (skew(arm) * marker.rotation - Matrix3d::Identity() * marker.translation);
    rows.row(k) = row;
  }
  return rows;
}

// Rings with the film's own stations for nodes that lie anywhere.
SurfaceRings even_rings(const FilmGrid& grid) {
  SurfaceRings rings{VectorXd::LinSpaced(resampled + 1, 0, 2 * std::acos(-1.0)).head(resampled), grid.across, {}};
  return rings;
}

SurfacePlaces ring_places(const SurfaceRings& rings, double arm) {
  const Index ns = rings.stations.size(), n = rings.angles.size() * ns;
  SurfacePlaces at{VectorXd(n), VectorXd(n), arm};
  for (Index k = 0; k < n; ++k) {
    at.angle[k] = rings.angles[k / ns];
    at.station[k] = rings.stations[k % ns];
  }
  return at;
}

// Less its mean over the film, whose nodes have these values of it; nothing where it is left out.
void settle_shape(const FilmGrid& grid, const VectorXd& in_film, bool left_out, FilmSurface& out) {
  const VectorXd area = grid.areas();
  const double mean = area.dot(in_film) / area.sum();
  out.low = in_film.minCoeff() - mean;
  out.high = in_film.maxCoeff() - mean;
  if (left_out || out.high - out.low < no_shape)
    out.shape.setZero();
  else
    out.shape.array() -= mean;
}

}  // namespace

SurfacePlaces surface_places(FilmShape shape, const NodeRows& surface, const Marker& marker, const FilmGrid& grid) {
  const Index n = surface.position.cols();
  SurfacePlaces out{VectorXd(n), VectorXd(n), shape == FilmShape::journal ? grid.arm[0] : 0};
  for (Index k = 0; k < n; ++k) {
    const Vector3d x = marker.A0.transpose() * (surface.position.col(k) - marker.p);
    const double r = x.head<2>().norm();
    out.angle[k] = std::atan2(x[1], x[0]);
    out.station[k] = shape == FilmShape::journal ? x[2] : r;
    const double away = shape == FilmShape::journal ? std::abs(r - grid.arm[0]) : std::abs(x[2]);
    if (away > off_the_face * grid.arm[0])
      throw InputError(
          fmt::format("surface '{}': node {} lies {:.3g} mm off the face of the film about marker '{}'; is "
                      "the marker on the axis, with z along it?",
                      surface.name, k + 1, 1e3 * away, marker.name));
  }
  return out;
}

FilmSurface film_surface(FilmShape shape, const NodeRows& surface, const Marker& marker, const FilmGrid& grid,
                         const FilmSurfaceOptions& o) {
  const SurfacePlaces nodes = surface_places(shape, surface, marker, grid);
  FilmSurface out;
  out.name = surface.name;
  out.rows = o.deforms ? normal_rows(shape, surface, marker) : MatrixXd::Zero(nodes.size(), 0);
  out.shape = face_shape(shape, surface, marker);
  const bool housing = o.rides != o.reversed;
  out.sign = (shape == FilmShape::journal) == housing ? 1 : -1;
  const auto rings = find_rings(nodes);
  const auto in_order = [&](const SurfaceRings& r) {  // in the order of the rings
    const MatrixXd rows = out.rows;
    const VectorXd off = out.shape;
    for (std::size_t k = 0; k < r.node.size(); ++k) {
      out.rows.row(static_cast<Index>(k)) = rows.row(r.node[k]);
      out.shape[static_cast<Index>(k)] = off[r.node[k]];
    }
  };
  if (!o.rides || (rings && o.rule == SurfaceRule::fritsch_butland)) {
    const SurfaceRings found = rings ? *rings : even_rings(grid);
    if (rings) {
      in_order(found);
    } else {
      const RowMatrixXd over = scattered_weights(nodes, ring_places(found, nodes.arm));
      out.rows = over * out.rows;
      out.shape = over * out.shape;
    }
    out.rings = std::make_shared<RingInterpolation>(found.angles, found.stations, o.rule, o.tension);
    settle_shape(grid, out.rings->values(grid.along, grid.across, 0, out.shape), o.ideal, out);
    if (o.bilinear)
      out.lumping = std::make_shared<RingInterpolation>(found.angles, found.stations, SurfaceRule::linear);
    return out;
  }
  if (!rings) {
    const char* key = o.bilinear                      ? "force_transfer = \"bilinear\""
                      : o.rule != SurfaceRule::spline ? "an interpolation other than \"spline\""
                      : o.tension > 0                 ? "'tension'"
                                                      : nullptr;
    if (key)
      throw InputError(fmt::format(
          "surface '{}': {} needs nodes on rings around the axis, but these lie anywhere and go to the film "
          "by moving least squares; leave it out, or mesh the face evenly around and across",
          surface.name, key));
    const RowMatrixXd to_film = scattered_weights(nodes, film_places(grid));
    settle_shape(grid, to_film * out.shape, o.ideal, out);
    out.fixed = to_film * out.rows;
    out.fixed_shape = to_film * out.shape;
    return out;
  }
  in_order(*rings);
  out.map = std::make_shared<RingMap>(
      RingInterpolation(rings->angles, rings->stations, o.rule, o.tension).map(grid.along, grid.across, 0));
  settle_shape(grid, out.map->apply(RingMap::value, out.shape), o.ideal, out);
  out.fixed = out.map->apply(RingMap::value, out.rows);
  out.fixed_shape = out.map->apply(RingMap::value, out.shape);
  if (o.bilinear)
    out.lumping = std::make_shared<RingInterpolation>(rings->angles, rings->stations, SurfaceRule::linear);
  return out;
}

}  // namespace trunnion
