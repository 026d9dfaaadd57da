#include "trunnion/model/tables/gear.h"

#include <cmath>

#include "trunnion/base/units.h"
#include "trunnion/gears/face_contact.h"

namespace trunnion {
namespace {

using G = GearInput;

/// A member of the gear itself as target of a key.
template <class T>
auto M(T Gear::*member) {
  return [member](G& input) -> T& { return input.gear.*member; };
}

template <class T>
auto F(T FlankModification::*member) {
  return [member](FlankModification& f) -> T& { return f.*member; };
}

TableSchema<FlankModification> flank_table() {
  return TableSchema<FlankModification>("flank", "What is taken off the ideal flank, along its normal.")
      .quantity("tip_relief", Kind::length, F(&FlankModification::tip_relief), "At the tip.")
      .fallback("0 m")
      .not_negative()
      .quantity("tip_relief_start", Kind::length, F(&FlankModification::tip_relief_start),
                "Radius from the axis where tip relief begins, between the lowest point of the involute and the tip.")
      .positive()
      .quantity("root_relief", Kind::length, F(&FlankModification::root_relief), "Where the involute begins.")
      .fallback("0 m")
      .not_negative()
      .quantity("root_relief_start", Kind::length, F(&FlankModification::root_relief_start),
                "Radius from the axis below which root relief is taken off (of a ring: above).")
      .positive()
      .number("relief_power", F(&FlankModification::relief_power),
              "1: reliefs grow in proportion to the way along the line of action, 2: with its square.")
      .fallback("1")
      .at_least(0.5)
      .quantity(
          "crowning", Kind::length, F(&FlankModification::crowning),
          "At either end of the face, growing with the square of the way from its middle. Needs the computation in "
          "three dimensions, which it switches on.")
      .fallback("0 m")
      .not_negative()
      .quantity("lead_slope", Kind::length, F(&FlankModification::lead_slope),
                "From one end of the face to the other; positive: more at +z. Likewise.")
      .fallback("0 m")
      .list("pitch_deviation", Kind::length, F(&FlankModification::pitch_deviation),
            "Per tooth: its flank lies back by so much. Repeated round the gear when shorter than its teeth.")
      .check([](const FlankModification& f) {
        if (f.tip_relief > 0 && !(f.tip_relief_start > 0)) throw InputError("'tip_relief' needs 'tip_relief_start'");
        if (f.root_relief > 0 && !(f.root_relief_start > 0))
          throw InputError("'root_relief' needs 'root_relief_start'");
      })
      .example("flank = { tip_relief = \"10 um\", tip_relief_start = \"41 mm\" }");
}

void check_gear(const G& input) {
  if (input.module.has_value() == input.diametral_pitch.has_value())
    throw InputError("give either 'module' (a length) or 'diametral_pitch' (teeth per length), exactly one of them");
  if (input.diametral_pitch && !(input.diametral_pitch->dimension == parse_unit("1/m").dimension))
    throw InputError(fmt::format(
        "'diametral_pitch' is a number of teeth over a length: write \"10 1/in\"; read was a "
        "value in {}",
        text(input.diametral_pitch->dimension).empty() ? "no unit" : text(input.diametral_pitch->dimension)));
  if (input.diametral_pitch && !(input.diametral_pitch->value > 0)) throw InputError("'diametral_pitch' must be > 0");
  const Gear gear = gear_of(input);
  const GearGeometry geometry = gear_geometry(gear);
  check_reliefs(gear, geometry, tooth_root(gear, geometry).form_tangent);
}

void check_gear_pair(const GearPairInput& p) {
  if (p.between.empty()) return;
  if (p.between.size() != 2)
    throw InputError(fmt::format(
        "'between' names two markers, that of the driver and that of the driven gear; it has {}", p.between.size()));
  if (!p.table.empty() && p.fidelity != GearFidelity::tabulated)
    throw InputError("'table' belongs to fidelity = \"tabulated\"");
  if (p.friction > 0 && (p.fidelity == GearFidelity::kinematic || !p.table.empty()))
    throw InputError(
        "'friction' needs to know how the teeth share the load: fidelity \"full\" or \"tabulated\" without a 'table'");
  if (p.fidelity != GearFidelity::kinematic && !(p.torque > 0))
    throw InputError(
        "a gear pair between markers needs 'torque', that of the design on the driven gear: tables are made about it");
}

}  // namespace

Gear gear_of(const GearInput& input) {
  Gear gear = input.gear;
  const double module = input.module.value_or(1 / input.diametral_pitch.value_or(PhysicalQuantity{1, {}, 0}).value);
  // A diametral pitch, like a module, is that of the normal section.
  gear.normal_module = module;
  gear.addendum = input.addendum.value_or(module);
  gear.dedendum = input.dedendum.value_or(1.25 * module);
  const double usual = gear.root == RootForm::rack_cutter ? 0.38 : 0.3;
  gear.root_radius = input.root_radius.value_or(usual * module);
  return gear;
}

GearPair gear_pair_of(const GearPairInput& input, const GearInput& driver, const GearInput& driven) {
  GearPair pair;
  if (driver.gear.internal && !driven.gear.internal) {
    pair = gear_pair_of(input, driven, driver);
    pair.ring_drives = true;
    return pair;
  }
  pair.driver = gear_of(driver);
  pair.driven = gear_of(driven);
  const auto material = [&](const GearInput& gear) {
    const Material& m = gear.material->material;
    return GearMaterial{{m.young, m.poisson}, input.plane};
  };
  pair.driver_material = material(driver);
  pair.driven_material = material(driven);
  pair.center_distance =
      input.center_distance ? *input.center_distance : tight_center_distance(pair.driver, pair.driven);
  return pair;
}

GearMeshSizes mesh_sizes(const GearPairInput& input, const GearPair& gears) {
  GearMeshSizes sizes;
  const double module = gears.driver.normal_module / std::cos(gears.driver.helix_angle);
  if (input.flank_size) sizes.flank = *input.flank_size / module;
  if (input.bulk_size) sizes.bulk = *input.bulk_size / module;
  if (input.rim_size) sizes.rim = *input.rim_size / module;
  return sizes;
}

FaceSizes face_sizes(const GearPairInput& input, const GearPair& gears) {
  FaceSizes sizes;
  const double module = gears.driver.normal_module / std::cos(gears.driver.helix_angle);
  if (input.face_elements > 0) sizes.elements = input.face_elements;
  if (input.flank_size) sizes.flank = *input.flank_size / module;
  if (input.bulk_size) sizes.bulk = *input.bulk_size / module;
  if (input.rim_size) sizes.rim = *input.rim_size / module;
  return sizes;
}

TableSchema<GearInput> gear_table() {
  return TableSchema<G>("gear",
                        "An involute gear as drawn. Lengths that are not given follow the standard rack: addendum 1, "
                        "dedendum 1.25, cutter tip radius 0.38 modules.")
      .text("name", M(&Gear::name), "Name.")
      .required()
      .integer("teeth", M(&Gear::teeth), "Number of teeth.")
      .required()
      .at_least(5)
      .quantity("module", Kind::length, &G::module, "Normal module: reference diameter over teeth of a spur gear.")
      .positive()
      .any_quantity("diametral_pitch", &G::diametral_pitch, "Instead of the module: teeth over diameter, \"10 1/in\".")
      .quantity("pressure_angle", Kind::angle, M(&Gear::pressure_angle), "Normal pressure angle.")
      .fallback("20 degree")
      .positive()
      .quantity("helix_angle", Kind::angle, M(&Gear::helix_angle), "Helix angle; positive: right-hand.")
      .fallback("0 degree")
      .number("profile_shift", M(&Gear::profile_shift), "Coefficient of the profile shift; positive thickens teeth.")
      .fallback("0")
      .quantity("addendum", Kind::length, &G::addendum, "From the reference circle to the tip, shift not counted.")
      .positive()
      .quantity("dedendum", Kind::length, &G::dedendum, "From the reference circle to the root, shift not counted.")
      .positive()
      .choice<RootForm>("root", M(&Gear::root), {{"rack-cutter", RootForm::rack_cutter}, {"fillet", RootForm::fillet}},
                        "Root as a rack cuts it, or a radial line and a fillet that touches the root circle.")
      .fallback("rack-cutter")
      .quantity("root_radius", Kind::length, &G::root_radius, "Radius of the cutter's tip, or of the fillet.")
      .not_negative()
      .boolean("internal", M(&Gear::internal), "true: a ring with teeth inside; root = \"fillet\" only.")
      .fallback("false")
      .quantity("thinning", Kind::length, M(&Gear::thinning),
                "Taken off the tooth thickness at the reference circle, for backlash.")
      .fallback("0 m")
      .not_negative()
      .quantity("width", Kind::length, M(&Gear::width),
                "Face width. In three dimensions the program meshes both gears of a pair as wide as the narrower one.")
      .required()
      .positive()
      .quantity("hub_radius", Kind::length, M(&Gear::hub_radius),
                "Where the gear is held: its bore, or the outer rim of an internal gear.")
      .required()
      .positive()
      .name_or_table("material", &G::material_name, &G::material, material_table(),
                     "Name of a [[material]], or one in place.")
      .required()
      .name_or_table(
          "mesh", &G::mesh_name, &G::mesh, mesh_table(),
          "Mesh of the whole gear instead of the one the program makes, plane or of solid elements of any type: axis "
          "at "
          "the origin along z, tooth 0 along +x (at z = 0), the face from -width/2 to width/2, nodes of the hub in the "
          "set or surface `hub` or at `hub_radius`. Flanks are found by themselves. Their nodes need not resolve the "
          "contact, but must be so close that three of them reach no deeper than half the thickness of the tip: a "
          "warning says where they are not. Solid elements ask for the computation in three dimensions, for which a "
          "plane mesh is extruded; `face_elements` then says how finely line loads are told apart.")
      .table("flank", M(&Gear::flank), flank_table(), "Reliefs and pitch deviations.")
      .check(check_gear)
      .example(
          "[[gear]]\nname = \"pinion\"\nteeth = 20\nmodule = \"4 mm\"\nwidth = \"20 mm\"\nhub_radius = \"15 mm\"\n"
          "material = \"steel\"");
}

TableSchema<GearPairInput> gear_pair_table() {
  using P = GearPairInput;
  return TableSchema<P>("gear_pair", "Two gears in mesh on parallel axes; the driver turns and pushes the driven gear.")
      .text("name", &P::name, "Name.")
      .required()
      .text("driver", &P::driver, "The gear that drives; may be internal.")
      .refers_to("gear")
      .required()
      .text("driven", &P::driven, "The gear that is driven; may be internal.")
      .refers_to("gear")
      .required()
      .quantity("center_distance", Kind::length, &P::center_distance,
                "Distance of the axes. Not given: where teeth without thinning would have no backlash; that of the "
                "reference circles unless profile shifts add up to something.")
      .positive()
      .choice<PlaneKind>("plane", &P::plane, {{"stress", PlaneKind::stress}, {"strain", PlaneKind::strain}},
                         "stress: narrow gears, free to bulge sideways; strain: wide ones.")
      .fallback("stress")
      .quantity("flank_size", Kind::length, &P::flank_size,
                "Elements at loaded flanks; 0.01 modules if not given (0.1 in three dimensions). They need not resolve "
                "the contact: what is finer "
                "than they are is added by the half-plane.")
      .positive()
      .quantity("bulk_size", Kind::length, &P::bulk_size,
                "Largest elements of a tooth; 0.1 modules if not given (0.35 in 3-D, and a fifth of it in the roots).")
      .positive()
      .quantity("rim_size", Kind::length, &P::rim_size,
                "Largest elements of the rim; 0.4 modules if not given (0.8 in 3-D).")
      .positive()
      .integer("face_elements", &P::face_elements,
               "Elements across the face of a computation in three dimensions; 0: plane, unless helix, crowning, lead "
               "slope or misalignment ask for more, then 10.")
      .fallback("0")
      .at_least(0)
      .texts(
          "between", &P::between,
          "In a mechanism: the markers of driver and driven gear, in the middle of their faces, z along their axes "
          "(both the same way). Tooth 0 of an external driver lies along the x axis of its marker, of a ring that "
          "drives tooth 0 of its pinion; the other gear is put so that the drive flanks touch at the start and tooth 0 "
          "meets tooth 0.")
      .choice<GearFidelity>("fidelity", &P::fidelity,
                            {{"kinematic", GearFidelity::kinematic},
                             {"tabulated", GearFidelity::tabulated},
                             {"full", GearFidelity::full}},
                            "In a mechanism. kinematic: rigid teeth without play; tabulated: stiffness and error over "
                            "the position, from the mesh cycle at `torque` or from a `table`; full: forces of the "
                            "loaded contact over position and deflection. The last two have backlash, lose contact and "
                            "touch with their back flanks.")
      .fallback("full")
      .quantity("torque", Kind::moment, &P::torque,
                "Torque of the design on the driven gear, about which tables are made.")
      .positive()
      .integer("positions", &P::positions,
               "Positions of tables over a base pitch; a quarter of them for a face in three dimensions.")
      .fallback(fmt::to_string(P{}.positions))
      .at_least(8)
      .quantity("damping", Kind::damping, &P::damping,
                "Along the line of action under the design torque; it follows the stiffness and ends with contact.")
      .fallback("0 N.s/m")
      .not_negative()
      .integer(
          "slices", &P::slices,
          "Across the face: they feel tilted axes, crowning and helix one by one. Helical and crowned gears (and those "
          "with 'face_elements') also get a law of the whole face from three dimensions; slices then only say what "
          "tilt adds.")
      .fallback("9")
      .at_least(1)
      .number(
          "friction", &P::friction,
          "In a mechanism: coefficient of friction between the flanks, drive and back. It acts on teeth that slide, so "
          "not in static stages.")
      .fallback("0")
      .not_negative()
      .quantity("friction_speed", Kind::velocity, &P::friction_speed,
                "Sliding speed at which friction has come up to 0.7 of its full size: it turns round smoothly at the "
                "pitch point.")
      .fallback("0.01 m/s")
      .positive()
      .boolean("backward", &P::backward,
               "true: the driver drives when it turns about the -z axis of its marker; else about +z.")
      .fallback("false")
      .file("table", &P::table,
            "CSV file for fidelity tabulated: position in base pitches past the pitch point from -0.5 in equal steps, "
            "stiffness along the line of action, error (approach at which flanks touch): `position, stiffness [N/um], "
            "error [um]`.")
      .check(check_gear_pair)
      .example(
          "[[gear_pair]]\nname = \"stage 1\"\ndriver = \"pinion\"\ndriven = \"wheel\"\ncenter_distance = \"80 mm\"");
}

}  // namespace trunnion
