// Reduction against its bare cost, on one body:
//   bench_reduction ACROSS [DECK.inp]     a tet10 bar 4 : 1 : 1 with ACROSS elements along its short sides
// Prints one JSON object: sizes, the bare cost by parts, the reduction with certificate and quality record apart, peak
// memory. With DECK the same fixed-interface problem is written for CalculiX, and nothing is computed.
//
// Bare cost: ordering and factorisation of K_oo once, then triangular solves in blocks for the vectors that a
// Craig-Bampton body with truncation vectors holds: one per constraint mode, truncation vector and normal mode.

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/resource.h>

#include <cstdlib>
#include <fstream>

#include "trunnion/fem/constrained_solver.h"
#include "trunnion/math/blas_kernel.h"
#include "trunnion/math/stopwatch.h"
#include "trunnion/mesh/shapes.h"
#include "trunnion/mesh/writers.h"
#include "trunnion/reduction/held_interfaces.h"
#include "trunnion/reduction/reduce.h"

namespace {

using namespace trunnion;

constexpr Index kModes = 40;
const Vector3d kSize(0.2, 0.05, 0.05);

/// Rigid interfaces on both ends and on the middle third of one side: 18 dofs. Rigid, so that holding their nodes is
/// the same problem in any program.
MeshFile bar(int across) {
  MeshFile file;
  file.mesh = box_mesh({kSize, {4 * across, across, across}, CellType::tet10, Vector3d::Zero()});
  file.materials.push_back({"steel", 2.1e11, 0.3, 7850, 0});
  file.sections.emplace_back().material = "steel";
  for (const char* face : {"xmin", "xmax", "ymax"}) {
    Coupling coupling;
    coupling.name = face;
    coupling.kind = CouplingKind::rigid;
    coupling.reference = NodeId{std::int32_t(file.mesh.num_nodes())};
    Vector3d center = Vector3d::Zero();
    for (const NodeId node : nodes_named(file.mesh, face)) {
      const Vector3d x = file.mesh.x.col(node.value);
      if (coupling.name == "ymax" && std::abs(x.x() / kSize.x() - 0.5) > 1.0 / 6) continue;
      coupling.nodes.push_back(node);
      center += x;
    }
    center /= double(coupling.nodes.size());
    file.mesh.x.conservativeResize(3, file.mesh.num_nodes() + 1);
    file.mesh.x.rightCols<1>() = center;
    file.mesh.node_labels.push_back(file.mesh.node_labels.back() + 1);
    file.couplings.push_back(coupling);
  }
  return file;
}

void write_deck(const MeshFile& file, const std::string& path) {
  MeshFile held = file;
  std::vector<NodeId>& nodes = held.mesh.node_sets["HELD"];
  for (const Coupling& c : file.couplings) nodes.insert(nodes.end(), c.nodes.begin(), c.nodes.end());
  std::ofstream(path) << abaqus_text(held) << "*BOUNDARY\nHELD, 1, 3\n*STEP\n*FREQUENCY\n" << kModes << "\n*END STEP\n";
}

double peak_gigabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return double(usage.ru_maxrss) * 1.024e-6;
}

void measure(const MeshFile& file) {
  const Stopwatch whole;
  const FeModel model = assemble(std::make_shared<const MeshFile>(file));
  const double assemble_s = whole.seconds();
  const HeldInterfaces held = held_interfaces(model, {});
  double order = 0, factor = 0, solve = 0;
  {
    const Stopwatch watch;
    const ConstrainedSolver solver(constrain(model, {}, held.nodes), LooseMotion::refuse);
    order = solver.cost().order_s;
    factor = watch.seconds() - order;
    const Stopwatch solves;
    const MatrixXd psi = solver.constraint_modes();
    MatrixXd block = solver.solve(mass_product(model, psi)).leftCols(8);
    for (Index solved = 0; solved < kModes; solved += 8) block = solver.solve(mass_product(model, block));
    solve = solves.seconds();
  }
  const double bare_peak = peak_gigabytes();
  ReductionOptions options;
  options.rule = SelectionRule::count;
  options.count = kModes;
  options.band = 1e4;
  const ReducedBody body = reduce(model, options);
  const ReductionRecord& r = body.record;
  std::vector<double> hz(r.fixed_hz.begin(), r.fixed_hz.end());
  fmt::print(R"({{"nodes": {}, "kernel": "{}", "threads": {}, "assemble": {:.3f}, "order": {:.3f}, "factor": {:.3f}, )"
             R"("solve": {:.3f}, "reduction": {:.3f}, "certificate": {:.3f}, "quality": {:.3f}, "solves": {}, )"
             R"("reference_solves": {}, "reference_residual": {:.2e}, "frf_error": {:.2e}, "certified": {}, )"
             R"("bare_peak_gb": {:.2f}, "peak_gb": {:.2f}, "frequencies": [{:.9g}]}})"
             "\n",
             model.dofs.num_nodes, blas_kernel().name, num_threads(), assemble_s, order, factor, solve,
             r.reduction_wall_s, r.certificate_wall_s, body.quality.wall_s, r.solves, body.quality.reference_solves,
             body.quality.sampled_residual.maxCoeff(), body.quality.frf_error_max, r.certified, bare_peak,
             peak_gigabytes(), fmt::join(hz, ", "));
}

}  // namespace

int main(int argc, char** argv) {
  use_fast_blas_kernel();
  const MeshFile file = bar(argc > 1 ? std::max(2, std::atoi(argv[1])) : 6);
  if (argc > 2)
    write_deck(file, argv[2]);
  else
    measure(file);
  return 0;
}
