#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <nlohmann/json.hpp>

#include <fmt/format.h>

#include "support/sample_record.h"
#include "trunnion/mesh/shapes.h"
#include "trunnion/report/color_map.h"
#include "trunnion/report/display_units.h"
#include "trunnion/report/html.h"
#include "trunnion/report/quantize.h"
#include "trunnion/report/scene_pack.h"
#include "trunnion/report/still_picture.h"
#include "trunnion/report/surface.h"

namespace trunnion {
namespace {

TEST(DisplayUnits, NumbersReadAsEngineersWriteThem) {
  EXPECT_EQ(format_value(0.0192, "m"), "19.2\u202Fmm");
  EXPECT_EQ(format_value(4.2e-6, "m"), "4.20\u202Fµm");
  EXPECT_EQ(format_value(-65.5e6, "Pa"), "−65.5\u202FMPa");
  EXPECT_EQ(format_value(54.5e3, "N"), "54.5\u202FkN");
  EXPECT_EQ(format_value(1047.1975512, "rad/s"), "10\u202F000\u202Frpm");
  EXPECT_EQ(format_value(M_PI / 2, "rad"), "90°");  // whole numbers carry no decimals
  EXPECT_EQ(format_value(M_PI / 14.4, "rad"), "12.5°");
  EXPECT_EQ(format_value(12, "furlong"), "12\u202Ffurlong");
  EXPECT_EQ(format_number(3309), "3\u202F309");
  EXPECT_EQ(format_number(2.1e-9), "2.1 × 10⁻⁹");
  EXPECT_EQ(format_number(1e-6), "10⁻⁶");
  EXPECT_EQ(format_number(9.999e-7), "10⁻⁶");
  EXPECT_EQ(format_number(std::nan("")), "–");
  EXPECT_EQ(format_duration(544), "9\u202Fmin 4\u202Fs");
}

TEST(DisplayUnits, EveryUnitOfTheProgramHasARow) {
  const std::string table = unit_table_json();
  for (const char* si : {"m",   "m^2",   "m^3",   "m^3/s",   "Pa",        "N",      "N m",  "N/m", "s",
                         "Hz",  "rad",   "rad/s", "rad/s^2", "kg",        "kg m^2", "J",    "W",   "Pa s",
                         "m/s", "m/s^2", "N s/m", "N m/rad", "N m s/rad", "W/m^2",  "J/m^2"})
    EXPECT_NE(table.find(fmt::format("[\"{}\",", si)), std::string::npos) << si;
  EXPECT_EQ(format_value(2.5e-5, "m^3/s"), "1.50\u202Fl/min");
  EXPECT_EQ(format_value(3e6, "W/m^2"), "3\u202FW/mm²");
  EXPECT_EQ(format_value(2e4, "N s/m"), "20\u202FN s/mm");
}

TEST(DisplayUnits, AColumnSharesItsDecimalsUnlessItSpansDecades) {
  EXPECT_EQ(format_column({0.81, 0.2025, 0.09}), (std::vector<std::string>{"0.8100", "0.2025", "0.0900"}));
  EXPECT_EQ(format_column({0.984, 0.999991}), (std::vector<std::string>{"0.9840000", "0.9999910"}));
  EXPECT_EQ(format_column({1, 12, 1500}), (std::vector<std::string>{"1", "12", "1\u202F500"}));
  EXPECT_EQ(format_column({1e-9, 2.5}), (std::vector<std::string>{"10⁻⁹", "2.500"}));
}

TEST(Html, NamesNeverBecomeMarkup) {
  EXPECT_EQ(html("<b a=\"1\">&'\x01"), "&lt;b a=&quot;1&quot;&gt;&amp;&#39;");
  EXPECT_EQ(html_sentence("type `a < b` now"), "type <code>a &lt; b</code> now");
  EXPECT_EQ(html_sentence("a ` alone <"), "a ` alone &lt;");
  EXPECT_EQ(script_json("{\"a\":\"</script>\"}"), "{\"a\":\"\\u003c/script>\"}");
}

TEST(ColorMap, LightnessRisesEvenlyAndEndsAsDesigned) {
  EXPECT_EQ(magnitude_map().front(), (Rgb{0x26, 0x24, 0x6B}));
  EXPECT_EQ(magnitude_map().back(), (Rgb{0xFE, 0xED, 0x8C}));
  EXPECT_EQ(signed_map().front(), (Rgb{0x02, 0x56, 0xA9}));
  EXPECT_EQ(signed_map().back(), (Rgb{0x95, 0x34, 0x00}));
  const auto luminance = [](const Rgb& c) { return 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2]; };
  for (std::size_t k = 8; k < 256; k += 8)
    EXPECT_GT(luminance(magnitude_map()[k]), luminance(magnitude_map()[k - 8])) << k;
}

/// Area and enclosed volume of the triangles (volume by the divergence theorem: outward orientation counts).
std::pair<double, double> area_and_volume(const Mesh& mesh, const DisplaySurface& surface) {
  double area = 0, volume = 0;
  for (const auto& t : surface.triangles) {
    const Vector3d a = mesh.x.col(surface.nodes[t[0]]), b = mesh.x.col(surface.nodes[t[1]]),
                   c = mesh.x.col(surface.nodes[t[2]]);
    area += (b - a).cross(c - a).norm() / 2;
    volume += a.dot(b.cross(c)) / 6;
  }
  return {area, volume};
}

TEST(DisplaySurface, IsTheClosedOutwardBoundaryForEverySolidCell) {
  for (const CellType type :
       {CellType::tet4, CellType::tet10, CellType::wedge6, CellType::wedge15, CellType::hex8, CellType::hex20})
    for (const bool corners_only : {false, true}) {
      const Mesh mesh = box_mesh({.size = {2, 3, 4}, .divisions = {2, 3, 2}, .element = type});
      const auto [area, volume] = area_and_volume(mesh, display_surface(mesh, corners_only));
      EXPECT_NEAR(area, 52, 1e-12) << name(type);
      EXPECT_NEAR(volume, 24, 1e-12) << name(type);
    }
}

TEST(DisplaySurface, FeatureLinesAreTheSharpEdges) {
  const Mesh mesh = box_mesh({.size = {2, 3, 4}, .divisions = {2, 3, 2}, .element = CellType::hex8});
  const DisplaySurface surface = display_surface(mesh);
  double length = 0;
  for (std::size_t k = 0; k < surface.num_features; ++k)
    length += (mesh.x.col(surface.nodes[surface.edges[k][0]]) - mesh.x.col(surface.nodes[surface.edges[k][1]])).norm();
  EXPECT_NEAR(length, 4 * (2 + 3 + 4), 1e-12);
  EXPECT_EQ(surface.faces, 2u * (2 * 3 + 3 * 2 + 2 * 2));
}

TEST(DisplaySurface, PlaneCellsAreShownAsTheyAre) {
  const Mesh mesh = rectangle_mesh({.size = {2, 3}, .divisions = {4, 3}, .element = CellType::quad8});
  EXPECT_NEAR(area_and_volume(mesh, display_surface(mesh)).first, 6, 1e-12);
}

std::vector<std::uint8_t> decode(const std::string& text) {
  static const std::string letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::vector<std::uint8_t> bytes;
  std::uint32_t buffer = 0;
  int bits = 0;
  for (const char c : text) {
    if (c == '=') break;
    buffer = (buffer << 6U) | std::uint32_t(letters.find(c));
    if ((bits += 6) >= 8) bytes.push_back(std::uint8_t(buffer >> unsigned(bits -= 8)));
  }
  return bytes;
}

TEST(Quantize, Base64MatchesItsStandard) {
  const auto text = [](std::string_view s) {
    return base64({reinterpret_cast<const std::uint8_t*>(s.data()), s.size()});
  };
  EXPECT_EQ(text("f"), "Zg==");
  EXPECT_EQ(text("fo"), "Zm8=");
  EXPECT_EQ(text("foobar"), "Zm9vYmFy");
}

TEST(Quantize, FieldsKeepTheirValuesToHalfAStep) {
  VectorXd values = VectorXd::LinSpaced(1000, -3, 7).array().sin();
  values[17] = std::nan("");
  for (const int bits : {8, 16}) {
    const PackedField packed = pack_field(values, bits);
    const std::vector<std::uint8_t> bytes = decode(packed.data);
    const int top = bits == 16 ? 65535 : 255;
    const double step = (packed.high - packed.low) / (top - 1);
    for (Index k = 0; k < values.size(); ++k) {
      const std::size_t at = std::size_t(k) * std::size_t(bits / 8);
      const int code = bits == 16 ? bytes[at] + 256 * bytes[at + 1] : bytes[at];
      if (k == 17)
        EXPECT_EQ(code, top);
      else
        EXPECT_NEAR(packed.low + step * code, values[k], 0.5000001 * step);
    }
  }
}

TEST(ScenePack, EqualArraysAreKeptOnce) {
  nlohmann::ordered_json json;
  const Scene scene = testing::moving_scene();
  const std::size_t once = pack_scenes({scene}, 100'000'000, json).blobs.size();
  EXPECT_EQ(pack_scenes({scene, scene}, 100'000'000, json).blobs.size(), once);
  EXPECT_EQ(json[0]["frames"], json[1]["frames"]);
}

TEST(ScenePack, WhatExceedsTheBudgetGetsCoarserAndIsSaid) {
  const RunRecord record = testing::sample_record();
  nlohmann::ordered_json json;
  EXPECT_TRUE(pack_scenes(record.scenes, 100'000'000, json).notes.empty());
  const auto size = [](const PackedScenes& scenes) {
    std::size_t bytes = 0;
    for (const std::string& blob : scenes.blobs) bytes += blob.size();
    return bytes;
  };
  const PackedScenes small = pack_scenes(record.scenes, 150'000, json);
  EXPECT_EQ(small.notes.at(0), "fields in 8-bit steps");
  EXPECT_EQ(small.notes.at(1), "mid-side nodes left out");
  EXPECT_LT(size(small), 160'000u);
  Scene plain = testing::moving_scene();
  plain.symbols.clear();
  for (Frame& frame : plain.frames) frame.symbols.clear();
  EXPECT_EQ(pack_scenes({plain}, 30'000, json).notes.size(), 2u);  // fits without leaving frames out
  EXPECT_EQ(json[0]["frames"].size(), 12u);
  const PackedScenes moving = pack_scenes({plain}, 20'000, json);
  EXPECT_EQ(json[0]["frames"].back()["label"], "11 ms");  // the last instant is always kept
  EXPECT_LT(json[0]["frames"].size(), 12u);
  EXPECT_EQ(moving.notes.size(), 3u);
  EXPECT_LT(size(moving), 20'000u);
}

TEST(StillPicture, IsAPngWithTheBodyInIt) {
  const Scene scene = testing::sample_record().scenes[0];
  const auto png =
      still_picture(scene, {.width = 320, .height = 180, .scale = suggested_scale(scene), .field = "von Mises stress"});
  EXPECT_EQ(std::string(png.begin() + 1, png.begin() + 4), "PNG");
  const auto plain = still_picture(scene, {.width = 320, .height = 180, .field = {}});
  EXPECT_GT(png.size(), plain.size());  // colours cost more than steel grey
}

TEST(StillPicture, ExaggerationIsRoundAndVisible) {
  Scene scene = testing::sample_record().scenes[0];
  EXPECT_EQ(suggested_scale(scene), 20);  // 1.1 mm of 402 mm: 7 % needs 25
  for (Frame& frame : scene.frames) frame.bodies[0].displacement *= 100;
  EXPECT_EQ(suggested_scale(scene), 1);
  EXPECT_EQ(suggested_scale(testing::moving_scene()), 1);  // moving parts would come apart
}

}  // namespace
}  // namespace trunnion
