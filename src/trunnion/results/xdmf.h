#pragma once
// results/xdmf.h -- the side file that lets ParaView open the HDF5 segments: open results.xdmf, take the reader
// "XDMF Reader", use the filter Warp By Vector on `displacement`.
// Load cases and modes of all scenes are one collection, counted from 0; scenes over time are another. A frame is a
// collection of one grid per body and cell type. Tensors appear as six scalars, because readers disagree about their
// order.

#include <string>
#include <vector>

namespace trunnion {

struct StoredScene;

std::string xdmf_text(const std::vector<StoredScene>& scenes);

}  // namespace trunnion
