#pragma once
// report/scene_pack.h -- scenes in the form the page draws: surfaces and fields as small integers.
// What does not fit the budget is made coarser in this order: fields in 8 bits, no components of stress over time,
// fewer frames, mid-side nodes left out, surfaces with fewer nodes, still fewer frames.
// Every such step is told in `notes`, because the picture is then not exact.

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "trunnion/report/blob_list.h"
#include "trunnion/report/surface.h"
#include "trunnion/results/scene.h"

namespace trunnion {

struct PackedScenes {
  BlobList blobs;
  std::vector<std::string> notes;  ///< "fields in 8-bit steps"
  std::size_t faces = 0;           ///< element faces shown, all scenes
};

/// Describes the scenes in `json` (an array) and puts their arrays into the blobs. `budget`: bytes of the page.
PackedScenes pack_scenes(const std::vector<Scene>& scenes, std::size_t budget, nlohmann::ordered_json& json);

/// A scalar that the page can colour by: one row of a field, or the length of a vector.
struct ShownField {
  std::string name;
  std::string unit;
  FieldScale scale;
  std::size_t source;  ///< index into BodyFrame::fields
  int row;             ///< component; -1: length of the vector
};
std::vector<ShownField> shown_fields(const BodyFrame& frame);
VectorXd shown_values(const NodeField& field, int row);

}  // namespace trunnion
