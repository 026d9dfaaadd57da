#pragma once
// model/parameters.h -- the [parameters] table: named quantities, numbers, switches and texts.
// A parameter may use others ("${length}/2"); each is worked out once, circles are refused.

#include <map>
#include <string>
#include <string_view>
#include <variant>

#include "trunnion/base/formula.h"
#include "trunnion/model/value.h"

namespace trunnion {

class Parameters {
 public:
  using Content = std::variant<PhysicalQuantity, std::string, bool>;

  Parameters() = default;
  explicit Parameters(const Value& table);  ///< throws InputError at the place of the first bad entry

  /// The value of ${name}; throws with the nearest name. Text and switches are refused by the first two.
  PhysicalQuantity quantity(std::string_view name) const;
  std::string text(std::string_view name) const;
  bool boolean(std::string_view name) const;
  const std::map<std::string, Content, std::less<>>& all() const { return values_; }
  ParameterLookup lookup() const;

 private:
  const Content& find(std::string_view name) const;
  std::map<std::string, Content, std::less<>> values_;
};

/// The name in "${name}" when the text is nothing but that, else "".
std::string_view whole_reference(std::string_view text);

}  // namespace trunnion
