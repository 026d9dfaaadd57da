#include "trunnion/mesh/gmsh_script.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/personality.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "trunnion/base/content_hash.h"
#include "trunnion/base/error.h"
#include "trunnion/mesh/file_text.h"
#include "trunnion/mesh/number_text.h"

namespace trunnion {
namespace {

namespace fs = std::filesystem;

fs::path find_program(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::string_view rest = path == nullptr ? "" : path;
  while (!rest.empty()) {
    const std::size_t colon = std::min(rest.find(':'), rest.size());
    const fs::path candidate = fs::path(rest.substr(0, colon)) / name;
    if (::access(candidate.c_str(), X_OK) == 0) return candidate;
    rest.remove_prefix(std::min(colon + 1, rest.size()));
  }
  throw InputError(
      fmt::format("the program '{}' is not installed, but a mesh script needs it; install it with "
                  "'apt-get install gmsh'",
                  name));
}

/// All that decides how the mesh comes out. The program counts by size and age, which an update changes.
std::string hash_of(const GmshScript& script, const std::vector<std::string>& files, const fs::path& program) {
  ContentHash hash;
  hash.add_field("gmsh",
                 fmt::format("{} {}", fs::file_size(program), fs::last_write_time(program).time_since_epoch().count()));
  for (const std::string& file : files) hash.add_field(fs::path(file).filename().string(), FileText(file).text());
  for (const auto& [name, value] : script.numbers) hash.add_field(name, fmt::format("{:.17g}", value));
  return hash.hex();
}

void check_numbers(const GmshScript& script) {
  for (const auto& [name, value] : script.numbers) {
    const bool plain = !name.empty() && name.find_first_not_of(
                                            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                            "0123456789_.") == std::string::npos;
    if (!plain)
      throw InputError({script.path},
                       fmt::format("number '{}' for the script: letters, digits, '_' and '.' are allowed "
                                   "in its name",
                                   name));
    if (!std::isfinite(value))
      throw InputError({script.path}, fmt::format("number '{}' is {}, must be finite", name, value));
  }
}

/// While one lives, programs that this thread starts get the same addresses each time. Gmsh's geometry kernel goes
/// through containers in the order of addresses, so its meshes would differ from run to run in the last digits of a few
/// nodes. Where a container forbids the change, the mesh is as good, but not repeatable.
class SameAddresses {
 public:
  SameAddresses() : before_(::personality(ask)) {
    if (before_ != -1) ::personality(static_cast<unsigned long>(before_) | ADDR_NO_RANDOMIZE);
  }
  SameAddresses(const SameAddresses&) = delete;
  SameAddresses& operator=(const SameAddresses&) = delete;
  ~SameAddresses() {
    if (before_ != -1) ::personality(static_cast<unsigned long>(before_));
  }

