#pragma once
// contact/material.h -- elastic constants as a contact sees them.
//   1/E* = (1 - nu_A^2)/E_A + (1 - nu_B^2)/E_B                                            (theory/contact.md, Eq. 1.1)

namespace trunnion {

struct ElasticMaterial {
  double young = 0;    ///< E [Pa]
  double poisson = 0;  ///< nu
};

/// E* [Pa]. Throws InputError unless E > 0 and 0 <= nu <= 0.5 for both.
double reduced_modulus(const ElasticMaterial& a, const ElasticMaterial& b);

}  // namespace trunnion
