#pragma once
// report/write_report.h -- one self-contained HTML page from a run's record: opens from disk, offline, in any browser.
// Text, tables and verdicts are plain HTML; script adds the 3-D view, diagrams, units and themes. No other host is ever
// asked for anything: the page's content policy forbids it.

#include <filesystem>
#include <string>

#include "trunnion/results/run_record.h"

namespace trunnion {

struct ReportOptions {
  std::size_t budget = 9'000'000;  ///< bytes for geometry and fields; beyond it they are made coarser, and it is said
  std::size_t curve_budget = 9'000'000;   ///< bytes for curves; beyond it they are thinned, and it is said
  std::size_t matrix_budget = 4'000'000;  ///< bytes for matrices; beyond it neighbors are joined, and it is said
};

std::string report_html(const RunRecord& record, const ReportOptions& options = {});
void write_report(const RunRecord& record, const std::filesystem::path& path, const ReportOptions& options = {});

}  // namespace trunnion
