#include <gtest/gtest.h>

#include "model/models.h"
#include "trunnion/base/error.h"
#include "trunnion/model/model.h"

namespace trunnion {
namespace {

std::string replaced(std::string text, const std::string& find, const std::string& put) {
  const std::size_t at = text.find(find);
  EXPECT_NE(at, std::string::npos) << find;
  return text.replace(at, find.size(), put);
}

Model model_with(const std::string& fit, const std::string& steps = "") {
  std::string text =
      replaced(testing::beam_model(), "quantity = \"displacement\"", "quantity = \"displacement\"\ncase = \"tip\"");
  if (!steps.empty()) text = replaced(text, "type = \"fe-static\"", "type = \"fe-static\"\nsteps = " + steps);
  return parse_model(text + "\n[[fit]]\nname = \"seat\"\nouter = \"xmin\"\n" + fit, "beam.toml");
}

std::string message_of(const std::string& fit, const std::string& steps = "") {
  try {
    model_with(fit, steps);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

const std::string sound = "inner = \"xmax\"\ninterference = \"0.025 mm\"\n";

TEST(FitTable, ValuesArriveInSiAndTheOnlyBodyIsMeant) {
  const Model model = model_with(sound + "stiffness = \"2e5 N/mm^3\"\nfriction = 0.2\nsmoothing = \"0.1 um\"\n");
  ASSERT_EQ(model.fits.size(), 1u);
  const FitInput& fit = model.fits.front();
  EXPECT_EQ(fit.body, "beam");
  EXPECT_NEAR(*fit.interference, 25e-6, 1e-18);
  const FitLaw law = fit_law(fit);
  EXPECT_NEAR(law.stiffness, 2e14, 1);
  EXPECT_EQ(law.friction, 0.2);
  EXPECT_NEAR(law.elastic_slip, 1e-5, 1e-18);
  EXPECT_NEAR(law.smoothing, 1e-7, 1e-20);
  EXPECT_LT(law.sliding, 0);
}

TEST(FitTable, StiffnessOfAPowerLawHasTheUnitOfThatPower) {
  const Model model = model_with(sound + "exponent = 1.5\nstiffness = \"1e6 MPa/mm^1.5\"\n");
  EXPECT_NEAR(fit_law(model.fits.front()).stiffness, 1e12 / std::pow(1e-3, 1.5), 1e4);
  EXPECT_NE(message_of(sound + "exponent = 1.5\n").find("MPa/mm^1.5"), std::string::npos);
}

TEST(FitTable, StaticsOfTheFullMeshShrinkFirstAndThenTakeEachLoadCaseFromThere) {
  const StageInput stage = model_with(sound).stages.front();
  ASSERT_EQ(stage.steps.size(), 2u);
  EXPECT_EQ(stage.cases, (std::vector<std::string>{"shrink", "tip"}));
  EXPECT_EQ(stage.steps[1].load_case, "tip");
  EXPECT_EQ(stage.steps[1].from, "shrink");
}

TEST(FitTable, StepsNameLoadCasesEarlierStepsAndStages) {
  EXPECT_EQ(message_of(sound, "[ { name = \"tip\", case = \"tip\", increments = 2 } ]"), "no error");
  EXPECT_NE(message_of(sound, "[ { name = \"tip\", case = \"tipp\" } ]").find("no load case 'tipp'"),
            std::string::npos);
  EXPECT_NE(message_of(sound, "[ { name = \"tip\", from = \"no\" } ]").find("no earlier step 'no'"), std::string::npos);
  EXPECT_NE(message_of(sound, "[ { name = \"tip\", compare = \"no\" } ]").find("no stage of the mechanism 'no'"),
            std::string::npos);
}

TEST(FitTable, LooseFitsAreAllowed) {
  EXPECT_EQ(message_of("inner = \"xmax\"\ninterference = \"-1 um\"\n"), "no error");
}

TEST(FitTable, ContactModesStandInTheReductionOfTheBody) {
  std::string text = testing::beam_model();
  const std::string at = "interface = [ { name = \"tip\", surface = \"xmax\" } ]";
  text.replace(text.find(at), at.size(),
               at + "\nreduction = { contact_modes = { normal = 50, tangential = 29, cubature = 2.5, origin = "
                    "\"undeformed\" }, shrink = { steps = 3, held = [\"tip\"] }, fit_springs = { translation = \"10 "
                    "N/m\" } }");
  const Model model = parse_model(text, "beam.toml");
  const ReductionOptions options = reduction_options(model.flexible_bodies.front().reduction);
  EXPECT_EQ(options.fits.modes.normal, 50);
  EXPECT_EQ(options.fits.modes.tangential, 29);
  EXPECT_EQ(options.fits.modes.cubature, 2.5);
  EXPECT_TRUE(options.fits.modes.origin == ContactModeOrigin::undeformed);
  EXPECT_EQ(options.fits.shrink_steps, 3);
  EXPECT_EQ(options.fits.held, std::vector<std::string>{"tip"});
  EXPECT_EQ(options.fits.springs.translation, 10);
}

struct Mistake {
  const char *fit, *expected;
};

TEST(FitTable, MistakesAreToldWithWhatToWrite) {
  for (const Mistake& mistake :
       {Mistake{"inner = \"xmax\"\n", "the interference is missing"},
        Mistake{"inner = \"xmin\"\ninterference = \"1 um\"\n", "the same surface"},
        Mistake{"interference = \"1 um\"\n", "the key 'inner' is missing"},
        Mistake{"inner = \"xmax\"\ninterference = \"25 MPa\"\n", "a length is wanted"},
        Mistake{"inner = \"xmax\"\ninterference = \"1 um\"\ninterference_formula = \"x\"\n", "not both"},
        Mistake{"inner = \"xmax\"\ninterference = \"1 um\"\nstiffness = \"1e5 N/mm^2\"\n", "N/mm^3, MPa/mm or Pa/m"},
        Mistake{"inner = \"xmax\"\ninterference = \"1 um\"\nfriction = -0.1\n", "friction"},
        Mistake{"inner = \"xmax\"\ninterference = \"1 um\"\nfriction = 0.1\nsliding_friction = 0.2\n",
                "lies above that of rest"},
        Mistake{"inner = \"xmax\"\ninterference = \"1 um\"\nexponent = 2\nstiffness = \"1 Pa/m^2\"\nsmoothing = \"1 "
                "um\"\n",
                "'smoothing' is a length for the linear law"},
        Mistake{"body = \"bam\"\ninner = \"xmax\"\ninterference = \"1 um\"\n", "there is no flexible_body 'bam'"}})
    EXPECT_NE(message_of(mistake.fit).find(mistake.expected), std::string::npos)
        << mistake.expected << "\n  but: " << message_of(mistake.fit);
}

}  // namespace
}  // namespace trunnion
