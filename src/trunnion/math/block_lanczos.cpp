#include "trunnion/math/block_lanczos.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

#include "trunnion/base/error.h"
#include "trunnion/math/dense.h"
#include "trunnion/math/free_memory.h"
#include "trunnion/math/tall_product.h"

namespace trunnion {
namespace {

MatrixXd random_block(Index rows, Index cols, std::mt19937_64& generator) {
  std::normal_distribution<double> normal;
  return MatrixXd::NullaryExpr(rows, cols, [&] { return normal(generator); });
}

/// Random mixtures of vectors of any length.
MatrixXd mixed(const MatrixXd& vectors, Index cols, const ShiftInvertOperator& pencil, std::mt19937_64& generator) {
  const VectorXd length = vectors.cwiseProduct(pencil.mass(vectors)).colwise().sum().cwiseMax(0).cwiseSqrt();
  const VectorXd scale = length.unaryExpr([](double l) { return l > 0 ? 1 / l : 0.0; });
  return tall_times(vectors, scale.asDiagonal() * random_block(vectors.cols(), cols, generator));
}

/// A block split against the basis:  W = V projection + Q factor.
struct SplitBlock {
  MatrixXd Q, MQ;       ///< M-orthonormal, M-orthogonal to the basis; fewer columns than W when W was dependent
  MatrixXd projection;  ///< V^T M W
  MatrixXd factor;
};

/// Grows by blocks; V and M V side by side so that one product with M serves each block.
class Basis {
 public:
  Basis(const ShiftInvertOperator& pencil, const MatrixXd& deflate) : pencil_(pencil), known_(deflate) {
    if (known_.cols() > 0) M_known_ = pencil_.mass(known_);
  }

  Index columns() const { return columns_; }
  auto V() const { return V_.leftCols(columns_); }
  auto MV() const { return MV_.leftCols(columns_); }

  /// Memory that is not yet written to costs nothing, a later enlargement would copy the basis.
  void reserve(Index capacity) {
    if (V_.cols() >= capacity) return;
    V_.conservativeResize(pencil_.size, capacity);
    MV_.conservativeResize(pencil_.size, capacity);
  }

  void append(const MatrixXd& Q, const MatrixXd& MQ) {
    reserve(columns_ + Q.cols());
#pragma omp parallel for schedule(static) if (Q.rows() > large)
    for (Index c = 0; c < Q.cols(); ++c) {
      V_.col(columns_ + c) = Q.col(c);
      MV_.col(columns_ + c) = MQ.col(c);
    }
    columns_ += Q.cols();
  }

  /// Thick restart: the basis becomes V S.
  void rotate(const MatrixXd& S) {
    rotate_in_place(V_, S);
    rotate_in_place(MV_, S);
    columns_ = S.cols();
  }

  /// Orthonormalises W against the basis and itself. A direction that shrank by `lost` is round-off and dropped.
  /// `recent`: how many of the last columns of the basis hold nearly all that W has in common with it.
  SplitBlock split(MatrixXd W, Index recent) const {
    constexpr double lost = 1e-11;
    SplitBlock block;
    block.projection = MatrixXd::Zero(columns_, W.cols());
    block.factor = MatrixXd::Identity(W.cols(), W.cols());
    bool spoiled = true;  // whether what W has in common with the basis is more than round-off
    for (int pass = 0; pass < 4 && W.cols() > 0; ++pass) {
      // Twice is enough; the first time only against the last blocks, where nearly all of a Lanczos vector lies.
      for (int sweep = pass == 0 ? 0 : 1; sweep < 2 && spoiled; ++sweep) {
        if (known_.cols() > 0) subtract_tall_product(known_, transposed_times(M_known_, W), W);
        if (columns_ == 0) continue;
        const Index against = sweep == 0 ? std::min(recent, columns_) : columns_;
        const MatrixXd h = transposed_times(MV().rightCols(against), W);
        subtract_tall_product(V().rightCols(against), h, W);
        block.projection.bottomRows(against).noalias() += h * block.factor;
      }
      // W = Q R from the eigenvectors of the scaled Gram matrix: finds the rank, needs no column by column work.
      MatrixXd MW = pencil_.mass(W);
      const MatrixXd gram = transposed_times(W, MW);
      const VectorXd norm = gram.diagonal().cwiseMax(0).cwiseSqrt();
      // In the first pass compare with the length before (Pythagoras); later W came in normalised.
      const double before =
          pass == 0 ? std::sqrt((block.projection.colwise().squaredNorm().transpose() + norm.cwiseAbs2()).maxCoeff())
                    : 1;
      const double smallest = lost * before;
      const VectorXd scale = norm.unaryExpr([&](double value) { return value > smallest ? 1 / value : 0.0; });
      const SymmetricEigen eigen =
          symmetric_eigen(0.5 * scale.asDiagonal() * (gram + gram.transpose()) * scale.asDiagonal());
      const Index rank = (eigen.values.array() > 1e-13).count();
      const VectorXd root = eigen.values.tail(rank).cwiseSqrt();
      const MatrixXd U = eigen.vectors.rightCols(rank);
      const MatrixXd to_Q = scale.asDiagonal() * U * root.cwiseInverse().asDiagonal();
      block.factor = root.asDiagonal() * U.transpose() * norm.asDiagonal() * block.factor;
      W = tall_times(W, to_Q);
      block.MQ = tall_times(MW, to_Q);
      if (rank > 0 && root[0] > 0.03) break;  // well conditioned: orthonormal to round-off already
      spoiled = rank > 0 && root[0] < 1e-3;   // lifted a weak direction, and round-off with it, a thousandfold
    }
    block.Q = std::move(W);
    if (block.Q.cols() == 0) block.MQ.resize(pencil_.size, 0);
    return block;
  }

