#include <fmt/format.h>

#include <algorithm>
#include <numbers>

#include "trunnion/base/error.h"
#include "trunnion/math/order_spectrum.h"
#include "trunnion/results/hdf5_file.h"
#include "trunnion/run/mechanism_stages.h"

namespace trunnion {

namespace {

constexpr Index most_rows = 240, most_columns = 360;  // of a map: about a cell for two pixels of its diagram
constexpr double visible = 2.5;                       // samples per cycle
constexpr double range = 50;                          // of the maps [dB]

VectorXd values_of(const TimeColumn& column) {
  return Eigen::Map<const VectorXd>(column.values.data(), static_cast<Index>(column.values.size()));
}

// Levels in decibels, `range` for the largest amplitude: small lines stay visible beside a resonance.
MatrixXd levels(const MatrixXd& amplitude) {
  const double largest = amplitude.maxCoeff();
  if (!(largest > 0)) return amplitude;
  return (range + 20 * (amplitude.array() / largest).max(1e-30).log10()).max(0).matrix();
}

// Neighboring rows and columns are joined by their largest value until the map is small enough. Columns are orders
// (no unit) or frequencies.
MatrixMap map_of(const StageInput& stage, const std::string& title, const VectorXd& speed, const VectorXd& columns,
                 const std::string& column_unit, const MatrixXd& values) {
  MatrixMap map;
  map.section = stage.name;
  map.title = title;
  const Index join = (columns.size() + most_columns - 1) / most_columns;
  const Index skip = (speed.size() + most_rows - 1) / most_rows;
  const Index rows = (speed.size() + skip - 1) / skip, cols = (columns.size() + join - 1) / join;
  map.values.resize(rows, cols);
  map.row_places.resize(rows);
  map.column_places.resize(cols);
  for (Index c = 0; c < cols; ++c) {
    const Index first = c * join, count = std::min(join, columns.size() - first);
    map.column_places[c] = columns.segment(first, count).mean();
    map.column_names.push_back(
        fmt::format("{:.3g}{}{}", map.column_places[c], column_unit.empty() ? "" : " ", column_unit));
    for (Index r = 0; r < rows; ++r) {
      const Index low = (rows - 1 - r) * skip;
      map.values(r, c) = values.block(low, first, std::min(skip, speed.size() - low), count).maxCoeff();
    }
  }
  map.values = levels(map.values);
  map.unit = "dB";
  map.sheet = true;
  map.row_unit = std::string("rad/s");
  map.column_unit = column_unit;
  for (Index r = 0; r < rows; ++r) {  // fastest on top, as in a Campbell diagram
    const Index low = (rows - 1 - r) * skip;
    map.row_places[r] = speed.segment(low, std::min(skip, speed.size() - low)).mean();
    map.row_names.push_back(fmt::format("{:.0f} rpm", map.row_places[r] * 60 / (2 * std::numbers::pi)));
  }
  return map;
}

}  // namespace

void add_order_analysis(const StageInput& stage, const OrderInput& in, const TimeRecord& record, Observer& observer,
                        MechanismResult& out) {
  const TimeColumn* signal = record.find(in.signal);
  const TimeColumn* angle = record.find("measure." + in.angle);
  if (!signal || !angle) return;  // refused before the run; here only a stage that failed at once
  OrderOptions options{in.revolutions, in.overlap, in.max_order,
                       Eigen::Map<const VectorXd>(in.orders.data(), static_cast<Index>(in.orders.size()))};
  const VectorXd t = Eigen::Map<const VectorXd>(record.t.data(), static_cast<Index>(record.t.size()));
  OrderSpectra spectra;
  try {
    spectra = order_spectra(t, values_of(*angle), values_of(*signal), options);
  } catch (const InputError& error) {
    observer.warn(fmt::format("order analysis of '{}': {}", in.signal, error.what()));
    return;
  }
  if (spectra.samples_per_cycle < visible)
    observer.warn(fmt::format(
        "order analysis of '{}': order {:g} at the highest speed has {:.2g} recorded instants per cycle, fewer than "
        "{:g}; "
        "orders above {:.3g} cannot be trusted there. Set samples = {:.0f} or more.",
        in.signal, in.max_order, spectra.samples_per_cycle, visible, in.max_order * spectra.samples_per_cycle / visible,
        static_cast<double>(stage.mechanism.samples) * visible / spectra.samples_per_cycle));

  Curve cuts;
  cuts.section = stage.name;
  cuts.title = fmt::format("Orders of {} over speed", in.signal);
  cuts.detail = fmt::format("Amplitudes in windows of {:g} turns.", in.revolutions);
  cuts.x = {"speed", "rad/s", false};
  cuts.y = {"amplitude", signal->unit, false};
  for (Index k = 0; k < options.cuts.size(); ++k) {
    const VectorXd amplitude = spectra.cut.col(k);
    cuts.series.push_back({fmt::format("order {:g}", options.cuts[k]), spectra.speed, amplitude});
    Index at = 0;
    const double peak = amplitude.maxCoeff(&at);
    const std::string name = fmt::format("orders.{}.{:g}", in.signal, options.cuts[k]);
    out.quantities.push_back({name + ".peak", peak, ""});
    out.quantities.push_back({name + ".peak_speed", spectra.speed[at], ""});
  }
  out.curves.push_back(std::move(cuts));
  MatrixMap orders =
      map_of(stage, fmt::format("Order spectra of {}", in.signal), spectra.speed, spectra.order, "", spectra.amplitude);
  orders.detail =
      fmt::format("Level over order and speed, {:g} dB = {:.3g} {}: what turns with the shaft stands upright.", range,
                  spectra.amplitude.maxCoeff(), signal->unit);
  MatrixMap waterfall = map_of(stage, fmt::format("Waterfall of {}", in.signal), spectra.speed, spectra.frequency, "Hz",
                               spectra.over_frequency);
  waterfall.detail = fmt::format(
      "Level over frequency and speed, {:g} dB = {:.3g} {}: resonances stand upright, orders "
      "lean.",
      range, spectra.over_frequency.maxCoeff(), signal->unit);
  out.matrices.push_back(std::move(orders));
  out.matrices.push_back(std::move(waterfall));
  out.arrays[fmt::format("orders/{}/{}", link_name(stage.name), link_name(in.signal))] = {
      {"time", "s", spectra.time},
      {"speed", "rad/s", spectra.speed},
      {"order", "", spectra.order},
      {"amplitude over order", signal->unit, spectra.amplitude},
      {"frequency", "Hz", spectra.frequency},
      {"amplitude over frequency", signal->unit, spectra.over_frequency},
      {"cut orders", "", options.cuts},
      {"cuts", signal->unit, spectra.cut}};
}

}  // namespace trunnion
