#include "trunnion/model/condition.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <vector>

#include "trunnion/base/error.h"

namespace trunnion {
namespace {

bool equals(const Parameters::Content& content, const std::string& text) {
  if (const auto* own = std::get_if<std::string>(&content)) return *own == text;
  if (const auto* own = std::get_if<bool>(&content)) {
    if (text != "true" && text != "false") throw InputError(fmt::format("true or false is wanted, not '{}'", text));
    return *own == (text == "true");
  }
  const auto& own = std::get<PhysicalQuantity>(content);
  const PhysicalQuantity other = evaluate_quantity(text, {});
  return own.value == other.value && own.dimension == other.dimension;
}

/// One term: [not] ${name} [== text].
bool term_holds(std::string_view term, const Parameters& parameters) {
  std::istringstream words{std::string(term)};
  std::string first, sign, text;
  words >> first;
  const bool inverted = first == "not";
  if (inverted) words >> first;
  const std::string_view name = whole_reference(first);
  if (name.empty())
    throw InputError(fmt::format(
        "'{}' is no condition: write \"${{name}}\", \"not ${{name}}\", \"${{name}} == text\" or \"${{name}} != text\"",
        term));
  bool value = false;
  if (words >> sign) {
    std::getline(words >> std::ws, text);
    if ((sign != "==" && sign != "!=") || text.empty())
      throw InputError(fmt::format("'{}': == or != and a value are wanted behind ${{{}}}", term, name));
    while (!text.empty() && text.back() == ' ') text.pop_back();
    if (text.size() >= 2 && text.front() == '\'' && text.back() == '\'') text = text.substr(1, text.size() - 2);
    const auto found = parameters.all().find(name);
    if (found == parameters.all().end()) parameters.boolean(name);  // says which names there are
    value = equals(found->second, text) == (sign == "==");
  } else {
    value = parameters.boolean(name);
  }
  return value != inverted;
}

std::vector<std::string_view> split(std::string_view text, std::string_view word) {
  std::vector<std::string_view> parts;
  for (std::size_t at = 0; (at = text.find(word)) != std::string_view::npos; text.remove_prefix(at + word.size()))
    parts.push_back(text.substr(0, at));
  parts.push_back(text);
  return parts;
}

}  // namespace

bool holds(const std::string& condition, const Parameters& parameters) {
  const auto all = split(condition, " and "), any = split(condition, " or ");
  if (all.size() > 1 && any.size() > 1)
    throw InputError(fmt::format("'{}' mixes \"and\" with \"or\"; use one of them", condition));
  if (any.size() > 1)
    return std::any_of(any.begin(), any.end(), [&](std::string_view t) { return term_holds(t, parameters); });
  return std::all_of(all.begin(), all.end(), [&](std::string_view t) { return term_holds(t, parameters); });
}

}  // namespace trunnion
