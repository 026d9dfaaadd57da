#pragma once
// run/build_mechanism.h -- the mechanism tables of a model file to a Mechanism: names to indices, formulas to
// functions.

#include <functional>
#include <map>

#include "trunnion/model/model.h"
#include "trunnion/system/mechanism.h"

namespace trunnion {

/// Gives the reduced body of a [[flexible_body]].
using ReducedBodySource = std::function<std::shared_ptr<const ReducedBody>(const FlexibleBodyInput&)>;

struct BuiltMechanism {
  Mechanism mechanism;
  std::map<std::string, Index> bodies, markers;  ///< by name; every interface is also a marker "body.interface"
  std::map<std::string, std::shared_ptr<const ReducedBody>> reduced;  ///< flexible bodies by name
};

/// Throws InputError at the place of the table that is wrong.
BuiltMechanism build_mechanism(const Model& model, const ReducedBodySource& reduced);

/// Whether the model has any table of a mechanism.
bool has_mechanism(const Model& model);

/// Two columns of a CSV file in SI; the header gives the units. Throws InputError with file and line.
struct CsvCurve {
  VectorXd x, y;
};
CsvCurve read_csv_curve(const std::filesystem::path& file, Kind x_kind, Kind y_kind);

}  // namespace trunnion
