#include "trunnion/mesh/nastran_deck.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "trunnion/mesh/beam_section.h"
#include "trunnion/mesh/nastran_unread.h"
#include "trunnion/mesh/number_text.h"

namespace trunnion {
namespace {

constexpr std::array nastran_hex20_order = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 16, 17, 18, 19, 12, 13, 14, 15};
constexpr std::array nastran_wedge15_order = {0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 13, 14, 9, 10, 11};

struct ElementCard {
  CellType linear;
  bool shell;
};
const std::map<std::string, ElementCard>& element_cards() {
  using enum CellType;
  static const std::map<std::string, ElementCard> table = {
      {"CTETRA", {tet4, false}}, {"CPENTA", {wedge6, false}}, {"CHEXA", {hex8, false}}, {"CTRIA3", {tri3, true}},
      {"CTRIA6", {tri3, true}},  {"CQUAD4", {quad4, true}},   {"CQUAD8", {quad4, true}}};
  return table;
}

class DeckReader {
 public:
  explicit DeckReader(NastranLines& lines) : lines_(lines) {}

  NastranDeck read() {
    while (lines_.next(card_)) take();
    for (const NastranLines::Set& set : lines_.sets()) {
      const auto name = lines_.set_names().find(set.id);
      const bool elements = name != lines_.set_names().end() && name->second.elements;
      deck_.sets.push_back({set.id, elements, set.members, set.place});
    }
    if (lines_.control_statements() > 0)
      deck_.skipped.add("case control", lines_.first_control(),
                        "{} statements are left out; the model file says what is computed",
                        lines_.control_statements());
    deck_.frames.resolve(lines_);
    return std::move(deck_);
  }

 private:
  using Method = void (DeckReader::*)();
  static const std::map<std::string, Method>& methods() {
    static const std::map<std::string, Method> table = {{"GRID", &DeckReader::grid},
                                                        {"CORD2R", &DeckReader::frame},
                                                        {"CORD2C", &DeckReader::frame},
                                                        {"CORD2S", &DeckReader::frame},
                                                        {"MAT1", &DeckReader::material},
                                                        {"PSOLID", &DeckReader::solid_property},
                                                        {"PSHELL", &DeckReader::shell_property},
                                                        {"PBAR", &DeckReader::bar_property},
                                                        {"PBARL", &DeckReader::shaped_bar_property},
                                                        {"CBAR", &DeckReader::bar},
                                                        {"RBE2", &DeckReader::rigid},
                                                        {"RBE3", &DeckReader::averaged},
                                                        {"CONM2", &DeckReader::mass},
                                                        {"CELAS1", &DeckReader::spring},
                                                        {"CELAS2", &DeckReader::spring},
                                                        {"PELAS", &DeckReader::spring_property},
                                                        {"CBUSH", &DeckReader::bush},
                                                        {"PBUSH", &DeckReader::bush_property},
                                                        {"SET1", &DeckReader::set},
                                                        {"SET3", &DeckReader::set},
                                                        {"PARAM", &DeckReader::parameter}};
    return table;
  }

  void take() {
    list_unread_fields(card_, deck_.skipped);
    if (const auto element = element_cards().find(card_.name); element != element_cards().end())
      return add_element(element->second);
    const auto method = methods().find(card_.name);
    if (method != methods().end()) return (this->*method->second)();
    deck_.skipped.add(card_.name, card_.place, consequence_of_leaving_out(card_.name));
  }

  std::int64_t integer(std::size_t i, const char* what) const { return lines_.integer(card_, i, what); }
  std::int64_t integer_or(std::size_t i, std::int64_t value, const char* what) const {
    return lines_.integer_or(card_, i, value, what);
  }
  double real(std::size_t i, const char* what) const { return lines_.real(card_, i, what); }
  double real_or(std::size_t i, double value, const char* what) const { return lines_.real_or(card_, i, value, what); }
  [[noreturn]] void fail(const std::string& message) const { lines_.fail(card_.place, card_.name + ": " + message); }

  Vector3d vector_or_zero(std::size_t first, const char* what) const {
    return {real_or(first, 0, what), real_or(first + 1, 0, what), real_or(first + 2, 0, what)};
  }

  void grid() {
    NastranNode node;
    node.label = integer(0, "a node number");
    node.frame = integer_or(1, 0, "a coordinate system");
    node.coordinates = vector_or_zero(2, "a coordinate");
    node.displacement_frame = integer_or(5, 0, "a coordinate system");
    if (!card_.blank(6) && card_.text(6) != "0") {
      node.held = std::string(card_.text(6));
      check_components(node.held);
      std::sort(node.held.begin(), node.held.end());
      deck_.skipped.add("GRID, field PS", card_.place,
                        fmt::format("{{}} nodes are held in components {0} there; supports come from the model file, "
                                    "which can name these nodes as ps_{0}",
                                    node.held));
    }
    if (node.displacement_frame != 0)
      deck_.skipped.add("GRID, field CD", card_.place, "displacements of {} nodes are given in global directions");
    node.place = card_.place;
    deck_.nodes.push_back(std::move(node));
  }

