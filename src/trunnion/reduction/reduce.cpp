#include "trunnion/reduction/reduce.h"

#include <fmt/format.h>
#include <unistd.h>

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "trunnion/base/error.h"
#include "trunnion/base/nearest_name.h"
#include "trunnion/fem/constrained_solver.h"
#include "trunnion/fem/solve.h"
#include "trunnion/math/stopwatch.h"
#include "trunnion/reduction/body_rows.h"
#include "trunnion/reduction/craig_bampton.h"
#include "trunnion/reduction/interior_basis.h"
#include "trunnion/reduction/interior_mass.h"
#include "trunnion/reduction/quality.h"
#include "trunnion/reduction/reference_condition.h"

namespace trunnion {
namespace {

void check_model(const FeModel& model) {
  if (model.dofs.dimension != 3)
    throw InputError("a plane model cannot be reduced to a body that moves in space; use solid elements");
  for (const ElementBlock& block : model.file->mesh.blocks)
    if (dimension(block.type) != 3)
      throw InputError(
          fmt::format("the mesh has {} elements of type {}; a body is reduced from solid elements only. Leave "
                      "them out of the mesh, or model them as springs and bodies of the mechanism.",
                      block.nodes.cols(), name(block.type)));
  const MatrixXd rigid = rigid_modes(model, mass_properties(model).center);
  const MatrixXd force = stiffness_product(model, rigid);
  const double scale = model.stiffness_lower.diagonal().cwiseAbs().maxCoeff() * rigid.cwiseAbs().maxCoeff();
  if (force.cwiseAbs().maxCoeff() > 1e-6 * scale)
    throw InputError(
        "rigid motion of the body stores energy: a spring ties it to the ground. A reduced body moves freely; put that "
        "spring into the mechanism instead.");
}

/// Refuses before memory is taken, with the numbers that decide.
void check_memory(const ConstrainedSystem& system, Index vectors) {
  if (system.size() < 200000) return;
  const FactorCost cost = estimate_cost(system);
  const double needed = cost.bytes + 3.0 * double(system.model->dofs.size) * double(vectors) * sizeof(double);
  const double memory = double(sysconf(_SC_PHYS_PAGES)) * double(sysconf(_SC_PAGESIZE));
  if (needed > 0.95 * memory)
    throw InputError(
        fmt::format("the reduction needs about {:.1f} GB ({:.1f} GB of it for the factor of {} unknowns), the machine "
                    "has {:.1f} GB. "
                    "Use a coarser mesh or fewer modes.",
                    needed / 1e9, cost.bytes / 1e9, system.size(), memory / 1e9));
}

std::string method_name(ReductionMethod method) {
  return method == ReductionMethod::craig_bampton ? "craig-bampton"
         : method == ReductionMethod::guyan       ? "guyan"
                                                  : "free";
}

/// Rows of the mass-orthonormal rigid modes at the interface.
MatrixXd rigid_rows(const MatrixXd& interface_rigid, const Matrix6d& rigid_mass) {
  return rigid_mass.llt().matrixL().solve(interface_rigid.transpose()).transpose();
}

/// Elastic modes of the Guyan system and its rigid motions as new interface coordinates.
MatrixXd interface_modes(const MatrixXd& guyan_mass, const MatrixXd& guyan_stiffness, const MatrixXd& rigid,
                         Index count) {
  const OrthogonalModes modes = orthogonalize({guyan_mass, guyan_stiffness}, rigid);
  const Index kept = std::min<Index>(count, modes.elastic.cols());
  MatrixXd basis(guyan_mass.rows(), rigid.cols() + kept);
  basis << rigid, modes.elastic.leftCols(kept);
  return basis;
}

/// Full-space elastic modes with their eigenvalues: what all methods end in.
struct ElasticModes {
  MatrixXd shapes;
  VectorXd eigenvalues;
};

ElasticModes free_body_modes(const FeModel& model, const ReductionOptions& options, Observer& observer) {
  ModalOptions modal;
  modal.count = options.rule == SelectionRule::count ? options.count + 6 : modal.count;
  modal.max_frequency = options.rule == SelectionRule::count ? 0 : cutoff_of(options);
  modal.certify = options.certify;
  const ModalSolution solution = solve_modes(model, {}, modal, observer);
  const Index n = solution.frequency.size() - solution.rigid_modes;
  return {solution.shape.rightCols(n), (2 * std::numbers::pi * solution.frequency.tail(n)).cwiseAbs2()};
}

void cut_orthogonal_set(ElasticModes& modes, double cutoff_hz, ReductionRecord& record) {
  const Index kept = (modes.eigenvalues.array() < std::pow(2 * std::numbers::pi * cutoff_hz, 2)).count();
  record.warnings.push_back(
      fmt::format("the orthogonalised set was cut at {:.0f} Hz ({} of {} modes kept): static answers at the interfaces "
                  "are no longer exact",
                  cutoff_hz, kept, modes.eigenvalues.size()));
  modes.shapes = modes.shapes.leftCols(kept).eval();
  modes.eigenvalues = modes.eigenvalues.head(kept).eval();
}

void apply_chord(const FeModel& model, const ReductionOptions& options, MatrixXd& shapes) {
  std::vector<NodeId> ends;
  std::vector<std::string> known;
  for (const CouplingMap& c : model.couplings) known.push_back(c.name);
  if (options.chord.size() != 2) throw InputError("the chord condition needs the names of two interfaces");
  for (const std::string& wanted : options.chord)
    for (const CouplingMap& c : model.couplings)
      if (c.name == wanted) ends.push_back(c.reference);
  if (ends.size() != 2)
    throw InputError(fmt::format("chord = ['{}', '{}']: both must be interfaces of the body{}", options.chord[0],
                                 options.chord[1], name_hint(options.chord[0], known)));
  const Matrix3Xd& x = model.file->mesh.x;
  const MatrixXd rigid = rigid_modes(model);
  MatrixXd rows(12, shapes.cols()), rigid_at(12, 6);
  for (int e = 0; e < 2; ++e)
    for (int c = 0; c < 6; ++c) {
      const Index dof = c < 3 ? model.dofs.translation(ends[e], c) : model.dofs.rotation_dof(ends[e], c - 3);
      rows.row(6 * e + c) = shapes.row(dof);
      rigid_at.row(6 * e + c) = rigid.row(dof);
    }
  const auto conditions = chord_conditions(x.col(ends[0].value), x.col(ends[1].value));
  shapes += rigid * rigid_correction(conditions, rigid_at, rows);
}

ReducedBody finished_body(const FeModel& model, const HeldInterfaces& held, ElasticModes modes,
                          const ReductionOptions& options) {
  ReducedBody body;
  body.name = options.name;
  const Index n = modes.eigenvalues.size();
  body.mass = MatrixXd::Identity(n, n);
  if (options.reference == ReferenceCondition::chord) {
    apply_chord(model, options, modes.shapes);
    body.reference_condition = "chord";
    body.mass = modes.shapes.transpose() * mass_product(model, modes.shapes);
  }
  body.stiffness = modes.eigenvalues.asDiagonal();
  body.damping = damping_rates(options.damping, modes.eigenvalues).asDiagonal();
  body.frequency = modes.eigenvalues.cwiseMax(0).cwiseSqrt() / (2 * std::numbers::pi);
  body.invariants = body_invariants(model, modes.shapes);
  body.interfaces = interface_rows(model, held, modes.shapes);
  body.lumped = lumped_inertias(model);
  body.display = display_rows(model, modes.shapes);
  for (const std::string& name : options.surfaces) body.surfaces.push_back(named_rows(model, name, modes.shapes));
  for (const std::string& name : options.stress_sets) body.stress.push_back(stress_rows(model, name, modes.shapes));
  return body;
}

}  // namespace

ReducedBody reduce(const FeModel& model, const ReductionOptions& options, Observer& observer) {
  const Stopwatch watch;
  observer.begin("reducing", options.name);
  check_model(model);
  const HeldInterfaces held = held_interfaces(model, options.interfaces);
  const Index a = Index(held.dofs.size());
  ReductionRecord record;
  record.method = method_name(options.method);
  record.full_dofs = model.dofs.size;
  record.interface_dofs = a;
  record.dof_names = held.dof_names;

  // 1. How many modes there are below the cut-off, proven before the large factor is in memory.
  const auto system = constrain(model, {}, held.nodes);
  check_memory(*system, 3 * a + 60);
  const bool wants_modes = options.method != ReductionMethod::guyan || options.quality.compute;
  const bool count_first =
      options.certify && options.rule == SelectionRule::cutoff && options.completeness <= 0 && wants_modes;
  Index counted = -1;
  if (count_first) {
    const Stopwatch certificate;
    const double cutoff = cutoff_of(options);
    counted = count_eigenvalues_below(*system, std::pow(2 * std::numbers::pi * cutoff, 2));
    record.certified_below = cutoff;
    record.certificate_wall_s = certificate.seconds();
  }
  check_cancelled(observer);
  observer.advance(0.1);

  // 2. One factor; constraint modes and the Guyan system.
  std::optional<ConstrainedSolver> solver;
  try {
    solver.emplace(system, LooseMotion::refuse, observer);
  } catch (const SolveError& error) {
    throw InputError(
        fmt::format("with all kept interfaces at rest, {} Join the loose piece to the rest of the mesh, or keep an "
                    "interface on it.",
                    error.what()));
  }
  record.factor_bytes = solver->cost().bytes;
  const MatrixXd full_psi = solver->constraint_modes();
  const MatrixXd full_mass_psi = mass_product(model, full_psi);
  const MatrixXd guyan_mass = full_psi.transpose() * full_mass_psi;
  const MatrixXd guyan_stiffness = full_psi.transpose() * stiffness_product(model, full_psi);
  const MatrixXd interior = guyan_mass - condensed_mass(model, held.nodes);
  observer.advance(0.3);

  // 3. Interface reduction: u_a = B eta.
  MatrixXd reduction = MatrixXd::Identity(a, a), rigid_coordinates = held.rigid;
  std::vector<DofKind> kinds = held.kinds;
  if (options.interface_modes > 0 && options.interface_modes + 6 < a) {
    reduction = interface_modes(guyan_mass, guyan_stiffness, held.rigid, options.interface_modes);
    rigid_coordinates = MatrixXd::Identity(reduction.cols(), 6);
    kinds.assign(reduction.cols(), DofKind::translation);
  }
  const MatrixXd psi = full_psi * reduction, mass_psi = full_mass_psi * reduction;
  record.constraint_modes = reduction.cols();

  // 4. Modes, selection, truncation vectors, load modes.
  const MatrixXd reduced_interior = reduction.transpose() * interior * reduction;
  const SelectionInput input{model, *solver, options, psi, mass_psi, reduced_interior, kinds, counted};
  FixedModes modes;
  modes.shapes.resize(model.dofs.size, 0);
  ModeSelection kept;
  Index vectors = 0;
  if (wants_modes) kept = compute_and_select(input, modes, vectors, record, observer);
  if (options.method == ReductionMethod::guyan) {
    kept = {};
    vectors = 0;
    record.normal_modes = 0;
    record.kept_modes.clear();
    record.completeness = 0;
    record.selection = "constraint modes only";
  }
  record.certified = counted >= 0;
  observer.advance(0.6);
  const bool quality_wanted = options.quality.compute && a <= options.quality.max_interface;
  MatrixXd full_answers;
  if (vectors != 0 || quality_wanted) full_answers = -solver->solve(full_mass_psi);
  const MatrixXd answers = full_answers.size() > 0 ? MatrixXd(full_answers * reduction) : MatrixXd();
  const InteriorBasis basis = interior_basis(input, modes, kept, answers, vectors, record);

  // 5. Orthogonal form, rigid motions set aside.
  const ReducedPencil pencil =
      craig_bampton(reduction.transpose() * guyan_mass * reduction, reduction.transpose() * guyan_stiffness * reduction,
                    basis.participation, basis.eigenvalues);
  MatrixXd rigid = MatrixXd::Zero(pencil.mass.rows(), 6);
  rigid.topRows(reduction.cols()) = rigid_coordinates;
  const OrthogonalModes orthogonal = orthogonalize(pencil, rigid);
  if (const Index loose = count_near_rigid(orthogonal.eigenvalues); loose > 0)
    record.warnings.push_back(fmt::format(
        "{} further motion(s) of the free body store almost no energy: parts of the mesh may be joined too weakly",
        loose));
  ElasticModes elastic{psi * orthogonal.elastic.topRows(reduction.cols()) +
                           basis.shapes * orthogonal.elastic.bottomRows(basis.eigenvalues.size()),
                       orthogonal.eigenvalues};
  if (options.method == ReductionMethod::free_modes) {
    elastic = free_body_modes(model, options, observer);
    record.constraint_modes = record.vectors_kept = 0;
    record.normal_modes = elastic.eigenvalues.size();
    record.warnings.emplace_back("free modes alone do not answer static loads at the interfaces exactly");
  }
  if (options.orthogonal_cutoff > 0) cut_orthogonal_set(elastic, options.orthogonal_cutoff, record);
  record.solves = a + modes.solves + full_answers.cols();

  // 6. What the body says about itself.
  QualityRecord quality;
  if (quality_wanted) {
    observer.advance(0.8);
    const InterfaceProblem problem{model, *solver,    full_psi,        full_answers,
                                   modes, guyan_mass, guyan_stiffness, held.rigid};
    MatrixXd rows(a, 6 + elastic.eigenvalues.size());
    rows.leftCols(6) = rigid_rows(held.rigid, held.rigid.transpose() * guyan_mass * held.rigid);
    rows.rightCols(elastic.eigenvalues.size()) = elastic.shapes(held.dofs, Eigen::all);
    quality = quality_record(problem, {rows, elastic.eigenvalues, elastic.shapes}, held.dof_names, options, observer);
  } else {
    quality.reason = options.quality.compute ? fmt::format("{} interface dofs are more than the limit of {}", a,
                                                           options.quality.max_interface)
                                             : "switched off";
  }
  if (options.certify && modes.eigenvalues.size() > 0) {
    const Stopwatch certificate;
    record.residual = largest_residual(modes, model, *solver);
    if (!record.certified) {
      // Half way between the last two computed modes: whatever lies below must be in hand.
      solver.reset();
      const Index n = modes.eigenvalues.size();
      const double limit =
          n > 1 ? 0.5 * (modes.eigenvalues[n - 1] + modes.eigenvalues[n - 2]) : 0.99 * modes.eigenvalues[0];
      const Index below = (modes.eigenvalues.array() < limit).count();
      record.certified = count_eigenvalues_below(*system, limit) == below;
      record.certified_below = std::sqrt(limit) / (2 * std::numbers::pi);
      if (!record.certified)
        record.warnings.push_back(
            fmt::format("the inertia count disagrees with the {} modes found below {:.0f} Hz: a mode was missed", below,
                        record.certified_below));
    }
    record.certificate_wall_s += certificate.seconds();
  }

  ReducedBody body = finished_body(model, held, std::move(elastic), options);
  body.content_hash = reduction_hash(model, options);
  record.reduction_wall_s = watch.seconds() - record.certificate_wall_s - quality.wall_s;
  body.quality = std::move(quality);
  body.record = std::move(record);
  for (const std::string& warning : body.record.warnings) observer.warn(warning);
  observer.end(fmt::format("{} interface + {} normal + {} truncation + {} load modes", body.record.constraint_modes,
                           body.record.normal_modes, body.record.vectors_kept, body.record.static_modes));
  return body;
}

}  // namespace trunnion
