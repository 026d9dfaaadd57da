#pragma once
// reduction/held_interfaces.h -- the places of a body that keep their own coordinates, by name.

#include <string>
#include <vector>

#include "trunnion/fem/fe_model.h"
#include "trunnion/reduction/interface_mass.h"

namespace trunnion {

struct HeldInterface {
  std::string name;
  bool whole_set = false;     ///< all nodes of a set, three dofs each; else one reference node with six
  std::vector<NodeId> nodes;  ///< one reference node, or the nodes of the set
};

struct HeldInterfaces {
  std::vector<HeldInterface> list;
  std::vector<NodeId> nodes;  ///< all of them, in order: the dofs follow node by node
  std::vector<Index> dofs;    ///< rows of the full space that the interface dofs are
  std::vector<DofKind> kinds;
  std::vector<std::string> dof_names;  ///< "big_end rx"
  MatrixXd rigid;                      ///< interface dofs x 6: rigid motions about the origin
};

/// Names may hold * and ?, as file names do. Checks as it goes: unknown name (with the nearest), a node held twice, an
/// interface whose nodes lie on one line, too few held dofs to stop the body's rigid motion.
HeldInterfaces held_interfaces(const FeModel& model, const std::vector<std::string>& names);

}  // namespace trunnion
