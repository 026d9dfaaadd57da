#include "trunnion/run/loose_fits.h"

#include <fmt/format.h>

#include "trunnion/fe_contact/tightening.h"
#include "trunnion/run/fit_pictures.h"

namespace trunnion {
namespace {

/// The largest interference of a fit that its clearance leaves.
struct FitTightness {
  std::string name;
  double largest = 0;  ///< [m]
};

std::string sentence_about(const std::vector<FitTightness>& fits) {
  std::string sentence;
  for (const FitTightness& fit : fits) {
    if (fit.largest > 0) return "";
    sentence += fmt::format("{}fit '{}' is loose: its largest interference is {:.4g} um", sentence.empty() ? "" : "; ",
                            fit.name, 1e6 * fit.largest);
  }
  return sentence.empty() ? "" : sentence + ". Loads alone can press the parts together.";
}

}  // namespace

std::string loose_fits(const std::vector<Fit>& fits) {
  if (any_clamped(fits)) return "";
  std::vector<FitTightness> tightness;
  for (const Fit& fit : fits)
    tightness.push_back({fit.zone.name, (fit.zone.interference - fit.zone.clearance).maxCoeff()});
  return sentence_about(tightness);
}

std::string loose_fits(const std::vector<FitRows>& fits) {
  std::vector<FitTightness> tightness;
  for (const FitRows& fit : fits) tightness.push_back({fit.name, (fit.interference - fit.clearance).maxCoeff()});
  return sentence_about(tightness);
}

std::vector<std::string> loose_fits(const Mechanism& mechanism) {
  std::map<Index, std::vector<FitTightness>> of_body;
  for (const FitElement& fit : fit_elements(mechanism))
    of_body[fit.body].push_back({fit.name, (fit.force->interference() - fit.force->fit().clearance).maxCoeff()});
  std::vector<std::string> sentences;
  for (const auto& [body, fits] : of_body)
    if (std::string sentence = sentence_about(fits); !sentence.empty()) sentences.push_back(std::move(sentence));
  return sentences;
}

}  // namespace trunnion