 private:
  static constexpr unsigned long ask = 0xffffffff;
  int before_;
};

/// Runs a program in `folder` with its output going to a file there; returns its exit status. HOME is that folder, so
/// that no settings of the user's change the mesh.
int run(const std::vector<std::string>& arguments, const fs::path& folder, const std::string& log) {
  std::vector<char*> argv;
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  std::vector<std::string> settings;
  for (char** entry = environ; *entry != nullptr; ++entry)
    if (std::strncmp(*entry, "HOME=", 5) != 0) settings.emplace_back(*entry);
  settings.emplace_back("HOME=.");
  std::vector<char*> envp;
  for (std::string& setting : settings) envp.push_back(setting.data());
  envp.push_back(nullptr);

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
  posix_spawn_file_actions_adddup2(&actions, 1, 2);
  pid_t child = 0;
  int error = 0;
  {
    const SameAddresses same;
    error = posix_spawn(&child, argv[0], &actions, nullptr, argv.data(), envp.data());
  }
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) throw Error(fmt::format("cannot start {}: {}", arguments[0], std::strerror(error)));

  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFSIGNALED(status) && (WTERMSIG(status) == SIGINT || WTERMSIG(status) == SIGTERM)) throw Cancelled();
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

/// A folder for one run of gmsh, gone with this object. It lies where temporary files do and its name is always as
/// long: gmsh keeps names of files between its data, and even their length shows in the mesh.
class WorkFolder {
 public:
  WorkFolder() {
    std::string name = (fs::temp_directory_path() / "trunnion-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr)
      throw InputError(fmt::format("cannot make {}: {}", name, std::strerror(errno)));
    path = name;
  }
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;
  ~WorkFolder() {
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
  fs::path path;
};

/// Where the copy of a file lies, seen from the work folder, and where it came from.
struct Copies {
  std::vector<std::pair<std::string, std::string>> names;

  std::string source_of(const std::string& copy) const {
    for (const auto& [name, source] : names)
      if (copy.ends_with(name)) return source;
    return copy;
  }
};

Copies copy_files(const std::vector<std::string>& files, const fs::path& folder, const fs::path& work) {
  Copies copies;
  for (const std::string& file : files) {
    const fs::path name = fs::path("model") / fs::canonical(file).lexically_relative(fs::canonical(folder));
    fs::create_directories((work / name).parent_path());
    fs::copy_file(file, work / name, fs::copy_options::overwrite_existing);
    copies.names.emplace_back(name.string(), file);
  }
  return copies;
}

/// gmsh says   Error   : 'part.geo', line 12: Unknown variable 'lc'
[[noreturn]] void throw_gmsh_error(const GmshScript& script, const Copies& copies, std::string_view log) {
  constexpr std::string_view mark = "Error   : ";
  const std::size_t found = log.find(mark);
  if (found == std::string_view::npos)
    throw InputError({script.path}, "gmsh stopped without a message; run the script in gmsh to see why");
  std::string_view message = log.substr(found + mark.size());
  message = message.substr(0, message.find('\n'));
  SourceLocation where{script.path};
  constexpr std::string_view line_mark = "', line ";
  const std::size_t line = message.find(line_mark);
  if (message.starts_with("'") && line != std::string_view::npos) {
    const std::string_view rest = message.substr(line + line_mark.size());
    const std::size_t colon = rest.find(':');
    const auto number = parse_integer(trimmed(rest.substr(0, std::min(colon, rest.size()))));
    if (number && colon != std::string_view::npos) {
      where.file = copies.source_of(std::string(message.substr(1, line - 1)));
      where.line = int(*number);
      message = trimmed(rest.substr(colon + 1));
    }
  }
  throw InputError(where, fmt::format("gmsh: {}", message));
}

void make_mesh(const GmshScript& script, const std::vector<std::string>& files, const fs::path& folder,
               const fs::path& program, const fs::path& target) {
  const WorkFolder work;
  const Copies copies = copy_files(files, folder, work.path);
  std::vector<std::string> arguments = {
      program.string(), copies.names.front().first, "-3", "-nt", "1", "-format", "msh41", "-bin", "-o", "mesh.msh"};
  for (const auto& [name, value] : script.numbers) {
    arguments.insert(arguments.end(), {"-setnumber", name, fmt::format("{:.17g}", value)});
  }
  const int status = run(arguments, work.path, "gmsh.log");
  const fs::path result = work.path / "mesh.msh", log = work.path / "gmsh.log";
  const std::string said(FileText(log.string()).text());
  if (status != 0 || said.find("Error   : ") != std::string::npos || !fs::exists(result))
    throw_gmsh_error(script, copies, said);
  const fs::path arriving = target.string() + fmt::format(".{}", ::getpid());  // another disk, perhaps
  fs::copy_file(result, arriving, fs::copy_options::overwrite_existing);
  fs::rename(arriving, target);
}

}  // namespace

ScriptMesh mesh_from_gmsh_script(const GmshScript& script, const UnitSystem& units, const std::string& cache_folder) {
  const fs::path own_folder = fs::path(script.path).parent_path();
  const fs::path folder = !script.model_folder.empty() ? fs::path(script.model_folder)
                          : own_folder.empty()         ? fs::path(".")
                                                       : own_folder;
  const auto files = checked_script_files(script.path, folder.string());
  check_numbers(script);
  const fs::path program = find_program("gmsh");
  const fs::path mesh = fs::path(cache_folder) / fmt::format("{}.msh", hash_of(script, files, program).substr(0, 32));
  ScriptMesh result;
  result.mesh_path = mesh.string();
  result.cached = fs::exists(mesh);
  if (!result.cached) {
    fs::create_directories(cache_folder);
    make_mesh(script, files, folder, program, mesh);
  }
  try {
    result.file = read_gmsh(result.mesh_path, units);
  } catch (const InputError& error) {
    fs::remove(mesh);  // a useless mesh is not kept
    throw InputError({script.path}, fmt::format("gmsh made no usable mesh: {}", error.what()));
  }
  return result;
}

}  // namespace trunnion
