#pragma once
// mesh/abaqus_cards.h -- reading the data lines of single keywords into the deck.

#include "trunnion/mesh/abaqus_deck.h"

namespace trunnion {

/// What a keyword handler works on: the lines, the deck, the scope the keyword stands in, and the units.
struct AbaqusContext {
  AbaqusLines& lines;
  AbaqusDeck& deck;
  AbaqusScope* scope;
  const UnitSystem& units;
};

void read_node_card(AbaqusContext& c, const AbaqusKeyword& keyword);
void read_element_card(AbaqusContext& c, const AbaqusKeyword& keyword);
void read_set_card(AbaqusContext& c, const AbaqusKeyword& keyword);
void read_surface_card(AbaqusContext& c, const AbaqusKeyword& keyword);

void read_material_property(AbaqusContext& c, const AbaqusKeyword& keyword);
void read_solid_section(AbaqusContext& c, const AbaqusKeyword& keyword);
void read_beam_section(AbaqusContext& c, const AbaqusKeyword& keyword);
void read_point_property(AbaqusContext& c, const AbaqusKeyword& keyword);  ///< MASS, ROTARY INERTIA, SPRING
void read_coupling(AbaqusContext& c, const AbaqusKeyword& keyword);
void read_coupling_kind(AbaqusContext& c, const AbaqusKeyword& keyword);
void read_rigid_body(AbaqusContext& c, const AbaqusKeyword& keyword);
void read_instance(AbaqusContext& c, const AbaqusKeyword& keyword);

}  // namespace trunnion
