#pragma once
// run/reduction_record.h -- what a reduced body has to tell, as parts of a RunRecord: verdict, figures, curves, maps,
// pictures.

#include "trunnion/reduction/reduced_body.h"
#include "trunnion/results/run_record.h"

namespace trunnion {

/// Numbers for scripts, under their plain names, or below `prefix` ("crank.") when a model has several bodies.
void record_quantities(const ReducedBody& body, const std::string& prefix, RunRecord& record);

/// Verdict, key figures, curves, color maps and mode pictures. `named`: each says of which body it is, where a model
/// has several.
void record_findings(const ReducedBody& body, bool named, RunRecord& record);

/// "no mode of the free body was missed": what the certificate of a body says.
std::string none_missed(const ReductionRecord& record);

/// Colors of a map of FRAC values.
void set_frac_classes(MatrixMap& map);

/// Two sets of modes, those of rows against those of columns, in color: likeness of their shapes, and how far the
/// frequencies of like ones are apart.
struct ModeSets {
  std::string section, rows, columns;  ///< "reduced", "unreduced"
  MatrixXd mac;
  VectorXd row_hz, column_hz;
  std::string weight;  ///< of the MAC: "mass"
};
void add_mode_maps(const ModeSets& sets, const std::string& detail, RunRecord& record);

/// The body's outer surface as a mesh of triangles, for pictures.
std::shared_ptr<const Mesh> display_mesh(const NodeRows& rows);

/// One line for the terminal: "smallest FRAC 0.9999   largest FRF error 0.08 %   interface mass 55 %".
std::string quality_line(const ReducedBody& body);

}  // namespace trunnion
