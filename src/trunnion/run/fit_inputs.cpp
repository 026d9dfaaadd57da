#include "trunnion/run/fit_inputs.h"

#include <algorithm>
#include <memory>

#include "trunnion/base/formula.h"
#include "trunnion/contact/surface.h"
#include "trunnion/run/error_place.h"

namespace trunnion {
namespace {

std::function<double(const Vector3d&)> interference_of(const FitInput& in, const Model& model, FitSize size) {
  if (in.interference) {
    const double value = size == FitSize::basis ? in.basis_interference.value_or(*in.interference) : *in.interference;
    return [value](const Vector3d&) { return value; };
  }
  if (in.formula.empty()) return {};
  const auto formula = std::make_shared<Formula>(in.formula, surface_variables(), model.parameters.lookup());
  if (!(formula->dimension() == info(Kind::length).dimension))
    throw InputError(fmt::format("interference_formula gives a value in {}, but an interference is a length",
                                 text(formula->dimension()).empty() ? "no unit" : text(formula->dimension())));
  return [formula](const Vector3d& x) { return (*formula)(std::span<const double>(x.data(), 3)); };
}

}  // namespace

std::vector<FitOptions> body_fits(const Model& model, const std::string& body, FitSize size) {
  std::vector<FitOptions> fits;
  for (const FitInput& in : model.fits) {
    if (in.body != body) continue;
    FitOptions& fit = fits.emplace_back();
    fit.zone.name = in.name;
    fit.zone.outer = in.outer;
    fit.zone.inner = in.inner;
    fit.zone.points = in.points;
    fit.zone.geometric = in.geometric;
    fit.zone.reach = in.reach;
    fit.zone.interference =
        at_place_of(in.where, fmt::format("fit '{}'", in.name), [&] { return interference_of(in, model, size); });
    fit.law = fit_law(in);
  }
  return fits;
}

std::vector<Fit> zones_of(const Model& model, const FeBody& body) {
  std::vector<Fit> fits;
  for (const FitOptions& fit : body_fits(model, body.name, FitSize::simulated)) {
    const auto input = std::find_if(model.fits.begin(), model.fits.end(),
                                    [&](const FitInput& in) { return in.name == fit.zone.name; });
    fits.push_back({at_place_of(input->where, fmt::format("fit '{}'", fit.zone.name),
                                [&] { return contact_zone(body.model, fit.zone); }),
                    fit.law});
  }
  return fits;
}

}  // namespace trunnion
