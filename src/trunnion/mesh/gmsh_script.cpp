#include "trunnion/mesh/gmsh_script.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
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

/// Runs a program with its output going to a file; returns its exit status. HOME is the given folder, so that no
/// settings of the user's change the mesh.
int run(const std::vector<std::string>& arguments, const fs::path& home, const fs::path& log) {
  std::vector<char*> argv;
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  std::vector<std::string> settings;
  for (char** entry = environ; *entry != nullptr; ++entry)
    if (std::strncmp(*entry, "HOME=", 5) != 0) settings.emplace_back(*entry);
  settings.push_back("HOME=" + home.string());
  std::vector<char*> envp;
  for (std::string& setting : settings) envp.push_back(setting.data());
  envp.push_back(nullptr);

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
  posix_spawn_file_actions_adddup2(&actions, 1, 2);
  pid_t child = 0;
  const int error = posix_spawn(&child, argv[0], &actions, nullptr, argv.data(), envp.data());
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) throw Error(fmt::format("cannot start {}: {}", arguments[0], std::strerror(error)));

  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFSIGNALED(status) && (WTERMSIG(status) == SIGINT || WTERMSIG(status) == SIGTERM)) throw Cancelled();
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

/// gmsh says   Error   : 'part.geo', line 12: Unknown variable 'lc'
[[noreturn]] void throw_gmsh_error(const GmshScript& script, std::string_view log) {
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
      where.file = std::string(message.substr(1, line - 1));
      where.line = int(*number);
      message = trimmed(rest.substr(colon + 1));
    }
  }
  throw InputError(where, fmt::format("gmsh: {}", message));
}

void make_mesh(const GmshScript& script, const fs::path& program, const fs::path& target) {
  const fs::path work = target.string() + fmt::format(".{}", ::getpid());
  fs::create_directories(work);
  const fs::path result = work / "mesh.msh", log = work / "gmsh.log";
  std::vector<std::string> arguments = {program.string(), script.path, "-3",   "-nt", "1",
                                        "-format",        "msh41",     "-bin", "-o",  result.string()};
  for (const auto& [name, value] : script.numbers) {
    arguments.insert(arguments.end(), {"-setnumber", name, fmt::format("{:.17g}", value)});
  }
  const int status = run(arguments, work, log);
  const std::string said(FileText(log.string()).text());
  const bool made = status == 0 && said.find("Error   : ") == std::string::npos && fs::exists(result);
  if (made) fs::rename(result, target);
  fs::remove_all(work);
  if (!made) throw_gmsh_error(script, said);
}

}  // namespace

ScriptMesh mesh_from_gmsh_script(const GmshScript& script, const UnitSystem& units, const std::string& cache_folder) {
  const fs::path own_folder = fs::path(script.path).parent_path();
  const auto files =
      checked_script_files(script.path, script.model_folder.empty() ? own_folder.string() : script.model_folder);
  check_numbers(script);
  const fs::path program = find_program("gmsh");
  const fs::path mesh = fs::path(cache_folder) / fmt::format("{}.msh", hash_of(script, files, program).substr(0, 32));
  ScriptMesh result;
  result.mesh_path = mesh.string();
  result.cached = fs::exists(mesh);
  if (!result.cached) {
    fs::create_directories(cache_folder);
    make_mesh(script, program, mesh);
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
