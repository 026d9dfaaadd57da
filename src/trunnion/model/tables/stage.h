#pragma once
// model/tables/stage.h -- [[stage]]: what is computed, in the order of the file.

#include <string>
#include <vector>

#include "trunnion/model/table_schema.h"

namespace trunnion {

enum class StageType { fe_static, fe_modes };

struct StageInput {
  std::string name;  ///< unique; the type when the file gives none
  StageType type = StageType::fe_static;
  std::string body;                ///< empty: the only one
  std::vector<std::string> cases;  ///< fe-static; empty: all of the body
  int modes = 20;                  ///< fe-modes
  double band = 0;                 ///< fe-modes [Hz]; > 0: all modes below it
  bool supported = true;           ///< fe-modes: false leaves the supports out
  SourceLocation where;
};

std::string_view name(StageType type);
TableSchema<StageInput> stage_table();

}  // namespace trunnion
