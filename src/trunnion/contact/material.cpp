#include "trunnion/contact/material.h"

#include <fmt/format.h>

#include "trunnion/base/error.h"

namespace trunnion {

double reduced_modulus(const ElasticMaterial& a, const ElasticMaterial& b) {
  double compliance = 0;
  for (const ElasticMaterial* m : {&a, &b}) {
    if (!(m->young > 0))
      throw InputError(fmt::format("Young's modulus = {} Pa of a contact material, must be > 0", m->young));
    if (!(m->poisson >= 0 && m->poisson <= 0.5))
      throw InputError(fmt::format("Poisson's ratio = {} of a contact material, must lie in 0 to 0.5", m->poisson));
    compliance += (1 - m->poisson * m->poisson) / m->young;
  }
  return 1 / compliance;
}

}  // namespace trunnion
