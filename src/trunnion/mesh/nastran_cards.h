#pragma once
// mesh/nastran_cards.h -- Nastran bulk data as cards of fields: small field (8 columns), large field (16 columns, name
// with a star) and free field (commas), continuation lines joined.

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "trunnion/mesh/source_lines.h"

namespace trunnion {

/// One card. fields[0] is Nastran's field 2; each line of the card fills eight entries, so that positions across
/// continuation lines stay those of the manual.
struct NastranCard {
  std::string name;  ///< upper case, without the star
  std::vector<std::string_view> fields;
  Place place;

  bool blank(std::size_t i) const { return i >= fields.size() || fields[i].empty(); }
  std::string_view text(std::size_t i) const { return blank(i) ? std::string_view() : fields[i]; }
};

class NastranLines {
 public:
  NastranLines(std::string_view text, std::string file, IncludeText include);

  bool next(NastranCard& card);  ///< false at ENDDATA or the end of the file

  /// Case-control SET statements and the names that comments give them: "SET 3 = 1, 2, 5 THRU 9".
  struct Set {
    std::int64_t id = 0;
    std::vector<std::int64_t> members;
    Place place;
  };
  struct SetName {
    bool elements = false;  ///< of elements, not of nodes
    std::string name;
  };
  const std::vector<Set>& sets() const { return sets_; }
  const std::map<std::int64_t, SetName>& set_names() const { return set_names_; }
  int control_statements() const { return control_statements_; }  ///< before BEGIN BULK, other than sets
  Place first_control() const { return first_control_; }

  const SourceFiles& files() const { return lines_.files(); }
  [[noreturn]] void fail(Place place, const std::string& message) const { lines_.fail(place, message); }

  std::int64_t integer(const NastranCard& card, std::size_t field, const char* what) const;
  std::int64_t integer_or(const NastranCard& card, std::size_t field, std::int64_t value, const char* what) const;
  double real(const NastranCard& card, std::size_t field, const char* what) const;
  double real_or(const NastranCard& card, std::size_t field, double value, const char* what) const;
  /// Numbers from a field on, with "5 THRU 9" written out; blanks are left out.
  std::vector<std::int64_t> numbers(const NastranCard& card, std::size_t first, const char* what) const;

 private:
  bool next_line(std::string_view& line);  ///< not blank, not a comment; includes followed
  void read_control(std::string_view line);
  void read_comment(std::string_view line);
  void add_fields(std::string_view line, bool large, NastranCard& card);
  bool is_continuation(std::string_view line) const;
  void add_range(std::int64_t first, std::int64_t last, Place place, std::vector<std::int64_t>& members) const;

  SourceLines lines_;
  std::deque<std::string> expanded_;  ///< lines with tabs, written out; kept until the next card
  std::vector<Set> sets_;
  std::map<std::int64_t, SetName> set_names_;
  bool control_ = false;  ///< before BEGIN BULK
  int control_statements_ = 0;
  Place first_control_;
};

}  // namespace trunnion
