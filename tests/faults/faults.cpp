#include "faults.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "support/command.h"
#include "support/h5py.h"
#include "support/paths.h"

namespace trunnion::testing {
namespace {

namespace fs = std::filesystem;

std::string preloaded(const fs::path& folder, const std::string& fault) {
  return fmt::format("ASAN_OPTIONS=verify_asan_link_order=0 TRUNNION_FAULT_FOLDER='{}' {} LD_PRELOAD='{}'",
                     folder.string(), fault, (program().parent_path() / "faulty_disk.so").string());
}

// Between two runs that took the same steps, but whose iterations began elsewhere after a restart: as between thread
// counts (tools/run_examples).
constexpr double after_restart = 1e-4;

}  // namespace

std::vector<std::string> arguments_of(const FaultCase& one, const fs::path& out) {
  const fs::path model = one.model.is_absolute() ? one.model : source_dir() / "examples" / one.model;
  std::vector<std::string> arguments = {one.verb, model.string(), "--quiet", "--out", out.string(), "--threads", "1"};
  arguments.insert(arguments.end(), one.options.begin(), one.options.end());
  return arguments;
}

std::string full_disk(const fs::path& folder, long bytes) {
  return preloaded(folder, fmt::format("TRUNNION_FAULT_BYTES={}", bytes));
}
std::string read_only(const fs::path& folder) {
  return preloaded(folder, fmt::format("TRUNNION_FAULT_ERRNO={}", EROFS));
}
std::string unreadable(const fs::path& folder) {
  return preloaded(folder, fmt::format("TRUNNION_FAULT_READ={}", EACCES));
}
std::string own_cache(const fs::path& folder) { return fmt::format("TRUNNION_CACHE='{}'", folder.string()); }

void expect_refused(const ProgramResult& result, const std::vector<std::string>& parts) {
  const std::string said = result.out + result.err;
  EXPECT_EQ(result.status, 1) << said;  // -1 would be a crash
  EXPECT_EQ(said.find("internal error"), std::string::npos) << said;
  for (const std::string& part : parts) EXPECT_NE(said.find(part), std::string::npos) << part << " in: " << said;
}

void expect_whole_files(const fs::path& folder, Leftovers temporary) {
  if (!fs::exists(folder)) return;
  const std::string allowed = fmt::format("allowed = {}\n", temporary == Leftovers::allowed ? "True" : "False");
  EXPECT_EQ(run_python(folder, allowed + R"(
import json, pathlib, xml.etree.ElementTree
import h5py
for path in sorted(pathlib.Path('.').rglob('*')):
    if path.is_dir() or path.name == 'look.py':
        continue
    if path.name.endswith('.tmp'):
        assert allowed, f'{path} was left behind'
    if path.suffix == '.h5':
        with h5py.File(path) as file:
            file.visititems(lambda name, item: item[()] if isinstance(item, h5py.Dataset) else None)
    elif path.suffix == '.json':
        json.loads(path.read_text())
    elif path.suffix == '.xdmf':
        xml.etree.ElementTree.parse(path)
    elif path.suffix == '.html':
        assert path.read_text().rstrip().endswith('</html>'), f'{path} is cut off'
)"),
            "");
  fs::remove(folder / "look.py");
}

void expect_same_end(const FaultCase& one, const fs::path& whole, const fs::path& other) {
  if (one.quantities.empty()) {
    const CommandResult same =
        run_command(fmt::format("'{}' '{}' '{}'", (source_dir() / "tools" / "same_numbers").string(),
                                (whole / "summary.json").string(), (other / "summary.json").string()));
    EXPECT_EQ(same.status, 0) << same.text;
    return;
  }
  const auto a = read_quantities(whole / "summary.json"), b = read_quantities(other / "summary.json");
  for (const std::string& name : one.quantities) {
    ASSERT_TRUE(a.contains(name) && b.contains(name)) << name;
    EXPECT_NE(a.at(name), 0) << name << " says nothing";
    EXPECT_NEAR(a.at(name), b.at(name), after_restart * std::abs(a.at(name))) << name;
  }
}

std::vector<std::pair<std::string, std::string>> contents(const fs::path& folder) {
  std::vector<std::pair<std::string, std::string>> list;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file()) list.emplace_back(entry.path().string(), read_file(entry.path()));
  std::sort(list.begin(), list.end());
  return list;
}

FaultCase saving_run(double seconds) {
  constexpr double simulated_per_second = 0.1;  // roughly, at this step
  return {"saving",
          "run",
          "slider-crank/slider-crank.toml",
          {"--set", fmt::format("duration={} s", simulated_per_second * seconds), "--set", "stage.1.max_step=20 us",
           "--set", "stage.1.checkpoint_every=0.05 s"},
          {"peak_bearing_force", "joint.guide.peak_force"}};
}

}  // namespace trunnion::testing
