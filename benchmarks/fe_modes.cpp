// Reads a mesh, assembles, factorises, computes eigenmodes: where the time goes, as one line of JSON.
//   bench_fe_modes MESH.inp COUNT THREADS [clamped set] [nocount]

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/resource.h>

#include <cstdlib>
#include <memory>
#include <string>

#include "trunnion/fem/solve.h"
#include "trunnion/math/blas_kernel.h"
#include "trunnion/math/stopwatch.h"

int main(int argc, char** argv) try {
  using namespace trunnion;
  if (argc < 4) {
    fmt::print(stderr, "usage: bench_fe_modes MESH.inp COUNT THREADS [clamped set] [nocount]\n");
    return 2;
  }
  const std::string clamped = argc > 4 ? argv[4] : "";
  set_num_threads(std::atoi(argv[3]));
  const BlasKernel kernel = use_fast_blas_kernel();

  const Stopwatch total;
  auto file = std::make_shared<MeshFile>(read_mesh(argv[1], unit_system("mm")));
  const double read_s = total.seconds();
  const Stopwatch assembling;
  const FeModel model = assemble(file);
  const double assemble_s = assembling.seconds();

  std::vector<Support> supports;
  if (!clamped.empty()) supports.push_back({clamped, {0.0, 0.0, 0.0, {}, {}, {}}});
  const ModalOptions options{.count = std::atoi(argv[2]), .certify = argc < 6};
  const Stopwatch solving;
  const ModalSolution modes = solve_modes(model, supports, options);
  const double modes_s = solving.seconds(), total_s = total.seconds();

  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const double cpu_s = static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
                       1e-6 * static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
  const SolveCost& cost = modes.cost;
  fmt::print(
      "{{\"nodes\": {}, \"dofs\": {}, \"kernel\": \"{}\", \"read\": {:.3f}, \"assemble\": {:.3f}, \"order\": {:.3f}, "
      "\"factor\": {:.3f}, \"solve\": {:.3f}, \"other\": {:.3f}, \"certify\": {:.3f}, \"modes\": {:.3f}, "
      "\"total\": {:.3f}, \"cpu\": {:.3f}, \"peak_gb\": {:.3f}, \"factor_entries\": {:.4g}, \"factor_flops\": {:.4g}, "
      "\"residual\": {:.2e}, \"counted\": {}, \"complete\": {}, \"rigid\": {}, \"frequencies\": [{:.9g}]}}\n",
      model.dofs.num_nodes, model.dofs.size, kernel.name, read_s, assemble_s, cost.order_s, cost.factor_s, cost.solve_s,
      cost.other_s, cost.certify_s, modes_s, total_s, cpu_s, static_cast<double>(usage.ru_maxrss) * 1.024e-6,
      cost.factor.entries, cost.factor.flops, modes.residual.size() > 0 ? modes.residual.maxCoeff() : 0.0,
      modes.counted, modes.complete, modes.rigid_modes, fmt::join(modes.frequency, ", "));
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "bench_fe_modes: {}\n", error.what());
  return 1;
}
