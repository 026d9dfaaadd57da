#include "trunnion/results/run_record.h"

#include <algorithm>
#include <cmath>

namespace trunnion {
namespace {

Quantity& entry(RunRecord& record, const std::string& name) {
  const auto found = std::ranges::find(record.quantities, name, &Quantity::name);
  if (found != record.quantities.end()) return *found;
  return record.quantities.emplace_back(Quantity{.name = name, .value = {}, .reason = {}});
}

}  // namespace

double total_wall_time(const RunRecord& record) {
  double sum = 0;
  for (const StageRecord& stage : record.stages) sum += stage.wall_s;
  return sum;
}

StageStatus status(const RunRecord& record) {
  StageStatus worst = StageStatus::done;
  for (const StageRecord& stage : record.stages) worst = std::max(worst, stage.status);
  return worst;
}

std::string_view name(StageStatus status) {
  switch (status) {
    case StageStatus::done:
      return "done";
    case StageStatus::running:
      return "running";
    case StageStatus::stopped:
      return "stopped";
    case StageStatus::failed:
      break;
  }
  return "failed";
}

void set_quantity(RunRecord& record, const std::string& name, double value) {
  if (!std::isfinite(value)) return set_missing(record, name, "the computed value is not a finite number");
  Quantity& quantity = entry(record, name);
  quantity.value = value;
  quantity.reason.clear();
}

void set_missing(RunRecord& record, const std::string& name, const std::string& reason) {
  Quantity& quantity = entry(record, name);
  quantity.value.reset();
  quantity.reason = reason;
}

const Quantity* find_quantity(const RunRecord& record, const std::string& name) {
  const auto found = std::ranges::find(record.quantities, name, &Quantity::name);
  return found == record.quantities.end() ? nullptr : &*found;
}

}  // namespace trunnion
