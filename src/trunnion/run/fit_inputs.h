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

/// The points of a fit that are nearest to the places it watches, those within their radius, and the weights that give
/// values at the place itself.
std::vector<FitWatch> watched_points(const FitInput& fit, const Matrix3Xd& position, const Matrix3Xd& t1,
                                     const Matrix3Xd& t2);

/// Weights of values at points for the plane that fits them best, at `place`: they add up to 1, and a field that is
/// linear along t1 and t2 is met exactly.
VectorXd plane_weights(const Vector3d& place, const Matrix3Xd& points, const Vector3d& t1, const Vector3d& t2);

/// The same as zones on the mesh of the body.
std::vector<Fit> zones_of(const Model& model, const FeBody& body);

/// A reduction only sees the interference that contact modes are made for: throws InputError where another one is
/// simulated that the walls behind the surfaces leave no room for.
void refuse_other_interferences(const Model& model, const FeBody& body);

}  // namespace trunnion
