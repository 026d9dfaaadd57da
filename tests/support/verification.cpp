#include "support/verification.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace trunnion::testing {
namespace {

std::string json_text(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "\"";
}

std::string file_name(const VerificationCase& measured) {
  std::string name = measured.group + "--" + measured.name;
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '-';
  return name + ".json";
}

}  // namespace

void record(const VerificationCase& measured) {
  EXPECT_LE(measured.error, measured.allowed) << measured.group << ": " << measured.name << ": " << measured.value
                                              << ", " << measured.reference << " " << measured.reference_value;
  const char* folder = std::getenv("TRUNNION_VERIFICATION");
  if (!folder || !std::isfinite(measured.error)) return;
  // Where something has to vanish and only its size was kept, that size is what was computed.
  const double shown = measured.reference_value == 0 && measured.value == 0 ? measured.error : measured.value;
  std::filesystem::create_directories(folder);
  std::ofstream out(std::filesystem::path(folder) / file_name(measured));
  out << fmt::format(
      "{{\"group\": {}, \"name\": {}, \"reference\": {}, \"reference_value\": {}, \"value\": {}, \"error\": {}, "
      "\"allowed\": {}, \"why\": {}, \"inside\": {}}}\n",
      json_text(measured.group), json_text(measured.name), json_text(measured.reference), measured.reference_value,
      shown, measured.error, measured.allowed, json_text(measured.why), measured.inside);
}

}  // namespace trunnion::testing
