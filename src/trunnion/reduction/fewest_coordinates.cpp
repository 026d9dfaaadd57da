#include "trunnion/reduction/fewest_coordinates.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "trunnion/math/dense.h"

namespace trunnion {
namespace {

/// Weighs sets of modes, as often as the search may.
class Scale {
 public:
  Scale(const CombinedProblem& problem, Index max_vectors) : problem_(problem), max_vectors_(max_vectors) {
    share_ = interface_mass(problem.participation, problem.interior_mass, problem.dofs, problem.weights).combined;
    energy_ = reduced(problem.grams).stiffness.diagonal();
    const double a = double(problem.participation.cols());
    constexpr double operations = 1e10;  // of the whole search: seconds
    left_ = Index(std::max(1.0, operations / (60 * a * a * a + 1e4)));
  }

  const VectorXd& share() const { return share_; }
  bool tired() const { return left_ <= 0; }

  /// Entry r: what the modes carry with r vectors; as many entries as there are vectors, and one.
  VectorXd reached(const std::vector<Index>& modes) {
    --left_;
    const MatrixXd p = problem_.participation(modes, Eigen::all);
    const InertiaAnswerGrams rest = deflate(problem_.grams, p, problem_.eigenvalues(modes));
    TruncationBasis basis = truncation_basis(reduced(rest), energy_, max_vectors_);
    if (problem_.motions.size() > 0)
      basis.participation = basis.coefficients.transpose() * problem_.motions.transpose() * rest.stiffness;
    const VectorXd gain =
        interface_mass(basis.participation, problem_.interior_mass, problem_.dofs, problem_.weights).combined;
    VectorXd sum(gain.size() + 1);
    sum[0] = share_(modes).sum();
    for (Index r = 0; r < gain.size(); ++r) sum[r + 1] = sum[r] + gain[r];
    return sum;
  }

 private:
  InertiaAnswerGrams reduced(const InertiaAnswerGrams& grams) const {
    const MatrixXd& b = problem_.motions;
    if (b.size() == 0) return grams;
    return {b.transpose() * grams.stiffness * b, b.transpose() * grams.mass * b};
  }

