#pragma once
// run/export_model.h -- `trunnion export`: reduced bodies as matrices and responses, bodies of a model file as static
// decks for other finite-element programs.

#include "trunnion/run/run_model.h"

namespace trunnion {

struct ResponseLines {
  double from_hz = 20, to_hz = 1e4;
  Index count = 500;
};

/// Returns the files written, relative to `out`.
std::vector<std::string> export_reduced_body(const std::filesystem::path& body, const ResponseLines& lines,
                                             const std::filesystem::path& out);

/// Out: <body>.inp (CalculiX) and <body>.bdf (Nastran) for every body with a mesh, lengths in `unit`.
std::vector<std::string> export_decks(const RunOptions& options, const std::string& unit, Observer& observer);

}  // namespace trunnion
