#pragma once
// report/viewer_assets.h -- the page's script, style and icons, built from viewer/ and carried in the library.

#include <string_view>

namespace trunnion {

std::string_view viewer_script();
std::string_view viewer_script_hash();  ///< "sha256-..." of the script, for the content policy
std::string_view viewer_style();
std::string_view viewer_icons();  ///< SVG symbols

}  // namespace trunnion
