#include <gtest/gtest.h>

#include <fstream>

#include "model/models.h"
#include "support/paths.h"
#include "trunnion/base/error.h"
#include "trunnion/model/model.h"

namespace trunnion {
namespace {

std::filesystem::path folder_with_beam(const std::string& name) {
  const auto folder = testing::fresh_folder(name);
  std::ofstream(folder / "beam.toml") << testing::beam_model();
  return folder;
}

Model read_in(const std::filesystem::path& folder, const std::string& body) {
  return parse_model("[parameters]\nl = \"3 m\"\n[[flexible_body]]\nname = \"mine\"\n" + body, folder / "own.toml");
}

std::string message(const std::filesystem::path& folder, const std::string& body) {
  try {
    read_in(folder, body);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(BodyFromModel, BringsMeshMaterialAndInterfacesUnderItsOwnName) {
  const auto folder = folder_with_beam("body-from-model");
  const Model model = read_in(folder,
                              "from = { model = \"beam.toml\", set = { length = \"${l}\" } }\n"
                              "place = { position = [\"1 m\", \"0 m\", \"0 m\"] }\n");
  const FlexibleBodyInput& body = model.flexible_bodies.at(0);
  EXPECT_EQ(body.name, "mine");
  EXPECT_DOUBLE_EQ((*body.mesh->box)[0], 3);
  EXPECT_DOUBLE_EQ(body.material->material.young, 210e9);
  EXPECT_EQ(body.interfaces.at(0).name, "tip");
  EXPECT_DOUBLE_EQ(body.place.position.x(), 1);
}

TEST(BodyFromModel, AChangeOfTheOtherFileChangesTheInputHash) {
  const auto folder = folder_with_beam("body-from-model-hash");
  const std::string own = "from = { model = \"beam.toml\" }\n", before = read_in(folder, own).input_hash;
  std::string changed = testing::beam_model();
  changed.replace(changed.find("7850"), 4, "7800");
  std::ofstream(folder / "beam.toml") << changed;
  EXPECT_NE(read_in(folder, own).input_hash, before);
}

TEST(BodyFromModel, MistakesAreNamed) {
  const auto folder = folder_with_beam("body-from-model-mistakes");
  EXPECT_NE(message(folder, "from = { model = \"beam.toml\", body = \"bean\" }\n").find("no flexible_body 'bean'"),
            std::string::npos);
  EXPECT_NE(message(folder, "from = { model = \"beam.toml\", set = { lenght = \"1 m\" } }\n").find("no parameter"),
            std::string::npos);
  EXPECT_NE(message(folder, "from = { body = \"beam\" }\n").find("'model'"), std::string::npos);
  std::ofstream(folder / "circle.toml") << "[[flexible_body]]\nname = \"b\"\nfrom = { model = \"circle.toml\" }\n";
  EXPECT_NE(message(folder, "from = { model = \"circle.toml\" }\n").find("without end"), std::string::npos);
}

}  // namespace
}  // namespace trunnion
