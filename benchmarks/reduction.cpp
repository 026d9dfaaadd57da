// Reduction against its bare cost, on one body: a tet10 bar 9 : 1 : 1 with ACROSS elements along its short sides.
//   bench_reduction ACROSS bare | reduce | plain | DECK.inp
//   bench_reduction ACROSS repeat TIMES       mesh to body so often in one process; status 1 when its memory grows
// Prints one JSON object: sizes, then the bare cost by parts, or the reduction with certificate and quality record
// apart and the peak memory; plain: without both. Each in a process of its own, so that neither finds what the other
// left. With DECK the same fixed-interface problem is written for CalculiX, and nothing is computed.
//
// Bare cost: ordering and factorisation of K_oo once, then triangular solves in blocks for the vectors that a
// Craig-Bampton body with truncation vectors holds: one per constraint mode, truncation vector and normal mode.

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <malloc.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "trunnion/fem/constrained_solver.h"
#include "trunnion/math/blas_kernel.h"
#include "trunnion/math/freed_memory.h"
#include "trunnion/math/stopwatch.h"
#include "trunnion/mesh/shapes.h"
#include "trunnion/mesh/writers.h"
#include "trunnion/reduction/held_interfaces.h"
#include "trunnion/reduction/reduce.h"

namespace {

using namespace trunnion;

constexpr Index kModes = 40;
constexpr int kSlenderness = 9;  // of a shaft or a rod
const Vector3d kSize(kSlenderness * 0.03, 0.03, 0.03);

/// Rigid interfaces on both ends and on the middle third of one side: 18 dofs. Rigid, so that holding their nodes is
/// the same problem in any program.
MeshFile bar(int across) {
  MeshFile file;
  file.mesh = box_mesh({kSize, {kSlenderness * across, across, across}, CellType::tet10, Vector3d::Zero()});
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

void print_sizes(const FeModel& model, double assemble_s) {
  fmt::print(R"({{"nodes": {}, "kernel": "{}", "threads": {}, "assemble": {:.3f}, )", model.dofs.num_nodes,
             blas_kernel().name, num_threads(), assemble_s);
}

void measure_bare(const FeModel& model) {
  const HeldInterfaces held = held_interfaces(model, {});
  const Stopwatch watch;
  const ConstrainedSolver solver(constrain(model, {}, held.nodes), LooseMotion::refuse);
  const double order = solver.cost().order_s, factor = watch.seconds() - order;
  const Stopwatch solves;
  const MatrixXd psi = solver.constraint_modes();
  MatrixXd block = solver.solve(mass_product(model, psi)).leftCols(16);
  for (Index solved = 0; solved < kModes; solved += block.cols())
    block = solver.solve(mass_product(model, MatrixXd(block.leftCols(std::min<Index>(16, kModes - solved)))));
  fmt::print(R"("order": {:.3f}, "factor": {:.3f}, "solve": {:.3f}, "factor_gb": {:.2f}, "bare_peak_gb": {:.2f}}})"
             "\n",
             order, factor, solves.seconds(), solver.cost().bytes * 1e-9, peak_gigabytes());
}

void measure_reduction(const FeModel& model, bool plain) {
  ReductionOptions options;
  options.certify = options.quality.compute = !plain;
  options.rule = SelectionRule::count;
  options.count = kModes;
  options.band = 1e4;
  const ReducedBody body = reduce(model, options);
  const ReductionRecord& r = body.record;
  const std::vector<double> hz(r.fixed_hz.begin(), r.fixed_hz.end());
  fmt::print(R"("reduction": {:.3f}, "certificate": {:.3f}, "quality": {:.3f}, "solves": {}, "reference_solves": {}, )"
             R"("reference_error": {:.2e}, "frf_error": {:.2e}, "certified": {}, "constraint_modes": {}, "modes": {}, )"
             R"("vectors": {}, "peak_gb": {:.2f}, "frequencies": [{:.9g}]}})"
             "\n",
             r.reduction_wall_s, r.certificate_wall_s, body.quality.wall_s, r.solves, body.quality.reference_solves,
             body.quality.reference_error, body.quality.frf_error_max, r.certified, r.constraint_modes, r.normal_modes,
             r.vectors_kept, peak_gigabytes(), fmt::join(hz, ", "));
}

double resident_gigabytes() {
  double all = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> all >> resident;
  return resident * double(sysconf(_SC_PAGESIZE)) * 1e-9;
}

/// What was asked for and not given back.
double used_gigabytes() {
  const auto info = mallinfo2();
  return double(info.uordblks + info.hblkhd) * 1e-9;
}

/// The first reduction fills the caches of libraries. After it nothing may stay in use that was not before; what the
/// process holds settles as freed pieces find their places, so its second half is looked at.
int repeat(const MeshFile& file, int times) {
  constexpr double still_used = 1.001, still_held = 1.05;
  std::vector<double> used, held;
  for (int k = 1; k <= times; ++k) {
    Index nodes = 0;
    double hz = 0;
    {
      const FeModel model = assemble(std::make_shared<const MeshFile>(file));
      ReductionOptions options;
      options.rule = SelectionRule::count;
      options.count = kModes;
      options.band = 1e4;
      nodes = model.dofs.num_nodes;
      hz = reduce(model, options).record.fixed_hz[0];
    }
    used.push_back(used_gigabytes());
    held.push_back(resident_gigabytes());
    fmt::print(R"({{"repeat": {}, "nodes": {}, "used_gb": {:.4f}, "held_gb": {:.3f}, "peak_gb": {:.3f}, "hz": {:.9g}}})"
               "\n",
               k, nodes, used.back(), held.back(), peak_gigabytes(), hz);
    std::fflush(stdout);
  }
  return times > 1 && (used.back() > still_used * used[1] || held.back() > still_held * held[std::size_t(times) / 2]);
}

}  // namespace

int main(int argc, char** argv) {
  use_fast_blas_kernel();
  keep_freed_memory();
  const MeshFile file = bar(argc > 1 ? std::max(2, std::atoi(argv[1])) : 6);
  const std::string what = argc > 2 ? argv[2] : "reduce";
  if (what == "repeat") return repeat(file, argc > 3 ? std::atoi(argv[3]) : 5);
  if (what != "bare" && what != "reduce" && what != "plain") {
    write_deck(file, what);
    return 0;
  }
  const Stopwatch watch;
  const FeModel model = assemble(std::make_shared<const MeshFile>(file));
  print_sizes(model, watch.seconds());
  what == "bare" ? measure_bare(model) : measure_reduction(model, what == "plain");
  return 0;
}