  const CombinedProblem& problem_;
  Index max_vectors_, left_;
  VectorXd share_, energy_;
};

double with_vectors(const VectorXd& reached, Index vectors) { return reached[std::min(vectors, reached.size() - 1)]; }

CombinedSelection selection_of(std::vector<Index> modes, Index vectors, const VectorXd& reached, double target) {
  std::sort(modes.begin(), modes.end());
  const double sum = with_vectors(reached, vectors);
  return {{std::move(modes), reached[0], sum >= target}, std::min(vectors, reached.size() - 1), sum};
}

/// The first modes of an order, each number of them with the fewest vectors that do.
void try_prefixes(Scale& scale, const std::vector<Index>& order, std::size_t at_least, double target,
                  CombinedSelection& best) {
  for (std::size_t k = at_least; k <= order.size(); ++k) {
    if (best.modes.met && Index(k) > best.count()) break;
    const std::vector<Index> kept(order.begin(), order.begin() + Index(k));
    const VectorXd reached = scale.reached(kept);
    Index vectors = 0;
    while (vectors + 1 < reached.size() && reached[vectors] < target) ++vectors;
    CombinedSelection found = selection_of(kept, vectors, reached, target);
    const bool better = found.modes.met ? !best.modes.met || found.count() <= best.count()
                                        : !best.modes.met && found.completeness > best.completeness;
    if (better) best = std::move(found);
  }
}

struct Trial {
  std::vector<Index> modes;  ///< `always` first
  Index vectors;
  VectorXd reached;
};

/// Exchanges one kept mode for one left out, the best exchange first, until the target is met or none helps.
bool exchange(Scale& scale, std::size_t fixed, double target, Trial& trial) {
  const Index n = scale.share().size();
  for (double before = with_vectors(trial.reached, trial.vectors); before < target;) {
    Trial best = trial;
    for (std::size_t place = fixed; place < trial.modes.size(); ++place)
      for (Index mode = 0; mode < n && !scale.tired(); ++mode) {
        if (std::find(trial.modes.begin(), trial.modes.end(), mode) != trial.modes.end()) continue;
        Trial other = trial;
        other.modes[place] = mode;
        other.reached = scale.reached(other.modes);
        if (with_vectors(other.reached, trial.vectors) > with_vectors(best.reached, trial.vectors))
          best = std::move(other);
      }
    const double after = with_vectors(best.reached, best.vectors);
    if (!(after > before)) return false;
    trial = std::move(best);
    before = after;
  }
  return true;
}

/// So many coordinates in all: every split into modes and vectors, the most promising first.
bool try_count(Scale& scale, const std::vector<std::vector<Index>>& orders, std::size_t fixed, Index count,
               Index max_vectors, double target, CombinedSelection& best) {
  std::vector<Trial> trials;
  for (const std::vector<Index>& order : orders)
    for (Index r = 0; r <= std::min(max_vectors, count - Index(fixed)) && !scale.tired(); ++r) {
      if (count - r > Index(order.size())) continue;
      std::vector<Index> kept(order.begin(), order.begin() + (count - r));
      VectorXd reached = scale.reached(kept);
      trials.push_back({std::move(kept), r, std::move(reached)});
    }
  std::stable_sort(trials.begin(), trials.end(), [](const Trial& a, const Trial& b) {
    return with_vectors(a.reached, a.vectors) > with_vectors(b.reached, b.vectors);
  });
  for (Trial& trial : trials)
    if (exchange(scale, fixed, target, trial)) {
      best = selection_of(std::move(trial.modes), trial.vectors, trial.reached, target);
      return true;
    }
  return false;
}

}  // namespace

Index fewest_conceivable(const MatrixXd& interior_mass, const std::vector<DofKind>& dofs,
                         const InterfaceMassWeights& weights, double target) {
  // With P = diag(sqrt(Mbar_aa)) every column sum of P^2 is what all modes carry: the shares of the dofs.
  const VectorXd diagonal = interior_mass.diagonal().cwiseMax(0);
  const MatrixXd all = diagonal.cwiseSqrt().asDiagonal();
  const VectorXd share = interface_mass(all, interior_mass, dofs, weights).combined;
  const VectorXd root = VectorXd::NullaryExpr(
      share.size(), [&](Index a) { return diagonal[a] > 0 ? std::sqrt(share[a] / diagonal[a]) : 0.0; });
  const MatrixXd weighted = root.asDiagonal() * interior_mass * root.asDiagonal();
  const VectorXd most = symmetric_eigen(0.5 * (weighted + weighted.transpose())).values.reverse();
  double sum = 0;
  Index count = 0;
  while (count < most.size() && sum < target) sum += most[count++];
  return count;
}

double carried_together(const CombinedProblem& problem, const std::vector<Index>& modes, Index max_vectors) {
  return with_vectors(Scale(problem, max_vectors).reached(modes), max_vectors);
}

CombinedSelection select_fewest(const CombinedProblem& problem, const std::vector<Index>& ranked, double target,
                                Index max_vectors, const std::vector<Index>& always) {
  Scale scale(problem, max_vectors);
  std::vector<Index> by_frequency(ranked.size());
  std::iota(by_frequency.begin(), by_frequency.end(), Index(0));
  const std::vector<std::vector<Index>> orders{with_priority(ranked, always), with_priority(by_frequency, always)};
  CombinedSelection best;
  best.modes.met = false;
  for (const std::vector<Index>& order : orders) try_prefixes(scale, order, always.size(), target, best);
  if (!best.modes.met) return best;
  const Index least =
      std::max(Index(always.size()), fewest_conceivable(problem.interior_mass, problem.dofs, problem.weights, target));
  while (best.count() > least && !scale.tired() &&
         try_count(scale, orders, always.size(), best.count() - 1, max_vectors, target, best)) {
  }
  return best;
}

}  // namespace trunnion
