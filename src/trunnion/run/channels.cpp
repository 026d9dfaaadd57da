#include "trunnion/run/channels.h"

#include <fmt/format.h>

#include <algorithm>

#include "trunnion/base/nearest_name.h"
#include "trunnion/base/units.h"

namespace trunnion {

namespace {

std::size_t column_named(const TimeRecord& record, const std::string& name, const ChannelInput& channel) {
  for (std::size_t c = 0; c < record.columns.size(); ++c)
    if (record.columns[c].name == name) return c;
  std::vector<std::string> known;
  for (const TimeColumn& column : record.columns) known.push_back(column.name);
  throw InputError(channel.where, fmt::format("channel '{}': the run records no curve '{}'{}", channel.name, name,
                                              name_hint(name, known)));
}

// The unit of curves with this dimension, as they are recorded.
std::string unit_of(const Dimension& dimension) {
  for (const char* unit : {"", "N", "N m", "m", "rad", "m/s", "rad/s", "Pa", "J", "W", "s", "1/s"})
    if (dimension == (*unit ? parse_unit(unit).dimension : Dimension{})) return unit;
  return text(dimension);
}

}  // namespace

void ChannelRecorder::compile(const TimeRecord& record) {
  for (const ChannelInput& channel : channels_) {
    std::vector<FormulaVariable> variables{{"time", info(Kind::time).dimension}};
    std::vector<std::size_t> columns;
    for (const auto& [name, curve] : channel.let) {
      columns.push_back(column_named(record, curve, channel));
      const std::string& unit = record.columns[columns.back()].unit;
      variables.push_back({name, unit.empty() ? Dimension{} : parse_unit(unit).dimension});
    }
    try {
      Formula formula(channel.formula.empty() ? channel.let.begin()->first : channel.formula, variables,
                      parameters_.lookup());
      std::string unit = unit_of(formula.dimension());
      compiled_.push_back({std::move(formula), std::move(columns), std::move(unit)});
    } catch (const InputError& error) {
      throw InputError(channel.where, fmt::format("channel '{}': {}", channel.name, error.what()));
    }
  }
}

void ChannelRecorder::record(TimeRecord& record) {
  if (compiled_.size() != channels_.size()) compile(record);
  for (std::size_t k = 0; k < channels_.size(); ++k) {
    const Compiled& channel = compiled_[k];
    const std::string name = "channel." + channels_[k].name;
    auto column =
        std::find_if(record.columns.begin(), record.columns.end(), [&](const TimeColumn& c) { return c.name == name; });
    if (column == record.columns.end()) column = record.columns.insert(column, {name, "Channels", channel.unit, {}});
    for (std::size_t i = column->values.size(); i < record.t.size(); ++i) {
      std::vector<double> values{record.t[i]};
      for (const std::size_t c : channel.columns) values.push_back(record.columns[c].values[i]);
      column->values.push_back(channel.formula(values));
    }
  }
}

}  // namespace trunnion
