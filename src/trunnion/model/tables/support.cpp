#include "trunnion/model/tables/support.h"

#include <algorithm>

namespace trunnion {

const std::vector<std::string>& component_names() {
  static const std::vector<std::string> names{"x", "y", "z", "rx", "ry", "rz"};
  return names;
}

TableSchema<SupportInput> support_table() {
  TableSchema<SupportInput> table(
      "support", "What holds a body of the finite-element stages, and displacements that are prescribed.");
  table.text("body", &SupportInput::body, "The body; not needed when there is only one.")
      .refers_to("flexible_body")
      .text("on", &SupportInput::on, "Node set, surface or interface of the body.")
      .required()
      .texts("fixed", &SupportInput::fixed,
             "Components that do not move; rotations (rx, ry, rz) only on interfaces and beam nodes.",
             component_names())
      .text("case", &SupportInput::load_case,
            "Load case in which the prescribed values act; in the others these components are held at zero. Without it "
            "they act in every case.");
  for (std::size_t i = 0; i < 6; ++i)
    table.quantity(
        component_names()[i],
        i < 3 ? Kind::length : Kind::angle, [i](SupportInput & s) -> auto& { return s.prescribed[i]; },
        fmt::format("Prescribed {} {} {}.", i < 3 ? "displacement" : "rotation", i < 3 ? "along" : "about",
                    "xyz"[i % 3]));
  return table
      .check([](const SupportInput& support) {
        const bool any =
            std::any_of(support.prescribed.begin(), support.prescribed.end(), [](auto& p) { return p.has_value(); });
        if (support.fixed.empty() && !any)
          throw InputError("nothing is held: write fixed = [\"x\", \"y\", \"z\"], or x = \"0.1 mm\"");
        if (!support.load_case.empty() && !any)
          throw InputError(
              "'case' is for prescribed displacements: x = \"0.1 mm\"; fixed components hold in every case");
        for (std::size_t i = 0; i < 6; ++i)
          if (support.prescribed[i] &&
              std::find(support.fixed.begin(), support.fixed.end(), component_names()[i]) != support.fixed.end())
            throw InputError(fmt::format("component {} is both fixed and prescribed", component_names()[i]));
      })
      .example(
          "[[support]]\non = \"xmin\"\nfixed = [\"x\", \"y\", \"z\"]\n\n"
          "[[support]]\ncase = \"pressed\"\non = \"xmax\"\nz = \"-0.1 mm\"");
}

}  // namespace trunnion
