#include <gtest/gtest.h>
#include <Eigen/LU>

#include "trunnion/gears/layer_spread.h"

namespace trunnion {
namespace {

VectorXd lengths(Index layers) {
  VectorXd d = VectorXd::Ones(layers);
  d[0] = d[layers - 1] = 0.5;
  return d;
}

TEST(LayerSpread, NoForceIsLostAndAUniformLineLoadStaysOne) {
  for (const Index layers : {2, 3, 11})
    for (const int parts : {1, 2, 5}) {
      const LayerSpread spread = layer_spread(layers, parts);
      const VectorXd d = lengths(layers);
      for (const MatrixXd& T : {spread.in_section, spread.axial}) {
        EXPECT_LT((T.colwise().sum().array() - 1).abs().maxCoeff(), 1e-12) << layers << ' ' << parts;
        EXPECT_LT((T * d - d).cwiseAbs().maxCoeff(), 1e-12) << layers << ' ' << parts;
      }
    }
}

// A row of linear elements on a bedding, k per length: nodes move by (k M)^-1 under forces. One at a single node moves
// its own too much and its neighbors the wrong way.
TEST(LayerSpread, EveryLayerOfABeddingMovesUnderItsOwnLineLoadAlone) {
  constexpr Index layers = 7;
  MatrixXd M = MatrixXd::Zero(layers, layers);
  for (Index i = 0; i + 1 < layers; ++i) {
    Eigen::Matrix2d element;
    element << 2, 1, 1, 2;
    M.block<2, 2>(i, i) += element / 6;
  }
  const MatrixXd inverse = M.inverse(), T = layer_spread(layers, 1).in_section;
  EXPECT_GT(inverse(3, 3), 1.7);
  EXPECT_LT(inverse(2, 3), -0.4);
  const MatrixXd motion = T.transpose() * inverse * T, wanted = lengths(layers).cwiseInverse().asDiagonal();
  EXPECT_LT((motion - wanted).cwiseAbs().maxCoeff(), 1e-12);
}

// Elements that bend freely resist only the mean of their ends: what swings from layer to layer would find no
// resistance.
TEST(LayerSpread, AxialForcesDoNotSwingFromLayerToLayer) {
  constexpr Index layers = 7;
  VectorXd swing(layers);
  for (Index l = 0; l < layers; ++l) swing[l] = (l % 2 == 0 ? 1 : -1) * lengths(layers)[l];
  EXPECT_LT((layer_spread(layers, 1).axial * swing).cwiseAbs().maxCoeff(), 1e-7);
}

TEST(LayerSpread, SharesFallToZeroAtTheNextLayers) {
  const std::vector<LayerShare> inside = layer_shares(3, 1, 2), end = layer_shares(3, 0, 2);
  ASSERT_EQ(inside.size(), 3u);
  EXPECT_EQ(inside[0].node, 1);
  EXPECT_NEAR(inside[0].share, 0.25, 1e-15);
  EXPECT_NEAR(inside[1].share, 0.5, 1e-15);
  ASSERT_EQ(end.size(), 2u);  // half of its length is beyond the end of the face
  EXPECT_NEAR(end[0].share, 0.5, 1e-15);
  EXPECT_NEAR(end[1].share, 0.5, 1e-15);
}

}  // namespace
}  // namespace trunnion
