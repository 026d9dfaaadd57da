#include <fmt/format.h>
#include <omp.h>

#include <algorithm>

#include "trunnion/fem/coupling_map.h"
#include "trunnion/fem/dof_map.h"
#include "trunnion/fem/element_scatter.h"
#include "trunnion/fem/fe_model.h"
#include "trunnion/fem/point_elements.h"

namespace trunnion {
namespace {

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
            !scalar_mass(element.type, element.x, property, Mh, options.mass_quadrature)) {
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
  model.dofs = number_dofs(*model.file, model_dimension(mesh));
  Matrices solids = assemble_solids(mesh, properties, model.dofs, options, threads);
  model.stiffness_lower = std::move(solids.stiffness_lower);
  model.mass.scalar_lower = std::move(solids.mass_lower);
  model.mass.extra_lower.resize(model.dofs.size, model.dofs.size);

  const PointContributions points = point_elements(*model.file, properties, model.dofs, options.lumped_mass);
  if (!points.stiffness_lower.empty()) {
    SparseMatrix extra(model.dofs.size, model.dofs.size);
    extra.setFromTriplets(points.stiffness_lower.begin(), points.stiffness_lower.end());
    model.stiffness_lower = SparseMatrix(model.stiffness_lower + extra);
  }
  model.mass.extra_lower.setFromTriplets(points.mass_lower.begin(), points.mass_lower.end());
  for (Index n = 0; n < mesh.num_nodes(); ++n)  // every column of Mh begins with its diagonal
    if (points.node_mass[n] > 0)
      model.mass.scalar_lower.valuePtr()[model.mass.scalar_lower.outerIndexPtr()[n]] += points.node_mass[n];
  model.couplings = coupling_maps(*model.file, properties, model.dofs);
  return model;
}

}  // namespace trunnion
