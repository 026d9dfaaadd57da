#include <fmt/format.h>

#include "trunnion/base/content_hash.h"
#include "trunnion/reduction/reduce.h"

namespace trunnion {
namespace {

constexpr int method_version = 17;  ///< raise when the same input gives another body

/// Large arrays: pieces are hashed side by side, then their hashes.
template <class Number>
void add_array(ContentHash& hash, const Number* data, std::size_t count) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), count * sizeof(Number));
  constexpr std::size_t piece = 1 << 20;
  std::vector<std::string> digests((bytes.size() + piece - 1) / piece);
#pragma omp parallel for schedule(dynamic)
  for (std::size_t i = 0; i < digests.size(); ++i) digests[i] = content_hash(bytes.substr(i * piece, piece));
  for (const std::string& digest : digests) hash.add(digest);
}

template <class Derived>
void add_matrix(ContentHash& hash, std::string_view name, const Eigen::PlainObjectBase<Derived>& m) {
  hash.add_field(name, fmt::format("{}x{}", m.rows(), m.cols()));
  add_array(hash, m.data(), std::size_t(m.size()));
}

void add_sparse(ContentHash& hash, std::string_view name, const SparseMatrix& m) {
  hash.add_field(name, fmt::format("{}x{} {}", m.rows(), m.cols(), m.nonZeros()));
  const auto count = std::size_t(m.nonZeros());
  add_array(hash, m.outerIndexPtr(), std::size_t(m.cols()) + 1);
  add_array(hash, m.innerIndexPtr(), count);
  add_array(hash, m.valuePtr(), count);
}

std::string text(const Vector3d& v) { return fmt::format("{} {} {}", v.x(), v.y(), v.z()); }

/// Whatever the mesh calls by this name. A name it does not know is refused when the body is made.
void add_members(ContentHash& hash, const Mesh& mesh, const std::string& name) {
  hash.add_field("members", name);
  if (const auto set = mesh.node_sets.find(name); set != mesh.node_sets.end()) {
    hash.add_field("nodes", fmt::format("{}", set->second.size()));
    for (const NodeId node : set->second) hash.add(fmt::format(" {}", node.value));
  }
  if (const auto set = mesh.surfaces.find(name); set != mesh.surfaces.end()) {
    hash.add_field("faces", fmt::format("{}", set->second.size()));
    for (const ElementFace& face : set->second) hash.add(fmt::format(" {}:{}", face.element.value, face.face));
  }
  if (const auto set = mesh.element_sets.find(name); set != mesh.element_sets.end()) {
    hash.add_field("elements", fmt::format("{}", set->second.size()));
    for (const ElementId element : set->second) hash.add(fmt::format(" {}", element.value));
  }
}

/// Interference speaks through its values at the nodes.
void add_fits(ContentHash& hash, const Mesh& mesh, const FitSetup& setup) {
  for (const FitOptions& fit : setup.fits) {
    const ZoneInput& z = fit.zone;
    const FitLaw& l = fit.law;
    hash.add_field("fit",
                   fmt::format("{} {} {} {} {} {}", z.name, z.outer, z.inner, int(z.points), z.geometric, z.reach));
    hash.add_field("law", fmt::format("{} {} {} {} {} {} {}", l.stiffness, l.exponent, l.smoothing, l.friction,
                                      l.sliding, l.weakening, l.elastic_slip));
    for (const std::string& side : {z.outer, z.inner})
      for (const ElementFace& face : faces_named(mesh, side))
        hash.add(fmt::format(" {}:{}", face.element.value, face.face));
    if (z.interference)
      for (const NodeId node : nodes_named(mesh, z.outer))
        hash.add(fmt::format(" {}", z.interference(mesh.x.col(node.value))));
    if (z.expansion)
      for (const NodeId node : nodes_named(mesh, z.outer))
        hash.add(fmt::format(" {}", text(z.expansion(mesh.x.col(node.value)))));
    if (fit.clamp_force > 0) hash.add_field("clamp force", fmt::format("{}", fit.clamp_force));
  }
  if (setup.fits.empty()) return;
  const ContactModeOptions& m = setup.modes;
  hash.add_field("contact modes",
                 fmt::format("{} {} {} {} {} {} {} {} {} {} {} {}", m.normal, m.tangential, m.target, m.one_set,
                             m.energy_weighted, int(m.origin), m.generator_exponent, m.relative_rigid, m.shrink_vector,
                             m.enrichment_sweeps, m.enrichment_modes, m.cubature, m.reach));
  hash.add_field("shrinking", fmt::format("{} {} {} {}", setup.springs.translation, setup.springs.rotation,
                                          setup.shrink_steps, fmt::join(setup.held, "\n")));
}

