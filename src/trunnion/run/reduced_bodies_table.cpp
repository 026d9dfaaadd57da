#include "trunnion/run/reduced_bodies_table.h"

#include <fmt/format.h>

#include <cmath>

#include "trunnion/reduction/contact_error.h"
#include "trunnion/reduction/contact_reach.h"

namespace trunnion {

namespace {

Table fits_table() {
  Table table;
  table.section = "Mechanism";
  table.title = "Bodies of parts that are pressed together";
  table.detail =
      "Three groups of modes must lie apart: rigid motions, which the frame carries; relative rigid motions of the "
      "parts, on soft springs; elastic modes. Pressure: of the shrunk full mesh that contact modes are made from.";
  table.columns = {{"body", "", true},
                   {"contact points", "", false},
                   {"nodes there", "", false},
                   {"modes from pressures", "", false},
                   {"modes from friction", "", false},
                   {"relative rigid motions", "", false},
                   {"lowest of them", "Hz", false},
                   {"highest of them", "Hz", false},
                   {"first elastic", "Hz", false},
                   {"mean pressure", "Pa", false},
                   {"shrinking", "s", false},
                   {"stuck parts", "s", false},
                   {"contact modes", "s", false}};
  return table;
}

/// How far interference and load may move, one row per state tried.
Table reach_table(const std::string& name, const FitRecord& r) {
  Table table;
  table.section = "Mechanism";
  table.title = fmt::format("How far may interference and load of '{}' move?", name);
  table.detail = fmt::format(
      "Error indicator of the pressures, without a solution of the full mesh: {}. Interference over the one that the "
      "contact modes were made for; load over the one at which a tenth of the contact loses its pressure or its grip, "
      "in the direction that is worst.",
      reach_sentence(r.reach, acceptable_pressure_error));
  table.columns = {{"interference", "", false}, {"load", "", false}, {"error indicator, %", "", false}};
  for (const FitReach& at : r.reach)
    table.rows.push_back(
        {{at.share, {}}, {at.usage, {}}, std::isfinite(at.indicated) ? Cell{100 * at.indicated, {}} : Cell{}});
  return table;
}

Table cubature_table() {
  Table table;
  table.section = "Mechanism";
  table.title = "Cubature of fits";
  table.detail =
      "Few points stand for all of a body's fits. Change of pressure: the same reduced body in equilibrium with few "
      "and "
      "with all points, shrunk and under loads that use the joint up, one at each free interface coordinate; root mean "
      "square over the area of that of the pressure, and at a point over the largest pressure.";
  table.columns = {{"body", "", true},
                   {"points", "", false},
                   {"of", "", false},
                   {"misfit of integrals, %", "", false},
                   {"states compared", "", false},
                   {"change of pressure, %", "", false},
                   {"at a point, %", "", false},
                   {"time", "s", false}};
  return table;
}

void add_cubature(const std::string& name, const FitRecord& r, Table& table, RunRecord& record) {
  const auto percent = [](double part) { return std::isfinite(part) ? Cell{100 * part, {}} : Cell{}; };
  table.rows.push_back({{name, {}},
                        {double(r.cubature_points), {}},
                        {double(r.points), {}},
                        percent(r.cubature_misfit),
                        {double(r.cubature_states), {}},
                        percent(r.cubature_error),
                        percent(r.cubature_largest),
                        {r.cubature_wall_s, {}}});
  const auto set = [&](const char* what, double value) {
    const std::string quantity = fmt::format("body.{}.cubature_{}", name, what);
    if (std::isfinite(value))
      set_quantity(record, quantity, value);
    else
      set_missing(record, quantity, "few points find no equilibrium where all do");
  };
  set("points", double(r.cubature_points));
  set("misfit_percent", 100 * r.cubature_misfit);
  set("error_percent", 100 * r.cubature_error);
  set("largest_error_percent", 100 * r.cubature_largest);
  set("wall_s", r.cubature_wall_s);
}

void add_fits(const std::string& name, const ReducedBody& body, Table& table, RunRecord& record) {
  const FitRecord& r = body.record.fits;
  double nodes = 0;
  for (const FitRows& fit : body.fits) nodes += double(fit.nodes.size());
  const bool loose = r.relative_hz.size() > 0;
  const double relative = loose ? r.relative_hz.maxCoeff() : 0, lowest = loose ? r.relative_hz.minCoeff() : 0;
  table.rows.push_back({{name, {}},
                        {double(r.points), {}},
                        {nodes, {}},
                        {double(r.normal), {}},
                        {double(r.tangential), {}},
                        {double(r.relative_hz.size()), {}},
                        {lowest, {}},
                        {relative, {}},
                        {r.elastic_hz, {}},
                        {r.mean_pressure, {}},
                        {r.shrink_wall_s, {}},
                        {r.joined_wall_s, {}},
                        {r.modes_wall_s, {}}});
  for (const auto& [what, value] : {std::pair{"contact_points", double(r.points)},
                                    {"contact_nodes", nodes},
                                    {"contact_modes", double(r.normal)},
                                    {"tangential_modes", double(r.tangential)},
                                    {"relative_rigid_modes", double(r.relative_hz.size())},
                                    {"relative_rigid_lowest_hz", lowest},
                                    {"relative_rigid_hz", relative},
                                    {"soft_spring", r.spring_translation},
                                    {"soft_torsion_spring", r.spring_rotation},
                                    {"first_elastic_hz", r.elastic_hz},
                                    {"shrink_wall_s", r.shrink_wall_s},
                                    {"joined_wall_s", r.joined_wall_s},
                                    {"contact_modes_wall_s", r.modes_wall_s},
                                    {"reach_wall_s", r.reach_wall_s}})
    set_quantity(record, fmt::format("body.{}.{}", name, what), value);
  if (r.reach.empty()) return;
  set_quantity(record, fmt::format("body.{}.error_indicator_percent", name), 100 * r.indicated);
  const ReachLimits limits = reach_limits(r.reach, acceptable_pressure_error);
  const auto set_limit = [&](const char* what, const std::optional<double>& value) {
    const std::string quantity = fmt::format("body.{}.{}", name, what);
    if (value)
      set_quantity(record, quantity, *value);
    else
      set_missing(record, quantity,
                  limits.inside ? "pressures are within 2 % as far as was tried" : "pressures are not within 2 %");
  };
  set_limit("reach_least_interference", limits.least_share);
  set_limit("reach_largest_interference", limits.largest_share);
  set_limit("reach_largest_load", limits.largest_usage);
}

}  // namespace

std::vector<std::string> add_reduced_bodies(const ReducedBodies& bodies, RunRecord& record) {
  std::vector<std::string> lines;
  Table table;
  table.section = "Mechanism";
  table.title = "Flexible bodies";
  table.detail =
      "What each body was reduced to. Interface mass: the share of the mass felt at the interfaces that the normal "
      "modes carry, and together with the truncation vectors.";
  table.columns = {{"body", "", true},
                   {"constraint modes", "", false},
                   {"normal modes", "", false},
                   {"truncation vectors", "", false},
                   {"elastic coordinates", "", false},
                   {"highest frequency", "Hz", false},
                   {"interface mass, %", "", false},
                   {"with vectors, %", "", false}};
  const auto share = [](double completeness) {
    return std::isfinite(completeness) ? Cell{100 * completeness, {}} : Cell{};
  };
  Table fits = fits_table(), cubatures = cubature_table();
  for (const auto& [name, body] : bodies) {
    if (!body) continue;
    if (body->record.fits.points > 0) add_fits(name, *body, fits, record);
    if (body->record.fits.cubature_points > 0) add_cubature(name, body->record.fits, cubatures, record);
    const ReductionRecord& r = body->record;
    const Index coordinates = body->frequency.size();
    const double highest = coordinates > 0 ? body->frequency[coordinates - 1] : 0;
    table.rows.push_back({{name, {}},
                          {double(r.constraint_modes), {}},
                          {double(r.normal_modes), {}},
                          {double(r.vectors_kept), {}},
                          {double(coordinates), {}},
                          {highest, {}},
                          share(r.completeness),
                          share(r.completeness_with_vectors)});
    set_quantity(record, fmt::format("body.{}.constraint_modes", name), double(r.constraint_modes));
    set_quantity(record, fmt::format("body.{}.normal_modes", name), double(r.normal_modes));
    set_quantity(record, fmt::format("body.{}.vectors_kept", name), double(r.vectors_kept));
    set_quantity(record, fmt::format("body.{}.coordinates", name), double(coordinates));
    set_quantity(record, fmt::format("body.{}.completeness_reached", name), r.completeness);
    lines.push_back(fmt::format(
        "body '{}': {} constraint modes, {} normal modes, {} truncation vectors; {} elastic coordinates up to {:.3g} "
        "kHz, interface mass {:.3g} %",
        name, r.constraint_modes, r.normal_modes, r.vectors_kept, coordinates, 1e-3 * highest, 100 * r.completeness));
  }
  if (!table.rows.empty()) record.tables.push_back(std::move(table));
  if (!fits.rows.empty()) record.tables.push_back(std::move(fits));
  if (!cubatures.rows.empty()) record.tables.push_back(std::move(cubatures));
  for (const auto& [name, body] : bodies)
    if (body && !body->record.fits.reach.empty()) record.tables.push_back(reach_table(name, body->record.fits));
  return lines;
}

}  // namespace trunnion
