#include "trunnion/reduction/reduce.h"

#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <algorithm>
#include <limits>
#include <memory>

#include "trunnion/base/error.h"
#include "trunnion/fem/constrained_solver.h"
#include "trunnion/fem/solve.h"
#include "trunnion/math/stopwatch.h"
#include "trunnion/math/tall_product.h"
#include "trunnion/reduction/check_reduction.h"
#include "trunnion/reduction/contact_loads.h"
#include "trunnion/reduction/craig_bampton.h"
#include "trunnion/reduction/elastic_modes.h"
#include "trunnion/reduction/finished_body.h"
#include "trunnion/reduction/fit_basis.h"
#include "trunnion/reduction/fit_springs.h"
#include "trunnion/reduction/interface_overlap.h"
#include "trunnion/reduction/interior_basis.h"
#include "trunnion/reduction/interior_mass.h"
#include "trunnion/reduction/quality.h"

namespace trunnion {
namespace {

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

/// What shapes from elsewhere add to the constraint modes. A shape that is a motion of the interfaces and nothing more
/// leaves only the digits that its file dropped; it is left out.
MatrixXd interior_part(const MatrixXd& shapes, const MatrixXd& constraint_modes, const std::vector<Index>& held_dofs) {
  constexpr double written_digits = 1e-4;
  MatrixXd inner(constraint_modes.rows(), shapes.cols());
  Index kept = 0;
  for (Index c = 0; c < shapes.cols(); ++c) {
    const VectorXd rest = shapes.col(c) - constraint_modes * VectorXd(shapes(held_dofs, c));
    if (rest.cwiseAbs().maxCoeff() > written_digits * shapes.col(c).cwiseAbs().maxCoeff()) inner.col(kept++) = rest;
  }
  return inner.leftCols(kept);
}

/// "18 interface + 20 normal + 1 shrink + 100 contact + 29 tangential modes"
std::string mode_counts(const ReductionRecord& r) {
  std::string text = fmt::format("{} interface + {} normal", r.constraint_modes, r.normal_modes);
  if (r.vectors_kept > 0) text += fmt::format(" + {} truncation", r.vectors_kept);
  const Index contact = r.fits.shrink_vectors + r.fits.normal + r.fits.tangential + r.fits.enriched;
  if (r.fits.points > 0)
    text += fmt::format(" + {} shrink + {} contact + {} tangential", r.fits.shrink_vectors, r.fits.normal,
                        r.fits.tangential);
  if (r.fits.enriched > 0) text += fmt::format(" + {} enriching", r.fits.enriched);
  if (r.static_modes > contact) text += fmt::format(" + {} load", r.static_modes - contact);
  return text + " modes";
}

/// Pieces of the mesh that move on their own.
Index count_parts(const ConstrainedSystem& system) {
  return std::count_if(system.parts.begin(), system.parts.end(),
                       [](const RigidPart& part) { return part.num_elements > 0; });
}

/// The factor that answers loads while all kept interfaces are at rest.
std::unique_ptr<ConstrainedSolver> held_solver(const std::shared_ptr<const ConstrainedSystem>& system,
                                               Observer& observer) {
  try {
    return std::make_unique<ConstrainedSolver>(system, LooseMotion::refuse, observer);
  } catch (const SolveError& error) {
    throw InputError(
        fmt::format("with all kept interfaces at rest, {} Join the loose piece to the rest of the mesh, or keep an "
                    "interface on it.",
                    error.what()));
  }
}

/// `loads`: where those behind the contact modes go; null: not wanted. `count`: of modes, made where it is not known.
ReducedBody reduced(const FeModel& model, const ReductionOptions& options, ContactLoads* loads, ModeCount& count,
                    Observer& observer) {
  const Stopwatch watch;
  observer.begin("reducing", options.name);
  check_selection(options);
  check_reducible(model);
  const HeldInterfaces held = held_interfaces(model, options.interfaces);
  const Index a = Index(held.dofs.size());
  const bool quality_wanted = options.quality.compute && a <= options.quality.most;
  check_automatic(options, quality_wanted);
  ReductionRecord record;
  record.method = method_name(options.method);
  record.full_dofs = model.dofs.size;
  record.interface_dofs = a;
  record.dof_names = held.dof_names;
  record.warnings = overlap_warnings(model, held);

  // 0. Parts that are pressed together: the shrunk state of the full mesh, before another factor is in memory.
  const Stopwatch shrinking;
  const PreparedFits fits = prepare_fits(model, options.fits, held, observer);
  if (!fits.empty()) record_shrinking(fits, shrinking.seconds(), record.fits);

  // 1. Where one large factor is in memory at a time: free modes; how many modes there are below the cut-off.
  const auto system = constrain(model, {}, held.nodes);
  check_memory(*system, vectors_held(options, a, usual_modes(options)), options.memory);
  const bool free = options.method == ReductionMethod::free_modes;
  ElasticModes elastic;
  if (free) elastic = free_body_modes(model, options, record, observer);
  const bool wants_modes = options.method != ReductionMethod::guyan || options.quality.compute;
  const bool by_cutoff = options.rule == SelectionRule::cutoff || options.rule == SelectionRule::automatic;
  if (options.certify && by_cutoff && options.completeness <= 0 && wants_modes && !free && !count.made()) {
    const Stopwatch certificate;
    count = proven([&] { return count_below(*system, cutoff_of(options)); }, record);
    record.certificate_wall_s = certificate.seconds();
    if (count.counted > usual_modes(options))
      check_memory(*system, vectors_held(options, a, count.counted), options.memory);
  }
  check_cancelled(observer);
  observer.advance(0.1);

  // 2. One factor; constraint modes and the Guyan system.
  auto solver = held_solver(system, observer);
  if (fits.empty()) check_connected(model, *system);
  record.factor_bytes = solver->cost().bytes;
  const MatrixXd full_psi = solver->constraint_modes();
  const MatrixXd full_mass_psi = mass_product(model, full_psi);
  const MatrixXd guyan_mass = transposed_times(full_psi, full_mass_psi);
  const MatrixXd guyan_stiffness = transposed_times(full_psi, stiffness_product(model, full_psi));
  const MatrixXd interior = guyan_mass - condensed_mass(model, held.nodes);
  observer.advance(0.3);

  // 3. Interface reduction: u_a = B eta.
  MatrixXd reduction = MatrixXd::Identity(a, a), rigid_coordinates = held.rigid;
  const bool fewer = options.interface_modes > 0 && options.interface_modes + 6 < a;
  if (fewer) {
    reduction = interface_modes(guyan_mass, guyan_stiffness, held.rigid, options.interface_modes);
    rigid_coordinates = MatrixXd::Identity(reduction.cols(), 6);
  }
  const auto on_interface = [&](const MatrixXd& full) { return fewer ? tall_times(full, reduction) : MatrixXd(); };
  const MatrixXd fewer_psi = on_interface(full_psi), fewer_mass_psi = on_interface(full_mass_psi);
  const MatrixXd &psi = fewer ? fewer_psi : full_psi, &mass_psi = fewer ? fewer_mass_psi : full_mass_psi;
  const MatrixXd reduced_mass = reduction.transpose() * guyan_mass * reduction;
  const MatrixXd reduced_stiffness = reduction.transpose() * guyan_stiffness * reduction;
  record.constraint_modes = reduction.cols();

  // 4. Modes, selection.
  const bool shrunk_kept = !fits.empty() && options.fits.modes.shrink_vector;
  MatrixXd given = interior_part(side_by_side(options.given_shapes, shrunk_kept ? MatrixXd(fits.shrunk.u) : MatrixXd()),
                                 full_psi, held.dofs);
  record.fits.shrink_vectors = shrunk_kept ? 1 : 0;
  FixedModes modes;
  modes.shapes.resize(model.dofs.size, 0);
  MatrixXd full_answers;
  const bool vectors_wanted = options.method != ReductionMethod::guyan && options.truncation_vectors != 0;
  if (vectors_wanted || quality_wanted) full_answers = inertia_answers(model, *solver, full_mass_psi, modes);
  const SelectionInput input{model,        *solver,   options,  psi,        mass_psi, full_mass_psi,
                             full_answers, reduction, interior, held.kinds, given,    count};
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
  observer.advance(0.6);
  const MatrixXd fewer_answers = full_answers.size() > 0 ? on_interface(full_answers) : MatrixXd();
  const MatrixXd& answers = fewer ? fewer_answers : full_answers;

  // 5. The unreduced model's responses, which an automatic selection needs before the body is made. Of very many
  // interface dofs, the Krylov blocks begin with the motions that are kept, or with those that compared loads cause.
  const std::vector<Index> compared = compared_dofs(held, options.quality.compared);
  const bool many = a > options.quality.compared && quality_wanted;
  const MatrixXd loaded =
      many && !fewer ? loaded_motions({guyan_mass, guyan_stiffness}, held.rigid, compared, options.band) : MatrixXd();
  const MatrixXd loaded_answers = loaded.size() > 0 ? tall_times(full_answers, loaded) : MatrixXd();
  const MatrixXd& begin = !many ? full_answers : fewer ? answers : loaded_answers;
  const InterfaceProblem problem{
      model,      *solver,         full_psi,   begin,    modes,
      guyan_mass, guyan_stiffness, held.rigid, compared, !many ? MatrixXd() : fewer ? reduction : loaded};
  ReferenceModel reference;
  std::vector<MatrixXcd> exact;
  double reference_wall_s = 0;
  if (quality_wanted) {
    const Stopwatch comparison;
    const ComparisonSize size{
        model.dofs.size, a, fewer, modes.eigenvalues.size(), begin.cols(), a + modes.solves + full_answers.cols()};
    ReferenceOptions asked = reference_options(options, block_limit(options.quality, size));
    if (loaded.size() > 0) asked.share = 0.01;  // the body holds answers to all motions and may err by less than that
    reference = reference_model(problem, asked, observer);
    exact = reference_response(reference, options.damping, response_lines(options));
    reference_wall_s = comparison.seconds();
  }
  if (options.rule == SelectionRule::automatic && options.method == ReductionMethod::craig_bampton) {
    const InertiaAnswerGrams grams{transposed_times(answers, stiffness_product(model, answers)),
                                   transposed_times(answers, mass_product(model, answers))};
    kept = select_automatically(input,
                                {reduced_mass,
                                 reduced_stiffness,
                                 reduction(compared, Eigen::all),
                                 rigid_coordinates,
                                 {},
                                 {},
                                 grams,
                                 vectors,
                                 options.damping,
                                 response_lines(options),
                                 exact},
                                modes, record, observer);
    // Modes that were added above the count need one of their own, when the factor is gone.
    if (!kept.modes.empty() && modes.eigenvalues[kept.modes.back()] > count.limit) count = {};
  }

  // 6. Contact modes, truncation vectors, load modes; orthogonal form, rigid motions set aside.
  const MatrixXd kept_shapes = fits.empty() ? MatrixXd() : MatrixXd(modes.shapes(Eigen::all, kept.modes));
  const MatrixXd given_before = given;
  const FitBasisProblem fit_problem{*solver, fits, held, psi, kept_shapes, options};
  const auto trial_body = [&](const MatrixXd& contact_shapes) {
    given = side_by_side(given_before, contact_shapes);
    ReductionRecord ignored = record;
    const InteriorBasis trial = interior_basis(input, modes, kept, answers, vectors, ignored);
    // Without soft springs: with them loads that slide the whole joint find equilibria, and enrichment helps less.
    return TrialBody{craig_bampton(reduced_mass, reduced_stiffness, trial.participation, trial.eigenvalues),
                     side_by_side(psi, trial.shapes)};
  };
  if (!fits.empty()) {
    const ContactModes contact = contact_basis(fit_problem, trial_body, record, observer);
    given = side_by_side(given_before, contact.shapes);
    if (loads) *loads = loads_of(fits, contact);
  }
  const InteriorBasis basis = interior_basis(input, modes, kept, answers, vectors, record);
  ReducedPencil pencil = craig_bampton(reduced_mass, reduced_stiffness, basis.participation, basis.eigenvalues);
  MatrixXd rigid = MatrixXd::Zero(pencil.mass.rows(), 6);
  rigid.topRows(reduction.cols()) = rigid_coordinates;
  Index relative_rigid = 0;
  if (!fits.empty()) {
    const MatrixXd relative = mean_relative_motion(fits, side_by_side(psi, basis.shapes));
    const FitGroups groups =
        add_fit_springs(relative, rigid, count_parts(*system), fit_arm(fits), options.fits.springs, pencil);
    record.fits.relative_hz = groups.relative_hz;
    record.fits.elastic_hz = groups.elastic_hz;
    record.fits.spring_translation = groups.springs.translation;
    record.fits.spring_rotation = groups.springs.rotation;
    relative_rigid = groups.relative_hz.size();
  }
  OrthogonalModes orthogonal = orthogonalize(pencil, rigid);
  if (!options.fits.modes.relative_rigid && relative_rigid > 0) {
    const Index rest = orthogonal.eigenvalues.size() - relative_rigid;
    orthogonal.elastic = orthogonal.elastic.rightCols(rest).eval();
    orthogonal.eigenvalues = orthogonal.eigenvalues.tail(rest).eval();
    record.warnings.emplace_back("the relative rigid motions of the parts were left out: contact stresses are wrong");
  }
  if (const Index loose = count_near_rigid(orthogonal.eigenvalues); loose > 0 && fits.empty())
    record.warnings.push_back(fmt::format(
        "{} further motion(s) of the free body store almost no energy: parts of the mesh may be joined too weakly",
        loose));
  if (!free) {
    elastic = {tall_times(psi, orthogonal.elastic.topRows(reduction.cols())), orthogonal.eigenvalues};
    subtract_tall_product(basis.shapes, -orthogonal.elastic.bottomRows(basis.eigenvalues.size()), elastic.shapes);
  } else {
    record.constraint_modes = record.vectors_kept = 0;
    record.normal_modes = elastic.eigenvalues.size();
    record.kept_modes.clear();  // the fixed-interface modes served the comparison only
    record.completeness = record.completeness_with_vectors = std::numeric_limits<double>::quiet_NaN();
    record.selection = options.rule == SelectionRule::count
                           ? fmt::format("the {} lowest modes of the free body", options.count)
                           : fmt::format("all modes of the free body below {:.0f} Hz", cutoff_of(options));
    record.warnings.emplace_back("free modes alone do not answer static loads at the interfaces exactly");
  }
  if (options.orthogonal_cutoff > 0) cut_orthogonal_set(elastic, options.orthogonal_cutoff, record);
  record.solves = a + modes.solves + full_answers.cols();

  // 7. What the body says about itself.
  QualityRecord quality;
  if (quality_wanted) {
    observer.advance(0.8);
    MatrixXd all_rows(a, 6 + elastic.eigenvalues.size());
    all_rows.leftCols(6) = rigid_rows(held.rigid, held.rigid.transpose() * guyan_mass * held.rigid);
    all_rows.rightCols(elastic.eigenvalues.size()) = elastic.shapes(held.dofs, Eigen::all);
    const MatrixXd rows = all_rows(compared, Eigen::all);
    std::vector<std::string> names;
    for (const Index dof : compared) names.push_back(held.dof_names[std::size_t(dof)]);
    quality = quality_record(problem, reference, exact,
                             {rows, elastic.eigenvalues, elastic.shapes, reduction, rigid_coordinates}, names, options);
    quality.wall_s += reference_wall_s;
  } else {
    quality.reason = options.quality.compute
                         ? fmt::format("{} interface dofs are more than quality_limit = {}", a, options.quality.most)
                         : "switched off";
  }
  // 8. The body itself, while the factor that answers static loads is at hand.
  std::vector<FitRows> rows_of_fits = fit_rows(fits.fits, elastic.shapes);
  if (!fits.empty())
    add_cubature(fit_problem, {pencil, side_by_side(psi, basis.shapes)}, rows_of_fits, record, observer);
  ReducedBody body =
      finished_body(model, held, {*solver, full_psi, guyan_stiffness, held.rigid}, std::move(elastic), options);
  body.fits = std::move(rows_of_fits);
  if (options.certify && modes.eigenvalues.size() > 0 && !free) {
    const Stopwatch certificate;
    record.residual = largest_residual(modes, model, *solver);
    solver.reset();  // one large factor in memory at a time
    if (!count.made()) count = proven([&] { return count_beside(*system, modes.eigenvalues); }, record);
    certify(modes, count, record);
    record.certificate_wall_s += certificate.seconds();
  }

  body.content_hash = reduction_hash(model, options);
  record.reduction_wall_s = watch.seconds() - record.certificate_wall_s - quality.wall_s;
  body.quality = std::move(quality);
  body.record = std::move(record);
  for (const std::string& warning : body.record.warnings) observer.warn(warning);
  observer.end(mode_counts(body.record));
  return body;
}

}  // namespace

namespace {

/// A reduction whose count came last, and knows of modes that were not found, is made again with this knowledge.
ReducedBody reduced_with_all_modes(const FeModel& model, const ReductionOptions& options, ContactLoads* loads,
                                   Observer& observer) {
  ModeCount count;
  ReducedBody body = reduced(model, options, loads, count, observer);
  const bool missed = body.record.certified_below > 0 && !body.record.certified;  // without modes nothing is certified
  if (!missed) return body;
  observer.note(body.record.warnings.back() + "; computing them");
  const ReductionRecord first = std::move(body.record);
  const double compared = body.quality.wall_s;
  body = {};
  body = reduced(model, options, loads, count, observer);
  body.record.reduction_wall_s += first.reduction_wall_s;
  body.record.certificate_wall_s += first.certificate_wall_s;
  body.record.solves += first.solves;
  body.quality.wall_s += compared;
  return body;
}

}  // namespace

ReducedBody reduce(const FeModel& model, const ReductionOptions& options, Observer& observer) {
  return reduced_with_all_modes(model, options, nullptr, observer);
}

ReducedBody reduce(const FeModel& model, const ReductionOptions& options, ContactLoads& loads, Observer& observer) {
  return reduced_with_all_modes(model, options, &loads, observer);
}

}  // namespace trunnion
