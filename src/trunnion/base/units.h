#pragma once
// base/units.h -- unit names to SI: one x = factor * SI unit + offset (the offset is for degC and degF alone).
// The grammar is ours, the names are those of UDUNITS plus what engineers write (deg, Nm, kNm, rev, r/min, RPM, cP).
//   "N/mm^1.5"   "mPa.s"   "kg m^2"   "W/(m.K)"   "1/s"
// "W/m.K" is refused as ambiguous. Safe to call from several threads.

#include <string>
#include <string_view>

#include "trunnion/base/dimension.h"

namespace trunnion {

struct Unit {
  double factor = 1;  ///< SI value of one unit
  double offset = 0;  ///< SI value of zero of this unit: 273.15 for degC
  Dimension dimension;
};

/// Throws InputError naming the part that is not understood and the nearest known name.
Unit parse_unit(std::string_view text);

/// One name without powers or products, e.g. "mm", "kNm". Returns false when nobody knows it.
bool find_unit_name(std::string_view name, Unit& unit);

}  // namespace trunnion
