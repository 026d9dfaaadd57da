#include "trunnion/model/tables/bearing.h"

#include <algorithm>

#include "trunnion/model/tables/measure.h"

namespace trunnion {

namespace {

using B = BearingInput;
using Ball = BallBearingInput;
using Journal = JournalBearingInput;

/// Target in the part of the table that belongs to one type.
template <class Part, class Member>
auto of(Part B::*part, Member Part::*member) {
  return [part, member](B& b) -> Member& { return b.*part.*member; };
}
template <class Member>
auto ball(Member Ball::*member) {
  return of(&B::ball, member);
}
template <class Member>
auto journal(Member Journal::*member) {
  return of(&B::journal, member);
}

std::vector<std::pair<std::string, std::string>> words(const std::vector<std::string>& list) {
  std::vector<std::pair<std::string, std::string>> pairs;
  for (const std::string& word : list) pairs.emplace_back(word, word);
  return pairs;
}

void need(bool given, const char* type, const char* key) {
  if (!given) throw InputError(fmt::format("a {} bearing needs '{}'", type, key));
}

void check_fidelity(const B& b, const std::vector<BearingFidelity>& allowed, const char* type, const char* names) {
  if (b.fidelity == BearingFidelity::by_type) return;
  if (std::find(allowed.begin(), allowed.end(), b.fidelity) == allowed.end())
    throw InputError(fmt::format("the fidelity of a {} bearing is one of: {}", type, names));
}

void check_bearing(const B& b) {
  check_pair(b.between);
  if (b.type == BearingType::ball) {
    need(b.ball.balls > 0, "ball", "balls");
    need(b.ball.ball_diameter > 0, "ball", "ball_diameter");
    need(b.ball.pitch_diameter > 0, "ball", "pitch_diameter");
    if (b.ball.damping == "proportional") need(b.ball.damping_time > 0, "proportionally damped", "damping_time");
    if (b.ball.damping == "hunt-crossley") need(b.ball.damping_factor > 0, "Hunt-Crossley damped", "damping_factor");
    if (b.ball.damping == "none" && (b.ball.damping_time > 0 || b.ball.damping_factor > 0))
      throw InputError(
          "the bearing has a damping number but damping = \"none\"; say \"proportional\" (damping_time) or "
          "\"hunt-crossley\" (damping_factor)");
    check_fidelity(b, {BearingFidelity::five_dof, BearingFidelity::ball_by_ball}, "ball", "five-dof, ball-by-ball");
    check_rolling(b);
    return;
  }
  if (b.type == BearingType::thrust) {
    check_fidelity(b, {BearingFidelity::film}, "thrust", "film");
    check_film(b);
    return;
  }
  check_fidelity(b, {BearingFidelity::impedance, BearingFidelity::film}, "journal", "impedance, film");
  need(b.journal.length > 0, "journal", "length");
  need(b.journal.diameter > 0, "journal", "diameter");
  need(b.journal.clearance > 0, "journal", "clearance");
  if (b.by_film()) {
    check_film(b);
    return;
  }
  need(b.journal.viscosity > 0, "journal", "viscosity");
  if (b.film.grid_on_shaft) throw InputError("'grid_on' belongs to fidelity = \"film\"");
  if (b.journal.contact_stiffness && b.journal.contact_load)
    throw InputError("give only one of contact_stiffness, contact_load");
}

void add_ball_keys(TableSchema<B>& table) {
  const std::vector<std::string> only{"ball"};
  table.integer("balls", ball(&Ball::balls), "Number of balls of one row.")
      .at_least(2)
      .only_for(only)
      .quantity("ball_diameter", Kind::length, ball(&Ball::ball_diameter), "Diameter of the balls.")
      .positive()
      .only_for(only)
      .quantity("pitch_diameter", Kind::length, ball(&Ball::pitch_diameter), "Of the circle of the ball centers.")
      .positive()
      .only_for(only)
      .quantity("contact_angle", Kind::angle, ball(&Ball::contact_angle), "Without load; 0: deep groove.")
      .fallback("0 deg")
      .not_negative()
      .only_for(only)
      .quantity("inner_groove_radius", Kind::length, ball(&Ball::inner_groove_radius),
                "Of the inner raceway across; 0.52 ball diameters if not given.")
      .positive()
      .only_for(only)
      .quantity("outer_groove_radius", Kind::length, ball(&Ball::outer_groove_radius),
                "Of the outer raceway across; 0.53 ball diameters if not given.")
      .positive()
      .only_for(only)
      .quantity("pressure_radius", Kind::length, ball(&Ball::pressure_radius),
                "Radius at which the pressure cone starts; half the pitch diameter if not given.")
      .positive()
      .only_for(only)
      .boolean("mirrored", ball(&Ball::mirrored),
               "The shaft is held against moving to -z of the housing marker instead of to +z.")
      .fallback("false")
      .only_for(only)
      .choice<std::string>("arrangement", ball(&Ball::arrangement),
                           words({"single", "back-to-back", "face-to-face", "tandem"}), "How two rows stand.")
      .fallback("single")
      .only_for(only)
      .quantity("row_distance", Kind::length, ball(&Ball::row_distance), "Between the ball planes of two rows.")
      .positive()
      .only_for(only)
      .quantity("diametral_clearance", Kind::length, ball(&Ball::diametral_clearance),
                "Free play across a diameter; negative: interference.")
      .fallback("0 m")
      .only_for(only)
      .quantity("axial_preload", Kind::force, ball(&Ball::axial_preload),
                "Thrust that each row carries when the markers coincide.")
      .fallback("0 N")
      .not_negative()
      .only_for(only)
      .choice<std::string>("stiffness", ball(&Ball::stiffness), words({"hertz", "estimate"}),
                           "hertz: of both raceways from their radii; estimate: 1e5 N/mm^1.5 sqrt(ball diameter/mm), "
                           "usual for steel.")
      .fallback("hertz")
      .only_for(only)
      .quantity("ball_stiffness", Kind::point_stiffness, ball(&Ball::ball_stiffness),
                "Of one ball between both raceways, instead of `stiffness`.")
      .positive()
      .only_for(only)
      .quantity("ring_young", Kind::pressure, ball(&Ball::ring_young), "Young's modulus of the rings.")
      .fallback("206 GPa")
      .positive()
      .only_for(only)
      .number("ring_poisson", ball(&Ball::ring_poisson), "Poisson's ratio of the rings.")
      .fallback("0.3")
      .between(-1, 0.5)
      .only_for(only)
      .quantity("ball_young", Kind::pressure, ball(&Ball::ball_young), "Young's modulus of the balls.")
      .fallback("206 GPa")
      .positive()
      .only_for(only)
      .number("ball_poisson", ball(&Ball::ball_poisson), "Poisson's ratio of the balls.")
      .fallback("0.3")
      .between(-1, 0.5)
      .only_for(only)
      .choice<std::string>("damping", ball(&Ball::damping), words({"none", "hunt-crossley", "proportional"}),
                           "hunt-crossley: k d^1.5 (1 + damping_factor d'); proportional: k d^0.5 (d + damping_time "
                           "d'). Neither ever pulls.")
      .fallback("none")
      .only_for(only)
      .quantity("damping_time", Kind::time, ball(&Ball::damping_time), "Of proportional damping.")
      .positive()
      .only_for(only)
      .quantity("damping_factor", Kind::inverse_velocity, ball(&Ball::damping_factor), "Of Hunt-Crossley damping.")
      .positive()
      .only_for(only)
      .quantity("damping_softening", Kind::length, ball(&Ball::damping_softening),
                "Proportional damping of single balls sets in over this deflection.")
      .fallback("10 nm")
      .positive()
      .only_for(only)
      .choice<std::string>(
          "sum", ball(&Ball::sum), words({"integral", "balls"}),
          "Five-dof; ball by ball is always balls. integral: mean over the places of the cage; balls: every "
          "ball at its place, with ball-pass vibration.")
      .fallback("integral")
      .only_for(only)
      .choice<std::string>(
          "angle", ball(&Ball::angle), words({"fixed", "free"}),
          "Five-dof; ball by ball is always free. free: every ball finds its contact angle under load (thrust "
          "in deep grooves, large tilts).")
      .fallback("fixed")
      .only_for(only)
      .choice<std::string>("rotating", ball(&Ball::rotating), words({"inner", "outer"}),
                           "The ring that turns against the load; the other one stands.")
      .fallback("inner")
      .only_for(only)
      .quantity("cage_start", Kind::angle, ball(&Ball::cage_start),
                "Where the first ball is at the start, from x of the housing marker.")
      .fallback("0 deg")
      .only_for(only);
}

void add_journal_keys(TableSchema<B>& table) {
  const std::vector<std::string> only{"journal"};
  const std::vector<std::string> films{"journal", "thrust"};
  table.quantity("length", Kind::length, journal(&Journal::length), "Of the film along the axis.")
      .positive()
      .only_for(only)
      .quantity("diameter", Kind::length, journal(&Journal::diameter), "Of the journal.")
      .positive()
      .only_for(only)
      .quantity("clearance", Kind::length, journal(&Journal::clearance),
                "Radial. Thrust: gap where the two markers coincide, 0 if not given.")
      .not_negative()
      .only_for(films)
      .quantity("viscosity", Kind::viscosity, journal(&Journal::viscosity), "Dynamic, at working temperature.")
      .positive()
      .only_for(films)
      .choice<std::string>("form", journal(&Journal::form), words({"finite", "table", "short", "long"}),
                           "finite: fit for usual lengths, some ten percent off; table: the fit corrected by Reynolds' "
                           "equation, solved for this length over diameter when the model is built; short and long: "
                           "limits, as references.")
      .fallback("finite")
      .only_for(only)
      .choice<std::string>("film", journal(&Journal::film), words({"ruptured", "full"}),
                           "ruptured: no negative pressure; full: negative pressures too.")
      .fallback("ruptured")
      .only_for(only)
      .quantity("rest_speed", Kind::velocity, journal(&Journal::rest_speed),
                "Impedance: below this squeeze speed the film's direction is blended away; 1 nm/s if not given.")
      .positive()
      .only_for(only)
      .choice<bool>(
          "on_contact", journal(&Journal::stop_on_contact), {{"guard", false}, {"stop", true}},
          "When the film is used up (film: thinner than guard_film): guard: a contact carries, the run goes on and "
          "says so; stop: it ends.")
      .fallback("guard")
      .only_for(films)
      .number("contact_eccentricity", journal(&Journal::contact_eccentricity),
              "Impedance: share of the clearance from which the contact carries; 0.99 if not given.")
      .between(0.5, 1)
      .only_for(only)
      .quantity("contact_load", Kind::force, journal(&Journal::contact_load),
                "Impedance: what the contact carries when the journal reaches the sleeve; 50 MPa on length times "
                "diameter if not "
                "given.")
      .positive()
      .only_for(only)
      .quantity("contact_stiffness", Kind::point_stiffness, journal(&Journal::contact_stiffness),
                "Instead of contact_load.")
      .positive()
      .only_for(only)
      .quantity("contact_damping", Kind::inverse_velocity, journal(&Journal::contact_damping),
                "Impedance: Hunt-Crossley factor of the contact; 1 s/m if not given.")
      .not_negative()
      .only_for(only)
      .number("contact_friction", journal(&Journal::contact_friction),
              "Coulomb coefficient of the contact, or of asperities.")
      .fallback("0")
      .not_negative()
      .only_for(films);
}

}  // namespace

TableSchema<BearingInput> bearing_table() {
  TableSchema<B> table("bearing", "A ball, journal or thrust bearing. Its axis is z of the second marker.");
  table.text("name", &B::name, "Name.")
      .required()
      .choice<BearingType>(
          "type", &B::type,
          {{"ball", BearingType::ball}, {"journal", BearingType::journal}, {"thrust", BearingType::thrust}},
          "ball: in five coordinates or ball by ball; journal: an oil film by impedance or by Reynolds' equation; "
          "thrust: a film between faces across the axis. See fidelity.")
      .required()
      .choice<BearingFidelity>(
          "fidelity", &B::fidelity,
          {{"five-dof", BearingFidelity::five_dof},
           {"ball-by-ball", BearingFidelity::ball_by_ball},
           {"impedance", BearingFidelity::impedance},
           {"film", BearingFidelity::film}},
          "Ball: five-dof (if not given): the rings in five coordinates, balls without mass or friction; ball-by-ball: "
          "every ball is a body that rolls, slides and is thrown outwards. Journal: impedance (if not given): a closed "
          "formula; film: Reynolds' equation on a grid. Thrust: film.")
      .texts("between", &B::between,
             "Marker of the shaft (inner ring, journal, collar), then of the housing (outer ring, sleeve, washer). "
             "Thrust: one face; z of the second one points from the washer to the collar. For films on both "
             "sides of a collar see faces.")
      .required();
  add_ball_keys(table);
  add_rolling_keys(table);
  add_journal_keys(table);
  add_film_keys(table);
  table
      .example(
          "[[bearing]]\nname = \"main\"\ntype = \"ball\"\nbetween = [\"shaft.main\", \"ground.main\"]\nballs = 15\n"
          "ball_diameter = \"11.1 mm\"\npitch_diameter = \"62.3 mm\"\ncontact_angle = \"15 deg\"\n"
          "axial_preload = \"300 N\"")
      .check(check_bearing);
  return table;
}

}  // namespace trunnion
