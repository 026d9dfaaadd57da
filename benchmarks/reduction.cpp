// Reduction against its bare cost: one factorisation plus blocked triangular solves for the vectors needed.
//   bench_reduction [divisions across] ...     each number makes a tet10 bar of about that many elements across
// Prints one line per size: nodes, bare cost, reduction, their ratio, certificate and quality record apart.

#include <fmt/format.h>
#include <sys/resource.h>

#include <cstdlib>

#include "trunnion/fem/constrained_solver.h"
#include "trunnion/math/blas_kernel.h"
#include "trunnion/math/stopwatch.h"
#include "trunnion/mesh/shapes.h"
#include "trunnion/reduction/held_interfaces.h"
#include "trunnion/reduction/reduce.h"

namespace {

using namespace trunnion;

/// A bar 4 : 1 : 1 with three interfaces: both ends and the middle of one side's end edge patch.
MeshFile bar(int across) {
  MeshFile file;
  file.mesh = box_mesh({Vector3d(0.2, 0.05, 0.05), {4 * across, across, across}, CellType::tet10, Vector3d::Zero()});
  file.materials.push_back({"steel", 2.1e11, 0.3, 7850, 0});
  file.sections.emplace_back().material = "steel";
  for (const char* face : {"xmin", "xmax", "ymax"}) {
    Coupling coupling;
    coupling.name = face;
    coupling.reference = NodeId{std::int32_t(file.mesh.num_nodes())};
    coupling.nodes = nodes_named(file.mesh, face);
    coupling.faces = faces_named(file.mesh, face);
    Vector3d center = Vector3d::Zero();
    for (const NodeId node : coupling.nodes) center += file.mesh.x.col(node.value) / double(coupling.nodes.size());
    file.mesh.x.conservativeResize(3, file.mesh.num_nodes() + 1);
    file.mesh.x.rightCols<1>() = center;
    file.mesh.node_labels.push_back(file.mesh.node_labels.back() + 1);
    file.couplings.push_back(coupling);
  }
  return file;
}

double peak_gigabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return double(usage.ru_maxrss) / 1e6;
}

void measure(int across) {
  const FeModel model = assemble(std::make_shared<const MeshFile>(bar(across)));
  const HeldInterfaces held = held_interfaces(model, {});
  constexpr Index modes = 40;
  double bare = 0;
  {
    const Stopwatch watch;
    const ConstrainedSolver solver(constrain(model, {}, held.nodes), LooseMotion::refuse);
    // 18 constraint modes, 18 truncation vectors, and 2.2 solves per mode, in blocks of 8 as the eigensolver takes
    // them.
    const MatrixXd psi = solver.constraint_modes();
    solver.solve(mass_product(model, psi));
    MatrixXd block = psi.leftCols(8);
    for (Index solved = 0; solved < Index(2.2 * modes); solved += 8) block = solver.solve(mass_product(model, block));
    bare = watch.seconds();
  }
  ReductionOptions options;
  options.rule = SelectionRule::count;
  options.count = modes;
  options.band = 5e3;
  const ReducedBody body = reduce(model, options);
  const ReductionRecord& r = body.record;
  fmt::print(
      "{:>8} nodes  bare {:>7.2f} s  reduction {:>7.2f} s  ratio {:.2f}  certificate {:>6.2f} s  quality {:>6.2f} s  "
      "{} solves  peak {:.1f} GB\n",
      model.dofs.num_nodes, bare, r.reduction_wall_s, r.reduction_wall_s / bare, r.certificate_wall_s,
      body.quality.wall_s, r.solves, peak_gigabytes());
}

}  // namespace

int main(int argc, char** argv) {
  use_fast_blas_kernel();
  fmt::print("reduction: 18 interface dofs, 40 modes, 18 truncation vectors; BLAS kernel {}, {} threads\n",
             blas_kernel().name, num_threads());
  if (argc < 2) {
    for (const int across : {6, 10, 14}) measure(across);
    return 0;
  }
  for (int i = 1; i < argc; ++i) measure(std::max(2, std::atoi(argv[i])));
  return 0;
}
