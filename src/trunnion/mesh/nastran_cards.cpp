#include "trunnion/mesh/nastran_cards.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "trunnion/mesh/number_text.h"

namespace trunnion {
namespace {

constexpr std::int64_t longest_range = 50'000'000;

bool starts_with_word(std::string_view line, std::string_view word) {
  return line.size() >= word.size() && upper_case(line.substr(0, word.size())) == word &&
         (line.size() == word.size() || !std::isalnum(static_cast<unsigned char>(line[word.size()])));
}

bool has_begin_bulk(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    if (starts_with_word(trimmed(text.substr(at, end - at)), "BEGIN")) return true;
    at = end + 1;
  }
  return false;
}

std::string without_tabs(std::string_view line) {
  std::string text;
  for (const char c : line) {
    if (c == '\t')
      text.append(8 - text.size() % 8, ' ');
    else
      text.push_back(c);
  }
  return text;
}

}  // namespace

NastranLines::NastranLines(std::string_view text, std::string file, IncludeText include)
    : lines_(text, std::move(file), std::move(include)), control_(has_begin_bulk(text)) {}

bool NastranLines::next_line(std::string_view& line) {
  while (lines_.next(line)) {
    if (const std::size_t dollar = line.find('$'); dollar != std::string_view::npos) {
      if (dollar == 0) read_comment(line);
      line = line.substr(0, dollar);
    }
    if (trimmed(line).empty()) continue;
    if (starts_with_word(trimmed(line), "INCLUDE")) {
      std::string_view path = trimmed(trimmed(line).substr(7));
      if (path.size() >= 2 && (path.front() == '\'' || path.front() == '"')) path = path.substr(1, path.size() - 2);
      if (path.empty()) lines_.fail("INCLUDE needs a file in quotation marks");
      lines_.include(path);
      continue;
    }
    if (line.find('\t') != std::string_view::npos) line = expanded_.emplace_back(without_tabs(line));
    return true;
  }
  return false;
}

/// Preprocessors write names of sets as comments:  $HMSET  3  1 "bolts"  (1: nodes, 2: elements).
void NastranLines::read_comment(std::string_view line) {
  if (!line.starts_with("$HMSET")) return;
  const std::size_t quote = line.find('"'), end = line.rfind('"');
  if (quote == std::string_view::npos || end == quote) return;
  const std::string_view numbers = trimmed(line.substr(6, quote - 6));
  const std::size_t gap = numbers.find_first_of(" \t");
  const auto id = parse_integer(numbers.substr(0, gap));
  const auto kind = gap == std::string_view::npos ? std::nullopt : parse_integer(trimmed(numbers.substr(gap)));
  if (id && kind) set_names_[*id] = {*kind == 2, std::string(line.substr(quote + 1, end - quote - 1))};
}

void NastranLines::add_range(std::int64_t first, std::int64_t last, Place place,
                             std::vector<std::int64_t>& members) const {
  if (last < first || last - first >= longest_range)
    fail(place, fmt::format("{} THRU {}: the last number must not be below the first", first, last));
  for (std::int64_t n = first; n <= last; ++n) members.push_back(n);
}

void NastranLines::read_control(std::string_view line) {
  line = trimmed(line);
  if (!starts_with_word(line, "SET")) {
    if (starts_with_word(line, "CEND")) return;
    if (control_statements_++ == 0) first_control_ = lines_.place();
    return;
  }
  const std::size_t equal = line.find('=');
  const auto id = equal == std::string_view::npos ? std::nullopt : parse_integer(trimmed(line.substr(3, equal - 3)));
  if (!id) return;
  Set set{*id, {}, lines_.place()};
  std::string all(line.substr(equal + 1));
  for (std::string_view more; trimmed(all).ends_with(',') && next_line(more);) all += more;
  bool except = false;
  std::vector<std::int64_t> excluded;
  for (std::size_t at = 0; at <= all.size();) {
    const std::size_t comma = std::min(all.find(',', at), all.size());
    std::string entry = upper_case(trimmed(std::string_view(all).substr(at, comma - at)));
    at = comma + 1;
    if (entry.empty() || entry == "ALL" || entry == "NONE") continue;
    if (const std::size_t word = entry.find("EXCEPT"); word != std::string::npos) {
      const auto dropped = parse_integer(trimmed(std::string_view(entry).substr(word + 6)));
      if (dropped) excluded.push_back(*dropped);
      except = true;
      entry = std::string(trimmed(std::string_view(entry).substr(0, word)));
      if (entry.empty()) continue;
    } else if (except && entry.find("THRU") == std::string::npos) {
      if (const auto dropped = parse_integer(entry)) excluded.push_back(*dropped);
      continue;
    }
    const std::size_t thru = entry.find("THRU");
    const auto first = parse_integer(trimmed(std::string_view(entry).substr(0, thru)));
    const auto last =
        thru == std::string::npos ? first : parse_integer(trimmed(std::string_view(entry).substr(thru + 4)));
    if (!first || !last)
      fail(set.place,
           fmt::format("read '{}' in SET {}; numbers or 'first THRU last' are needed", entry.substr(0, 40), *id));
    add_range(*first, *last, set.place, set.members);
  }
  std::erase_if(set.members,
                [&](std::int64_t n) { return std::find(excluded.begin(), excluded.end(), n) != excluded.end(); });
  sets_.push_back(std::move(set));
}

