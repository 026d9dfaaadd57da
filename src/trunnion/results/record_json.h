#pragma once
// results/record_json.h -- a RunRecord without the arrays of its scenes as JSON text, and back: kept in results.h5 so
// that the page can be made again from disk. Numbers that are not finite are null.

#include <string>

#include "trunnion/results/run_record.h"

namespace trunnion {

std::string record_json(const RunRecord& record);
RunRecord parse_record(const std::string& json);  ///< scenes stay empty; throws InputError on text that is no record

}  // namespace trunnion
