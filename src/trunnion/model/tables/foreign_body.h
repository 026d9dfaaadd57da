#pragma once
// model/tables/foreign_body.h -- flexible_body.from: a body of another model file, or one that was reduced before, here
// or by another program.

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "trunnion/model/table_schema.h"

namespace trunnion {

struct ForeignPlaceInput {
  std::string name;
  std::vector<int> nodes;
  SourceLocation where;
};

struct ForeignBodyInput {
  std::filesystem::path model;                  ///< another model file
  std::string body;                             ///< of that file; empty: its only one
  std::map<std::string, PhysicalQuantity> set;  ///< parameters of that file
  std::filesystem::path file;                   ///< HDF5: a reduced body of this program, or matrices of another
  std::filesystem::path mass, stiffness, damping, shapes, nodes;  ///< Matrix Market
  std::string unit = "m";
  std::vector<ForeignPlaceInput> interfaces;
  SourceLocation where;

  std::vector<std::filesystem::path> files() const;  ///< matrices and bodies, those that are given
};

TableSchema<ForeignBodyInput> foreign_body_table();

}  // namespace trunnion
