#include "trunnion/results/static_decks.h"

#include <fmt/format.h>

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>

#include "trunnion/base/error.h"
#include "trunnion/math/dense.h"
#include "trunnion/math/rotations.h"
#include "trunnion/mesh/writers.h"

namespace trunnion {
namespace {

/// One displacement in an equation sum c u = 0. Components 0 to 2 translate, 3 to 5 turn.
struct Term {
  NodeId node;
  int component;
  double factor;
};
using Equation = std::vector<Term>;  ///< the first term is the dependent one

void check_content(const StaticDeck& deck) {
  const MeshFile& file = *deck.model.file;
  const bool beams = std::any_of(file.sections.begin(), file.sections.end(), [](const Section& s) { return s.beam; });
  if (!file.springs.empty() || beams)
    throw InputError("a static deck cannot hold springs or beams of the body; take them out for the export");
}

/// u_s = u_c + theta x r for each node of the patch.
void add_rigid(const FeModel& model, const CouplingMap& c, std::vector<Equation>& equations) {
  const Matrix3Xd& x = model.file->mesh.x;
  for (const NodeId node : c.nodes) {
    const Matrix3d turn = -skew(x.col(node.value) - x.col(c.reference.value));
    for (int axis = 0; axis < 3; ++axis) {
      if (!c.dofs[axis]) continue;
      Equation e{{node, axis, 1}, {c.reference, axis, -1}};
      for (int k = 0; k < 3; ++k)
        if (turn(axis, k) != 0) e.push_back({c.reference, 3 + k, -turn(axis, k)});
      equations.push_back(std::move(e));
    }
  }
}

/// The six displacements that come first in a pivoted factorisation of G depend on the rest of the patch.
void add_averaged(const CouplingMap& c, const std::set<NodeId>& taken, std::vector<Equation>& equations) {
  std::vector<Index> allowed;  // a displacement that a rigid patch prescribes cannot be expressed once more
  for (Index i = 0; i < c.average.cols(); ++i)
    if (!taken.contains(c.nodes[i / 3])) allowed.push_back(i);
  const std::vector<Index> order = independent_columns(c.average(Eigen::all, allowed));
  if (order.size() < 6)
    throw InputError(
        fmt::format("interface '{}' shares too many nodes with rigid interfaces to be written as equations", c.name));
  std::vector<Index> dependent;
  for (int i = 0; i < 6; ++i) dependent.push_back(allowed[order[i]]);
  const Matrix6d inverse = Matrix6d(c.average(Eigen::all, dependent)).inverse();
  const MatrixXd rows = inverse * c.average;
  for (int i = 0; i < 6; ++i) {
    Equation e{{c.nodes[dependent[i] / 3], int(dependent[i] % 3), 1}};
    const double small = 1e-13 * std::max(rows.row(i).cwiseAbs().maxCoeff(), inverse.row(i).cwiseAbs().maxCoeff());
    for (Index k = 0; k < rows.cols(); ++k)
      if (std::abs(rows(i, k)) > small && std::find(dependent.begin(), dependent.end(), k) == dependent.end())
        e.push_back({c.nodes[k / 3], int(k % 3), rows(i, k)});
    for (int k = 0; k < 6; ++k)
      if (std::abs(inverse(i, k)) > small) e.push_back({c.reference, k, -inverse(i, k)});
    equations.push_back(std::move(e));
  }
}

/// Of all rigid couplings, and of averaged ones that are kept; others do not constrain anything.
std::vector<Equation> equations_of(const StaticDeck& deck) {
  std::vector<Equation> equations;
  std::set<NodeId> taken;
  for (const CouplingMap& c : deck.model.couplings)
    if (c.kind == CouplingKind::rigid) {
      add_rigid(deck.model, c, equations);
      taken.insert(c.nodes.begin(), c.nodes.end());
    }
  for (const CouplingMap& c : deck.model.couplings)
    if (c.kind == CouplingKind::averaged &&
        std::find(deck.held.nodes.begin(), deck.held.nodes.end(), c.reference) != deck.held.nodes.end())
      add_averaged(c, taken, equations);
  // A turn in rad against displacements in the unit of the deck.
  for (Equation& e : equations)
    for (Term& t : e)
      if (t.component > 2) t.factor /= deck.units.length;
  return equations;
}

/// Node and component of each kept interface dof.
std::vector<Term> held_terms(const StaticDeck& deck) {
  std::vector<Term> terms;
  for (const NodeId node : deck.held.nodes)
    for (int c = 0; c < (deck.model.dofs.has_rotation(node) ? 6 : 3); ++c) terms.push_back({node, c, 1});
  return terms;
}

/// What acts on the point of a coupling that is not kept. A rigid patch follows its point, which the deck has, too; an
/// averaged one takes the six forces as G' f on its nodes.
void move_load(const CouplingMap& c, const Vector6d& load, VectorXd& force, std::vector<Term>& terms) {
  Vector6d tied = load;
  for (int k = 0; k < 6; ++k)
    if (c.kind == CouplingKind::averaged && !c.dofs[k]) tied[k] = 0;
  if (c.kind == CouplingKind::rigid) {
    for (int k = 0; k < 6; ++k)
      if (tied[k] != 0) terms.push_back({c.reference, k, tied[k]});
    return;
  }
  const VectorXd spread = c.average.transpose() * tied;
  for (std::size_t i = 0; i < c.nodes.size(); ++i)
    force.segment<3>(3 * Index(c.nodes[i].value)) += spread.segment<3>(3 * Index(i));
}

/// Forces and moments in the unit of the deck. What acts on kept points is left out: they are held.
std::vector<Term> force_terms(const StaticDeck& deck, std::size_t load) {
  const DofMap& dofs = deck.model.dofs;
  VectorXd force = load < deck.loads.size() ? VectorXd(load_vectors(deck.model, {deck.loads[load]}).col(0))
                                            : VectorXd(deck.forces.col(Index(load - deck.loads.size())));
  std::vector<Term> terms;
  for (const CouplingMap& c : deck.model.couplings) {
    if (std::find(deck.held.nodes.begin(), deck.held.nodes.end(), c.reference) != deck.held.nodes.end()) continue;
    Vector6d at_point;
    at_point << force.segment<3>(dofs.translation(c.reference, 0)), force.segment<3>(dofs.rotation_dof(c.reference, 0));
    move_load(c, at_point, force, terms);
  }
  for (Index i = 0; i < 3 * dofs.num_nodes; ++i)
    if (force[i] != 0 && !dofs.has_rotation(NodeId{std::int32_t(i / 3)}))
      terms.push_back({NodeId{std::int32_t(i / 3)}, int(i % 3), force[i]});
  for (Term& t : terms) t.factor /= deck.units.force * (t.component < 3 ? 1 : deck.units.length);
  return terms;
}

double unit_motion(const Term& term, const UnitSystem& units) { return term.component < 3 ? 1 / units.length : 1; }

}  // namespace

std::vector<std::string> case_names(const StaticDeck& deck) {
  std::vector<std::string> names = deck.held.dof_names;
  for (const LoadCase& load : deck.loads) names.push_back(load.name);
  names.insert(names.end(), deck.force_names.begin(), deck.force_names.end());
  return names;
}

std::string calculix_deck(const StaticDeck& deck) {
  check_content(deck);
  const Mesh& mesh = deck.model.file->mesh;
  const std::int64_t last = *std::max_element(mesh.node_labels.begin(), mesh.node_labels.end());
  // CalculiX nodes translate only: the turn of a reference node is the translation of a second one.
  const auto label = [&](const Term& t) {
    return t.component < 3 ? mesh.node_labels[t.node.value] : last + 1 + t.node.value;
  };
  fmt::memory_buffer out;
  const auto put = [&out]<class... A>(fmt::format_string<A...> text, A&&... args) {
    fmt::format_to(std::back_inserter(out), text, std::forward<A>(args)...);
  };
  put("** Static load cases of a body: unit motions of its interfaces, then loads with them at rest.\n");
  put("{}*NODE\n", abaqus_text(*deck.model.file, deck.units));
  for (const CouplingMap& c : deck.model.couplings) {
    const Vector3d x = mesh.x.col(c.reference.value) / deck.units.length;
    put("{}, {}, {}, {}\n", label({c.reference, 3, 1}), x[0], x[1], x[2]);
  }
  put("*EQUATION\n");
  for (const Equation& e : equations_of(deck)) {
    put("{}\n", e.size());
    for (std::size_t i = 0; i < e.size(); ++i)
      put("{},{},{:.13g}{}", label(e[i]), e[i].component % 3 + 1, e[i].factor,
          i + 1 == e.size() || i % 4 == 3 ? "\n" : ",");
  }
  const std::vector<Term> held = held_terms(deck);
  const std::vector<std::string> names = case_names(deck);
  for (std::size_t step = 0; step < names.size(); ++step) {
    put("*STEP\n** {}\n*STATIC\n*BOUNDARY\n", names[step]);
    for (std::size_t j = 0; j < held.size(); ++j)
      put("{},{},{},{:.13g}\n", label(held[j]), held[j].component % 3 + 1, held[j].component % 3 + 1,
          j == step ? unit_motion(held[j], deck.units) : 0.0);
    if (step >= held.size()) {
      put("*CLOAD, OP=NEW\n");
      for (const Term& f : force_terms(deck, step - held.size()))
        put("{},{},{:.13g}\n", label(f), f.component % 3 + 1, f.factor);
    }
    put("*NODE FILE\nU\n*END STEP\n");
  }
  return fmt::to_string(out);
}

std::string nastran_deck(const StaticDeck& deck) {
  check_content(deck);
  const Mesh& mesh = deck.model.file->mesh;
  const auto label = [&](const Term& t) { return mesh.node_labels[t.node.value]; };
  const std::vector<Term> held = held_terms(deck);
  const std::vector<std::string> names = case_names(deck);
  std::string out =
      "SOL 101\nCEND\nTITLE = Static load cases of a body\nDISPLACEMENT(SORT1, PUNCH) = ALL\nMPC = 1\nSPC = 1\n";
  for (std::size_t i = 0; i < names.size(); ++i)
    out += fmt::format("SUBCASE {}\n  LABEL = {}\n  LOAD = {}\n", i + 1, names[i], i + 1);
  // Mesh, materials and properties as the mesh writer puts them, without its own case control and end.
  std::string bulk = nastran_text(*deck.model.file, deck.units);
  bulk.erase(0, bulk.find("BEGIN BULK"));
  bulk.erase(bulk.rfind("ENDDATA"));
  out += bulk + "PARAM,AUTOSPC,YES\n";
  fmt::memory_buffer cards;
  const auto put = [&cards]<class... A>(fmt::format_string<A...> text, A&&... args) {
    fmt::format_to(std::back_inserter(cards), text, std::forward<A>(args)...);
  };
  // Large fields: two terms on the first pair of lines, two more on each that follows.
  for (const Equation& e : equations_of(deck))
    for (std::size_t i = 0; i < e.size(); ++i) {
      if (i == 0)
        put("MPC*    {:>16}", 1);
      else if (i % 2 == 0)
        put("*       {:>16}", "");
      else
        put("*       ");
      put("{:>16}{:>16}{:>16.9e}\n", label(e[i]), e[i].component + 1, e[i].factor);
    }
  for (const Term& t : held) put("SPC1,1,{},{}\n", t.component + 1, label(t));
  for (std::size_t j = 0; j < held.size(); ++j)
    put("SPCD*   {:>16}{:>16}{:>16}{:>16.9e}\n*       \n", j + 1, label(held[j]), held[j].component + 1,
        unit_motion(held[j], deck.units));
  for (std::size_t k = 0; k < names.size() - held.size(); ++k)
    for (const Term& f : force_terms(deck, k)) {
      const Vector3d direction = Vector3d::Unit(f.component % 3);
      put("{:<8}{:>16}{:>16}{:>16}{:>16.9e}\n*       {:>16.1f}{:>16.1f}{:>16.1f}\n",
          f.component < 3 ? "FORCE*" : "MOMENT*", held.size() + k + 1, label(f), 0, f.factor, direction[0],
          direction[1], direction[2]);
    }
  return out + fmt::to_string(cards) + "ENDDATA\n";
}

}  // namespace trunnion
