#pragma once
// run/bearing_curves.h -- what tables of bearings take from the curves recorded of them.

#include "trunnion/results/time_record.h"
#include "trunnion/rolling/rating.h"
#include "trunnion/run/mechanism_stage.h"

namespace trunnion {

/// Recorded curves of one bearing.
class BearingCurves {
 public:
  BearingCurves(const TimeRecord& record, const std::string& bearing)
      : record_(record), name_("bearing." + bearing + ".") {}
  bool has(const char* output) const { return record_.find(name_ + output) != nullptr; }
  const std::vector<double>& operator()(const std::string& output) const {
    return record_.find(name_ + output)->values;
  }
  double largest(const char* output) const { return peak(*record_.find(name_ + output)); }
  const std::vector<double>& times() const { return record_.t; }
  /// Integral over time by the trapezoidal rule.
  template <class Value>
  double integral(const Value& value) const {
    double sum = 0;
    for (std::size_t k = 1; k < record_.t.size(); ++k)
      sum += 0.5 * (record_.t[k] - record_.t[k - 1]) * (value(k - 1) + value(k));
    return sum;
  }
  double duration() const { return record_.t.back() - record_.t.front(); }
  double mean(const char* output) const {
    const auto& values = (*this)(output);
    return integral([&](std::size_t k) { return values[k]; }) / duration();
  }

 private:
  const TimeRecord& record_;
  std::string name_;
};

/// What tables of ball bearings of either fidelity begin with.
std::vector<Column> ball_bearing_columns();

/// A number of a bearing into the row of a table and among the quantities; not finite: "unlimited".
void put_figure(const std::string& bearing, const char* what, double value, MechanismResult& out,
                std::vector<Cell>& row);

/// Static safety, rating life and reference life of a ball bearing from its load history.
void put_lives(const std::string& bearing, const BallBearing& design, const LoadRatings& ratings,
               const BearingCurves& curve, MechanismResult& out, std::vector<Cell>& row);

}  // namespace trunnion
