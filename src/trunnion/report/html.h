#pragma once
// report/html.h -- pieces of HTML in which every name and sentence from outside stands as text, never as markup.

#include <string>
#include <string_view>

#include "trunnion/results/run_record.h"

namespace trunnion {

/// Text as HTML content or inside a double-quoted attribute; control characters are left out.
std::string html(std::string_view text);

/// Text with `words in backquotes` as code, the rest escaped.
std::string html_sentence(std::string_view text);

/// A number with unit that the page's unit menu can rewrite: <span data-v="0.001" data-u="m">1.00 mm</span>.
std::string html_value(double value, const std::string& si, int digits = 3);

std::string html_icon(VerdictLevel level);
std::string html_chip(VerdictLevel level, std::string_view text);
std::string_view css_class(VerdictLevel level);  ///< "good", "watch", "bad"

/// Caption of a figure: the finding, then one quiet line.
std::string html_caption(const std::string& title, const std::string& detail);

/// Safe inside <script type="application/json">: no '<' is left that could end the element.
std::string script_json(const std::string& json);

}  // namespace trunnion
