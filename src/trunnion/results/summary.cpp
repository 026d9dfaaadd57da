#include "trunnion/results/summary.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "trunnion/results/atomic_file.h"

namespace trunnion {
namespace {

using Json = nlohmann::ordered_json;

Json number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json count(const std::optional<long>& value) { return value ? Json(*value) : Json(nullptr); }

Json to_json(const std::vector<Balance>& balances) {
  Json list = Json::array();
  for (const Balance& balance : balances)
    list.push_back({{"name", balance.name},
                    {"where", balance.where},
                    {"value", number(balance.value)},
                    {"limit", number(balance.limit)},
                    {"unit", balance.unit},
                    {"closes", balance.closes()}});
  return list;
}

Json to_json(const StageRecord& stage) {
  return {{"name", stage.name},
          {"type", stage.type},
          {"status", name(stage.status)},
          {"message", stage.message},
          {"wall_s", number(stage.wall_s)},
          {"cpu_s", number(stage.cpu_s)},
          {"steps", count(stage.steps)},
          {"iterations", count(stage.iterations)},
          {"balances", to_json(stage.balances)},
          {"warnings", stage.warnings}};
}

}  // namespace

std::string summary_json(const RunRecord& record) {
  const Provenance& from = record.provenance;
  Json changed = Json::object();
  for (const auto& [key, value] : from.changed) changed[key] = value;
  Json stages = Json::array();
  for (const StageRecord& stage : record.stages) stages.push_back(to_json(stage));
  Json quantities = Json::object();
  Json reasons = Json::object();
  for (const Quantity& quantity : record.quantities) {
    quantities[quantity.name] = quantity.value ? number(*quantity.value) : Json(nullptr);
    if (quantities[quantity.name].is_null()) reasons[quantity.name] = quantity.reason;
  }
  const Json summary = {{"program", "trunnion"},
                        {"version", from.version},
                        {"model", record.model_name},
                        {"input_file", from.input_file},
                        {"input_hash", from.input_hash},
                        {"date", from.date},
                        {"command", from.command},
                        {"set", changed},
                        {"blas_kernel", from.blas_kernel},
                        {"threads", from.threads},
                        {"status", name(status(record))},
                        {"wall_s", number(total_wall_time(record))},
                        {"stages", stages},
                        {"balances", to_json(record.balances)},
                        {"warnings", record.warnings},
                        {"quantities", quantities},
                        {"reasons", reasons}};
  // A name in a user's file may hold bytes that are no UTF-8: they become the replacement character, not an exception.
  return summary.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

void write_summary(const RunRecord& record, const std::filesystem::path& path) {
  write_file(path, summary_json(record));
}

}  // namespace trunnion
