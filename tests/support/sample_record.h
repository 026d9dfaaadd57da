#pragma once
// support/sample_record.h -- a small made-up run with closed-form fields, for tests of writers and of the page.

#include "trunnion/results/run_record.h"

namespace trunnion::testing {

/// A beam 0.4 x 0.04 x 0.02 m along x: scene "static" with load cases "tip" and "twist", scene "modes" with three
/// bending modes. Displacements and stresses are those of beam theory.
RunRecord sample_record();

/// The same with names that try to break out of HTML, XML, CSV and HDF5 paths.
RunRecord hostile_record();

/// A disc and a rod that turn and slide over 12 instants.
Scene moving_scene();

/// A run over time: the moving scene, and a force over the same time.
RunRecord moving_record();

/// The same after a scene of a single instant, with many maps of a surface of 84 x 100 places each.
RunRecord record_of_sheets(int sheets);

}  // namespace trunnion::testing