  void frame() { deck_.frames.add(lines_, card_); }

  void add_element(const ElementCard& kind) {
    NastranElement element;
    element.label = integer(0, "an element number");
    element.property = integer_or(1, element.label, "a property number");
    element.place = card_.place;
    const std::size_t corners = std::size_t(num_corners(kind.linear));
    const auto all = std::size_t(num_nodes(quadratic_type(kind.linear)));
    std::size_t given = 0;
    for (std::size_t i = corners; i < all; ++i)
      given += !card_.blank(2 + i) && !(kind.shell && card_.fields[2 + i].find('.') != std::string_view::npos) ? 1 : 0;
    const bool shell_linear = card_.name == "CTRIA3" || card_.name == "CQUAD4";  // further fields are not nodes
    const bool quadratic = given > 0 && !shell_linear;
    if (quadratic && given < all - corners)
      fail(fmt::format("element {} has {} of {} mid-side nodes; give all of them or none", element.label, given,
                       all - corners));
    element.type = quadratic ? quadratic_type(kind.linear) : kind.linear;
    const auto count = std::size_t(num_nodes(element.type));
    for (std::size_t i = 0; i < count; ++i)
      element.nodes.push_back(integer(2 + nastran_position(element.type, i), "a node number"));
    if (kind.shell) {
      deck_.shells.push_back(std::move(element));
      return;
    }
    for (std::size_t i = 2 + all; i < card_.fields.size(); ++i)
      if (!card_.blank(i)) fail(fmt::format("element {} has more than {} nodes", element.label, all));
    RawBlock& block = deck_.raw.block(element.type);
    block.labels.push_back(element.label);
    block.nodes.insert(block.nodes.end(), element.nodes.begin(), element.nodes.end());
    block.places.push_back(element.place);
    deck_.properties[element.type].push_back(element.property);
  }

  /// Nastran counts the upright mid-side nodes of hexahedra and wedges before those of the top.
  static std::size_t nastran_position(CellType type, std::size_t i) {
    if (type == CellType::hex20) return std::size_t(nastran_hex20_order[i]);
    if (type == CellType::wedge15) return std::size_t(nastran_wedge15_order[i]);
    return i;
  }

  void material() {
    const std::int64_t id = integer(0, "a material number");
    Material m;
    m.name = fmt::format("mat_{}", id);
    const double shear = real_or(2, 0, "a shear modulus");
    m.young = real_or(1, 0, "Young's modulus");
    m.poisson = real_or(3, 0, "Poisson's ratio");
    if (card_.blank(1)) m.young = 2 * shear * (1 + m.poisson);
    if (card_.blank(3) && shear > 0) m.poisson = m.young / (2 * shear) - 1;
    m.density = real_or(4, 0, "a density");
    m.expansion = real_or(5, 0, "an expansion coefficient");
    if (!card_.blank(1) && !card_.blank(3) && shear > 0 && std::abs(2 * shear * (1 + m.poisson) / m.young - 1) > 1e-3)
      deck_.skipped.add("MAT1, field G", card_.place,
                        "the shear modulus follows from Young's modulus and Poisson's ratio");
    if (!(m.young > 0) || !(m.poisson > -1 && m.poisson < 0.5))
      fail(fmt::format("material {}: Young's modulus {} must be > 0 and Poisson's ratio {} between -1 and 0.5", id,
                       m.young, m.poisson));
    if (!deck_.materials.emplace(id, m).second) fail(fmt::format("material {} is defined twice", id));
  }

  void solid_property() {
    const std::int64_t id = integer(0, "a property number");
    if (!deck_.solid_properties.emplace(id, NastranSolidProperty{integer(1, "a material number"), card_.place}).second)
      fail(fmt::format("property {} is defined twice", id));
  }

  /// Without a material for bending (field MID2) a PSHELL is a plane-stress membrane; MID2 = -1 means plane strain.
  void shell_property() {
    NastranShellProperty p;
    p.material = integer_or(1, 0, "a material number");
    p.thickness = real_or(2, 0, "a thickness");
    const std::int64_t bending = integer_or(3, 0, "a material number");
    if (bending == -1) p.plane = PlaneKind::strain;
    if (card_.blank(3)) p.plane = PlaneKind::stress;
    deck_.shell_properties[integer(0, "a property number")] = p;
  }

