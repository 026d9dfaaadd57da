#pragma once
// run/fit_inputs.h -- [[fit]] tables of a model to what reduction and contact statics take.

#include "trunnion/fe_contact/contact_statics.h"
#include "trunnion/forces/fit_force.h"
#include "trunnion/reduction/fit_options.h"
#include "trunnion/run/fe_body.h"

namespace trunnion {

/// Which interference: the one contact modes are made for, or the one that is simulated.
enum class FitSize { basis, simulated };

/// The fits of a body in the order of the file. Throws InputError at the place of a formula that is no length.
std::vector<FitOptions> body_fits(const Model& model, const std::string& body, FitSize size);

/// Temperatures of the parts become motion of the surfaces against each other.
void add_expansions(const FlexibleBodyInput& input, const FeModel& model, std::vector<FitOptions>& fits);

/// The points of a fit that are nearest to the places it watches, and those within their radius.
std::vector<FitWatch> watched_points(const FitInput& fit, const Matrix3Xd& position);

/// The same as zones on the mesh of the body.
std::vector<Fit> zones_of(const Model& model, const FeBody& body);

/// A reduction only sees the interference that contact modes are made for: throws InputError where another one is
/// simulated that the walls behind the surfaces leave no room for.
void refuse_other_interferences(const Model& model, const FeBody& body);

}  // namespace trunnion
