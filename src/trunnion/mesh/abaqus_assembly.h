#pragma once
// mesh/abaqus_assembly.h -- the parts of a deck at their places, and the look-up of nodes, elements and surfaces by
// name.

#include <map>
#include <string>
#include <vector>

#include "trunnion/mesh/abaqus_deck.h"

namespace trunnion {

/// A named list with the spelling of its first mention.
template <class Member>
struct AbaqusNamed {
  std::string name;
  std::vector<Member> members;
  bool internal = false;
};

struct WeightedNodes {
  std::vector<NodeId> nodes;
  std::vector<double> weights;
};

/// One scope in the assembly: the assembly itself (no prefix) or an instance of a part ("Part-1-1.").
struct AbaqusPlaced {
  const AbaqusScope* scope = nullptr;
  std::string instance, prefix;
  Index first_node = 0, first_element = 0;
  LabelIndex nodes, elements;
  Matrix3d rotation = Matrix3d::Identity();
  // keys in upper case
  std::map<std::string, AbaqusNamed<NodeId>> node_sets;
  std::map<std::string, AbaqusNamed<ElementId>> element_sets;
  std::map<std::string, AbaqusNamed<ElementFace>> surfaces;
  std::map<std::string, WeightedNodes> node_surfaces;
};

class AbaqusAssembly {
 public:
  AbaqusAssembly(const AbaqusDeck& deck, const SourceFiles& files, SkippedList& skipped);

  Mesh mesh;                         ///< nodes and elements of all instances; sets by export_sets()
  std::vector<AbaqusPlaced> placed;  ///< the assembly first

  /// A number, a set, or either with "instance." before it. Throws at `place` where there is none.
  std::vector<NodeId> nodes(const AbaqusPlaced& from, const std::string& member, Place place) const;
  const AbaqusNamed<ElementId>& element_set(const AbaqusPlaced& from, const std::string& name, Place place,
                                            std::string& full_name) const;
  const AbaqusNamed<ElementFace>* surface(const AbaqusPlaced& from, const std::string& name) const;
  const WeightedNodes* node_surface(const AbaqusPlaced& from, const std::string& name) const;
  void export_sets();  ///< into the mesh, without Abaqus' internal ones

 private:
  void append(const AbaqusScope& scope, const AbaqusInstance* instance);
  void build_sets(AbaqusPlaced& target);
  void build_surfaces(AbaqusPlaced& target);
  const AbaqusPlaced& instance(const std::string& name, Place place) const;
  /// The scope and rest of "instance.rest"; nullptr where there is no such instance.
  const AbaqusPlaced* split(const std::string& name, std::string& rest) const;
  std::vector<ElementId> elements(const AbaqusPlaced& from, const std::string& member, Place place) const;
  [[noreturn]] void fail(Place place, const std::string& message) const { throw InputError(files_.at(place), message); }

  const SourceFiles& files_;
  SkippedList& skipped_;
};

}  // namespace trunnion
