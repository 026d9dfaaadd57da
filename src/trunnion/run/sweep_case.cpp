#include "trunnion/run/sweep_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "trunnion/base/content_hash.h"
#include "trunnion/results/atomic_file.h"

namespace trunnion {
namespace {

using Json = nlohmann::ordered_json;

std::string safe_folder(const std::string& name) {
  std::string folder = name;
  for (char& c : folder)
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '-' && c != '_' && c != '.') c = '_';
  return folder.empty() || folder.front() == '.' ? "_" + folder : folder;
}

std::filesystem::path outcome_file(const PlannedCase& one) { return one.folder / "case.json"; }

[[noreturn]] void refuse(const std::filesystem::path& file, const std::string& key, const std::string& why) {
  throw InputError(fmt::format("{}: '{}' {}, so this is not what a sweep has written there", file.string(), key, why));
}

Json read_object(const std::filesystem::path& file) {
  std::ifstream stream(file);
  Json found = Json::parse(stream, nullptr, false);
  if (!found.is_object())
    throw InputError(fmt::format("{}: cannot be read as a table in JSON, so this is not what a sweep has written there",
                                 file.string()));
  return found;
}

std::string text_at(const Json& json, const std::string& key, const std::filesystem::path& file) {
  const auto found = json.find(key);
  if (found == json.end()) refuse(file, key, "is missing");
  if (!found->is_string()) refuse(file, key, "is no text");
  return found->get<std::string>();
}

double number_at(const Json& json, const std::string& key, const std::filesystem::path& file) {
  const auto found = json.find(key);
  if (found == json.end()) refuse(file, key, "is missing");
  if (!found->is_number()) refuse(file, key, "is no number");
  return found->get<double>();
}

std::string trimmed(const std::string& text) {
  const std::size_t end = text.find_last_not_of(" \n");
  return end == std::string::npos ? "" : text.substr(0, end + 1);
}

/// Names that differ may look alike as folders.
class Folders {
 public:
  std::string take(const std::string& name) {
    const std::string plain = safe_folder(name);
    std::string folder = plain;
    for (int k = 2; !taken_.insert(folder).second; ++k) folder = fmt::format("{}-{}", plain, k);
    return folder;
  }

 private:
  std::set<std::string> taken_;
};

std::string hash_of_file(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return content_hash(std::string(std::istreambuf_iterator<char>(stream), {}));
}

/// Hash of the program, the verb and everything the model and its files hold.
void find_key(const Study& study, const std::vector<SetOption>& set, const std::string& program, PlannedCase& one) {
  ContentHash hash;
  hash.add_field("program", program);
  for (const std::string& argument : {one.arguments.front(), one.name}) hash.add_field("argument", argument);
  try {
    hash.add_field("model", read_model(study.model, set).input_hash);
  } catch (const InputError& error) {
    one.problem = error.what();
    hash.add_field("problem", one.problem);
  }
  one.key = hash.hex();
}

}  // namespace

std::vector<PlannedCase> plan_cases(const Study& study, const RunOptions& options,
                                    const std::filesystem::path& program) {
  std::vector<PlannedCase> plan;
  Folders folders;
  const std::string made_by = hash_of_file(program);
  for (const StudyCase& one : study.cases) {
    PlannedCase planned;
    planned.name = one.name;
    planned.folder = options.out / folders.take(one.name);
    planned.arguments = {study.verb,
                         std::filesystem::absolute(study.model).string(),
                         "--out",
                         std::filesystem::absolute(planned.folder).string(),
                         "--quiet",
                         "--threads",
                         fmt::format("{}", std::max(1, options.threads))};
    std::vector<SetOption> set = options.set;
    for (const std::string& text : one.set) set.push_back(parse_set_option(text));
    for (const SetOption& option : set) {
      planned.arguments.emplace_back("--set");
      planned.arguments.push_back(option.name + "=" + option.text);
    }
    find_key(study, set, made_by, planned);
    plan.push_back(std::move(planned));
  }
  return plan;
}

std::optional<CaseOutcome> earlier_outcome(const PlannedCase& one, std::string* damage) {
  const std::filesystem::path file = outcome_file(one), summary = one.folder / "summary.json";
  if (!std::filesystem::exists(file)) return std::nullopt;
  try {
    const Json found = read_object(file);
    if (text_at(found, "key", file) != one.key) return std::nullopt;
    const std::string status = text_at(found, "status", file);
    if (status != "done" && status != "failed") refuse(file, "status", "is neither done nor failed");
    if (status == "done" && !std::filesystem::exists(summary)) return std::nullopt;
    if (one.problem.empty() && std::filesystem::exists(summary)) case_quantities(summary);
    return CaseOutcome{status == "done", text_at(found, "message", file), number_at(found, "wall_s", file)};
  } catch (const InputError& error) {
    if (damage) *damage = error.what();
    return std::nullopt;
  }
}

std::vector<Quantity> case_quantities(const std::filesystem::path& summary) {
  std::vector<Quantity> out;
  if (!std::filesystem::exists(summary)) return out;
  const Json json = read_object(summary);
  const auto quantities = json.find("quantities"), reasons = json.find("reasons");
  if (quantities == json.end()) return out;
  if (!quantities->is_object()) refuse(summary, "quantities", "is no table of numbers");
  if (reasons != json.end() && !reasons->is_object()) refuse(summary, "reasons", "is no table of texts");
  for (const auto& [name, value] : quantities->items()) {
    Quantity one{name, {}, ""};
    if (value.is_number())
      one.value = value.get<double>();
    else if (!value.is_null())
      refuse(summary, "quantities." + name, "is neither a number nor null");
    if (!one.value && reasons != json.end() && reasons->contains(name)) one.reason = text_at(*reasons, name, summary);
    out.push_back(std::move(one));
  }
  return out;
}

void forget_outcome(const PlannedCase& one) {
  std::filesystem::remove(outcome_file(one));
  std::filesystem::remove(one.folder / "summary.json");
}

void write_outcome(const PlannedCase& one, const CaseOutcome& outcome) {
  make_folder(one.folder);
  const Json json = {{"case", one.name},
                     {"key", one.key},
                     {"status", outcome.done ? "done" : "failed"},
                     {"message", outcome.message},
                     {"wall_s", outcome.wall_s}};
  write_file(outcome_file(one), json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

CaseOutcome outcome_of(int exit_status, const std::string& said, double wall_s) {
  if (exit_status == 0) return {true, "", wall_s};
  std::string message;
  for (std::size_t begin = 0; begin < said.size();) {
    const std::size_t end = std::min(said.find('\n', begin), said.size());
    std::string line = said.substr(begin, end - begin);
    if (line.starts_with("trunnion: ")) line.erase(0, 10);
    if (!line.starts_with("warning: ")) message += (message.empty() ? "" : "\n") + line;
    begin = end + 1;
  }
  message = trimmed(message);
  return {false, message.empty() ? fmt::format("ended with exit status {}", exit_status) : message, wall_s};
}

}  // namespace trunnion
