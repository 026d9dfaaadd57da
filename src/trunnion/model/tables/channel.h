#pragma once
// model/tables/channel.h -- [[channel]]: a curve made of recorded curves by a formula, recorded like them.

#include <map>
#include <string>

#include "trunnion/model/table_schema.h"

namespace trunnion {

struct ChannelInput {
  std::string name;
  std::map<std::string, std::string> let;  ///< names in the formula -> recorded curves
  std::string formula;
  SourceLocation where;
};

TableSchema<ChannelInput> channel_table();

}  // namespace trunnion
