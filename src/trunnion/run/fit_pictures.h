#pragma once
// run/fit_pictures.h -- what fits look like: pressure, friction, slip and state on the meshes of a scene, and rolled
// out flat. Points know the values; places nearby take area-weighted means of the nearest ones.

#include "trunnion/forces/fit_force.h"
#include "trunnion/results/results_writer.h"
#include "trunnion/results/time_record.h"
#include "trunnion/run/build_mechanism.h"

namespace trunnion {

/// A fit of a mechanism.
struct FitElement {
  std::string name;
  Index body = -1;
  std::size_t slot = 0;  ///< place of its memory in State::history
  std::shared_ptr<const FitForce> force;
};
std::vector<FitElement> fit_elements(const Mechanism& mechanism);
FitField field_at(const Mechanism& mechanism, const FitElement& fit, const Snapshot& snapshot);

/// A fit at the positions of a sweep, or at the end of another stage.
struct FitStates {
  FitElement fit;
  std::string unit;        ///< of what the sweep varies
  std::vector<double> at;  ///< its values
  std::vector<FitField> fields;
};
/// The field at a snapshot of a stage. A sweep may vary what makes the fit: its states know the field at each position.
FitField field_at(const Mechanism& mechanism, const FitElement& fit, const Snapshot& snapshot,
                  const std::map<std::string, FitStates>& swept);

/// Contact points of a fit and which of them speak for a place.
struct FitPlaces {
  std::vector<std::int32_t> place;  ///< that have points nearby
  SparseMatrix means;               ///< place.size() x P, rows add up to 1
};
/// `reach`: farthest distance of the nearest point, over the root of its area.
FitPlaces nearby_points(const Matrix3Xd& places, const Matrix3Xd& points, const VectorXd& area, double reach);

/// Fields of one body from all its fits; NaN away from them.
std::vector<NodeField> fit_fields(Index nodes, const std::vector<std::pair<const FitPlaces*, const FitField*>>& fits);

/// Friction power of a fit from instant to instant: its mean since the one before, zero at the first.
class MeanPower {
 public:
  void add(double time, FitField& field);

 private:
  VectorXd work_;  ///< of sliding at the instant before
  double time_ = 0;
};

/// What fits add to the frames of a scene that begins with the bodies of a mechanism.
class FitPictures {
 public:
  /// `swept`: states of a sweep, else none. In real time, friction power is shown too: its mean since the frame before.
  FitPictures(const BuiltMechanism& built, const Scene& scene, const std::map<std::string, FitStates>& swept,
              bool in_time);
  /// Frame after frame.
  void add_fields(const Snapshot& snapshot, Frame& frame);

 private:
  const BuiltMechanism& built_;
  const std::map<std::string, FitStates>& swept_;
  std::vector<FitElement> fits_;
  std::vector<FitPlaces> places_;  ///< one per fit, on the nodes of its body
  bool in_time_;
  std::vector<MeanPower> power_;  ///< one per fit
};

/// Pressure, friction, slip and state on the surface rolled out flat.
struct FitSurface {
  const Matrix3Xd &position, &t1, &t2;
  const VectorXd& area;
  FitAxis axis;
  std::vector<FitWatch> watched = {};  ///< maps mark the first and name all; the surface over time shows all
};
FitSurface surface_of(const FitElement& fit);
std::vector<MatrixMap> unrolled_maps(const std::string& section, const std::string& title, const FitSurface& surface,
                                     const FitField& field);

/// The same surface frame after frame.
class UnrolledScene {
 public:
  /// `over`: time, or what a sweep varies.
  UnrolledScene(const std::string& stage, const std::string& fit, const FitSurface& surface, Axis over);
  void add_frame(double at, const FitField& field);
  /// With all its frames.
  Scene scene() const;

 private:
  Scene scene_;
  Axis over_;
  FitPlaces nodes_;
};

/// The points of a fit with all that is known there, for the results file.
std::vector<NamedArray> point_arrays(const FitSurface& surface, const FitField& field);

}  // namespace trunnion
