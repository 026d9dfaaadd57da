#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>

#include "model/models.h"
#include "support/paths.h"
#include "support/without_privileges.h"
#include "trunnion/base/error.h"
#include "trunnion/model/model.h"

namespace trunnion {
namespace {

/// One change to the sound model, and what the user must be told. `find` empty: `put` is appended.
struct Broken {
  const char* what;
  std::string find, put;
  std::string expected;
};

std::string replaced(std::string text, const std::string& find, const std::string& put) {
  if (find.empty()) return text + put;
  const std::size_t at = text.find(find);
  EXPECT_NE(at, std::string::npos) << find;
  return text.replace(at, find.size(), put);
}

std::string message_of(const std::string& text, const std::vector<SetOption>& options = {}) {
  try {
    parse_model(text, "beam.toml", options);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

const std::vector<Broken>& broken_models() {
  static const std::vector<Broken> list{
      {"wrong unit", "210 GPa", "210 GPaa", "beam.toml:12:9: material.0.young: unit 'GPaa': 'GPaa' is not a unit"},
      {"wrong dimension", "210 GPa", "210 mm",
       "a pressure or stress is wanted but the value has the unit m; accepted: MPa"},
      {"bare number", "\"210 GPa\"", "210e9", "has no unit; write it with one of: MPa, Pa, GPa"},
      {"number as text without unit", "210 GPa", "210e9", "has no unit"},
      {"misspelt key", "young =", "yuong =", "beam.toml:12:9: material.0: unknown key 'yuong'; did you mean 'young'?"},
      {"missing key", "young = \"210 GPa\"", "",
       "beam.toml:10:1: material.0: the key 'young' is missing (Young's modulus.)"},
      {"misspelt table", "[[support]]", "[[suport]]", "model: unknown key 'suport'; did you mean 'support'?"},
      {"table once instead of a list", "[[support]]", "[support]", "write [[support]] instead of [support]"},
      {"missing file",
       "mesh = { box = [\"${length}\", \"20 mm\", \"20 mm\"], divisions = [10, 1, 1], element = \"${element}\" }",
       "mesh = { file = \"nowhere.inp\", unit = \"mm\" }", "flexible_body.0.mesh.file: there is no file 'nowhere.inp'"},
      {"folder as file",
       "mesh = { box = [\"${length}\", \"20 mm\", \"20 mm\"], divisions = [10, 1, 1], element = \"${element}\" }",
       "mesh = { file = \"/\", unit = \"mm\" }", "is a folder"},
      {"two sources of a mesh", "box = [", "cylinder = { radius = \"1 m\" }, box = [",
       "2 of the keys file, gmsh, box, rectangle, cylinder and shaft are given"},
      {"no source of a mesh", "box = [\"${length}\", \"20 mm\", \"20 mm\"], divisions = [10, 1, 1], ", "",
       "0 of the keys file"},
      {"too many elements", "[10, 1, 1]", "[10000, 10000, 1000]", "more than this program can hold"},
      {"too many elements of a cylinder",
       "mesh = { box = [\"${length}\", \"20 mm\", \"20 mm\"], divisions = [10, 1, 1], element = \"${element}\" }",
       "mesh = { cylinder = { radius = \"1 m\", inner_radius = \"0.5 m\", around = 999999999, radial = 999999999 } }",
       "around, radial and along ask for 4e+18 elements"},
      {"too many samples", "", "\n[[stage]]\ntype = \"transient\"\nduration = \"1 s\"\nsamples = 999999999\n",
       "samples: 999999999 is not allowed, it must be less than 1000001"},
      {"too many nodes of a film", "",
       "\n[[bearing]]\nname = \"b\"\ntype = \"thrust\"\nbetween = [\"x\", \"y\"]\ninner_diameter = \"70 mm\"\n"
       "outer_diameter = \"90 mm\"\nviscosity = \"10 mPa.s\"\nnodes_around = 100000000\n",
       "nodes_around = 100000000 times nodes_across = 11 make 1.1e+09 nodes, at most 200000 are allowed"},
      {"list too short", "[10, 1, 1]", "[10, 1]", "'divisions' must have 3 entries, it has 2"},
      {"negative divisions", "[10, 1, 1]", "[10, -1, 1]", "-1 is not allowed, it must be at least 1"},
      {"fractional count", "modes = 4", "modes = 4.5", "stage.1.modes: a whole number is wanted, not 4.5"},
      {"unknown choice", "element = \"${element}\"", "element = \"hex21\"",
       "'hex21' is not one of: hex20, hex8, tet10"},
      {"not a number", "poisson = 0.3", "poisson = nan", "must be a finite number"},
      {"infinite", "poisson = 0.3", "poisson = inf", "must be a finite number"},
      {"out of range", "poisson = 0.3", "poisson = 0.5", "0.5 is not allowed, it must be less than 0.5"},
      {"unknown parameter", "-${load}", "-${laod}",
       "load.0.force: no parameter is called 'laod'; did you mean 'load'?"},
      {"parameter in a circle", "length = \"1 m\"", "length = \"2*${half}\"", "depends on itself"},
      {"parameter pasted into text", "on = \"xmin\"", "on = \"x${element}\"", "a parameter cannot be part of a text"},
      {"bad parameter", "load = \"100 N\"", "load = \"3 500 N\"",
       "beam.toml:3:8: parameters.load: '3 500 N': two numbers stand side by side"},
      {"syntax error", "poisson = 0.3", "poisson = = 0.3", "beam.toml:13:11: not valid TOML"},
      {"key twice", "poisson = 0.3", "poisson = 0.3\npoisson = 0.3", "beam.toml:14:"},
      {"nested too deep", "", "\n[deep]\nx = " + std::string(60, '[') + std::string(60, ']') + "\n",
       "nested deeper than 32 levels"},
      {"nested absurdly deep", "", "\n[deep]\nx = " + std::string(5000, '[') + "\n", "not valid TOML"},
      {"date", "poisson = 0.3", "poisson = 2024-01-01", "dates and times are not used"},
      {"name twice", "", "\n[[material]]\nname = \"steel\"\nyoung = \"1 GPa\"\npoisson = 0\n",
       "material: the name 'steel' is taken already, at beam.toml:10:1"},
      {"unknown material", "material = \"steel\"", "material = \"stel\"",
       "there is no material 'stel'; did you mean 'steel'?"},
      {"unknown body", "on = \"xmin\"", "on = \"xmin\"\nbody = \"bean\"",
       "support: there is no flexible_body 'bean'; did you mean 'beam'?"},
      {"unknown stage", "quantity = \"displacement\"", "quantity = \"displacement\"\nstage = \"fe-statik\"",
       "'fe-statik'; did you mean 'fe-static'?"},
      {"unknown load case", "quantity = \"displacement\"", "quantity = \"displacement\"\ncase = \"tap\"",
       "there is no load case 'tap'; did you mean 'tip'?"},
      {"key of another type", "type = \"fe-static\"", "type = \"fe-static\"\nmodes = 3",
       "stage.0.modes: has no meaning for type 'fe-static', only for fe-modes"},
      {"case of a fixed support", "fixed = [\"x\", \"y\", \"z\"]", "fixed = [\"x\", \"y\", \"z\"]\ncase = \"tip\"",
       "support.0: 'case' is for prescribed displacements"},
      {"nothing held", "fixed = [\"x\", \"y\", \"z\"]", "", "support.0: nothing is held: write fixed"},
      {"two kinds of load", "case = \"tip\"", "case = \"tip\"\npressure = \"1 MPa\"",
       "give exactly one of pressure, force"},
      {"component missing", "component = \"z\"", "",
       "output.0: the key 'component' is missing; one of: x, y, z, magnitude"},
      {"wrong type of value", "name = \"steel\"", "name = 7",
       "material.0.name: a text in quotes is wanted, not the number 7"},
      {"table where a value belongs", "young = \"210 GPa\"", "young = { a = 1 }",
       "a number or a quantity with unit is wanted, not a table"},
      {"expected of another dimension", "component = \"z\"", "component = \"z\"\nexpected = \"3 N\"\nwithin = 0.01",
       "a length is wanted"},
      {"frequency for a rotation speed", "force = [\"0 N\", \"0 N\", \"-${load}\"]",
       "centrifugal = { speed = \"50 Hz\", axis = [0, 0, 1] }", "turns per second are rev/s"},
  };
  return list;
}

}  // namespace

TEST(BrokenModel, EachMistakeIsToldInTermsOfTheUsersFile) {
  for (const Broken& broken : broken_models()) {
    const std::string message = message_of(replaced(testing::beam_model(), broken.find, broken.put));
    EXPECT_NE(message.find(broken.expected), std::string::npos) << broken.what << "\n  got: " << message;
  }
}

TEST(BrokenModel, MistakesInSetOptionsCiteTheOption) {
  const auto message = [](const std::string& argument) {
    try {
      return message_of(testing::beam_model(), {parse_set_option(argument)});
    } catch (const InputError& error) {
      return std::string(error.what());
    }
  };
  EXPECT_NE(message("lenght=2 m").find("--set lenght: the model has no parameter 'lenght'; did you mean 'length'?"),
            std::string::npos);
  EXPECT_NE(message("length=2 kg").find("'${length}'"), std::string::npos) << message("length=2 kg");
  EXPECT_NE(message("stage.5.modes=2").find("'stage' is a list of 2: '5' must be a number from 0 to 1"),
            std::string::npos)
      << message("stage.5.modes=2");
  EXPECT_NE(message("stage.1.modez=2").find("--set stage.1.modez: stage.1: unknown key 'modez'; did you mean 'modes'?"),
            std::string::npos);
  EXPECT_NE(message("material.0.young=2 kg").find("--set material.0.young: material.0.young: '2 kg': a pressure"),
            std::string::npos)
      << message("material.0.young=2 kg");
  EXPECT_NE(message("length").find("write NAME=value"), std::string::npos);
}

TEST(BrokenModel, UnreadableFilesSayWhy) {
  const auto folder = testing::fresh_folder("unreadable-model");
  const auto file = folder / "model.toml";
  std::ofstream(file) << testing::beam_model();
  chmod(file.c_str(), 0);
  const auto message = [](const std::filesystem::path& path) {
    try {
      read_model(path);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  {
    const testing::WithoutPrivileges as_any_user;
    EXPECT_NE(message(file).find("Permission denied"), std::string::npos) << message(file);
  }
  EXPECT_NE(message(folder).find("is a folder"), std::string::npos);
  EXPECT_NE(message(folder / "none.toml").find("No such file"), std::string::npos);
}

}  // namespace trunnion
