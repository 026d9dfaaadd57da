#include "trunnion/mesh/source_lines.h"

#include <fmt/format.h>

#include <filesystem>

namespace trunnion {

std::string_view IncludedFiles::operator()(const std::string& path) {
  return open_.emplace_back(std::make_unique<FileText>(path))->text();
}

SourceLines::SourceLines(std::string_view text, std::string file, IncludeText include) : include_(std::move(include)) {
  files_.names.push_back(std::move(file));
  stack_.push_back({text, {0, 0}});
}

bool SourceLines::next(std::string_view& line) {
  if (again_) {
    again_ = false;
    line = line_;
    return true;
  }
  while (stack_.size() > 1 && stack_.back().rest.empty()) stack_.pop_back();
  Open& open = stack_.back();
  if (open.rest.empty()) return false;
  const std::size_t end = open.rest.find('\n');
  line = open.rest.substr(0, end);
  open.rest.remove_prefix(end == std::string_view::npos ? open.rest.size() : end + 1);
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  ++open.place.line;
  line_ = line;
  place_ = open.place;
  return true;
}

void SourceLines::include(std::string_view path) {
  namespace fs = std::filesystem;
  const fs::path from = files_.names[std::size_t(place_.file)];
  const std::string full = (from.parent_path() / fs::path(std::string(path))).lexically_normal().string();
  for (const Open& open : stack_)
    if (fs::path(files_.names[std::size_t(open.place.file)]).lexically_normal().string() == full)
      fail(fmt::format("'{}' includes itself", full));
  if (files_.names.size() > 1000) fail("more than 1000 included files");
  try {
    const std::string_view text = include_(full);
    stack_.push_back({text, {std::int32_t(files_.names.size()), 0}});
    files_.names.push_back(full);
  } catch (const InputError& error) {
    fail(fmt::format("included file {}", error.what()));
  }
}

}  // namespace trunnion
