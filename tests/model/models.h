#pragma once
// tests/model/models.h -- sound models that tests and the fuzzer change: a small one, and one with every table.

#include <string>

namespace trunnion::testing {

inline const std::string& beam_model() {
  static const std::string text = R"toml([parameters]
length = "1 m"
load = "100 N"
half = "${length}/2"
element = "hex20"

[model]
name = "beam"

[[material]]
name = "steel"
young = "210 GPa"
poisson = 0.3
density = "7850 kg/m^3"

[[flexible_body]]
name = "beam"
mesh = { box = ["${length}", "20 mm", "20 mm"], divisions = [10, 1, 1], element = "${element}" }
material = "steel"
interface = [ { name = "tip", surface = "xmax" } ]

[[support]]
on = "xmin"
fixed = ["x", "y", "z"]

[[load]]
case = "tip"
on = "tip"
force = ["0 N", "0 N", "-${load}"]

[[stage]]
type = "fe-static"

[[stage]]
type = "fe-modes"
modes = 4

[[output]]
name = "tip_deflection"
quantity = "displacement"
on = "tip"
component = "z"
)toml";
  return text;
}

inline const std::string& model_with_everything() {
  static const std::string text = R"toml([parameters]
a = "2*${b} + 3 mm"
b = "max(1 mm, 20 um)"
n = 3
flag = true
word = "hex8"

[model]
name = "everything"

[[mesh]]
name = "tube"
cylinder = { radius = "30 mm", inner_radius = "20 mm", length = "${a}", around = 12, sector = "90 deg" }
element = "${word}"

[[material]]
name = "steel"
young = "210 GPa"
poisson = 0.3
density = "7.85 g/cm^3"
expansion = "12 um/(m.K)"

[[flexible_body]]
name = "ring"
mesh = "tube"
material = "steel"
lumped_mass = "${flag}"
interface = [ { name = "a", surface = "top", coupling = "rigid", point = ["0 m", "0 m", "1 in"] }, { name = "b", surface = "bottom" } ]
point_mass = [ { at = "a", mass = "2 kg", inertia = ["1 kg m^2", "1 kg m^2", "2 kg m^2"] } ]
spring = [ { from = "a", to = "b", stiffness = ["1 N/mm", "1 N/mm", "1 N/mm"] } ]

[[support]]
on = "b"
fixed = ["x", "y", "z", "rx", "ry", "rz"]

[[load]]
case = "spin"
centrifugal = { speed = "${n}*1000 rpm", axis = [0, 0, 1] }

[[load]]
case = "warm"
temperature = "80 K"

[[stage]]
type = "fe-static"
cases = ["warm"]

[[stage]]
type = "fe-modes"
band = "2 kHz"
supported = false

[[output]]
name = "growth"
quantity = "displacement"
on = "outer"
component = "magnitude"
take = "max"
)toml";
  return text;
}

}  // namespace trunnion::testing
