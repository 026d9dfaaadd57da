#include "support/run_program.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "support/paths.h"

namespace trunnion::testing {
namespace {

std::string quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

}  // namespace

std::string read_file(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

ProgramResult run_program(const std::vector<std::string>& arguments, const std::string& prefix) {
  const std::filesystem::path folder = fresh_folder("program-" + std::to_string(getpid()));
  std::string command = prefix + " " + quoted(program().string());
  for (const std::string& argument : arguments) command += " " + quoted(argument);
  command += " >" + quoted((folder / "out").string()) + " 2>" + quoted((folder / "err").string());
  const int status = std::system(command.c_str());
  ProgramResult result{WIFEXITED(status) ? WEXITSTATUS(status) : -1, read_file(folder / "out"),
                       read_file(folder / "err")};
  std::filesystem::remove_all(folder);
  return result;
}

std::map<std::string, double> read_quantities(const std::filesystem::path& summary) {
  std::map<std::string, double> quantities;
  const auto json = nlohmann::json::parse(read_file(summary));
  for (const auto& [name, value] : json.at("quantities").items())
    if (value.is_number()) quantities[name] = value.get<double>();
  return quantities;
}

}  // namespace trunnion::testing
