#pragma once
// report/tables.h -- tables as real HTML: numbers right-aligned in one display unit a column, copied as CSV by script.

#include <string>

#include "trunnion/results/run_record.h"

namespace trunnion {

std::string html_table(const Table& table);

Table balance_table(const RunRecord& record);
Table stage_table(const RunRecord& record);

}  // namespace trunnion
