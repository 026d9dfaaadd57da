#include "trunnion/model/tables/channel.h"

namespace trunnion {

TableSchema<ChannelInput> channel_table() {
  using C = ChannelInput;
  return TableSchema<C>("channel",
                        "A curve of your own from recorded ones, in all stages of the mechanism that record curves. It "
                        "is recorded as `channel.NAME`.")
      .text("name", &C::name, "Name.")
      .required()
      .named_texts("let", &C::let, "Names for the formula, and the recorded curves they stand for.")
      .required()
      .formula("formula", &C::formula, "Formula of these names; `time` is known too. The name itself if there is one.")
      .example(
          "[[channel]]\nname = \"pin load\"\nlet = { a = \"bearing.big end 1.wx\", b = \"bearing.big end 1.wy\" }\n"
          "formula = \"sqrt(a^2 + b^2)\"")
      .check([](const C& c) {
        if (c.let.empty()) throw InputError("'let' names no curve");
        if (c.formula.empty() && c.let.size() != 1)
          throw InputError("the key 'formula' is missing: with several curves it says how they are joined");
      });
}

}  // namespace trunnion
