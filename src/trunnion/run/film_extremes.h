#pragma once
// run/film_extremes.h -- curves of what films do between samples: extremes over all accepted steps.
// The value at a sample is the extreme of all steps from the one before the last sample to the one after this sample,
// so that minima and maxima of these curves, over any span of them, miss no step   (theory/lubrication.md, Eq. 13.4).

#include "trunnion/run/film_pictures.h"
#include "trunnion/system/state.h"

namespace trunnion {

class FilmExtremes {
 public:
  explicit FilmExtremes(const Mechanism& mechanism) : films_(film_elements(mechanism)) {}
  /// After every accepted step; kept in record.pending, which a checkpoint saves.
  void step(const State& state, TimeRecord& record) const;
  /// After a sample was recorded.
  void sample(const Neighbors& steps, TimeRecord& record) const;

 private:
  std::vector<FilmElement> films_;
};

}  // namespace trunnion