  void bar_property() {
    NastranBarProperty p;
    p.material = integer(1, "a material number");
    p.place = card_.place;
    p.section.area = real(2, "an area");
    p.section.inertia_1 = real(3, "a second moment of area");
    p.section.inertia_2 = real(4, "a second moment of area");
    p.section.torsion = real(5, "a torsion constant");
    // K1 is for shear in plane 1, that is along axis 2; no value: stiff in shear
    p.section.shear_area_2 = real_or(16, 0, "a shear factor") * p.section.area;
    p.section.shear_area_1 = real_or(17, 0, "a shear factor") * p.section.area;
    deck_.bar_properties[integer(0, "a property number")] = p;
  }

  void shaped_bar_property() {
    NastranBarProperty p;
    p.material = integer(1, "a material number");
    p.place = card_.place;
    const std::string shape = upper_case(card_.text(3));
    if (shape == "ROD") {
      p.section = circle_section(real(8, "a radius"));
    } else if (shape == "TUBE") {
      p.section = circle_section(real(8, "a radius"), real(9, "a radius"));
    } else if (shape == "BAR") {
      p.section = rectangle_section(real(8, "a width"), real(9, "a height"));  // the height lies in plane 1
    } else {
      deck_.skipped.add("PBARL, " + shape, card_.place, "its bars have no section; ROD, TUBE and BAR are read");
      return;
    }
    list_unread_field(card_, shape == "ROD" ? 9 : 10, "NSM", "the additional mass per length is left out",
                      deck_.skipped);
    deck_.bar_properties[integer(0, "a property number")] = p;
  }

  /// Direction in plane 1 of a CBAR or CBUSH: three numbers, or one node.
  void direction(std::size_t field, Vector3d& vector, std::int64_t& node) const {
    if (card_.blank(field + 1) && card_.blank(field + 2) && !card_.blank(field) && parse_integer(card_.text(field)))
      node = integer(field, "a node number");
    else
      vector = vector_or_zero(field, "a direction");
  }

  void bar() {
    NastranBar bar;
    bar.label = integer(0, "an element number");
    bar.property = integer_or(1, bar.label, "a property number");
    bar.node_a = integer(2, "a node number");
    bar.node_b = integer(3, "a node number");
    direction(4, bar.direction, bar.direction_node);
    bar.place = card_.place;
    if (!vector_or_zero(10, "an offset").isZero(0) || !vector_or_zero(13, "an offset").isZero(0))
      deck_.skipped.add("CBAR, offsets", card_.place, "{} bars run from node to node");
    deck_.bars.push_back(bar);
  }

  void check_components(const std::string& components) const {
    if (components.empty() || components.find_first_not_of("123456") != std::string::npos)
      fail(fmt::format("read '{}' as degrees of freedom; digits 1 to 6 are needed", components));
  }

  void rigid() {
    NastranRigid rigid;
    rigid.label = integer(0, "an element number");
    rigid.reference = integer(1, "a node number");
    rigid.components = std::string(card_.text(2));
    rigid.place = card_.place;
    check_components(rigid.components);
    std::size_t last = card_.fields.size();
    while (last > 3 && card_.blank(last - 1)) --last;
    for (; last > 3 && card_.fields[last - 1].find('.') != std::string_view::npos; --last) {  // ALPHA and TREF
      list_unread_field(card_, last - 1, "ALPHA", "{} couplings do not expand with temperature", deck_.skipped);
      card_.fields[last - 1] = {};
    }
    rigid.nodes = lines_.numbers(card_, 3, "a node number");
    deck_.rigids.push_back(std::move(rigid));
  }

  void averaged() {
    NastranRigid rigid;
    rigid.kind = CouplingKind::averaged;
    rigid.label = integer(0, "an element number");
    rigid.reference = integer(2, "a node number");
    rigid.components = std::string(card_.text(3));
    rigid.place = card_.place;
    check_components(rigid.components);
    double weight = 1;
    for (std::size_t i = 4; i < card_.fields.size(); ++i) {
      if (card_.blank(i)) continue;
      const std::string_view text = card_.fields[i];
      const std::string word = upper_case(text);
      if (word == "UM") {
        deck_.skipped.add("RBE3, UM", card_.place, "in {} couplings the reference node is the one that follows");
        while (i + 1 < card_.fields.size() && upper_case(card_.fields[i + 1]) != "ALPHA") ++i;
        continue;
      }
      if (word == "ALPHA") {
        list_unread_field(card_, i + 1, "ALPHA", "{} couplings do not expand with temperature", deck_.skipped);
        break;
      }
      if (const auto node = parse_integer(text)) {
        rigid.nodes.push_back(*node);
        rigid.weights.push_back(weight);
        continue;
      }
      weight = real(i, "a weight");
      const std::string components(card_.text(++i));
      check_components(components);
      if (components.find("123") == std::string::npos)
        deck_.skipped.add("RBE3, components " + components, card_.place, "the nodes count with all three translations");
      if (components.find_first_of("456") != std::string::npos)
        deck_.skipped.add("RBE3, components " + components, card_.place, "rotations of the nodes do not count");
    }
    deck_.rigids.push_back(std::move(rigid));
  }

