#pragma once
// run/fe_inputs.h -- supports and loads of the model file, by name, to those of the finite-element solver.

#include <string>
#include <vector>

#include "trunnion/fem/solve_cases.h"
#include "trunnion/model/model.h"

namespace trunnion {

/// What a name means on a body. Interfaces win over surfaces, surfaces over node sets.
enum class PlaceKind { interface, surface, nodes, elements };
struct NamedPlace {
  PlaceKind kind;
  std::string name;  ///< without the "body." in front
};
/// Throws InputError with the nearest name when the body has nothing of that name.
NamedPlace find_place(const MeshFile& file, const std::string& body, const std::string& name);

/// Supports with the values that act in every load case; prescribed values of single cases are zero.
std::vector<Support> body_supports(const Model& model, const std::string& body, const MeshFile& file,
                                   const std::string& load_case = "");
/// The supports of each of the cases called `names`.
CaseSupports body_case_supports(const Model& model, const std::string& body, const MeshFile& file,
                                const std::vector<std::string>& names);
/// The cases called `names`, in that order. Throws InputError at the place of the first load that cannot be.
std::vector<LoadCase> body_load_cases(const Model& model, const std::string& body, const MeshFile& file,
                                      const std::vector<std::string>& names);

}  // namespace trunnion
