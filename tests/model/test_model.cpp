#include <gtest/gtest.h>

#include <fstream>

#include "model/models.h"
#include "support/paths.h"
#include "trunnion/base/error.h"
#include "trunnion/model/model.h"
#include "trunnion/model/read_toml.h"

namespace trunnion {
namespace {

using testing::beam_model;

Model beam(const std::vector<std::string>& set = {}) {
  std::vector<SetOption> options;
  for (const std::string& argument : set) options.push_back(parse_set_option(argument));
  return parse_model(beam_model(), "beam.toml", options);
}

}  // namespace

TEST(Model, ValuesArriveInSi) {
  const Model model = beam();
  EXPECT_EQ(model.header.name, "beam");
  ASSERT_EQ(model.flexible_bodies.size(), 1U);
  const FlexibleBodyInput& body = model.flexible_bodies[0];
  EXPECT_DOUBLE_EQ((*body.mesh->box)[0], 1);
  EXPECT_DOUBLE_EQ((*body.mesh->box)[1], 0.02);
  EXPECT_EQ(body.mesh->divisions, (std::vector<int>{10, 1, 1}));
  EXPECT_EQ(body.mesh->element, CellType::hex20);
  EXPECT_DOUBLE_EQ(body.material->material.young, 210e9);
  EXPECT_DOUBLE_EQ((*model.loads[0].force)[2], -100);
}

TEST(Model, NamesThatAreClearNeedNotBeGiven) {
  const Model model = beam();
  EXPECT_EQ(model.supports[0].body, "beam");
  EXPECT_EQ(model.stages[0].name, "fe-static");
  EXPECT_EQ(model.stages[0].cases, std::vector<std::string>{"tip"});
  EXPECT_EQ(model.outputs[0].stage, "fe-static");
  EXPECT_EQ(model.outputs[0].load_case, "tip");
}

TEST(Model, SetOptionsAreReadAsTheirKeyAsks) {
  const Model model =
      beam({"length=2 m", "element=tet10", "stage.1.modes=7", "load.0.force=[\"1 N\", \"0 N\", \"2*${load}\"]",
            "flexible_body.0.lumped_mass=true", "flexible_body.0.mesh.divisions=[2, 1, 1]",
            "flexible_body.0.material={ young = \"70 GPa\", poisson = 0.33 }"});
  EXPECT_DOUBLE_EQ((*model.flexible_bodies[0].mesh->box)[0], 2);
  EXPECT_EQ(model.flexible_bodies[0].mesh->element, CellType::tet10);
  EXPECT_EQ(model.stages[1].modes, 7);
  EXPECT_DOUBLE_EQ((*model.loads[0].force)[2], 200);
  EXPECT_TRUE(model.flexible_bodies[0].lumped_mass);
  EXPECT_EQ(model.flexible_bodies[0].mesh->divisions[0], 2);
  EXPECT_DOUBLE_EQ(model.flexible_bodies[0].material->material.young, 70e9);
}

TEST(Model, TheResolvedModelReadsBackToItself) {
  const Model model = beam({"length=1.1 m"});
  const Model again = parse_model(model.resolved, "beam.toml");
  EXPECT_EQ(again.resolved, model.resolved);
  EXPECT_EQ(again.input_hash, model.input_hash);
  EXPECT_NE(model.input_hash, beam().input_hash);
}

TEST(Model, AModelWithEveryTableReadsBackToItself) {
  const Model model = parse_model(testing::model_with_everything(), "everything.toml");
  EXPECT_EQ(parse_model(model.resolved, "everything.toml").resolved, model.resolved);
  EXPECT_TRUE(model.flexible_bodies[0].lumped_mass);
  EXPECT_EQ(model.flexible_bodies[0].mesh->element, CellType::hex8);
  EXPECT_NEAR(model.flexible_bodies[0].mesh->cylinder->length, 5e-3, 1e-15);
}

TEST(Model, EveryProblemIsReportedAtOnce) {
  try {
    beam({"material.0.young=210 mm", "stage.1.modes=0", "output.0.component=w"});
    FAIL();
  } catch (const InputError& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find("material.0.young"), std::string::npos) << message;
    EXPECT_NE(message.find("stage.1.modes"), std::string::npos) << message;
    EXPECT_NE(message.find("output.0"), std::string::npos) << message;
  }
}

TEST(Model, TheReferencePageIsUpToDate) {
  EXPECT_EQ(read_text_file(testing::source_dir() / "docs" / "model-file.md"), reference_page(model_info()))
      << "run: build/bin/trunnion schema --page > docs/model-file.md";
}

TEST(Model, TheJsonSchemaNamesEveryTopLevelTable) {
  const std::string schema = json_schema(model_info());
  for (const std::string& key : model_info().keys())
    EXPECT_NE(schema.find("\"" + key + "\""), std::string::npos) << key;
}

}  // namespace trunnion
