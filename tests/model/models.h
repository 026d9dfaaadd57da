#pragma once
// tests/model/models.h -- a small sound model that tests change.

#include <string>

namespace trunnion::testing {

inline const std::string& beam_model() {
  static const std::string text = R"([parameters]
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
)";
  return text;
}

}  // namespace trunnion::testing