std::string text(const Damping& damping) {
  if (const auto* modal = std::get_if<ModalDamping>(&damping)) return fmt::format("modal {}", modal->ratio);
  if (const auto* rayleigh = std::get_if<RayleighDamping>(&damping))
    return fmt::format("rayleigh {} {}", rayleigh->alpha, rayleigh->beta);
  return fmt::format("modes {}", fmt::join(std::get<PerModeDamping>(damping).ratios, " "));
}

}  // namespace

std::string reduction_hash(const FeModel& model, const ReductionOptions& o) {
  ContentHash hash;
  hash.add_field("method", fmt::format("{}", method_version));
  const Mesh& mesh = model.file->mesh;
  add_matrix(hash, "x", mesh.x);
  hash.add_field("labels", fmt::format("{}", mesh.node_labels.size()));  // nodes of wholly kept sets are called by them
  add_array(hash, mesh.node_labels.data(), mesh.node_labels.size());
  for (const ElementBlock& block : mesh.blocks) {
    hash.add_field("block", name(block.type));
    add_matrix(hash, "nodes", block.nodes);
  }
  add_sparse(hash, "stiffness", model.stiffness_lower);  // materials and sections speak through the matrices
  add_sparse(hash, "mass", model.mass.scalar_lower);
  add_sparse(hash, "extra mass", model.mass.extra_lower);
  for (const CouplingMap& c : model.couplings) {
    hash.add_field("coupling", fmt::format("{} {} {}", c.name, int(c.kind), c.reference.value));
    for (const NodeId node : c.nodes) hash.add(fmt::format(" {}", node.value));
    add_matrix(hash, "weights", c.weights);
    for (const bool tied : c.dofs) hash.add(tied ? "1" : "0");
  }
  for (const PointMass& p : model.file->point_masses)
    hash.add_field("mass", fmt::format("{} {} {} {}", p.node.value, p.mass, text(p.offset),
                                       fmt::join(p.inertia.data(), p.inertia.data() + 9, " ")));
  for (const std::vector<std::string>* names : {&o.interfaces, &o.chord, &o.stress_sets, &o.surfaces})
    hash.add_field("names", fmt::format("{}", fmt::join(*names, "\n")));
  for (const auto* sets : {&o.stress_sets, &o.surfaces, &o.interfaces})
    for (const std::string& set : *sets) add_members(hash, mesh, set);
  if (o.given_shapes.cols() > 0) add_matrix(hash, "given shapes", o.given_shapes);
  if (!o.load_modes.empty()) add_matrix(hash, "loads", load_vectors(model, o.load_modes));
  hash.add_field("options",
                 fmt::format("{} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {}", int(o.method), o.band, int(o.rule),
                             o.count, o.pool, o.cutoff, o.accuracy, o.completeness, o.count_vectors,
                             o.weights.translation, o.weights.rotation, o.truncation_vectors, o.max_modes,
                             o.interface_modes, o.orthogonal_cutoff, int(o.reference), o.certify));
  hash.add_field("geometric stiffness", fmt::format("{} {}", o.geometric.inertia, o.geometric.interface));
  add_fits(hash, mesh, o.fits);
  hash.add_field("damping", text(o.damping));
  hash.add_field("quality",
                 fmt::format("{} {} {} {} {} {} {}", o.quality.compute, o.quality.lines, o.quality.from_hz,
                             o.quality.reference_error, o.quality.max_blocks, o.quality.compared, o.quality.most));
  return hash.hex();
}

}  // namespace trunnion
