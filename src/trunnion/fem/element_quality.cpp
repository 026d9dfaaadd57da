#include "trunnion/fem/element_quality.h"

#include <Eigen/Dense>
#include <algorithm>
#include <limits>

#include "trunnion/fem/cell_table.h"

namespace trunnion {
namespace {

/// det J at each node of the cell, given the gradients there.
VectorXd jacobians(const std::vector<MatrixXd>& gradients, const Matrix3Xd& x, int dim) {
  VectorXd det(static_cast<Index>(gradients.size()));
  for (std::size_t i = 0; i < gradients.size(); ++i) {
    const MatrixXd j = x.topRows(dim) * gradients[i];
    det[static_cast<Index>(i)] = j.determinant();
  }
  return det;
}

double edge_ratio(const Matrix3Xd& x, int corners) {
  double longest = 0, shortest = std::numeric_limits<double>::max();
  for (int a = 0; a < corners; ++a)
    for (int b = a + 1; b < corners; ++b) {
      const double length = (x.col(a) - x.col(b)).norm();
      longest = std::max(longest, length);
      shortest = std::min(shortest, length);
    }
  return longest / shortest;
}

}  // namespace

ElementQuality element_quality(const Mesh& mesh) {
  ElementQuality quality;
  for (std::size_t b = 0; b < mesh.blocks.size(); ++b) {
    const ElementBlock& block = mesh.blocks[b];
    const int dim = dimension(block.type);
    if (dim == 1) continue;
    const Matrix3Xd points = reference_nodes(block.type);
    std::vector<MatrixXd> gradients;
    for (Index i = 0; i < points.cols(); ++i) gradients.push_back(shape_functions(block.type, points.col(i)).gradient);
    Matrix3Xd x(3, block.nodes.rows());
    for (Index e = 0; e < block.nodes.cols(); ++e) {
      for (Index a = 0; a < block.nodes.rows(); ++a) x.col(a) = mesh.x.col(block.nodes(a, e));
      const ElementId id{static_cast<std::int32_t>(mesh.first_element(static_cast<int>(b)) + e)};
      const VectorXd det = jacobians(gradients, x, dim);
      const double ratio = det.maxCoeff() > 0 ? det.minCoeff() / det.maxCoeff() : -1;
      if (!(ratio > 0)) quality.inverted.push_back(id);
      if (!quality.worst.valid() || ratio < quality.worst_ratio) {
        quality.worst_ratio = ratio;
        quality.worst = id;
      }
      quality.longest_over_shortest = std::max(quality.longest_over_shortest, edge_ratio(x, num_corners(block.type)));
    }
  }
  return quality;
}

}  // namespace trunnion
