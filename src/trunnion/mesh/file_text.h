#pragma once
// mesh/file_text.h -- a whole file in memory, mapped read-only: readers walk through it without copying.

#include <string>
#include <string_view>

namespace trunnion {

class FileText {
 public:
  explicit FileText(const std::string& path);  ///< throws InputError when the file cannot be read
  ~FileText();
  FileText(const FileText&) = delete;
  FileText& operator=(const FileText&) = delete;

  std::string_view text() const { return {data_, size_}; }

 private:
  const char* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace trunnion
