#pragma once
// mesh/abaqus_elements.h -- which of Abaqus' element names we compute, and as what.

#include <optional>
#include <string>
#include <vector>

#include "trunnion/mesh/mesh_file.h"

namespace trunnion {

struct AbaqusElement {
  CellType type;
  std::optional<PlaneKind> plane;  ///< CPS and CPE
  std::string variant;             ///< letters behind the number of nodes: R, H, I, M, S, T
};

/// How our element differs from the variant a deck asks for, in words; empty where it does not. Four-node
/// quadrilaterals and eight-node bricks have the incompatible modes of variant I by themselves.
std::string variant_differences(const AbaqusElement& element);

/// Empty: not one of ours (shell, membrane, ...). `name` in upper case.
std::optional<AbaqusElement> abaqus_element(const std::string& name);

/// The name begins like a continuum element of ours but is none (C3D9, CPSX): a typing error or an unusual solid.
bool looks_like_continuum(const std::string& name);
const char* allowed_abaqus_elements();

std::string abaqus_name(CellType type, PlaneKind plane);  ///< for writing

}  // namespace trunnion
