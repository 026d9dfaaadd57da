#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numbers>
#include <string>

#include "trunnion/base/error.h"
#include "trunnion/base/formula.h"

namespace trunnion {
namespace {

PhysicalQuantity parameter(std::string_view name) {
  static const std::map<std::string, PhysicalQuantity, std::less<>> values{
      {"length", {0.3, {.length = 1}}}, {"speed", {100, {.time = -1, .angle = 1}}}, {"n", {15, {}}}};
  const auto found = values.find(name);
  if (found == values.end()) throw InputError("no parameter '" + std::string(name) + "'");
  return found->second;
}

std::string message_of(const std::string& text) {
  try {
    evaluate_quantity(text, parameter);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST(Formula, ArithmeticFollowsTheUsualPrecedence) {
  const auto value = [](const char* text) { return evaluate_quantity(text, parameter).value; };
  EXPECT_DOUBLE_EQ(value("1 + 2*3 - 4/2"), 5);
  EXPECT_DOUBLE_EQ(value("-2^2"), -4);
  EXPECT_DOUBLE_EQ(value("2^3^2"), 512);
  EXPECT_DOUBLE_EQ(value("(1 + 2)*3"), 9);
  EXPECT_DOUBLE_EQ(value("2*${length}/3"), 0.2);
  EXPECT_DOUBLE_EQ(value("max(1 mm, 2 mm, 3 um)"), 0.002);
  EXPECT_DOUBLE_EQ(value("6 N/2 mm"), 3000);
  EXPECT_DOUBLE_EQ(value("sqrt(9 mm^2)"), 0.003);
  EXPECT_DOUBLE_EQ(value("3 N * 2"), 6);
  EXPECT_DOUBLE_EQ(value("atan2(1 m, 1 m)"), std::numbers::pi / 4);
  EXPECT_DOUBLE_EQ(value("mod(7, 3)"), 1);
  EXPECT_DOUBLE_EQ(value("1e-3"), 1e-3);
}

TEST(Formula, RadiansMayBeDroppedWhereTheyMeanNothing) {
  EXPECT_DOUBLE_EQ(parse_quantity("${speed}*${length}", Kind::velocity, parameter), 30);
  EXPECT_DOUBLE_EQ(parse_quantity("${speed}*2 s", Kind::angle, parameter), 200);
  EXPECT_DOUBLE_EQ(parse_quantity("90 deg + pi/2", Kind::angle), std::numbers::pi);
  EXPECT_DOUBLE_EQ(parse_quantity("100 Hz * 1 rev", Kind::rotation_speed), 200 * std::numbers::pi);
}

TEST(Formula, RefusesWhatMakesNoSense) {
  EXPECT_NE(message_of("${length} + 3").find("cannot add m and 1"), std::string::npos);
  EXPECT_NE(message_of("sin(${length})").find("an angle is wanted"), std::string::npos);
  EXPECT_NE(message_of("exp(2 s)").find("a pure number is wanted"), std::string::npos);
  EXPECT_NE(message_of("2^${length}").find("exponent must be a pure number"), std::string::npos);
  EXPECT_NE(message_of("${lenght}").find("no parameter 'lenght'"), std::string::npos);
  EXPECT_NE(message_of("mm").find("needs a number before it"), std::string::npos);
  EXPECT_NE(message_of("3*sqrtt(2)").find("did you mean 'sqrt'"), std::string::npos) << message_of("3*sqrtt(2)");
  EXPECT_NE(message_of("min(1)").find("2 or more arguments"), std::string::npos);
  EXPECT_NE(message_of("(1 + 2").find("not closed"), std::string::npos);
  EXPECT_NE(message_of(std::string(500, '(') + "1" + std::string(500, ')')).find("nested too deep"), std::string::npos);
  EXPECT_NE(message_of(std::string(500, '-') + "1").find("too many signs"), std::string::npos);
  EXPECT_NE(message_of("${length").find("without '}'"), std::string::npos);
}

TEST(Formula, DerivativesAgreeWithDifferences) {
  const std::vector<FormulaVariable> variables{{"time", {.time = 1}}, {"angle", {.angle = 1}}};
  const char* texts[] = {
      "3 N*sin(${speed}*time + angle)*exp(-time/1 s)",
      "2 kN*max(0.1, cos(angle))^2 / (1 + (time/1 s)^1.5)",
      "atan2(time*1 m/s, 2 m)*1 N + tanh(angle/1 rad)*2 N",
      "sqrt(time/1 s)*log(2 + angle/1 rad) - abs(angle - 2 rad)/1 rad + 2^(time/1 s)",
      "mod(angle, 1 rad)*asin(time/3 s)*acos(time/4 s)*atan(time/1 s)*sinh(time/1 s)*cosh(time/1 s)*tan(angle)",
      "min(angle, 3 rad)*step(time)*sign(time)",
      "5 N*smooth(time/1.5 s) + 1 N*smooth((time - 5 s)/1 s)",
  };
  for (const char* text : texts) {
    const Formula formula(text, variables, parameter);
    for (const auto& at : {std::array{0.7, 0.3}, std::array{1.9, 1.2}}) {
      const ValueAndGradient exact = formula.with_gradient(at);
      EXPECT_DOUBLE_EQ(exact.value, formula(at));
      for (std::size_t k = 0; k < 2; ++k) {
        auto right = at, left = at;
        const double h = 1e-6;
        right[k] += h;
        left[k] -= h;
        const double slope = (formula(right) - formula(left)) / (2 * h);
        EXPECT_NEAR(exact.gradient[k], slope, 1e-6 * (1 + std::abs(slope))) << text;
      }
    }
  }
}

TEST(Formula, VariablesWinOverUnitsOfTheSameName) {
  const Formula formula("5 N*t/1 s", {{"t", {.time = 1}}});  // t alone would be a tonne
  EXPECT_DOUBLE_EQ(formula(std::array{2.0}), 10);
  EXPECT_TRUE(formula.dimension() == info(Kind::force).dimension);
}

}  // namespace trunnion
