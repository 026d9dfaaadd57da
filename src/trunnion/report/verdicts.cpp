#include "trunnion/report/verdicts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "trunnion/report/display_units.h"

namespace trunnion {
namespace {

std::string place(const PlacedBalance& entry) {
  if (entry.stage.empty()) return entry.balance.where;
  return entry.balance.where.empty() ? entry.stage : entry.stage + ", " + entry.balance.where;
}

void add_balances(const std::vector<PlacedBalance>& balances, std::vector<Verdict>& verdicts) {
  if (balances.empty()) return;
  const auto share = [](const PlacedBalance& b) {
    return b.balance.limit > 0 ? std::abs(b.balance.value) / b.balance.limit : 0.0;
  };
  long open = 0;
  for (const PlacedBalance& entry : balances) {
    const Balance& b = entry.balance;
    if (b.closes()) continue;
    ++open;
    verdicts.push_back(
        {VerdictLevel::bad, fmt::format("{} does not close.", b.name),
         fmt::format("{}: {}, limit {}.", place(entry), format_value(b.value, b.unit), format_value(b.limit, b.unit)),
         "", "balances"});
  }
  if (open > 0) {
    verdicts.back().chip = open == 1 ? "1 balance open" : fmt::format("{} balances open", open);
    return;
  }
  const auto worst = std::ranges::max_element(balances, {}, share);
  verdicts.push_back({VerdictLevel::good, "All balances close.",
                      fmt::format("Nearest to its limit: {}, {} of {}.", worst->balance.name,
                                  format_value(worst->balance.value, worst->balance.unit),
                                  format_value(worst->balance.limit, worst->balance.unit)),
                      "Balances close", "balances"});
}

/// A warning's first sentence is its claim. Stages that warn of the same are named together, with what the last one
/// said.
void add_warnings(const RunRecord& record, std::vector<Verdict>& verdicts) {
  struct Warning {
    std::string claim, rest, stages;
  };
  std::vector<Warning> warnings;
  const auto add = [&](const std::string& text, const std::string& stage) {
    const std::size_t end = text.find(". ");
    const std::string claim = text.substr(0, end == std::string::npos ? end : end + 1);
    auto known = std::ranges::find(warnings, claim, &Warning::claim);
    if (known == warnings.end()) known = warnings.insert(known, {claim, "", ""});
    known->rest = end == std::string::npos ? "" : text.substr(end + 2);
    if (!stage.empty()) known->stages += (known->stages.empty() ? "" : ", ") + stage;
  };
  for (const std::string& sentence : record.warnings) add(sentence, "");
  for (const StageRecord& stage : record.stages)
    for (const std::string& sentence : stage.warnings) add(sentence, stage.name);
  for (const Warning& one : warnings) {
    const bool several = one.stages.find(", ") != std::string::npos;
    const std::string where = one.stages.empty() ? "" : fmt::format("{} {}.", several ? "Stages" : "Stage", one.stages);
    const std::string gap = where.empty() || one.rest.empty() ? "" : " ";
    verdicts.push_back({VerdictLevel::watch, one.claim, where + gap + one.rest, "", ""});
  }
  const std::size_t count = warnings.size();
  if (count > 0) verdicts.back().chip = count == 1 ? "1 warning" : fmt::format("{} warnings", count);
}

void add_unfinished(const RunRecord& record, std::vector<Verdict>& verdicts) {
  for (const StageRecord& stage : record.stages) {
    if (stage.status == StageStatus::done) continue;
    const bool failed = stage.status == StageStatus::failed, running = stage.status == StageStatus::running;
    verdicts.push_back({failed ? VerdictLevel::bad : VerdictLevel::watch,
                        fmt::format("Stage {} {}.", stage.name,
                                    failed    ? "failed"
                                    : running ? "is running"
                                              : "was stopped"),
                        stage.message.empty() ? "Results up to there are shown." : stage.message,
                        failed    ? "Run failed"
                        : running ? "Running"
                                  : "Run stopped",
                        "balances"});
  }
}

}  // namespace

std::vector<PlacedBalance> all_balances(const RunRecord& record) {
  std::vector<PlacedBalance> list;
  for (const StageRecord& stage : record.stages)
    for (const Balance& balance : stage.balances) list.push_back({stage.name, balance});
  for (const Balance& balance : record.balances) list.push_back({"", balance});
  return list;
}

std::vector<Verdict> all_verdicts(const RunRecord& record) {
  std::vector<Verdict> verdicts = record.verdicts;
  add_balances(all_balances(record), verdicts);
  add_warnings(record, verdicts);
  add_unfinished(record, verdicts);
  std::ranges::stable_sort(verdicts, {}, &Verdict::level);
  return verdicts;
}

}  // namespace trunnion
