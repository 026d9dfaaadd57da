#include "trunnion/solvers/mode_lines.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace trunnion {

namespace {

constexpr double one_frequency = 1e-6;  // relative distance of eigenvalues whose shapes may mix at will
constexpr double beyond_doubt = 0.8;    // MAC of a pair: no other mode can have more than a fifth of the shape
constexpr double unlike = 0.1;          // MAC below which two shapes have nothing to do with each other

// Adds v to an M-orthonormal basis unless it lies in its span.
void add_direction(const MatrixXd& M, Eigen::VectorXcd v, Eigen::MatrixXcd& basis) {
  for (int pass = 0; pass < 2; ++pass) v -= basis * (basis.adjoint() * (M * v));
  const double size = std::sqrt(std::abs(v.dot(M * v)));
  if (size < 1e-6) return;
  basis.conservativeResize(v.size(), basis.cols() + 1);
  basis.rightCols(1) = v / size;
}

}  // namespace

Eigen::VectorXcd ModeLines::direction(const ComplexMode& mode) const {
  const Eigen::VectorXcd v = mode.reversed ? mode.shape.conjugate() : mode.shape;
  return v / std::sqrt(std::abs(v.dot(mass_ * v)));
}

std::vector<Eigen::MatrixXcd> ModeLines::spans_of_one_frequency(const std::vector<ComplexMode>& modes) const {
  std::vector<Eigen::MatrixXcd> spans;
  for (const ComplexMode& mode : modes) {
    Eigen::MatrixXcd span(mass_.rows(), 0);
    for (const ComplexMode& other : modes)
      if (std::abs(other.s - mode.s) <= one_frequency * std::abs(mode.s)) add_direction(mass_, direction(other), span);
    spans.push_back(std::move(span));
  }
  return spans;
}

ModeLines::ModeLines(std::vector<ComplexMode>& first, MatrixXd mass, Index watched)
    : mass_(std::move(mass)), watched_(watched) {
  std::vector<Eigen::MatrixXcd> spans = spans_of_one_frequency(first);
  for (std::size_t k = 0; k < first.size(); ++k) {
    first[k].line = next_++;
    lines_.push_back({first[k].line, first[k].fixed_frequency, std::move(spans[k])});
  }
}

bool ModeLines::changed_places(const std::vector<Line>& next) const {
  std::map<Index, double> before;
  for (const Line& line : lines_) before[line.name] = line.frequency;
  const std::size_t last = watched_ > 0 ? std::min<std::size_t>(watched_, next.size()) : next.size();
  const auto order = [](double a, double b) {
    return std::abs(a - b) <= one_frequency * std::max(a, b) ? 0 : (a < b ? -1 : 1);
  };
  for (std::size_t i = 0; i < last; ++i)
    for (std::size_t k = 0; k < i; ++k)
      if (before.contains(next[i].name) && before.contains(next[k].name) &&
          order(before[next[i].name], before[next[k].name]) * order(next[i].frequency, next[k].frequency) < 0)
        return true;
  return false;
}

bool ModeLines::follow(std::vector<ComplexMode>& modes) {
  const Index rows = static_cast<Index>(lines_.size()), columns = static_cast<Index>(modes.size());
  const std::vector<Eigen::MatrixXcd> spans = spans_of_one_frequency(modes);
  MatrixXd mac(rows, columns);
  for (Index i = 0; i < rows; ++i)
    for (Index k = 0; k < columns; ++k) {
      // Both sides may have several shapes of one frequency: what one span holds of the other.
      const Eigen::MatrixXcd shared = lines_[i].span.adjoint() * (mass_ * spans[k]);
      mac(i, k) = shared.squaredNorm() / static_cast<double>(std::min(shared.rows(), shared.cols()));
    }
  for (ComplexMode& mode : modes) mode.line = -1;
  std::vector<Line> next(modes.size());
  MatrixXd open = mac;
  double weakest = 1;
  for (Index pair = 0; pair < std::min(rows, columns); ++pair) {
    Index i = 0, k = 0;
    const double best = open.maxCoeff(&i, &k);
    if (best < unlike) break;
    open.row(i).setConstant(-1);
    open.col(k).setConstant(-1);
    modes[k].line = lines_[i].name;
    if (watched_ <= 0 || k < watched_) weakest = std::min(weakest, best);
    // Shapes of one frequency mix at will: the line goes on with what it was, as far as they hold it.
    Eigen::MatrixXcd span(mass_.rows(), 0);
    const Eigen::MatrixXcd kept = spans[k] * (spans[k].adjoint() * (mass_ * lines_[i].span));
    if (spans[k].cols() > 1 && lines_[i].span.cols() == 1)
      add_direction(mass_, kept.col(0), span);
    else
      span = spans[k].cols() > 1 ? spans[k] : Eigen::MatrixXcd(direction(modes[k]));
    next[k] = {modes[k].line, modes[k].fixed_frequency, std::move(span)};
  }
  for (Index k = 0; k < columns; ++k)
    if (modes[k].line < 0) {
      modes[k].line = next_++;
      next[k] = {modes[k].line, modes[k].fixed_frequency, direction(modes[k])};
      if (watched_ <= 0 || k < watched_) weakest = std::min(weakest, columns > rows ? 1.0 : 0.0);
    }
  const bool clear = weakest >= beyond_doubt && !changed_places(next);
  lines_ = std::move(next);
  return clear;
}

}  // namespace trunnion
