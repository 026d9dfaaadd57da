#include "trunnion/mesh/abaqus_unread.h"

#include <map>
#include <set>

namespace trunnion {
namespace {

/// What the reader uses of each keyword, or what cannot change a result (INTERNAL, UNSORTED).
const std::map<std::string, std::set<std::string>>& read_parameters() {
  static const std::map<std::string, std::set<std::string>> table = {
      {"NODE", {"NSET", "SYSTEM", "INPUT"}},
      {"ELEMENT", {"TYPE", "ELSET", "INPUT"}},
      {"NSET", {"NSET", "ELSET", "GENERATE", "INSTANCE", "INTERNAL", "UNSORTED", "INPUT"}},
      {"ELSET", {"ELSET", "GENERATE", "INSTANCE", "INTERNAL", "UNSORTED", "INPUT"}},
      {"SURFACE", {"NAME", "TYPE", "COMBINE", "INTERNAL"}},
      {"MATERIAL", {"NAME"}},
      {"ELASTIC", {"TYPE"}},
      {"DENSITY", {}},
      {"EXPANSION", {"TYPE"}},
      {"SOLID SECTION", {"ELSET", "MATERIAL"}},
      {"BEAM SECTION", {"ELSET", "MATERIAL", "SECTION"}},
      {"MASS", {"ELSET"}},
      {"ROTARY INERTIA", {"ELSET"}},
      {"SPRING", {"ELSET", "NONLINEAR"}},
      {"COUPLING", {"CONSTRAINT NAME", "REF NODE", "SURFACE"}},
      {"KINEMATIC", {}},
      {"DISTRIBUTING", {}},
      {"RIGID BODY", {"REF NODE", "NSET", "ELSET", "TIE NSET", "PIN NSET", "ROT NODE"}},
      {"PART", {"NAME"}},
      {"INSTANCE", {"NAME", "PART"}},
  };
  return table;
}

std::string consequence(const std::string& keyword, const std::string& parameter) {
  static const std::map<std::pair<std::string, std::string>, std::string> known = {
      {{"COUPLING", "ORIENTATION"}, "the degrees of freedom of {} couplings are those of the global axes"},
      {{"COUPLING", "INFLUENCE RADIUS"}, "{} couplings tie all nodes of their surface"},
      {{"COUPLING", "ALPHA"}, "{} couplings do not expand with temperature"},
      {{"DISTRIBUTING", "WEIGHTING METHOD"}, "nodes count by their area, whatever their distance"},
      {{"DISTRIBUTING", "COUPLING"}, "the reference node follows the mean motion of the nodes"},
      {{"ROTARY INERTIA", "ORIENTATION"}, "moments of inertia of {} cards are about the global axes"},
      {{"SPRING", "ORIENTATION"}, "springs of {} cards act along the global axes"},
      {{"SPRING", "COMPLEX STIFFNESS"}, "damping comes from the model file"},
      {{"MASS", "ALPHA"}, "damping comes from the model file"},
      {{"ROTARY INERTIA", "ALPHA"}, "damping comes from the model file"},
      {{"SOLID SECTION", "ORIENTATION"}, "no effect on isotropic materials"},
      {{"SOLID SECTION", "CONTROLS"}, "elements are integrated as the program does"},
      {{"BEAM SECTION", "OFFSET1"}, "these beams run from node to node"},
      {{"BEAM SECTION", "OFFSET2"}, "these beams run from node to node"},
      {{"EXPANSION", "ZERO"}, "temperatures come from the model file, as differences"},
      {{"ELASTIC", "MODULI"}, "the material is elastic without relaxation"},
      {{"RIGID BODY", "POSITION"}, "the reference node stays where it is defined"},
      {{"RIGID BODY", "ANALYTICAL SURFACE"}, "the analytical surface is left out"},
  };
  const auto found = known.find({keyword, parameter});
  return found == known.end() ? "the parameter has no effect here" : found->second;
}

}  // namespace

void list_unread_parameters(const AbaqusKeyword& keyword, SkippedList& skipped) {
  const auto read = read_parameters().find(keyword.name);
  if (read == read_parameters().end()) return;
  for (const auto& parameter : keyword.parameters)
    if (!read->second.contains(parameter.first))
      skipped.add("*" + keyword.name + ", " + parameter.first, keyword.place,
                  consequence(keyword.name, parameter.first));
}

}  // namespace trunnion
