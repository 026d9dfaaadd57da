#include "trunnion/lubrication/ring_bend.h"

namespace trunnion {

RowMatrixXd RingBend::along(const RingDirections& first, const RingDirections& second) const {
  const VectorXd a = ring_slopes * first.nodes.col(0), c = line_slopes * first.places.col(0);
  const RowMatrixXd by_rings = a.asDiagonal() * RowMatrixXd(ring_slopes * second.nodes),
                    by_lines = c.asDiagonal() * RowMatrixXd(line_slopes * second.places);
  RowMatrixXd out = ring_shares * by_rings;
  out += line_shares * by_lines;
  return out;
}

MatrixXd RingBend::under(const VectorXd& load, const RingDirections& first, const RingDirections& second) const {
  const VectorXd a = ring_shares.transpose() * load, c = line_shares.transpose() * load;
  const RowMatrixXd a1 = ring_slopes * first.nodes, a2 = ring_slopes * second.nodes, c1 = line_slopes * first.places,
                    c2 = line_slopes * second.places;
  MatrixXd out = a1.transpose() * (a.asDiagonal() * a2);
  out.noalias() += c1.transpose() * (c.asDiagonal() * c2);
  return out;
}

}  // namespace trunnion
