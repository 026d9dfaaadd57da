// A script is read for what it could do to the machine before gmsh sees it.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <optional>
#include <utility>

#include "trunnion/base/error.h"
#include "trunnion/mesh/file_text.h"
#include "trunnion/mesh/gmsh_script.h"
#include "trunnion/mesh/number_text.h"

namespace trunnion {
namespace {

namespace fs = std::filesystem;

constexpr std::array forbidden = {"SystemCall",
                                  "NonBlockingSystemCall",
                                  "System",
                                  "OnelabRun",
                                  "Save",
                                  "Print",
                                  "CreateDir",
                                  "Plugin",
                                  "SetString",
                                  "ExternalProcess",
                                  "CommandLine",
                                  "Solver",
                                  "SaveOptions",
                                  "SaveSession",
                                  "OptionsFileName",
                                  "SessionFileName",
                                  "ErrorFileName"};
constexpr std::array file_commands = {"Include", "Merge", "ShapeFromFile", "MergeWithBoundingBox"};
constexpr std::array geometry_endings = {".step", ".stp", ".iges", ".igs", ".brep", ".stl", ".msh", ".pos"};

template <class List>
bool contains(const List& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

/// Walks through a script word by word; comments are left out, strings are taken whole.
class ScriptWords {
 public:
  ScriptWords(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  struct Word {
    enum Kind { name, string, symbol } kind;
    std::string_view text;
  };

  std::optional<Word> next() {
    skip_blank();
    if (at_ >= text_.size()) return std::nullopt;
    const std::size_t first = at_;
    const char c = text_[at_];
    if (c == '"') return quoted();
    if (is_letter(c)) {
      while (at_ < text_.size() && (is_letter(text_[at_]) || std::isdigit(static_cast<unsigned char>(text_[at_]))))
        ++at_;
      return Word{Word::name, text_.substr(first, at_ - first)};
    }
    ++at_;
    return Word{Word::symbol, text_.substr(first, 1)};
  }

  SourceLocation where() const { return {file_, line_, 0}; }

 private:
  static bool is_letter(char c) { return c == '_' || std::isalpha(static_cast<unsigned char>(c)); }

  Word quoted() {
    const std::size_t first = at_ + 1;
    const std::size_t last = text_.find_first_of("\"\n", first);
    if (last == std::string_view::npos || text_[last] == '\n')
      throw InputError(where(), "a string has no closing quote");
    at_ = last + 1;
    return {Word::string, text_.substr(first, last - first)};
  }

  void skip_blank() {
    while (at_ < text_.size()) {
      const std::string_view rest = text_.substr(at_);
      if (rest.starts_with("//")) {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (rest.starts_with("/*")) {
        const std::size_t end = std::min(text_.find("*/", at_ + 2), text_.size());
        line_ += int(std::count(text_.begin() + std::ptrdiff_t(at_), text_.begin() + std::ptrdiff_t(end), '\n'));
        at_ = std::min(end + 2, text_.size());
      } else if (std::isspace(static_cast<unsigned char>(rest.front()))) {
        line_ += rest.front() == '\n';
        ++at_;
      } else {
        return;
      }
    }
  }

  std::string_view text_;
  const std::string& file_;
  std::size_t at_ = 0;
  int line_ = 1;
};

/// The file a command names; only a plain string is accepted, because a computed one cannot be checked.
fs::path named_file(ScriptWords& words, std::string_view command, const fs::path& script) {
  auto word = words.next();
  while (word && word->kind == ScriptWords::Word::symbol && (word->text == "(" || word->text == "["))
    word = words.next();
  if (!word || word->kind != ScriptWords::Word::string)
    throw InputError(words.where(), fmt::format("{} must name its file by a plain string in quotation marks", command));
  const fs::path written{std::string(word->text)};
  return written.is_absolute() ? written : script.parent_path() / written;
}

void check_inside(const fs::path& file, const fs::path& folder, const SourceLocation& where) {
  std::error_code error;
  const fs::path full = fs::canonical(file, error);
  if (error) throw InputError(where, fmt::format("file '{}' cannot be found", file.string()));
  const fs::path relative = full.lexically_relative(fs::canonical(folder));
  if (relative.empty() || *relative.begin() == "..")
    throw InputError(where, fmt::format("file '{}' lies outside the model's folder '{}'; copy it there", file.string(),
                                        folder.string()));
}

/// Printf(...) > "file" writes: the symbol behind its closing bracket tells.
class PrintfWatch {
 public:
  void see(const ScriptWords::Word& word, const SourceLocation& where) {
    if (std::exchange(closed_, false) && word.text == ">")
      throw InputError(where, "a mesh script may not write files (Printf > ...)");
    if (word.kind == ScriptWords::Word::name && word.text == "Printf") open_at_ = depth_;
    if (word.kind != ScriptWords::Word::symbol) return;
    if (word.text == "(" || word.text == "[") ++depth_;
    if (word.text == ")" || word.text == "]") closed_ = --depth_ == open_at_;
    if (word.text == ";") depth_ = 0, open_at_ = -1;
  }

 private:
  int depth_ = 0, open_at_ = -1;
  bool closed_ = false;
};

void check_script(const fs::path& script, const fs::path& folder, std::vector<std::string>& files) {
  const std::string name = script.string();
  if (contains(files, name)) return;
  files.push_back(name);
  const FileText file(name);
  ScriptWords words(file.text(), name);
  PrintfWatch printf;
  while (const auto word = words.next()) {
    printf.see(*word, words.where());
    if (word->kind != ScriptWords::Word::name) continue;
    if (contains(forbidden, word->text))
      throw InputError(words.where(), fmt::format("'{}' is not allowed in a mesh script: it may not start programs, "
                                                  "write files or change gmsh's settings for that",
                                                  word->text));
    if (!contains(file_commands, word->text)) continue;
    const fs::path named = named_file(words, word->text, script);
    check_inside(named, folder, words.where());
    std::string ending = named.extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(), [](unsigned char c) { return char(std::tolower(c)); });
    if (contains(geometry_endings, ending)) {
      if (!contains(files, named.string())) files.push_back(named.string());
    } else {
      check_script(named, folder, files);  // whatever is no geometry is read by gmsh as a script
    }
  }
}

}  // namespace

std::vector<std::string> checked_script_files(const std::string& path, const std::string& folder) {
  const fs::path inside = folder.empty() ? fs::path(".") : fs::path(folder);
  check_inside(path, inside, {path});
  std::vector<std::string> files;
  check_script(path, inside, files);
  return files;
}

}  // namespace trunnion
