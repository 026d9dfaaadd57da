#include "trunnion/mesh/abaqus_deck.h"

#include <fmt/format.h>

#include <set>

#include "trunnion/mesh/abaqus_cards.h"
#include "trunnion/mesh/abaqus_unread.h"
#include "trunnion/mesh/number_text.h"

namespace trunnion {
namespace {

using Handler = void (*)(AbaqusContext&, const AbaqusKeyword&);

const std::map<std::string, Handler>& handlers() {
  static const std::map<std::string, Handler> table = {
      {"NODE", read_node_card},
      {"ELEMENT", read_element_card},
      {"NSET", read_set_card},
      {"ELSET", read_set_card},
      {"SURFACE", read_surface_card},
      {"ELASTIC", read_material_property},
      {"DENSITY", read_material_property},
      {"EXPANSION", read_material_property},
      {"SOLID SECTION", read_solid_section},
      {"BEAM SECTION", read_beam_section},
      {"MASS", read_point_property},
      {"ROTARY INERTIA", read_point_property},
      {"SPRING", read_point_property},
      {"COUPLING", read_coupling},
      {"KINEMATIC", read_coupling_kind},
      {"DISTRIBUTING", read_coupling_kind},
      {"RIGID BODY", read_rigid_body},
      {"INSTANCE", read_instance},
  };
  return table;
}

/// What it means for the user that a keyword is left out.
std::string abaqus_consequence(const std::string& keyword) {
  static const std::map<std::string, std::string> known = {
      {"BOUNDARY", "supports come from the model file"},
      {"CLOAD", "loads come from the model file"},
      {"DLOAD", "loads come from the model file"},
      {"DSLOAD", "loads come from the model file"},
      {"TEMPERATURE", "temperatures come from the model file"},
      {"INITIAL CONDITIONS", "the body starts without stress and at rest"},
      {"TIE", "the two surfaces are not joined"},
      {"CONTACT PAIR", "the two surfaces do not touch each other"},
      {"SURFACE INTERACTION", "contact comes from the model file"},
      {"EQUATION", "the nodes are not linked"},
      {"MPC", "the nodes are not linked"},
      {"NGEN", "its nodes are missing"},
      {"NFILL", "its nodes are missing"},
      {"NCOPY", "its nodes are missing"},
      {"ELGEN", "its elements are missing"},
      {"ELCOPY", "its elements are missing"},
      {"SYSTEM", "nodes stay where their numbers put them"},
      {"SHELL SECTION", "shell elements are left out"},
      {"SHELL GENERAL SECTION", "shell elements are left out"},
      {"MEMBRANE SECTION", "membrane elements are left out"},
      {"BEAM GENERAL SECTION", "these beams have no section"},
      {"ORIENTATION", "no effect on isotropic materials"},
      {"TRANSFORM", "directions of loads and supports come from the model file"},
      {"DASHPOT", "dampers are left out"},
      {"CONNECTOR SECTION", "connectors are left out"},
      {"PLASTIC", "the material stays elastic"},
      {"HYPERELASTIC", "the material has no such stiffness"},
      {"DAMPING", "damping comes from the model file"},
      {"CONDUCTIVITY", "no effect: heat is not computed"},
      {"SPECIFIC HEAT", "no effect: heat is not computed"},
      {"KINEMATIC COUPLING", "the reference node is not tied; use *COUPLING with *KINEMATIC"},
      {"DISTRIBUTING COUPLING", "the reference node is not tied; use *COUPLING with *DISTRIBUTING"},
  };
  const auto found = known.find(keyword);
  return found == known.end() ? "no effect here" : found->second;
}

class DeckParser {
 public:
  DeckParser(AbaqusLines& lines, const UnitSystem& units) : lines_(lines), units_(units) {}

  AbaqusDeck parse() {
    if (std::string_view line; lines_.next_data(line))
      lines_.fail(fmt::format("read '{}' where a keyword such as *NODE should begin; is this another kind of file?",
                              line.substr(0, 40)));
    while (const auto keyword = lines_.next_keyword()) take(*keyword);
    if (in_part_)
      lines_.fail(fmt::format("*PART '{}' has no *END PART; the file may be cut off", deck_.parts.back().name));
    return std::move(deck_);
  }

 private:
  void take(const AbaqusKeyword& keyword) {
    const std::string& name = keyword.name;
    if (!in_step_) list_unread_parameters(keyword, deck_.skipped);
    if (name == "STEP") in_step_ = true;
    if (name == "END STEP") in_step_ = false;
    if (name == "PART") return begin_part(keyword);
    if (name == "END PART") in_part_ = false;
    if (name == "INSTANCE" || name == "END INSTANCE") in_instance_ = own_scope_ = false;
    if (name == "MATERIAL") {
      if (keyword.get("NAME").empty()) lines_.fail(keyword.place, "*MATERIAL needs NAME=");
      deck_.materials.push_back({keyword.get("NAME"), 0, 0, 0, 0});
      return;
    }
    const auto handler = handlers().find(name);
    if (handler != handlers().end() && !in_step_) {
      if (keyword.has("INPUT")) lines_.include(keyword.get("INPUT"));
      AbaqusContext context{lines_, deck_, &scope(), units_};
      handler->second(context, keyword);
      if (name == "INSTANCE") in_instance_ = true;
      return;
    }
    static const std::set<std::string> without_meaning = {
        "HEADING", "PREPRINT", "ASSEMBLY",    "END ASSEMBLY",   "END INSTANCE", "END PART", "STEP",      "END STEP",
        "RESTART", "OUTPUT",   "NODE OUTPUT", "ELEMENT OUTPUT", "NODE PRINT",   "EL PRINT", "NODE FILE", "EL FILE"};
    if (!without_meaning.contains(name)) deck_.skipped.add("*" + name, keyword.place, abaqus_consequence(name));
  }

  AbaqusScope& scope() {
    if (in_part_) return deck_.parts.back();
    return in_instance_ ? instance_scope() : deck_.assembly;
  }

  /// An independent instance brings its own mesh: it becomes an instance of a part of its own, which starts with what
  /// the named part has.
  AbaqusScope& instance_scope() {
    if (!own_scope_) {
      AbaqusInstance& instance = deck_.instances.back();
      AbaqusScope own;
      for (const AbaqusScope& part : deck_.parts)
        if (upper_case(part.name) == upper_case(instance.part)) own = part;
      own.name = instance.name + " (its own mesh)";
      instance.part = own.name;
      deck_.parts.push_back(std::move(own));
      own_scope_ = true;
    }
    return deck_.parts.back();
  }

  void begin_part(const AbaqusKeyword& keyword) {
    if (keyword.get("NAME").empty()) lines_.fail(keyword.place, "*PART needs NAME=");
    for (const AbaqusScope& part : deck_.parts)
      if (upper_case(part.name) == keyword.upper("NAME"))
        lines_.fail(keyword.place, fmt::format("part '{}' is defined twice", part.name));
    deck_.parts.emplace_back().name = keyword.get("NAME");
    in_part_ = true;
  }

  AbaqusLines& lines_;
  const UnitSystem& units_;
  AbaqusDeck deck_;
  bool in_part_ = false, in_step_ = false, in_instance_ = false;
  bool own_scope_ = false;  ///< the last part is the mesh of the instance that is being read
};

}  // namespace

AbaqusDeck parse_abaqus_deck(AbaqusLines& lines, const UnitSystem& units) { return DeckParser(lines, units).parse(); }

}  // namespace trunnion