bool NastranLines::is_continuation(std::string_view line) const {
  if (line.front() == '+' || line.front() == '*' || line.front() == ',') return true;
  return line.size() > 8 ? trimmed(line.substr(0, 8)).empty() : line.front() == ' ' && trimmed(line).empty();
}

void NastranLines::add_fields(std::string_view line, bool large, NastranCard& card) {
  const std::size_t per_line = large ? 4 : 8, width = large ? 16 : 8;
  std::size_t added = 0;
  if (line.find(',') != std::string_view::npos) {
    std::string_view rest = line;
    for (std::size_t i = 0; i <= per_line && !rest.empty(); ++i) {
      const std::size_t comma = std::min(rest.find(','), rest.size());
      if (i > 0) card.fields.push_back(trimmed(rest.substr(0, comma))), ++added;
      rest.remove_prefix(std::min(comma + 1, rest.size()));
    }
    const std::string_view marker = trimmed(rest.substr(0, rest.find(',')));  // joins lines in files of old
    const bool number = !marker.starts_with('+') && parse_real(marker).has_value();
    if (number || (rest.find(',') != std::string_view::npos && !trimmed(rest.substr(rest.find(',') + 1)).empty()))
      lines_.fail(
          fmt::format("a line of {} has more than {} fields behind the name; go on in a line that begins with "
                      "a comma",
                      card.name, per_line));
  } else {
    for (; added < per_line && 8 + added * width < line.size(); ++added)
      card.fields.push_back(trimmed(line.substr(8 + added * width, width)));
  }
  for (; added < per_line; ++added) card.fields.emplace_back();
}

bool NastranLines::next(NastranCard& card) {
  expanded_.clear();
  std::string_view line;
  while (next_line(line)) {
    if (control_) {
      if (starts_with_word(trimmed(line), "BEGIN"))
        control_ = false;
      else
        read_control(line);
      expanded_.clear();
      continue;
    }
    if (starts_with_word(trimmed(line), "ENDDATA")) return false;
    card.place = lines_.place();
    card.fields.clear();
    const std::size_t comma = line.find(',');
    std::string_view name = trimmed(line.substr(0, std::min<std::size_t>(comma, 8)));
    if (is_continuation(line) || name.empty() || !std::isalpha(static_cast<unsigned char>(name.front())))
      lines_.fail(fmt::format("read '{}' where a card such as GRID should begin; is this another kind of file?",
                              line.substr(0, 40)));
    bool large = name.back() == '*';
    if (large) name = trimmed(name.substr(0, name.size() - 1));
    card.name = upper_case(name);
    add_fields(line, large, card);
    while (next_line(line)) {
      if (!is_continuation(line)) {
        lines_.push_back();
        break;
      }
      add_fields(line, line.front() == '*', card);
    }
    return true;
  }
  return false;
}

std::int64_t NastranLines::integer(const NastranCard& card, std::size_t field, const char* what) const {
  const auto value = parse_integer(card.text(field));
  if (!value)
    fail(card.place,
         fmt::format("{}: read '{}' as {}; a whole number is needed", card.name, card.text(field).substr(0, 40), what));
  return *value;
}

std::int64_t NastranLines::integer_or(const NastranCard& card, std::size_t field, std::int64_t value,
                                      const char* what) const {
  return card.blank(field) ? value : integer(card, field, what);
}

double NastranLines::real(const NastranCard& card, std::size_t field, const char* what) const {
  const auto value = parse_real(card.text(field));
  if (!value)
    fail(card.place, fmt::format("{}: read '{}' as {}; a finite number is needed", card.name,
                                 card.text(field).substr(0, 40), what));
  return *value;
}

double NastranLines::real_or(const NastranCard& card, std::size_t field, double value, const char* what) const {
  return card.blank(field) ? value : real(card, field, what);
}

std::vector<std::int64_t> NastranLines::numbers(const NastranCard& card, std::size_t first, const char* what) const {
  std::vector<std::int64_t> members;
  for (std::size_t i = first; i < card.fields.size(); ++i) {
    if (card.blank(i)) continue;
    if (upper_case(card.fields[i]) == "THRU" && !members.empty() && !card.blank(i + 1)) {
      const std::int64_t from = members.back() + 1, to = integer(card, i + 1, what);
      if (to >= from) add_range(from, to, card.place, members);
      ++i;
      continue;
    }
    members.push_back(integer(card, i, what));
  }
  return members;
}

}  // namespace trunnion
