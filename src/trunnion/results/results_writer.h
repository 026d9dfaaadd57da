#pragma once
// results/results_writer.h -- results of a run on disk, readable at any moment. Layout: docs/results.md.
//   segments/0001.h5, ...   closed HDF5 files, each written under a temporary name, flushed, renamed
//   results.h5              index: links to meshes, virtual arrays over the frames of all segments, the record
//   results.xdmf            the same for ParaView
// After every call the index names exactly what is complete, so a killed run leaves readable files. What an earlier run
// left in the folder stays readable until replace_earlier() is called: a restart that fails must not destroy it.

#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "trunnion/results/run_record.h"

namespace trunnion {

/// Where one array over frames lies: which segments, how many frames in each.
struct StoredArray {
  std::string path;  ///< below the scene: "beam/displacement", "beam/fields/von Mises stress"
  std::string unit;
  FieldScale scale = FieldScale::automatic;
  std::vector<std::uint64_t> row_shape;  ///< of one frame, e.g. {nodes, 3}
};

struct StoredBody {
  std::string name;
  std::string link;       ///< its group
  std::string mesh_file;  ///< segment that holds the mesh; scenes of one run mostly share it
  std::string mesh_path;  ///< group inside it
  std::uint64_t nodes = 0;
  struct Cells {
    CellType type;
    std::string link;  ///< dataset below "cells"
    std::uint64_t count;
  };
  std::vector<Cells> cells;
  std::vector<StoredArray> arrays;
};

struct StoredSegment {
  std::string file;  ///< relative: "segments/0002.h5"
  std::vector<std::string> labels;
  std::vector<double> values;
};

/// What has been written of a scene: enough to write index and XDMF again.
struct StoredScene {
  std::string name, title, detail;
  std::string link;
  SceneKind kind = SceneKind::static_cases;
  std::vector<StoredBody> bodies;
  std::vector<StoredSegment> segments;                ///< of frames, in order
  std::vector<SceneSymbol> symbols = {};              // NOLINT(readability-redundant-member-init)
  std::vector<std::vector<SymbolPlace>> places = {};  // NOLINT(readability-redundant-member-init): by frame
  std::string over = {};                              // NOLINT(readability-redundant-member-init)
};

/// A table of numbers for the results file; one column is stored as a plain list.
struct NamedArray {
  std::string name;
  std::string unit;  ///< SI
  MatrixXd values;
};

class ResultsWriter {
 public:
  /// Makes the folder. Segments are written from now on, the index only after replace_earlier().
  explicit ResultsWriter(std::filesystem::path folder);
  /// The index of this run takes the place of that of an earlier one, whose segments are removed. Once per run.
  void replace_earlier();
  bool replaced_earlier() const { return !held_; }
  /// Meshes of the scene's bodies, and the frames it has by now, as closed segments.
  void add_scene(const Scene& scene);
  /// More frames of a scene that was added before (its own `frames` are not looked at), as one closed segment.
  void add_frames(const Scene& scene, std::span<const Frame> frames);
  /// The same for a scene that may have been added before, in a run that goes on: the new one takes its place. What was
  /// replaced stays on disk until the next call, for a reader that has just opened the index.
  void put_scene(const Scene& scene);
  /// Everything in the record but the scenes' arrays: stages, quantities, curves, tables. May be called repeatedly.
  void write_record(const RunRecord& record);
  /// Arrays below `group` ("curves/run"), instead of those it held before; on disk with the next write.
  void set_arrays(const std::string& group, std::vector<NamedArray> arrays) { arrays_[group] = std::move(arrays); }

 private:
  std::string next_segment();
  void write_meshes(const Scene& scene, StoredScene& stored);
  void remove_replaced();
  void write_index() const;

  std::filesystem::path folder_;
  int segments_ = 0;  ///< number of the last one; those up to earlier_ are of an earlier run
  int earlier_ = 0;
  bool held_ = true;
  std::vector<StoredScene> scenes_;
  std::vector<std::string> replaced_;  ///< segments of scenes that were replaced
  std::map<std::shared_ptr<const Mesh>, std::pair<std::string, std::string>> meshes_;  ///< segment and group of each
  std::string record_;                                                                 ///< JSON
  std::vector<Quantity> quantities_;
  std::map<std::string, std::vector<NamedArray>> arrays_;  ///< by group
};

/// All of a finished record at once: scenes, quantities, the record itself.
void write_results(const RunRecord& record, const std::filesystem::path& folder);

}  // namespace trunnion
