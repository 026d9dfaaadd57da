// Reduction against its bare cost, on one body: a tet10 bar 9 : 1 : 1 with ACROSS elements along its short sides, or a
// mesh of hub.geo.
//   bench_reduction ACROSS|HUB.msh bare | reduce | record | plain | DECK.inp
//   bench_reduction ACROSS|HUB.msh repeat TIMES       mesh to body so often in one process; status 1 when its memory
//   grows
// Prints one JSON object: sizes, then the bare cost by parts, or the reduction with certificate and quality record
// apart and the peak memory; record: without certificate, plain: without both. Each in a process of its own, so that
// neither finds what the other left. With DECK the same fixed-interface problem is written for CalculiX, and nothing is
// computed.
//
// Bare cost: ordering and factorisation of K_oo once, then triangular solves in blocks for the vectors that a
// Craig-Bampton body with truncation vectors holds: one per constraint mode, truncation vector and normal mode.
// CPU times beside wall times: they are what a busy machine leaves comparable.

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <malloc.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
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

/// A rigid interface on nodes, its point in their middle.
void couple(MeshFile& file, const std::string& name, std::vector<NodeId> nodes) {
  Coupling coupling;
  coupling.name = name;
  coupling.kind = CouplingKind::rigid;
  coupling.reference = NodeId{std::int32_t(file.mesh.num_nodes())};
  Vector3d center = Vector3d::Zero();
  for (const NodeId node : nodes) center += file.mesh.x.col(node.value);
  center /= double(nodes.size());
  coupling.nodes = std::move(nodes);
  file.mesh.x.conservativeResize(3, file.mesh.num_nodes() + 1);
  file.mesh.x.rightCols<1>() = center;
  file.mesh.node_labels.push_back(file.mesh.node_labels.back() + 1);
  file.couplings.push_back(std::move(coupling));
}

/// Rigid interfaces on both ends and on the middle third of one side: 18 dofs. Rigid, so that holding their nodes is
/// the same problem in any program.
MeshFile bar(int across) {
  MeshFile file;
  file.mesh = box_mesh({kSize, {kSlenderness * across, across, across}, CellType::tet10, Vector3d::Zero()});
  for (const char* face : {"xmin", "xmax", "ymax"}) {
    std::vector<NodeId> nodes = nodes_named(file.mesh, face);
    if (face == std::string("ymax"))
      std::erase_if(nodes,
                    [&](NodeId node) { return std::abs(file.mesh.x(0, node.value) / kSize.x() - 0.5) > 1.0 / 6; });
    couple(file, face, std::move(nodes));
  }
  return file;
}

/// Rigid interfaces on both ends of the shaft and on the outside of the hub.
MeshFile hub(const std::string& path) {
  MeshFile file = read_gmsh(path, unit_system("mm"));
  for (const char* face : {"A", "B", "OUTSIDE"}) couple(file, face, nodes_named(file.mesh, face));
  return file;
}

MeshFile body_named(const std::string& name) {
  MeshFile file = name.ends_with(".msh") ? hub(name) : bar(std::max(2, std::atoi(name.c_str())));
  file.materials.push_back({"steel", 2.1e11, 0.3, 7850, 0});
  file.sections.emplace_back().material = "steel";
  return file;
}

double cpu_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& t) { return double(t.tv_sec) + 1e-6 * double(t.tv_usec); };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
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

void print_sizes(const FeModel& model, double assemble_cpu) {
  fmt::print(R"({{"nodes": {}, "kernel": "{}", "threads": {}, "assemble_cpu": {:.3f}, )", model.dofs.num_nodes,
             blas_kernel().name, num_threads(), assemble_cpu);
}

void measure_bare(const FeModel& model) {
  const HeldInterfaces held = held_interfaces(model, {});
  const Stopwatch watch;
  const double before = cpu_seconds();
  const ConstrainedSolver solver(constrain(model, {}, held.nodes), LooseMotion::refuse);
  const double order = solver.cost().order_s, factor = watch.seconds() - order, factored = cpu_seconds();
  const Stopwatch solves;
  const MatrixXd psi = solver.constraint_modes();
  MatrixXd block = solver.solve(mass_product(model, psi)).leftCols(16);
  for (Index solved = 0; solved < kModes; solved += block.cols())
    block = solver.solve(mass_product(model, MatrixXd(block.leftCols(std::min<Index>(16, kModes - solved)))));
  const double solved = cpu_seconds();
  fmt::print(R"("order": {:.3f}, "factor": {:.3f}, "solve": {:.3f}, "factor_cpu": {:.3f}, "solve_cpu": {:.3f}, )"
             R"("factor_gb": {:.2f}, "bare_peak_gb": {:.2f}}})"
             "\n",
             order, factor, solves.seconds(), factored - before, solved - factored, solver.cost().bytes * 1e-9,
             peak_gigabytes());
}

void measure_reduction(const FeModel& model, const std::string& what) {
  ReductionOptions options;
  options.certify = what == "reduce";
  options.quality.compute = what != "plain";
  options.rule = SelectionRule::count;
  options.count = kModes;
  options.band = 1e4;
  const double before = cpu_seconds();
  const ReducedBody body = reduce(model, options);
  const double cpu = cpu_seconds() - before;
  const ReductionRecord& r = body.record;
  const std::vector<double> hz(r.fixed_hz.begin(), r.fixed_hz.end());
  fmt::print(
      R"("reduction": {:.3f}, "{}": {:.3f}, "certificate": {:.3f}, "quality": {:.3f}, "solves": {}, "reference_solves": {}, )"
      R"("reference_error": {:.2e}, "frf_error": {:.2e}, "certified": {}, "constraint_modes": {}, "modes": {}, )"
      R"("vectors": {}, "peak_gb": {:.2f}, "frequencies": [{:.9g}]}})"
      "\n",
      r.reduction_wall_s, what + "_cpu", cpu, r.certificate_wall_s, body.quality.wall_s, r.solves,
      body.quality.reference_solves, body.quality.reference_error, body.quality.frf_error_max, r.certified,
      r.constraint_modes, r.normal_modes, r.vectors_kept, peak_gigabytes(), fmt::join(hz, ", "));
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
  constexpr double still_used = 1.001, small = 16e-6, still_held = 1.05;  // [GB]
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
    fmt::print(R"({{"repeat": {}, "nodes": {}, "used_gb": {:.6f}, "held_gb": {:.3f}, "peak_gb": {:.3f}, "hz": {:.9g}}})"
               "\n",
               k, nodes, used.back(), held.back(), peak_gigabytes(), hz);
    std::fflush(stdout);
  }
  // What the C library holds of freed blocks comes and goes from run to run: not more than the most up to the middle.
  const double most = *std::max_element(held.begin(), held.begin() + times / 2 + 1);
  return times > 1 &&
         (used.back() > std::max(still_used * used[1], used[1] + small) || held.back() > still_held * most);
}

}  // namespace

int main(int argc, char** argv) {
  use_fast_blas_kernel();
  keep_freed_memory();
  const MeshFile file = body_named(argc > 1 ? argv[1] : "6");
  const std::string what = argc > 2 ? argv[2] : "reduce";
  if (what == "repeat") return repeat(file, argc > 3 ? std::atoi(argv[3]) : 5);
  if (what != "bare" && what != "reduce" && what != "record" && what != "plain") {
    write_deck(file, what);
    return 0;
  }
  const double before = cpu_seconds();
  const FeModel model = assemble(std::make_shared<const MeshFile>(file));
  print_sizes(model, cpu_seconds() - before);
  what == "bare" ? measure_bare(model) : measure_reduction(model, what);
  return 0;
}
