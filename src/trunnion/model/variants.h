#pragma once
// model/variants.h -- one model file for several models: [[variant]] changes parameters together, `when` leaves a table
// out. Both are settled before anything else of the file is read.
//   [parameters] variant = "A"
//   [[variant]] name = "0"   set = { rigid = true, modes = 0 }      chosen by `variant`, or by another parameter
//   [[joint]] when = "${rigid}" ...

#include "trunnion/model/parameters.h"
#include "trunnion/model/set_option.h"
#include "trunnion/model/table_schema.h"

namespace trunnion {

/// Only to declare the table: it is used up before the model is read.
struct VariantInput {
  std::string parameter, name, description;
};
TableSchema<VariantInput> variant_table();

/// Writes the values of the chosen variants into [parameters], except those that options set themselves, and takes the
/// [[variant]] tables out of the tree. Throws InputError.
void apply_variants(Value& model, const std::vector<SetOption>& options);

/// Takes the tables whose `when` does not hold out of the lists of the top level, and `when` out of the others.
/// Problems go into the context.
void leave_out_tables(Value& model, ReadContext& context);

}  // namespace trunnion
