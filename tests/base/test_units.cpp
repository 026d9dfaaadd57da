#include <fmt/format.h>
#include <gtest/gtest.h>

#include <numbers>
#include <thread>

#include "support/verification.h"
#include "trunnion/base/error.h"
#include "trunnion/base/formula.h"
#include "trunnion/base/quantity.h"

namespace trunnion {
namespace {

using std::numbers::pi;

std::string message_of(std::string_view text, Kind kind) {
  try {
    parse_quantity(text, kind);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST(Units, EngineersUnitsConvertToSi) {
  struct Case {
    const char* text;
    Kind kind;
    double si;
  };
  const Case cases[] = {
      {"42 mm", Kind::length, 0.042},
      {"1 in", Kind::length, 0.0254},
      {"20 um", Kind::length, 20e-6},
      {"20 µm", Kind::length, 20e-6},
      {"3500 N", Kind::force, 3500},
      {"2 lbf", Kind::force, 2 * 4.4482216152605},
      {"5 Nm", Kind::moment, 5},
      {"5 N m", Kind::moment, 5},
      {"5 N·m", Kind::moment, 5},
      {"1.5 kNm", Kind::moment, 1500},
      {"1 lbf.in", Kind::moment, 4.4482216152605 * 0.0254},
      {"10000 rpm", Kind::rotation_speed, 10000 * pi / 30},
      {"60 r/min", Kind::rotation_speed, 2 * pi},
      {"60 RPM", Kind::rotation_speed, 2 * pi},
      {"1 rev/s", Kind::rotation_speed, 2 * pi},
      {"180 deg", Kind::angle, pi},
      {"180 degree", Kind::angle, pi},
      {"1 rev", Kind::angle, 2 * pi},
      {"50 Hz", Kind::frequency, 50},
      {"50 1/s", Kind::frequency, 50},
      {"8 mPa.s", Kind::viscosity, 8e-3},
      {"8 cP", Kind::viscosity, 8e-3},
      {"3 Ns/m", Kind::damping, 3},
      {"3 N s/m", Kind::damping, 3},
      {"210 GPa", Kind::pressure, 210e9},
      {"1 N/mm^2", Kind::pressure, 1e6},
      {"1 N/mm2", Kind::pressure, 1e6},
      {"14.5 psi", Kind::pressure, 14.5 * 6894.757293168361},
      {"7.85 g/cm^3", Kind::density, 7850},
      {"7.85e-9 t/mm^3", Kind::density, 7850},
      {"1 Nm/deg", Kind::rotational_stiffness, 180 / pi},
      {"12 um/(m.K)", Kind::thermal_expansion, 12e-6},
      {"20 degC", Kind::temperature, 293.15},
      {"68 degF", Kind::temperature, 293.15},
      {"20 degC", Kind::temperature_change, 20},
      {"9 degF", Kind::temperature_change, 5},
      {"80 K", Kind::temperature, 80},
      {"3 l/min", Kind::flow, 3e-3 / 60},
  };
  double worst = 0;
  for (const Case& c : cases) {
    const double off = testing::relative_error(parse_quantity(c.text, c.kind), c.si);
    EXPECT_LE(off, 1e-9) << c.text;
    worst = std::max(worst, off);
  }
  testing::record(
      {.group = "Units",
       .name = fmt::format("{} values in the units of engineers, largest deviation from SI", std::size(cases)),
       .reference = "definitions of the units",
       .value = worst,
       .error = worst,
       .allowed = 1e-12,
       .why = "rounding"});
}

TEST(Units, FractionalPowersKeepTheirExponent) {
  const Unit unit = parse_unit("N/mm^1.5");
  EXPECT_NEAR(unit.factor, std::pow(1e3, 1.5), 1e-6);
  EXPECT_TRUE(unit.dimension == (Dimension{.length = -0.5, .mass = 1, .time = -2}));
  EXPECT_NEAR(parse_unit("N/mm^(3/2)").factor, unit.factor, 1e-6);
}

TEST(Units, FrequencyAndRotationSpeedAreNeverTakenForEachOther) {
  EXPECT_NE(message_of("50 Hz", Kind::rotation_speed).find("rotation speed is wanted"), std::string::npos);
  EXPECT_NE(message_of("50 rad/s", Kind::frequency).find("frequency is wanted"), std::string::npos);
  EXPECT_NE(message_of("50 Hz + 3 rad/s", Kind::frequency).find("cannot add"), std::string::npos);
}

TEST(Units, ErrorsNameTheAcceptedUnitsOrTheNearestName) {
  struct Case {
    const char* text;
    Kind kind;
    const char* expected;
  };
  const Case cases[] = {
      {"42", Kind::length, "has no unit; write it with one of: mm, m, um, in"},
      {"42 N", Kind::length, "a length is wanted but the value has the unit kg m/s^2"},
      {"3 500 N", Kind::force, "write thousands without a space"},
      {"3,5 N", Kind::force, "decimals with a point"},
      {"200 Mpa", Kind::pressure, "'Mpa' is not a unit of mechanics; did you mean 'MPa'?"},
      {"3 W/m.K", Kind::number, "put brackets, e.g. W/(m.K)"},
      {"5 A", Kind::force, "not a unit of mechanics"},
      {"nan N", Kind::force, "'nan' is not known here"},
      {"1e999 N", Kind::force, "too large"},
      {"1/0 N", Kind::force, "not a finite number"},
      {"", Kind::force, "ends too early"},
      {"5 m^", Kind::length, "an exponent was expected"},
      {"5 m^99", Kind::length, "beyond 12"},
      {"20 degC + 3 K", Kind::temperature, "may only stand alone"},
  };
  for (const Case& c : cases)
    EXPECT_NE(message_of(c.text, c.kind).find(c.expected), std::string::npos) << message_of(c.text, c.kind);
}

TEST(Units, DisplayTextIsWhatPeopleRead) {
  EXPECT_EQ(display_text(0.042, Kind::length), "42 mm");
  EXPECT_EQ(display_text(65.5e6, Kind::pressure), "65.5 MPa");
  EXPECT_EQ(display_text(7.5e-7, Kind::length), "0.75 um");
  EXPECT_EQ(display_text(-54476.7, Kind::force), "-54.48 kN");
  EXPECT_EQ(display_text(9999, Kind::force), "9999 N");
  EXPECT_EQ(display_text(100 * pi, Kind::rotation_speed), "3000 rpm");
  EXPECT_EQ(display_text(293.15, Kind::temperature), "20 degC");
}

TEST(Units, ExactTextReadsBackToTheSameValue) {
  for (const double value : {0.1 + 0.2, 1.0 / 3, -5e-324, 1.7976931348623157e308, 4.0})
    for (const Kind kind : {Kind::length, Kind::rotational_stiffness, Kind::temperature, Kind::number})
      EXPECT_EQ(parse_quantity(exact_text(value, kind), kind), value) << exact_text(value, kind);
}

TEST(Units, MayBeParsedFromSeveralThreads) {
  std::vector<std::thread> threads;
  std::vector<double> values(8);
  for (std::size_t i = 0; i < values.size(); ++i)
    threads.emplace_back([&, i] {
      for (int k = 0; k < 200; ++k) values[i] = parse_quantity("3 kN/mm^2 + 2 bar", Kind::pressure);
    });
  for (auto& thread : threads) thread.join();
  for (const double value : values) EXPECT_NEAR(value, 3e9 + 2e5, 1);
}

}  // namespace trunnion
