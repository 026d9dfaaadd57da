// python/bindings/gears.cpp -- involute geometry and the loaded mesh cycle.
#include <fmt/format.h>

#include "bind.h"
#include "python_observer.h"
#include "trunnion/base/error.h"
#include "trunnion/gears/mesh_cycle.h"

namespace trunnion::python {
namespace {

Gear gear(const py::dict& in) {
  Gear g;
  const auto number = [&](const char* key) { return in[key].cast<double>(); };
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

struct CycleArguments {
  GearPair pair;
  GearLoad load;
  int positions;
  GearMeshSizes sizes;
};

MeshCycle cycle_of(const CycleArguments& in, Observer& observer) {
  const GearContact contact = gear_contact(in.pair, in.sizes);
  return solve_cycle(contact, in.load, in.positions, {}, [&](int done, int of) {
    observer.advance(static_cast<double>(done) / of);
    check_cancelled(observer);
  });
}

py::dict mesh_cycle(const py::dict& driver, const py::dict& driven, double center_distance, double young,
                    double poisson, double torque, double friction, int positions, double flank, double bulk,
                    py::object progress) {
  constexpr int fewest = 4;
  if (positions < fewest) throw InputError(fmt::format("positions = {}, at least {} are needed", positions, fewest));
  CycleArguments in{{gear(driver), gear(driven), {}, {}, center_distance}, {torque, friction}, positions, {}};
  for (const Gear* one : {&in.pair.driver, &in.pair.driven})
    if (one->helix_angle != 0 || one->flank.crowning != 0 || one->flank.lead_slope != 0)
      throw InputError(
          "mesh_cycle computes spur gears in the plane; helix, crowning and lead slope need a model with a "
          "[[gear_pair]] and a stage of type mesh-cycle");
  in.sizes.flank = flank;
  in.sizes.bulk = bulk;
  in.pair.driver_material.elastic = in.pair.driven_material.elastic = {young, poisson};
  const MeshCycle cycle = observed(std::move(progress), [&](Observer& observer) { return cycle_of(in, observer); });
  const auto n = static_cast<py::ssize_t>(cycle.positions.size());
  const auto teeth = static_cast<py::ssize_t>(cycle.positions.front().tooth_force.size());
  Doubles s(n), error(n), input(n), force(n), stiffness(n), pressure(n), tooth({n, teeth});
  for (py::ssize_t i = 0; i < n; ++i) {
    const MeshPosition& p = cycle.positions[static_cast<std::size_t>(i)];
    s.mutable_at(i) = p.s;
    error.mutable_at(i) = p.transmission_error;
    input.mutable_at(i) = p.input_torque;
    force.mutable_at(i) = p.normal_force;
    stiffness.mutable_at(i) = p.stiffness;
    pressure.mutable_at(i) = p.largest_pressure;
    std::copy(p.tooth_force.begin(), p.tooth_force.end(), tooth.mutable_data(i, 0));
  }
  py::dict out;
  out["position"] = s;
  out["transmission_error"] = error;
  out["input_torque"] = input;
  out["normal_force"] = force;
  out["stiffness"] = stiffness;
  out["largest_pressure"] = pressure;
  out["tooth_force"] = tooth;
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
  module.def("mesh_cycle", &mesh_cycle, py::kw_only(), py::arg("driver"), py::arg("driven"), py::arg("center_distance"),
             py::arg("young"), py::arg("poisson"), py::arg("torque"), py::arg("friction"), py::arg("positions"),
             py::arg("flank"), py::arg("bulk"), py::arg("progress"));
}

}  // namespace trunnion::python
