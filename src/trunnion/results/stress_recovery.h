#pragma once
// results/stress_recovery.h -- stress fields of flexible bodies from their modal coordinates.
//   sigma(x) = sum_j sigma_j(x) q_j,   sigma_j: stress of mode j in the mesh                (theory/system.md, Eq. 4.1)

#include <map>
#include <memory>

#include "trunnion/reduction/reduced_body.h"
#include "trunnion/results/time_record.h"

namespace trunnion {

using ReducedBodies = std::map<std::string, std::shared_ptr<const ReducedBody>>;  ///< flexible bodies by name

/// 6 x display nodes [Pa], rows xx yy zz xy yz zx; NaN where the reduction kept no stress.
Matrix6Xd recovered_stress(const ReducedBody& body, const Eigen::Ref<const VectorXd>& q);

/// Largest von Mises stress over the nodes that have one [Pa].
double peak_von_mises(const ReducedBody& body, const Eigen::Ref<const VectorXd>& q);

/// Brings the column "body.NAME.von_mises", the largest value at each instant, up to the length of the record for every
/// body with stress rows; modal coordinates come from the record. Many instants at once cost little more than one.
void record_stress(const Mechanism& mechanism, const ReducedBodies& bodies, TimeRecord& record);

}  // namespace trunnion
