#include "trunnion/model/tables/material.h"

namespace trunnion {

TableSchema<MaterialInput> material_table() {
  using M = MaterialInput;
  return TableSchema<M>("material", "An isotropic, linear elastic material.")
      .text(
          "name", [](M& m) -> std::string& { return m.material.name; },
          "Name by which bodies and parts refer to it; not needed in `material = {...}`.")
      .quantity(
          "young", Kind::pressure, [](M& m) -> double& { return m.material.young; }, "Young's modulus.")
      .required()
      .positive()
      .number(
          "poisson", [](M& m) -> double& { return m.material.poisson; }, "Poisson's ratio.")
      .required()
      .between(-1, 0.5)
      .quantity(
          "density", Kind::density, [](M& m) -> double& { return m.material.density; },
          "Mass per volume; needed for modes, gravity and centrifugal loads.")
      .fallback("0 kg/m^3")
      .not_negative()
      .quantity(
          "expansion", Kind::thermal_expansion, [](M& m) -> double& { return m.material.expansion; },
          "Thermal expansion; needed for temperature loads.")
      .fallback("0 1/K")
      .example(
          "[[material]]\nname = \"steel\"\nyoung = \"210 GPa\"\npoisson = 0.3\ndensity = \"7850 kg/m^3\"\nexpansion = "
          "\"12 um/(m.K)\"");
}

}  // namespace trunnion
