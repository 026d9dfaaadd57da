#include "trunnion/report/html.h"

#include <fmt/format.h>

#include "trunnion/report/display_units.h"

namespace trunnion {

std::string html(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        if (static_cast<unsigned char>(c) >= 0x20 || c == '\n' || c == '\t') out += c;
    }
  }
  return out;
}

std::string html_sentence(std::string_view text) {
  std::string out;
  bool code = false;
  while (!text.empty()) {
    const std::size_t cut = std::min(text.find('`'), text.size());
    out += html(text.substr(0, cut));
    if (cut == text.size()) break;
    text.remove_prefix(cut + 1);
    if (!code && text.find('`') == std::string_view::npos) {
      out += '`';  // a lone backquote is itself
      continue;
    }
    out += code ? "</code>" : "<code>";
    code = !code;
  }
  return out;
}

std::string html_value(double value, const std::string& si, int digits) {
  return fmt::format(R"(<span data-v="{}" data-u="{}" data-d="{}">{}</span>)", value, html(si), digits,
                     html(format_value(value, si, digits)));
}

std::string_view css_class(VerdictLevel level) {
  if (level == VerdictLevel::good) return "good";
  return level == VerdictLevel::watch ? "watch" : "bad";
}

std::string html_icon(VerdictLevel level) {
  return fmt::format(R"(<svg aria-hidden="true"><use href="#{}"/></svg>)", level == VerdictLevel::good    ? "i-good"
                                                                           : level == VerdictLevel::watch ? "i-watch"
                                                                                                          : "i-bad");
}

std::string html_chip(VerdictLevel level, std::string_view text) {
  return fmt::format(R"(<span class="chip {}">{}{}</span>)", css_class(level), html_icon(level), html(text));
}

std::string html_caption(const std::string& title, const std::string& detail) {
  return fmt::format("<figcaption><b>{}</b><span>{}</span></figcaption>", html_sentence(title), html_sentence(detail));
}

std::string script_json(const std::string& json) {
  std::string out;
  out.reserve(json.size());
  for (const char c : json) {
    if (c == '<')
      out += "\\u003c";
    else
      out += c;
  }
  return out;
}

}  // namespace trunnion
