#pragma once
// results/time_record.h -- curves over time of one stage, and snapshots of the configuration for pictures; plain data.

#include <string>
#include <vector>

#include "trunnion/system/workspace.h"

namespace trunnion {

struct TimeColumn {
  std::string name;   ///< "joint.big end.force"
  std::string group;  ///< diagram it belongs to: "Joint forces"
  std::string unit;
  std::vector<double> values;  ///< one per time
};

struct Snapshot {
  double t = 0;  ///< [s]
  Configuration x;
  std::vector<History> history = {};  // NOLINT(readability-redundant-member-init): may be left out; of the forces
};

struct TimeRecord {
  std::vector<double> t;  ///< [s]
  std::vector<TimeColumn> columns;
  std::vector<Snapshot> snapshots;
  std::vector<double> pending;  ///< what steps since the last instant have to tell to the next one

  const TimeColumn* find(const std::string& name) const;
};

/// Adds the state to the record: energies, body motion, joint reactions, named outputs of forces.
/// Columns are made at the first call; the same mechanism must be given every time. Where the state lies between two
/// steps, forces that need the rates of steps are interpolated themselves.
void record_state(const Mechanism& mechanism, const State& state, StageKind kind, TimeRecord& record, Workspace& work,
                  const Neighbors* neighbors = nullptr);
void record_state(const Mechanism& mechanism, const State& state, StageKind kind, TimeRecord& record);

/// Largest |value| of a column; 0 when it has none.
double peak(const TimeColumn& column);

}  // namespace trunnion
