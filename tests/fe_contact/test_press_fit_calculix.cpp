// The same press fit in CalculiX (contact face to face, linear pressure) and here.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <numbers>

#include "fe_contact/two_parts.h"
#include "support/calculix.h"
#include "support/fe_models.h"
#include "support/verification.h"

namespace trunnion {
namespace {

using namespace testing;

std::string surface_card(const Mesh& mesh, const std::string& surface, const std::string& name) {
  std::string deck = fmt::format("*SURFACE, NAME={}, TYPE=ELEMENT\n", name);
  for (const ElementFace& face : mesh.surfaces.at(surface))
    deck += fmt::format("{}, S{}\n", face.element.value + 1, face.face + 1);
  return deck;
}

TEST(PressFit, RingOnAShaftMovesAsInCalculix) {
  constexpr double stiffness = 1e14, interference = 10e-6;
  const Mesh mesh =
      ring_on_shaft({.shaft_around = 6, .ring_around = 6, .element = CellType::tet10, .sector = std::numbers::pi / 2});
  std::vector<Support> supports;
  std::string boundary = "*BOUNDARY\n";
  for (const std::string part : {"shaft", "ring"})
    for (const auto& [side, axis] : {std::pair{".start", 1}, {".end", 0}, {".bottom", 2}}) {
      supports.push_back(held(part + side, {axis}));
      boundary += fmt::format("{}{}, {}, {}\n", part, side, axis + 1, axis + 1);
    }

  const FeModel model = steel_model(mesh);
  const ContactZone zone = contact_zone(model, seat(interference));
  FitLaw law;
  law.stiffness = stiffness;
  const ContactStatics statics({model, {{zone, law}}, supports});
  ContactState state = statics.start();
  ASSERT_TRUE(statics.step(state, 1, {}, 1).converged);

  // CalculiX in millimeters and megapascals.
  MeshFile file = *model.file;
  file.mesh.x *= 1e3;
  file.materials.front().young *= 1e-6;
  const std::string deck = calculix_mesh(file) + surface_card(mesh, "ring.inner", "OUTER") +
                           surface_card(mesh, "shaft.outer", "INNER") +
                           fmt::format(
                               "*SURFACE INTERACTION, NAME=SI\n*SURFACE BEHAVIOR, PRESSURE-OVERCLOSURE=LINEAR\n{}\n"
                               "*CONTACT PAIR, INTERACTION=SI, TYPE=SURFACE TO SURFACE\nOUTER, INNER\n"
                               "*CLEARANCE, MASTER=INNER, SLAVE=OUTER, VALUE={}\n{}"
                               "*STEP\n*STATIC\n1., 1.\n*NODE PRINT, NSET=NALL\nU\n*END STEP\n",
                               1e-9 * stiffness, -1e3 * interference, boundary);
  std::filesystem::path dat = run_calculix("press_fit", deck);
  const auto peer = calculix_table(dat.replace_extension(".dat"), "displacements");
  ASSERT_EQ(Index(peer.size()), mesh.num_nodes());
  double worst = 0, largest = 0;
  for (const auto& [label, u] : peer) {
    worst = std::max(worst, (1e-3 * u - state.u.segment<3>(3 * (label - 1))).norm());
    largest = std::max(largest, 1e-3 * u.norm());
  }
  record({.group = "Press fits",
          .name = "Short ring on a hollow shaft, tet10: largest difference of the displacement over the largest one",
          .reference = "CalculiX 2.20, face-to-face contact, same mesh and law",
          .reference_value = 0,
          .value = worst / largest,
          .error = worst / largest,
          .allowed = 5e-3,
          .why = "other points in the faces"});
}

}  // namespace
}  // namespace trunnion
