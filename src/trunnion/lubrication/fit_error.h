#pragma once
// lubrication/fit_error.h -- how far the closed fit of the finite ruptured film is from a solved Reynolds film.

namespace trunnion {

/// Largest relative error of the force over approaching, turning and retreating journals. Known for length over
/// diameter from 0.5 to 1 and eccentricities from 0.1 to 0.95 (theory/lubrication.md, table in section 4); interpolated
/// between, held beyond.
double film_fit_error(double length_over_diameter, double eccentricity);

/// Whether the table covers this bearing; beyond, the error is larger than the one held.
bool film_fit_error_known(double length_over_diameter, double eccentricity);

}  // namespace trunnion
