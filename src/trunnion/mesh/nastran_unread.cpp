#include "trunnion/mesh/nastran_unread.h"

#include <map>
#include <vector>

#include "trunnion/mesh/number_text.h"

namespace trunnion {
namespace {

struct UnreadField {
  std::size_t index;  ///< 0: field 2 of the manual
  const char* name;
  const char* consequence;
  const char* harmless = "0";
};

constexpr const char* damping = "damping comes from the model file";
constexpr const char* isotropic = "no effect on isotropic materials";
constexpr const char* one_thickness = "{} elements have the thickness of their property";
constexpr const char* mid_plane = "{} elements lie in the plane of their nodes";
constexpr const char* bush_place = "{} bushes act at their nodes; the place of the spring is not used";
constexpr const char* own_integration = "{} properties: the elements are integrated in full";
constexpr const char* all_joined = "{} bars are joined to their nodes in all components";
constexpr const char* no_limits = "stress limits are not checked";

const std::map<std::string, std::vector<UnreadField>>& unread_fields() {
  static const std::map<std::string, std::vector<UnreadField>> table = {
      {"GRID", {{7, "SEID", "{} nodes belong to the body like all others; superelements are not formed"}}},
      {"MAT1",
       {{6, "TREF", "temperatures come from the model file, as differences"},
        {7, "GE", damping},
        {8, "ST", no_limits},
        {9, "SC", no_limits},
        {10, "SS", no_limits},
        {11, "MCSID", isotropic}}},
      {"PSOLID",
       {{2, "CORDM", isotropic},
        {3, "IN", own_integration},
        {4, "STRESS", "stresses are given at the nodes"},
        {5, "ISOP", own_integration},
        {6, "FCTN", "elements of {} properties are fluid in the file and solid here", "SMECH"}}},
      {"PSHELL",
       {{5, "MID3", "plane elements have no transverse shear"},
        {7, "NSM", "the additional mass per area is left out"},
        {10, "MID4", "plane elements do not bend"}}},
      {"PBAR",
       {{6, "NSM", "the additional mass per length is left out"}, {18, "I12", "the section axes count as principal"}}},
      {"CBAR",
       {{7, "OFFT", "directions are taken as OFFT = GGG says", "GGG"}, {8, "PA", all_joined}, {9, "PB", all_joined}}},
      {"CELAS2", {{6, "GE", damping}, {7, "S", "stresses of springs are not computed"}}},
      {"PELAS",
       {{2, "GE", damping},
        {3, "S", "stresses of springs are not computed"},
        {6, "GE", damping},
        {7, "S", "stresses of springs are not computed"}}},
      {"CBUSH",
       {{8, "S", bush_place},
        {9, "OCID", bush_place, "-1"},
        {10, "S1", bush_place},
        {11, "S2", bush_place},
        {12, "S3", bush_place}}},
      {"CTRIA3",
       {{5, "THETA", isotropic},
        {6, "ZOFFS", mid_plane},
        {10, "T1", one_thickness, ""},
        {11, "T2", one_thickness, ""},
        {12, "T3", one_thickness, ""}}},
      {"CTRIA6",
       {{8, "THETA", isotropic},
        {9, "ZOFFS", mid_plane},
        {10, "T1", one_thickness, ""},
        {11, "T2", one_thickness, ""},
        {12, "T3", one_thickness, ""}}},
      {"CQUAD4",
       {{6, "THETA", isotropic},
        {7, "ZOFFS", mid_plane},
        {10, "T1", one_thickness, ""},
        {11, "T2", one_thickness, ""},
        {12, "T3", one_thickness, ""},
        {13, "T4", one_thickness, ""}}},
      {"CQUAD8",
       {{10, "T1", one_thickness, ""},
        {11, "T2", one_thickness, ""},
        {12, "T3", one_thickness, ""},
        {13, "T4", one_thickness, ""},
        {14, "THETA", isotropic},
        {15, "ZOFFS", mid_plane}}}};
  return table;
}

}  // namespace

void list_unread_field(const NastranCard& card, std::size_t field, const std::string& name,
                       const std::string& consequence, SkippedList& skipped, const std::string& harmless) {
  if (card.blank(field)) return;
  const auto value = parse_real(card.text(field)), nothing = parse_real(harmless);
  if (value && nothing ? *value == *nothing : upper_case(card.text(field)) == harmless) return;
  skipped.add(card.name + ", field " + name, card.place, consequence);
}

void list_unread_fields(const NastranCard& card, SkippedList& skipped) {
  const auto fields = unread_fields().find(card.name);
  if (fields == unread_fields().end()) return;
  for (const UnreadField& field : fields->second)
    list_unread_field(card, field.index, field.name, field.consequence, skipped, field.harmless);
}

std::string consequence_of_leaving_out(const std::string& name) {
  static const std::map<std::string, std::string> known = {{"SPC", "supports come from the model file"},
                                                           {"SPC1", "supports come from the model file"},
                                                           {"SPCADD", "supports come from the model file"},
                                                           {"FORCE", "loads come from the model file"},
                                                           {"MOMENT", "loads come from the model file"},
                                                           {"PLOAD4", "loads come from the model file"},
                                                           {"LOAD", "loads come from the model file"},
                                                           {"GRAV", "loads come from the model file"},
                                                           {"RBAR", "the nodes are not tied; use RBE2"},
                                                           {"RBE1", "the nodes are not tied; use RBE2"},
                                                           {"MPC", "the nodes are not linked"},
                                                           {"CPYRAM", "{} pyramid elements are left out"},
                                                           {"CBEAM", "{} beam elements are left out; use CBAR"},
                                                           {"CROD", "{} rod elements are left out"},
                                                           {"CONROD", "{} rod elements are left out"},
                                                           {"CDAMP2", "{} dampers are left out"},
                                                           {"CONM1", "{} masses are left out; use CONM2"},
                                                           {"MAT9", "the material has no stiffness; use MAT1"},
                                                           {"MAT8", "the material has no stiffness; use MAT1"},
                                                           {"CORD1R", "use CORD2R"},
                                                           {"CORD1C", "use CORD2C"},
                                                           {"GRDSET", "defaults of GRID are not applied"},
                                                           {"SPOINT", "scalar points are left out"},
                                                           {"BSURFS", "contact surfaces come from the model file"},
                                                           {"CELAS3", "{} springs are left out; use CELAS2"},
                                                           {"CELAS4", "{} springs are left out; use CELAS2"}};
  const auto found = known.find(name);
  return found == known.end() ? "no effect here" : found->second;
}

}  // namespace trunnion
