// python/bindings/gears.cpp -- involute geometry and loaded mesh cycles, in the plane and in three dimensions.
#include <fmt/format.h>

#include <algorithm>

#include "bind.h"
#include "python_observer.h"
#include "trunnion/base/error.h"
#include "trunnion/gears/face_contact.h"

namespace trunnion::python {
namespace {

Gear gear(const py::dict& in) {
  Gear g;
  const Numbers number{in};
  g.name = in["name"].cast<std::string>();
  g.teeth = in["teeth"].cast<int>();
  g.internal = in["internal"].cast<bool>();
  g.normal_module = number("module");
  g.pressure_angle = number("pressure_angle");
  g.helix_angle = number("helix_angle");
  g.profile_shift = number("profile_shift");
  g.addendum = number("addendum");
  g.dedendum = number("dedendum");
  g.root_radius = number("root_radius");
  g.thinning = number("thinning");
  g.width = number("width");
  g.hub_radius = number("hub_radius");
  g.flank.tip_relief = number("tip_relief");
  g.flank.tip_relief_start = number("tip_relief_start");
  g.flank.root_relief = number("root_relief");
  g.flank.root_relief_start = number("root_relief_start");
  g.flank.crowning = number("crowning");
  g.flank.lead_slope = number("lead_slope");
  return g;
}

py::dict geometry(const py::dict& in) {
  const GearGeometry g = gear_geometry(gear(in));
  py::dict out;
  out["transverse_module"] = g.module;
  out["transverse_pressure_angle"] = g.pressure_angle;
  out["reference_radius"] = g.reference;
  out["base_radius"] = g.base;
  out["tip_radius"] = g.tip;
  out["root_radius"] = g.root;
  out["base_pitch"] = g.base_pitch();
  out["base_helix_angle"] = g.base_helix;
  return out;
}

py::dict mesh_geometry(const py::dict& driver, const py::dict& driven, double center_distance) {
  const GearMeshGeometry m = gear_mesh_geometry(gear(driver), gear(driven), center_distance);
  py::dict out;
  out["working_pressure_angle"] = m.working_angle;
  out["base_pitch"] = m.base_pitch;
  out["start"] = m.start;
  out["end"] = m.end;
  out["contact_ratio"] = m.contact_ratio;
  out["overlap_ratio"] = m.overlap_ratio;
  out["backlash"] = m.backlash;
  out["warnings"] = m.warnings;
  return out;
}

/// What both kinds of cycles are asked for.
struct CycleRequest {
  GearPair pair;
  GearLoad load;
  int positions = 0;
};

CycleRequest request_of(const py::dict& driver, const py::dict& driven, const py::dict& in) {
  constexpr int fewest = 4;
  const Numbers number{in};
  CycleRequest out{{gear(driver), gear(driven), {}, {}, number("center_distance")},
                   {number("torque"), number("friction")},
                   in["positions"].cast<int>()};
  if (out.positions < fewest)
    throw InputError(fmt::format("positions = {}, at least {} are needed", out.positions, fewest));
  out.pair.driver_material.elastic = out.pair.driven_material.elastic = {number("young"), number("poisson")};
  return out;
}

CycleProgress told_to(Observer& observer) {
  return [&observer](int done, int of) {
    observer.advance(static_cast<double>(done) / of);
    check_cancelled(observer);
  };
}

py::dict cycle_arrays(const MeshCycle& cycle) {
  const auto n = static_cast<py::ssize_t>(cycle.positions.size());
  const auto per_position = [&](auto value) {
    Doubles out(n);
    std::ranges::transform(cycle.positions, out.mutable_data(), value);
    return out;
  };
  const auto per_tooth = [&](auto values) {
    const auto teeth = static_cast<py::ssize_t>(cycle.positions.front().tooth_force.size());
    Doubles out({n, teeth});
    for (py::ssize_t i = 0; i < n; ++i)
      std::ranges::copy(values(cycle.positions[static_cast<std::size_t>(i)]), out.mutable_data(i, 0));
    return out;
  };
  py::dict out;
  out["position"] = per_position(&MeshPosition::s);
  out["transmission_error"] = per_position(&MeshPosition::transmission_error);
  out["input_torque"] = per_position(&MeshPosition::input_torque);
  out["normal_force"] = per_position(&MeshPosition::normal_force);
  out["stiffness"] = per_position(&MeshPosition::stiffness);
  out["largest_pressure"] = per_position(&MeshPosition::largest_pressure);
  out["tooth_force"] = per_tooth([](const MeshPosition& p) { return p.tooth_force; });
  out["driver_root_stress"] = per_tooth([](const MeshPosition& p) { return p.root_stress[0]; });
  out["driven_root_stress"] = per_tooth([](const MeshPosition& p) { return p.root_stress[1]; });
  return out;
}

py::dict mesh_cycle(const py::dict& driver, const py::dict& driven, const py::dict& options, py::object progress) {
  const CycleRequest in = request_of(driver, driven, options);
  for (const Gear* one : {&in.pair.driver, &in.pair.driven})
    if (one->helix_angle != 0 || one->flank.crowning != 0 || one->flank.lead_slope != 0)
      throw InputError(
          fmt::format("mesh_cycle: gear '{}' has a helix, crowning or lead slope, which the plane cannot "
                      "show; face_cycle computes it in three dimensions",
                      one->name));
  GearMeshSizes sizes;
  const Numbers number{options};
  sizes.flank = number("flank");
  sizes.bulk = number("bulk");
  return cycle_arrays(observed(std::move(progress), [&](Observer& observer) {
    return solve_cycle(gear_contact(in.pair, sizes), in.load, in.positions, {}, told_to(observer));
  }));
}

/// Cycle and what only a face has.
struct FaceCycle {
  VectorXd across;
  MeshCycle cycle;
  RowMatrixXd line_load;  ///< positions x layers
  double face_load_factor, load_center;
};

py::dict face_cycle(const py::dict& driver, const py::dict& driven, const py::dict& options, py::object progress) {
  const CycleRequest in = request_of(driver, driven, options);
  const Numbers number{options};
  FaceSizes sizes;
  sizes.elements = options["elements"].cast<int>();
  sizes.flank = number("flank");
  sizes.bulk = number("bulk");
  sizes.rim = number("rim");
  sizes.friction = in.load.friction != 0;
  if (sizes.elements < 1) throw InputError(fmt::format("elements = {}, at least 1 is needed", sizes.elements));
  const double misalignment = number("misalignment");
  const AxisDeviation axes{number("inclination"), number("skew")};
  const FaceCycle found = observed(std::move(progress), [&](Observer& observer) {
    FaceContact contact = face_contact(in.pair, sizes, misalignment);
    contact.axes = axes;
    FaceCycle out{contact.driver->layer, solve_face_cycle(contact, in.load, in.positions, told_to(observer)), {}, 0, 0};
    out.line_load.resize(Index(out.cycle.positions.size()), out.across.size());
    for (Index i = 0; i < out.line_load.rows(); ++i)
      out.line_load.row(i) = line_loads(contact, out.cycle.positions[static_cast<std::size_t>(i)]);
    out.face_load_factor = face_load_factor(contact, out.cycle);
    out.load_center = load_center(contact, out.cycle);
    return out;
  });
  py::dict out = cycle_arrays(found.cycle);
  out["across"] = Doubles(found.across.size(), found.across.data());
  out["line_load"] = Doubles({found.line_load.rows(), found.line_load.cols()}, found.line_load.data());
  out["face_load_factor"] = found.face_load_factor;
  out["load_center"] = found.load_center;
  return out;
}

}  // namespace

void bind_gears(py::module_& module) {
  module.def("involute", py::vectorize(&involute), py::arg("angle"));
  module.def("gear_geometry", &geometry, py::arg("gear"));
  module.def(
      "tooth_thickness_angle",
      [](const py::dict& in, const Doubles& radius) {
        const GearGeometry g = gear_geometry(gear(in));
        Doubles out(radius.size());
        for (py::ssize_t i = 0; i < radius.size(); ++i) out.mutable_data()[i] = 2 * half_angle(g, radius.data()[i]);
        return out;
      },
      py::arg("gear"), py::arg("radius"));
  module.def("gear_mesh_geometry", &mesh_geometry, py::arg("driver"), py::arg("driven"), py::arg("center_distance"));
  for (const auto& [name, cycle] : {std::pair{"mesh_cycle", &mesh_cycle}, {"face_cycle", &face_cycle}})
    module.def(name, cycle, py::arg("driver"), py::arg("driven"), py::arg("options"), py::arg("progress"));
}

}  // namespace trunnion::python
