#pragma once
// mesh/source_lines.h -- the lines of a text file and of the files it includes, one after the other.

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "trunnion/mesh/file_text.h"
#include "trunnion/mesh/raw_mesh.h"

namespace trunnion {

/// Gives the text of an included file; the view must stay valid while the reader works. Throws when there is none.
using IncludeText = std::function<std::string_view(const std::string& path)>;

/// Included files from disk, kept open as long as this object lives.
class IncludedFiles {
 public:
  std::string_view operator()(const std::string& path);

 private:
  std::vector<std::unique_ptr<FileText>> open_;
};

class SourceLines {
 public:
  SourceLines(std::string_view text, std::string file, IncludeText include);

  /// Next line without its line end; false at the end of everything. Included files end unseen.
  bool next(std::string_view& line);
  void push_back() { again_ = true; }  ///< the next call gives the same line again
  /// The lines of another file come next; a relative path is taken from the folder of the current file.
  void include(std::string_view path);

  Place place() const { return place_; }
  const SourceFiles& files() const { return files_; }
  [[noreturn]] void fail(const std::string& message) const { fail(place_, message); }
  [[noreturn]] void fail(Place place, const std::string& message) const { throw InputError(files_.at(place), message); }

 private:
  struct Open {
    std::string_view rest;
    Place place;
  };
  std::vector<Open> stack_;
  SourceFiles files_;
  IncludeText include_;
  std::string_view line_;
  Place place_;
  bool again_ = false;
};

}  // namespace trunnion