 private:
  /// By slices of rows, so that no second basis is needed.
  void rotate_in_place(MatrixXd& V, const MatrixXd& S) const {
#pragma omp parallel for schedule(static) if (V.rows() > large)
    for (Index first = 0; first < V.rows(); first += large) {
      const Index rows = std::min(large, V.rows() - first);
      const MatrixXd rotated = V.block(first, 0, rows, columns_) * S;
      V.block(first, 0, rows, S.cols()) = rotated;
    }
  }

  static constexpr Index large = 4096;  // rows; fewer are not worth waking other threads for
  const ShiftInvertOperator& pencil_;
  const MatrixXd& known_;
  MatrixXd M_known_, V_, MV_;
  Index columns_ = 0;
};

/// Ritz pairs of T, those nearest to the shift (largest |theta|) first, with the norms of their residuals.
struct RitzPairs {
  VectorXd theta, residual;
  MatrixXd S;
};

RitzPairs ritz_pairs(const MatrixXd& T, const MatrixXd& next_factor) {
  const SymmetricEigen eigen = symmetric_eigen(0.5 * (T + T.transpose()));
  const Index m = T.rows();
  std::vector<Index> order(m);
  std::iota(order.begin(), order.end(), 0);
  const VectorXd& theta = eigen.values;
  std::sort(order.begin(), order.end(), [&](Index a, Index b) { return std::abs(theta[a]) > std::abs(theta[b]); });
  RitzPairs pairs{theta(order), {}, eigen.vectors(Eigen::all, order)};
  pairs.residual = (next_factor * pairs.S.bottomRows(next_factor.cols())).colwise().norm();
  return pairs;
}

/// How many pairs are wanted now, and whether they are all there.
struct Progress {
  Index wanted = 0, converged = 0;
  bool done = false;
};

Progress judge(const RitzPairs& ritz, const EigenOptions& options, double shift) {
  Progress progress;
  const Index m = ritz.theta.size();
  while (progress.converged < m &&
         ritz.residual[progress.converged] <= options.tolerance * std::abs(ritz.theta[progress.converged]))
    ++progress.converged;
  if (std::isfinite(options.upper)) {
    // Ritz values approach from outside, so the first one beyond the limit must have settled too.
    const double reach = 1 / (options.upper - shift);
    while (progress.wanted < m && std::abs(ritz.theta[progress.wanted]) >= reach) ++progress.wanted;
    progress.done = progress.converged > progress.wanted;
  } else {
    progress.wanted = options.count;
    progress.done = progress.converged >= progress.wanted;
  }
  return progress;
}

EigenPairs sorted_pairs(const VectorXd& theta, MatrixXd vectors, double shift) {
  std::vector<Index> order(theta.size());
  std::iota(order.begin(), order.end(), 0);
  const VectorXd lambda = shift + theta.array().inverse();
  std::sort(order.begin(), order.end(), [&](Index a, Index b) { return lambda[a] < lambda[b]; });
  EigenPairs pairs;
  pairs.values = lambda(order);
  pairs.vectors = std::is_sorted(order.begin(), order.end()) ? std::move(vectors) : vectors(Eigen::all, order);
  return pairs;
}

}  // namespace

EigenPairs block_lanczos(const ShiftInvertOperator& pencil, const EigenOptions& options, Observer& observer) {
  const Index width = std::min<Index>(std::max(options.block, 1), pencil.size);
  std::mt19937_64 generator(20200229);  // fixed: the same model gives the same digits
  Basis basis(pencil, options.deflate);
  // Columns before a restart.
  const auto most_columns = [&](Index wanted) { return 2 * std::max(wanted, options.count) + 16 * width; };
  const Index columns = std::min(pencil.size, most_columns(0));
  check_room(2.0 * double(pencil.size) * double(columns) * sizeof(double),
             fmt::format("the search for {} modes of {} unknowns", options.count, pencil.size),
             "ask for fewer modes, use a coarser mesh or end other programs");
  basis.reserve(columns);
  Index solves = 0;
  const auto apply = [&](const MatrixXd& Mx) {
    check_cancelled(observer);
    solves += Mx.cols();
    return pencil.solve(Mx);
  };

  MatrixXd T(0, 0);
  const MatrixXd start = options.start.cols() > 0
                             ? mixed(options.start, std::min(width, options.start.cols()), pencil, generator)
                             : apply(pencil.mass(random_block(pencil.size, width, generator)));
  SplitBlock next = basis.split(start, 0);
  Index recent = 0;  // columns that A times the newest block reaches in exact arithmetic
  for (;;) {
    const Index old = basis.columns(), added = next.Q.cols();
    basis.append(next.Q, next.MQ);
    if (added == 0) break;  // the space holds nothing more
    SplitBlock after = basis.split(apply(next.MQ), recent + added);
    recent = added;
    MatrixXd grown = MatrixXd::Zero(old + added, old + added);
    grown.topLeftCorner(old, old) = T;
    grown.rightCols(added) = after.projection;
    grown.bottomLeftCorner(added, old) = after.projection.topRows(old).transpose();
    T = std::move(grown);

    const RitzPairs ritz = ritz_pairs(T, after.factor);
    const Progress progress = judge(ritz, options, pencil.shift);
    observer.advance(std::min(
        1.0, static_cast<double>(progress.converged) / static_cast<double>(std::max<Index>(1, progress.wanted))));
    const bool exhausted = after.Q.cols() == 0;
    if (exhausted && !progress.done) {
      // An invariant subspace: go on in a fresh direction, if there is one.
      after = basis.split(apply(pencil.mass(random_block(pencil.size, width, generator))), basis.columns());
      if (after.Q.cols() == 0) break;
    }
    if (progress.done || solves >= options.max_solves) {
      const Index count = std::min(progress.wanted, progress.converged);
      const MatrixXd S = ritz.S.leftCols(count);
      const VectorXd theta = ritz.theta.head(count);
      // One more application of A, which is at hand, takes the rough part off the vectors: A V S = V S theta + W B S.
      MatrixXd X = tall_times(basis.V(), S);
      if (!exhausted)
        subtract_tall_product(after.Q,
                              -after.factor * S.bottomRows(after.factor.cols()) * theta.cwiseInverse().asDiagonal(), X);
      EigenPairs pairs = sorted_pairs(theta, std::move(X), pencil.shift);
      pairs.solves = solves;
      pairs.converged = progress.done;
      return pairs;
    }
    if (basis.columns() + width > most_columns(progress.wanted) && !exhausted) {
      const Index keep = std::min(basis.columns() - width, std::max(progress.wanted, options.count) + 2 * width);
      basis.rotate(ritz.S.leftCols(keep));
      recent = keep;
      T = ritz.theta.head(keep).asDiagonal();
    }
    next = std::move(after);
  }

  // The whole space was spanned: every Ritz pair is exact.
  const RitzPairs ritz = ritz_pairs(T, MatrixXd::Zero(0, 0));
  Index count = std::min(options.count, ritz.theta.size());
  if (std::isfinite(options.upper)) count = (ritz.theta.array().abs() >= 1 / (options.upper - pencil.shift)).count();
  EigenPairs pairs = sorted_pairs(ritz.theta.head(count), tall_times(basis.V(), ritz.S.leftCols(count)), pencil.shift);
  pairs.solves = solves;
  pairs.converged = true;
  return pairs;
}

}  // namespace trunnion
