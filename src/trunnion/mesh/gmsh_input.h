#pragma once
// mesh/gmsh_input.h -- the values of a .msh file one after the other, whether it is written as text or in binary.

#include <cstdint>
#include <string>
#include <string_view>

#include "trunnion/mesh/raw_mesh.h"

namespace trunnion {

class GmshInput {
 public:
  GmshInput(std::string_view text, std::string file)
      : begin_(text.data()), at_(begin_), end_(begin_ + text.size()), files_{{std::move(file)}} {}

  bool binary = false;  ///< set by the reader once $MeshFormat said so

  std::int64_t integer(const char* what);       ///< int (binary: 4 bytes)
  std::int64_t long_integer(const char* what);  ///< size_t (binary: 8 bytes)
  double real(const char* what);                ///< finite
  std::string quoted(const char* what);         ///< a name in quotation marks, always text
  std::string_view section();                   ///< next line that begins with '$', without it; empty at the end
  void end_section(std::string_view name);      ///< expects $EndNAME
  void skip_section(std::string_view name);     ///< goes behind $EndNAME
  void skip_newline();                          ///< before binary values

  /// A count from a header, checked against what the rest of the file can hold.
  std::size_t count(std::int64_t value, std::size_t smallest_entry, const char* what);

  Place place() const { return {0, binary ? 0 : line_}; }
  const SourceFiles& files() const { return files_; }
  [[noreturn]] void fail(const std::string& message) const;

 private:
  void skip_space();
  std::string_view token(const char* what);
  template <class T>
  T raw(const char* what);

  const char* begin_;
  const char* at_;
  const char* end_;
  int line_ = 1;
  SourceFiles files_;
};

}  // namespace trunnion
