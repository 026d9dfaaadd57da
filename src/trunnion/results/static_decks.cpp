#include "trunnion/results/static_decks.h"

#include <fmt/format.h>

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <set>
#include <span>
#include <utility>

#include "trunnion/base/error.h"
#include "trunnion/math/dense.h"
#include "trunnion/math/rotations.h"
#include "trunnion/mesh/nodal_responses.h"
#include "trunnion/mesh/writers.h"
#include "trunnion/results/deck_elongations.h"

namespace trunnion {
namespace {

/// One displacement in an equation sum c u = 0. Components 0 to 2 translate, 3 to 5 turn.
struct Term {
  NodeId node;
  int component;
  double factor;
};
using Equation = std::vector<Term>;  ///< the first term is the dependent one

/// Node and component of every unknown of the model.
std::vector<Term> terms_of(const DofMap& dofs) {
  std::vector<Term> terms(std::size_t(dofs.size), Term{NodeId{}, 0, 1});
  for (std::int32_t n = 0; n < dofs.num_nodes; ++n)
    for (int k = 0; k < 3; ++k) {
      terms[std::size_t(dofs.translation(NodeId{n}, k))] = {NodeId{n}, k, 1};
      if (dofs.has_rotation(NodeId{n})) terms[std::size_t(dofs.rotation_dof(NodeId{n}, k))] = {NodeId{n}, 3 + k, 1};
    }
  return terms;
}

bool is_held(const StaticDeck& deck, NodeId node) {
  return std::find(deck.held.nodes.begin(), deck.held.nodes.end(), node) != deck.held.nodes.end();
}

/// Springs and beams with the nodes that they join.
struct Elongations {
  std::vector<Elongation> list;
  std::set<NodeId> nodes;
};

Elongations elongations_of(const StaticDeck& deck) {
  Elongations found{elongations(deck.model, deck.units), {}};
  const std::vector<Term> terms = terms_of(deck.model.dofs);
  for (const Elongation& e : found.list)
    for (const auto& [dof, factor] : e.motion) found.nodes.insert(terms[std::size_t(dof)].node);
  return found;
}

/// u_s = u_c + theta x r for each node of the patch.
void add_rigid(const FeModel& model, const CouplingMap& c, std::vector<Equation>& equations) {
  const Matrix3Xd& x = model.file->mesh.x;
  for (const NodeId node : c.nodes) {
    if (node == c.reference) continue;
    const Matrix3d turn = -skew(x.col(node.value) - x.col(c.reference.value));
    for (int axis = 0; axis < 3; ++axis) {
      if (c.dofs[3 + axis] && model.dofs.has_rotation(node))
        equations.push_back({{node, 3 + axis, 1}, {c.reference, 3 + axis, -1}});
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

/// An averaged coupling ties its point to the body where the point is kept, or where a spring or beam ends there.
bool ties(const StaticDeck& deck, const Elongations& elongated, const CouplingMap& c) {
  if (c.kind == CouplingKind::rigid || is_held(deck, c.reference)) return true;
  if (!elongated.nodes.contains(c.reference)) return false;
  if (std::find(c.dofs.begin(), c.dofs.end(), false) != c.dofs.end())
    throw InputError(fmt::format(
        "a static deck ties all six motions of an averaged coupling, and '{}', where a spring or beam ends, "
        "ties only some. Tie all of them, or make it rigid.",
        c.name));
  return true;
}

/// Of all couplings that tie something; turns in rad against displacements in the unit of the deck.
std::vector<Equation> equations_of(const StaticDeck& deck, const Elongations& elongated) {
  std::vector<Equation> equations;
  std::set<NodeId> taken;
  for (const CouplingMap& c : deck.model.couplings)
    if (c.kind == CouplingKind::rigid) {
      add_rigid(deck.model, c, equations);
      taken.insert(c.nodes.begin(), c.nodes.end());
    }
  for (const CouplingMap& c : deck.model.couplings)
    if (c.kind == CouplingKind::averaged && ties(deck, elongated, c)) add_averaged(c, taken, equations);
  for (Equation& e : equations) {
    const double own = e.front().component > 2 ? deck.units.length : 1;
    for (Term& t : e) t.factor *= own / (t.component > 2 ? deck.units.length : 1);
  }
  return equations;
}

/// e = q' u with every motion that another equation prescribes written in what it follows.
std::vector<Equation> elongation_terms(const StaticDeck& deck, const Elongations& elongated,
                                       const std::vector<Equation>& equations) {
  using Motion = std::pair<NodeId, int>;
  std::map<Motion, const Equation*> prescribed;
  for (const Equation& e : equations) prescribed[{e.front().node, e.front().component}] = &e;
  const std::vector<Term> terms = terms_of(deck.model.dofs);
  std::vector<Equation> written;
  for (const Elongation& e : elongated.list) {
    std::map<Motion, double> sum;
    std::vector<Term> left;
    for (const auto& [dof, factor] : e.motion) {
      left.push_back(terms[std::size_t(dof)]);
      left.back().factor = factor;
    }
    while (!left.empty()) {
      const Term t = left.back();
      left.pop_back();
      const auto follows = prescribed.find({t.node, t.component});
      if (follows == prescribed.end()) {
        sum[{t.node, t.component}] += t.factor;
        continue;
      }
      const Equation& rule = *follows->second;
      for (std::size_t i = 1; i < rule.size(); ++i)
        left.push_back({rule[i].node, rule[i].component, -t.factor * rule[i].factor / rule.front().factor});
    }
    double largest = 0;
    for (const auto& [motion, factor] : sum) largest = std::max(largest, std::abs(factor));
    written.emplace_back();
    for (const auto& [motion, factor] : sum)
      if (std::abs(factor) > 1e-14 * largest) written.back().push_back({motion.first, motion.second, factor});
  }
  return written;
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
void move_load(const CouplingMap& c, bool has_point, const Vector6d& load, VectorXd& force, std::vector<Term>& terms) {
  Vector6d tied = load;
  for (int k = 0; k < 6; ++k)
    if (c.kind == CouplingKind::averaged && !c.dofs[k]) tied[k] = 0;
  if (has_point) {
    for (int k = 0; k < 6; ++k)
      if (tied[k] != 0) terms.push_back({c.reference, k, tied[k]});
    return;
  }
  const VectorXd spread = c.average.transpose() * tied;
  for (std::size_t i = 0; i < c.nodes.size(); ++i)
    force.segment<3>(3 * Index(c.nodes[i].value)) += spread.segment<3>(3 * Index(i));
}

/// Forces and moments in the unit of the deck. What acts on kept points is left out: they are held.
std::vector<Term> force_terms(const StaticDeck& deck, const Elongations& elongated, std::size_t load) {
  const DofMap& dofs = deck.model.dofs;
  VectorXd force = load < deck.loads.size() ? VectorXd(load_vectors(deck.model, {deck.loads[load]}).col(0))
                                            : VectorXd(deck.forces.col(Index(load - deck.loads.size())));
  std::vector<Term> terms;
  std::set<NodeId> points;  // of couplings: what acts there is moved, or held
  for (const CouplingMap& c : deck.model.couplings) {
    points.insert(c.reference);
    if (is_held(deck, c.reference)) continue;
    Vector6d at_point;
    at_point << force.segment<3>(dofs.translation(c.reference, 0)), force.segment<3>(dofs.rotation_dof(c.reference, 0));
    move_load(c, ties(deck, elongated, c), at_point, force, terms);
  }
  for (std::int32_t n = 0; n < dofs.num_nodes; ++n) {
    const NodeId node{n};
    if (points.contains(node) || (dofs.has_rotation(node) && is_held(deck, node))) continue;
    for (int k = 0; k < 3; ++k) {
      if (const double f = force[dofs.translation(node, k)]; f != 0) terms.push_back({node, k, f});
      if (!dofs.has_rotation(node)) continue;
      if (const double m = force[dofs.rotation_dof(node, k)]; m != 0) terms.push_back({node, 3 + k, m});
    }
  }
  for (Term& t : terms) t.factor /= deck.units.force * (t.component < 3 ? 1 : deck.units.length);
  return terms;
}

std::int64_t last_element(const Mesh& mesh) {
  std::int64_t last = 0;
  for (const ElementBlock& block : mesh.blocks)
    for (const std::int64_t label : block.labels) last = std::max(last, label);
  return last;
}

/// Springs of stiffness one along x, to ground. CalculiX drops what a prescribed motion does to its own spring elements
/// through an equation, and does not for solids: each is a tetrahedron of height one with three nodes at rest, whose
/// apex feels E V = 1.
std::string unit_springs(const Mesh& mesh, std::int64_t first, Index count) {
  std::string text = fmt::format("*NODE\n{}, 0, 0, 0\n{}, 0, 1, 0\n{}, 0, 0, 1\n", first, first + 1, first + 2);
  for (Index i = 0; i < count; ++i) text += fmt::format("{}, 1, 0, 0\n", first + 3 + i);
  text += "*ELEMENT, TYPE=C3D4, ELSET=UNIT_SPRINGS\n";
  const std::int64_t element = last_element(mesh) + 1;
  for (Index i = 0; i < count; ++i)
    text += fmt::format("{}, {}, {}, {}, {}\n", element + i, first, first + 3 + i, first + 1, first + 2);
  text += "*MATERIAL, NAME=UNIT_SPRING\n*ELASTIC\n6, 0\n*SOLID SECTION, ELSET=UNIT_SPRINGS, MATERIAL=UNIT_SPRING\n";
  text += fmt::format("*BOUNDARY\n{}, 1, 3\n{}, 1, 3\n{}, 1, 3\n", first, first + 1, first + 2);
  for (Index i = 0; i < count; ++i) text += fmt::format("{}, 2, 3\n", first + 3 + i);
  return text;
}

/// Nodes that turn and are no points of couplings: nothing else tells their turns.
bool turns_alone(const StaticDeck& deck) {
  std::set<NodeId> points;
  for (const CouplingMap& c : deck.model.couplings) points.insert(c.reference);
  for (std::int32_t n = 0; n < deck.model.dofs.num_nodes; ++n)
    if (deck.model.dofs.has_rotation(NodeId{n}) && !points.contains(NodeId{n})) return true;
  return false;
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
  const Mesh& mesh = deck.model.file->mesh;
  const DofMap& dofs = deck.model.dofs;
  const Elongations elongated = elongations_of(deck);
  const std::vector<Equation> equations = equations_of(deck, elongated);
  const std::int64_t last = *std::max_element(mesh.node_labels.begin(), mesh.node_labels.end());
  // CalculiX nodes translate only: the turn of a node is the translation of a second one.
  const auto label = [&](const Term& t) {
    return t.component < 3 ? mesh.node_labels[std::size_t(t.node.value)] : turn_label(last, t.node);
  };
  fmt::memory_buffer out;
  const auto put = [&out]<class... A>(fmt::format_string<A...> text, A&&... args) {
    fmt::format_to(std::back_inserter(out), text, std::forward<A>(args)...);
  };
  put("** Static load cases of a body: unit motions of its interfaces, then loads with them at rest.\n");
  put("{}", abaqus_text(without_beams(*deck.model.file), deck.units));
  put("*NODE\n");
  for (std::int32_t n = 0; n < dofs.num_nodes; ++n)
    if (dofs.has_rotation(NodeId{n})) {
      const Vector3d x = mesh.x.col(n) / deck.units.length;
      put("{}, {}, {}, {}\n", turn_label(last, NodeId{n}), x[0], x[1], x[2]);
    }
  const std::vector<Equation> springs = elongation_terms(deck, elongated, equations);
  const std::int64_t first_spring = last + 1 + dofs.num_nodes;
  if (!springs.empty()) put("{}", unit_springs(mesh, first_spring, Index(springs.size())));
  put("*EQUATION\n");
  const auto put_equation = [&](std::int64_t first, int component, double factor, std::span<const Term> rest) {
    put("{}\n{},{},{:.13g}{}", rest.size() + 1, first, component, factor, rest.empty() ? "\n" : ",");
    for (std::size_t i = 0; i < rest.size(); ++i)
      put("{},{},{:.13g}{}", label(rest[i]), rest[i].component % 3 + 1, rest[i].factor,
          i + 1 == rest.size() || i % 4 == 2 ? "\n" : ",");
  };
  for (const Equation& e : equations)
    put_equation(label(e.front()), e.front().component % 3 + 1, e.front().factor, std::span(e).subspan(1));
  for (std::size_t i = 0; i < springs.size(); ++i) put_equation(first_spring + 3 + std::int64_t(i), 1, -1, springs[i]);
  const bool print = turns_alone(deck);
  if (print) {
    put("*NSET, NSET=MOVES\n");
    for (std::int32_t n = 0; n < dofs.num_nodes; ++n) {
      put("{},\n", mesh.node_labels[std::size_t(n)]);
      if (dofs.has_rotation(NodeId{n})) put("{},\n", turn_label(last, NodeId{n}));
    }
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
      for (const Term& f : force_terms(deck, elongated, step - held.size()))
        put("{},{},{:.13g}\n", label(f), f.component % 3 + 1, f.factor);
    }
    put("*NODE FILE\nU\n{}*END STEP\n", print ? "*NODE PRINT, NSET=MOVES\nU\n" : "");
  }
  return fmt::to_string(out);
}

std::string nastran_deck(const StaticDeck& deck) {
  const Mesh& mesh = deck.model.file->mesh;
  const Elongations elongated = elongations_of(deck);
  const std::vector<Equation> equations = equations_of(deck, elongated);
  const auto label = [&](const Term& t) { return mesh.node_labels[t.node.value]; };
  const std::vector<Term> held = held_terms(deck);
  const std::vector<std::string> names = case_names(deck);
  std::string out =
      "SOL 101\nCEND\nTITLE = Static load cases of a body\nDISPLACEMENT(SORT1, PUNCH) = ALL\nMPC = 1\nSPC = 1\n";
  for (std::size_t i = 0; i < names.size(); ++i)
    out += fmt::format("SUBCASE {}\n  LABEL = {}\n  LOAD = {}\n", i + 1, names[i], i + 1);
  // Mesh, materials and properties as the mesh writer puts them, without its own case control and end.
  std::string bulk = nastran_text(without_beams(*deck.model.file), deck.units);
  bulk.erase(0, bulk.find("BEGIN BULK"));
  bulk.erase(bulk.rfind("ENDDATA"));
  out += bulk + "PARAM,AUTOSPC,YES\n";
  fmt::memory_buffer cards;
  const auto put = [&cards]<class... A>(fmt::format_string<A...> text, A&&... args) {
    fmt::format_to(std::back_inserter(cards), text, std::forward<A>(args)...);
  };
  // Large fields: two terms on the first pair of lines, two more on each that follows.
  const auto put_equation = [&](std::span<const Term> rest, std::int64_t first, int component, double factor) {
    put("MPC*    {:>16}{:>16}{:>16}{:>16.9e}\n", 1, first, component, factor);
    for (std::size_t i = 0; i < rest.size(); ++i) {
      if (i % 2 == 1)
        put("*       {:>16}", "");
      else
        put("*       ");
      put("{:>16}{:>16}{:>16.9e}\n", label(rest[i]), rest[i].component + 1, rest[i].factor);
    }
  };
  for (const Equation& e : equations)
    put_equation(std::span(e).subspan(1), label(e.front()), e.front().component + 1, e.front().factor);
  // Springs and beams: elongations on scalar points, each with a unit spring to ground.
  const std::vector<Equation> springs = elongation_terms(deck, elongated, equations);
  const std::int64_t last = *std::max_element(mesh.node_labels.begin(), mesh.node_labels.end());
  std::int64_t element = last_element(mesh);
  for (std::size_t i = 0; i < springs.size(); ++i) {
    const std::int64_t point = last + 1 + std::int64_t(i);
    put("SPOINT,{}\nCELAS2,{},1.,{}\n", point, ++element, point);
    put_equation(springs[i], point, 0, -1);
  }
  for (const Term& t : held) put("SPC1,1,{},{}\n", t.component + 1, label(t));
  for (std::size_t j = 0; j < held.size(); ++j)
    put("SPCD*   {:>16}{:>16}{:>16}{:>16.9e}\n*       \n", j + 1, label(held[j]), held[j].component + 1,
        unit_motion(held[j], deck.units));
  for (std::size_t k = 0; k < names.size() - held.size(); ++k)
    for (const Term& f : force_terms(deck, elongated, k)) {
      const Vector3d direction = Vector3d::Unit(f.component % 3);
      put("{:<8}{:>16}{:>16}{:>16}{:>16.9e}\n*       {:>16.1f}{:>16.1f}{:>16.1f}\n",
          f.component < 3 ? "FORCE*" : "MOMENT*", held.size() + k + 1, label(f), 0, f.factor, direction[0],
          direction[1], direction[2]);
    }
  return out + fmt::to_string(cards) + "ENDDATA\n";
}

}  // namespace trunnion
