#include <omp.h>

#include <algorithm>

#include "trunnion/fem/element_properties.h"
#include "trunnion/fem/fe_model.h"
#include "trunnion/fem/node_graph.h"
#include "trunnion/fem/solid_element.h"

namespace trunnion {
namespace {

/// Adds the lower half of a dense element matrix (column-major, dim x dim blocks per node pair) to a sparse one.
void scatter(const GatheredElement& element, const double* dense, int dim, const NodeGraph& graph,
             SparseMatrix& lower) {
  const Index stride = dim * element.count;
  for (int b = 0; b < element.count; ++b)
    for (int a = 0; a < element.count; ++a)
      if (element.nodes[a] >= element.nodes[b])
        add_block(lower, graph, dim, element.nodes[a], element.nodes[b], dense + dim * b * stride + dim * a, stride);
}

struct Matrices {
  SparseMatrix stiffness_lower, mass_lower;
};

Matrices assemble_solids(const Mesh& mesh, const PropertyTable& properties, const DofMap& dofs,
                         const AssemblyOptions& options, int threads) {
  const int dim = dofs.dimension;
  const NodeGraph graph = node_graph(mesh, threads);
  Matrices out{block_pattern(graph, dim, dofs.size), {}};
  if (options.lumped_mass) {
    out.mass_lower.resize(mesh.num_nodes(), mesh.num_nodes());
    out.mass_lower.setIdentity();
    out.mass_lower.coeffs().setZero();
  } else {
    out.mass_lower = block_pattern(graph, 1, mesh.num_nodes());
  }

  std::vector<ElementId> inverted;
  for (const std::vector<ElementId>& group : independent_groups(mesh)) {
#pragma omp parallel num_threads(threads)
    {
      GatheredElement element;
      alignas(32) double K[max_element_dofs * max_element_dofs], Mh[max_element_nodes * max_element_nodes];
#pragma omp for schedule(static)
      for (std::size_t k = 0; k < group.size(); ++k) {
        gather(mesh, dim, group[k], element);
        const ElementProperty& property = properties[group[k]];
        if (!solid_stiffness(element.type, element.x, property, K) ||
            !scalar_mass(element.type, element.x, property, Mh)) {
#pragma omp critical
          inverted.push_back(group[k]);
          continue;
        }
        scatter(element, K, dim, graph, out.stiffness_lower);
        if (options.lumped_mass) {
          lump_mass(element.count, Mh);
          for (int a = 0; a < element.count; ++a)
            out.mass_lower.valuePtr()[element.nodes[a]] += Mh[a * element.count + a];
        } else {
          scatter(element, Mh, 1, graph, out.mass_lower);
        }
      }
    }
  }
  if (!inverted.empty()) {
    std::sort(inverted.begin(), inverted.end());
    throw InputError(
        fmt::format("{} element(s) are inverted or have no volume: {}. Their nodes may be in the wrong "
                    "order, or mid-side nodes too far from the middle; `trunnion info` lists element quality",
                    inverted.size(), element_labels(mesh, inverted)));
  }
  return out;
}

}  // namespace

FeModel assemble(std::shared_ptr<const MeshFile> file, const AssemblyOptions& options) {
  const Mesh& mesh = file->mesh;
  const int threads = options.threads > 0 ? options.threads : omp_get_max_threads();
  const PropertyTable properties = element_properties(*file);
  FeModel model;
  model.file = std::move(file);
  model.dofs.dimension = model_dimension(mesh);
  model.dofs.num_nodes = mesh.num_nodes();
  model.dofs.size = model.dofs.dimension * mesh.num_nodes();
  Matrices solids = assemble_solids(mesh, properties, model.dofs, options, threads);
  model.stiffness_lower = std::move(solids.stiffness_lower);
  model.mass.scalar_lower = std::move(solids.mass_lower);
  model.mass.extra_lower.resize(model.dofs.size, model.dofs.size);
  return model;
}

}  // namespace trunnion