  void mass() {
    NastranMass mass;
    mass.node = integer(1, "a node number");
    mass.frame = integer_or(2, 0, "a coordinate system");
    mass.mass = real_or(3, 0, "a mass");
    mass.offset = vector_or_zero(4, "an offset");
    mass.place = card_.place;
    std::array<double, 6> i{};
    for (std::size_t k = 0; k < 6; ++k) i[k] = real_or(8 + k, 0, "a moment of inertia");
    // The card holds the products with a positive sign (integral of xy dm): the tensor has them negative.
    mass.inertia << i[0], -i[1], -i[3], -i[1], i[2], -i[4], -i[3], -i[4], i[5];
    deck_.masses.push_back(mass);
  }

  void spring() {
    NastranSpring spring;
    spring.label = integer(0, "an element number");
    if (card_.name == "CELAS1")
      spring.property = integer_or(1, spring.label, "a property number");
    else
      spring.stiffness = real(1, "a stiffness");
    spring.node_a = integer_or(2, 0, "a node number");
    spring.component_a = int(integer_or(3, 0, "a component"));
    spring.node_b = integer_or(4, 0, "a node number");
    spring.component_b = int(integer_or(5, 0, "a component"));
    spring.place = card_.place;
    if (spring.node_a == 0) std::swap(spring.node_a, spring.node_b), std::swap(spring.component_a, spring.component_b);
    const auto allowed = [](int component) { return component >= 1 && component <= 6; };
    if (spring.node_a == 0 || !allowed(spring.component_a) || (spring.node_b != 0 && !allowed(spring.component_b)))
      fail(fmt::format("spring {} needs at least one node, and components 1 to 6", spring.label));
    deck_.springs.push_back(spring);
  }

  void spring_property() {
    for (std::size_t i = 0; i < 8; i += 4)
      if (!card_.blank(i)) deck_.spring_properties[integer(i, "a property number")] = real(i + 1, "a stiffness");
  }

  void bush() {
    NastranSpring bush;
    bush.label = integer(0, "an element number");
    bush.property = integer_or(1, bush.label, "a property number");
    bush.node_a = integer(2, "a node number");
    bush.node_b = integer_or(3, 0, "a node number");
    direction(4, bush.direction, bush.direction_node);
    if (!card_.blank(7)) bush.frame = integer(7, "a coordinate system");
    bush.place = card_.place;
    deck_.springs.push_back(bush);
  }

  void bush_property() {
    std::array<double, 6> stiffness{};
    for (std::size_t i = 1; i < card_.fields.size(); ++i) {
      const std::string word = upper_case(card_.text(i));
      if (word == "K") {
        for (std::size_t k = 0; k < 6; ++k) stiffness[k] = real_or(i + 1 + k, 0, "a stiffness");
      } else if (!word.empty() && !parse_real(word)) {
        deck_.skipped.add("PBUSH, " + word, card_.place, "only the stiffness of bushes is read");
      }
    }
    deck_.bush_properties[integer(0, "a property number")] = stiffness;
  }

  void set() {
    NastranSet set{integer(0, "a set number"), false, {}, card_.place};
    const bool typed = card_.name == "SET3";
    const std::string kind = typed ? upper_case(card_.text(1)) : "GRID";
    if (kind != "GRID" && !kind.starts_with("ELEM")) {
      deck_.skipped.add("SET3, " + kind, card_.place, "the set is left out");
      return;
    }
    set.elements = kind != "GRID";
    set.members = lines_.numbers(card_, typed ? 2 : 1, "a number of the set");
    deck_.sets.push_back(std::move(set));
  }

  void parameter() {
    const std::string name = upper_case(card_.text(0));
    if (name == "WTMASS")
      deck_.mass_factor = real(1, "the factor for masses");
    else
      deck_.skipped.add("PARAM, " + name, card_.place, "no effect here");
  }

  NastranLines& lines_;
  NastranDeck deck_;
  NastranCard card_;
};

}  // namespace

NastranDeck parse_nastran_deck(NastranLines& lines) { return DeckReader(lines).read(); }

}  // namespace trunnion
