#pragma once
// report/page_parts.h -- the sections of the page, in the order a reader meets them.

#include <string>
#include <utility>
#include <vector>

#include "trunnion/results/run_record.h"

namespace trunnion {

/// Headings of the page's own sections (from curves, tables and matrices) and the ids they get.
using SectionIds = std::vector<std::pair<std::string, std::string>>;
SectionIds section_ids(const RunRecord& record);

std::string html_header(const RunRecord& record, const SectionIds& sections);
std::string html_overview(const RunRecord& record, const SectionIds& sections);
std::string html_stage(const RunRecord& record);  ///< 3-D view and picked point; empty without scenes
std::string html_sections(const RunRecord& record, const SectionIds& sections);
std::string html_balances(const RunRecord& record);
std::string html_quantities(const RunRecord& record);
/// `surface`: what of the geometry the page shows, e.g. "all 1 204 faces, 16-bit positions"; `thinned`: the same of
/// other things, by name, empty where all of it is shown.
std::string html_provenance(const RunRecord& record, const std::string& surface,
                            const std::vector<std::pair<std::string, std::string>>& thinned);

}  // namespace trunnion
