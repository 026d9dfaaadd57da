// What a mesh script may do is decided before gmsh sees it.
#include "fuzz_target.h"
#include "on_disk.h"
#include "trunnion/base/error.h"
#include "trunnion/mesh/gmsh_script.h"

using namespace trunnion;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const fuzz::OnDisk file("part.geo");
  try {
    checked_script_files(file.hold(fuzz::text_of(data, size)).string(), file.path().parent_path().string());
  } catch (const InputError&) {  // refused with a message: as it should be
  }
  return 0;
}

std::vector<std::string> fuzz_seeds() {
  return {
      "SetFactory(\"OpenCASCADE\");\nDefineConstant[ lc = {1, Name \"size\"} ];\nBox(1) = {0, 0, 0, 1, 1, 1};\n"
      "/* a note\n */ Physical Volume(\"all\") = {1}; // end\nPrintf(\"%g\", Max(1, 2));\n",
      "Include \"part.geo\";\nMerge \"part.geo\";\nFor i In {1:3}\n Point(i) = {i, 0, 0};\nEndFor\n",
      "Printf(\"%g\", 1) >> \"file\";\nSystemCall \"date\";\nField[1] = ExternalProcess;\n"};
}
