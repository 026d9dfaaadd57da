#pragma once
// model/read_value.h -- one value of the model file to the C++ type its key was declared with.
// All throw InputError without a place; the table that called adds file, line and key.

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "trunnion/math/types.h"
#include "trunnion/model/parameters.h"
#include "trunnion/model/value.h"

namespace trunnion {

/// What reading needs to know, and the problems found so far: all are reported, not only the first.
struct ReadContext {
  std::filesystem::path folder;  ///< of the model file; relative file names start here
  Parameters parameters;
  std::vector<InputError> problems;
};

std::string read_text(const Value& value, const ReadContext& context);
std::string read_formula(const Value& value);  ///< the text as it stands
bool read_boolean(const Value& value, const ReadContext& context);
double read_quantity(const Value& value, Kind kind, const ReadContext& context);
PhysicalQuantity read_any_quantity(const Value& value, const ReadContext& context);  ///< of any dimension
Value exact_any_value(const PhysicalQuantity& quantity);                             ///< text that reads back the same
Value exact_parameter_value(const Parameters& parameters, const std::string& name);
long read_integer(const Value& value, const ReadContext& context);

/// The items of a list; a raw text is read as TOML. `count` < 0: any number of items.
std::vector<Value> read_list(const Value& value, int count);
/// The same for a table.
Value read_table(const Value& value);

/// Path of a file the model uses, relative to the model's folder unless absolute. It must be readable.
std::filesystem::path read_path(const Value& value, const ReadContext& context);

}  // namespace trunnion
