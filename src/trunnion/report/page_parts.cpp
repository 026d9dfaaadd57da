#include "trunnion/report/page_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>

#include "trunnion/report/display_units.h"
#include "trunnion/report/html.h"
#include "trunnion/report/quantize.h"
#include "trunnion/report/scene_pack.h"
#include "trunnion/report/still_picture.h"
#include "trunnion/report/tables.h"
#include "trunnion/report/verdicts.h"

namespace trunnion {
namespace {

/// "2026-11-15T14:32:00Z" as "15 Nov 2026, 14:32 UTC"; anything else as it is.
std::string readable_date(const std::string& iso) {
  static constexpr std::array months{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                     "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  int year = 0, month = 0, day = 0, hour = 0, minute = 0;
  if (std::sscanf(iso.c_str(), "%4d-%2d-%2dT%2d:%2d", &year, &month, &day, &hour, &minute) != 5 || month < 1 ||
      month > 12)
    return iso;
  return fmt::format("{} {} {}, {:02}:{:02} UTC", day, months[static_cast<std::size_t>(month - 1)], year, hour, minute);
}

/// Only places inside the page: a verdict cannot send the reader elsewhere.
std::string anchor(const std::string& link, const SectionIds& sections, const RunRecord& record) {
  for (const auto& [heading, id] : sections)
    if (heading == link) return id;
  if (link == "stage" && !record.scenes.empty()) return link;
  if (link == "balances" || link == "provenance") return link;
  return "overview";
}

/// What proves a verdict; long explanations are folded.
std::string html_detail(const std::string& detail) {
  constexpr std::size_t two_lines = 180;
  if (detail.empty()) return "";
  if (detail.size() <= two_lines) return "<em>" + html_sentence(detail) + "</em>";
  return "<details><summary>details</summary><em>" + html_sentence(detail) + "</em></details>";
}

std::string html_verdicts(const RunRecord& record, const SectionIds& sections) {
  std::string out;
  for (const Verdict& verdict : all_verdicts(record)) {
    const std::string target = anchor(verdict.link, sections, record);
    const std::string show = target == "overview" ? "" : fmt::format("<a href=\"#{}\">Show</a>", target);
    out += fmt::format("<li><span class=\"v {}\">{}</span><span><b>{}</b>{}</span>{}</li>\n", css_class(verdict.level),
                       html_icon(verdict.level), html_sentence(verdict.claim), html_detail(verdict.detail), show);
  }
  return out.empty() ? "" : "<ul class=\"vlist\">\n" + out + "</ul>";
}

std::string html_key_figure(const KeyFigure& figure) {
  std::string shown;
  if (!figure.text.empty()) {
    shown = html(figure.text);
  } else {
    const DisplayUnit unit = display_unit(figure.unit, figure.value);
    shown = fmt::format("<span data-v=\"{}\" data-u=\"{}\" data-split=\"1\">{}<small>{}</small></span>", figure.value,
                        html(figure.unit), html(format_number(figure.value * unit.factor)), html(unit.unit));
  }
  return fmt::format("<div><dt>{}</dt><dd>{}</dd><dd class=\"k\">{}</dd></div>", html(figure.label), shown,
                     html_sentence(figure.detail));
}

/// The field a page opens with: the first the scene has.
std::string first_field(const Scene& scene) {
  if (scene.frames.empty()) return {};
  for (const BodyFrame& state : scene.frames.front().bodies)
    for (const ShownField& field : shown_fields(state)) return field.name;
  return {};
}

std::string figure(const char* columns, const std::string& caption, const std::string& body) {
  return fmt::format("<figure class=\"{}\">{}{}</figure>\n", columns, caption, body);
}

std::string definition(const std::string& term, const std::string& html_text) {
  return fmt::format("<div><dt>{}</dt><dd>{}</dd></div>\n", html(term), html_text);
}

/// A model before it is solved, or a study, has neither.
bool has_balances(const RunRecord& record) { return !record.stages.empty() || !balance_table(record).rows.empty(); }

}  // namespace

SectionIds section_ids(const RunRecord& record) {
  SectionIds ids;
  const auto add = [&](const std::string& heading) {
    if (std::ranges::find(ids, heading, [](const auto& entry) { return entry.first; }) == ids.end())
      ids.emplace_back(heading, fmt::format("s{}", ids.size() + 1));
  };
  for (const MatrixMap& map : record.matrices) add(map.section);
  for (const Curve& curve : record.curves) add(curve.section);
  for (const Table& table : record.tables) add(table.section);
  return ids;
}

std::string html_header(const RunRecord& record, const SectionIds& sections) {
  std::string chips, links;
  for (const Verdict& verdict : all_verdicts(record))
    if (!verdict.chip.empty())
      chips += fmt::format("<a href=\"#{}\" class=\"chip {}\">{}{}</a>", anchor(verdict.link, sections, record),
                           css_class(verdict.level), html_icon(verdict.level), html(verdict.chip));
  links = "<a class=\"on\" href=\"#overview\">Overview</a>";
  if (!record.scenes.empty()) links += "<a href=\"#stage\">3-D</a>";
  for (const auto& [heading, id] : sections)
    links += fmt::format("<a href=\"#{}\">{}</a>", id, html(heading.empty() ? "Results" : heading));
  if (has_balances(record)) links += "<a href=\"#balances\">Balances</a>";
  links += "<a href=\"#provenance\">Provenance</a>";
  return fmt::format(
      R"(<a class="skip" href="#overview">Skip to the results</a>
<header class="top"><div class="wrap bar">
<div class="brand"><svg aria-hidden="true"><use href="#i-logo"/></svg><span>Trunnion</span></div>
<div class="model">{}</div><div class="meta">{} · {} · v{}</div>
<div class="chips">{}</div>
<label class="icon js" hidden><span class="sr">Units</span><select id="units"><option value="0">mm, MPa</option><option value="1">in, psi</option></select></label>
<button class="icon js" id="theme" hidden aria-label="Switch between light and dark">Dark</button>
</div><div class="wrap"><nav class="toc" aria-label="Sections">{}</nav></div></header>
)",
      html(record.model_name), html(readable_date(record.provenance.date)),
      html(format_duration(total_wall_time(record))), html(record.provenance.version), chips, links);
}

std::string html_overview(const RunRecord& record, const SectionIds& sections) {
  std::string figures;
  for (const KeyFigure& key : record.key_figures) figures += html_key_figure(key);
  return fmt::format(
      "<section id=\"overview\" class=\"grid\"><div class=\"c7\"><h1>{}</h1><p class=\"lede\">{}</p>{}</div>\n"
      "<div class=\"c5\">{}</div></section>\n",
      html_sentence(record.headline.empty() ? record.model_name : record.headline), html_sentence(record.explanation),
      figures.empty() ? "" : "<dl class=\"figs\">" + figures + "</dl>", html_verdicts(record, sections));
}

std::string html_stage(const RunRecord& record) {
  if (record.scenes.empty()) return {};
  const Scene& scene = record.scenes.front();
  const std::vector<std::uint8_t> png =
      still_picture(scene, {.scale = suggested_scale(scene), .field = first_field(scene)});
  return fmt::format(
      R"(<section id="stage" class="grid">
<figure class="c8 stagebox"><div class="stagehead"><figcaption><b id="stage-title">{}</b><span id="stage-detail">{}</span></figcaption>
<div class="tools js" hidden>
<label class="sel">Show <select id="show"></select></label>
<label class="sel">Colour <select id="field"></select></label>
<label class="sel">Scale <input type="range" id="scale" min="0" max="100" step="1" value="50"><output id="scale-out"></output></label>
<label class="sel opt">Section <select id="cut"><option value="">off</option><option value="0">x</option><option value="1">y</option><option value="2">z</option></select><input type="range" id="cut-at" min="0" max="100" value="50" hidden aria-label="Place of the section plane"></label>
<button class="sel opt" id="mesh" aria-pressed="true">Mesh</button>
<button class="sel opt" id="symbols" aria-pressed="true" hidden>Symbols</button>
<label class="sel" hidden>Forces <input type="range" id="forces" min="0" max="100" step="1" value="50" aria-label="Length of force arrows"></label>
<button class="sel opt" id="fit" title="F">Fit</button>
</div></div>
<div class="stage" id="stage-box"><img class="still" alt="{}" src="data:image/png;base64,{}"><canvas id="view" class="js" hidden tabindex="0" role="img" aria-label="3-D view; drag turns, wheel zooms, right drag shifts"></canvas><svg id="overlay" class="js" hidden aria-hidden="true"></svg><div class="stamp" id="stamp">still picture</div></div>
<div class="time js" hidden><button class="play" id="play" aria-label="Play"><svg aria-hidden="true"><use href="#i-play"/></svg></button><div><input type="range" id="bar" min="0" max="100" step="1" value="100" aria-label="Time"><div class="ticks" id="bar-ticks"></div></div><output id="bar-out"></output></div>
</figure>
<figure class="c4 pick js" hidden><figcaption><b id="pick-title">Largest and smallest values</b><span id="pick-detail">Click a point to see its values.</span></figcaption>
<dl id="pick-list"></dl><div class="plot" id="pick-plot" data-h="200"></div><div class="scroll frames" id="frame-list"></div><p class="sr" aria-live="polite" id="speak"></p></figure>
</section>
)",
      html_sentence(scene.title), html_sentence(scene.detail), html(scene.title), base64(png));
}

std::string html_sections(const RunRecord& record, const SectionIds& sections) {
  std::string out;
  for (const auto& [heading, id] : sections) {
    std::vector<std::string> narrow, wide;
    for (std::size_t k = 0; k < record.matrices.size(); ++k)
      if (const MatrixMap& map = record.matrices[k]; map.section == heading)
        (map.sheet || map.values.cols() <= 24 ? narrow : wide)
            .push_back(html_caption(map.title, map.detail) +
                       fmt::format("<div class=\"plot\" data-matrix=\"{}\"></div>", k));
    for (std::size_t k = 0; k < record.curves.size(); ++k)
      if (const Curve& curve = record.curves[k]; curve.section == heading)
        narrow.push_back(html_caption(curve.title, curve.detail) +
                         fmt::format("<div class=\"plot\" data-curve=\"{}\" data-h=\"{}\"></div>", k,
                                     curve.kind == CurveKind::cartesian ? 300 : 384));
    for (const Table& table : record.tables)
      if (table.section == heading)
        (table.columns.size() <= 6 ? narrow : wide)
            .push_back(html_caption(table.title, table.detail) + html_table(table));
    out += fmt::format("<section id=\"{}\"><h2>{}</h2><div class=\"grid\">\n", id,
                       html(heading.empty() ? "Results" : heading));
    // An odd figure out takes the whole width, unless it is alone: then it keeps a comfortable one.
    for (std::size_t k = 0; k < narrow.size(); ++k) {
      const bool odd = narrow.size() % 2 == 1 && k + 1 == narrow.size();
      out += figure(!odd ? "c6" : narrow.size() == 1 ? "c8" : "c12", narrow[k], "");
    }
    for (const std::string& body : wide) out += figure("c12", body, "");
    out += "</div></section>\n";
  }
  return out;
}

std::string html_balances(const RunRecord& record) {
  if (!has_balances(record)) return {};
  const Table balances = balance_table(record);
  const Table stages = stage_table(record);
  return "<section id=\"balances\"><h2>Balances and stages</h2><div class=\"grid\">\n" +
         (balances.rows.empty() ? ""
                                : figure("c12", html_caption(balances.title, balances.detail), html_table(balances))) +
         figure("c12", html_caption(stages.title, stages.detail), html_table(stages)) + "</div></section>\n";
}

std::string html_quantities(const RunRecord& record) {
  if (record.quantities.empty()) return {};
  Table table;
  table.title = "Quantities in SI units";
  table.columns = {{"Name", "", true}, {"Value", "", false}, {"Remark", "", true}};
  for (const Quantity& quantity : record.quantities)
    table.rows.push_back(
        {{"`" + quantity.name + "`", {}}, quantity.value ? Cell{*quantity.value, {}} : Cell{}, {quantity.reason, {}}});
  return fmt::format(
      "<details class=\"quantities\"><summary>Quantities for scripts, {} of them</summary>{}</details>\n",
      record.quantities.size(), html_table(table));
}

std::string html_provenance(const RunRecord& record, const std::string& surface,
                            const std::vector<std::pair<std::string, std::string>>& thinned) {
  const Provenance& from = record.provenance;
  const auto code = [](const std::string& text) { return "<code>" + html(text) + "</code>"; };
  std::string changed;
  for (const auto& [key, value] : from.changed) changed += code(fmt::format("{} = {}", key, value)) + " ";
  std::string files;
  for (const std::string& file : record.files) files += code(file) + " ";
  std::string out = "<footer class=\"prov\" id=\"provenance\"><h2>Provenance</h2><dl>\n";
  out += definition("Model", code(from.input_file) + " " + code(from.input_hash.substr(0, 12)));
  for (const auto& [key, value] : from.more) out += definition(key, html_sentence(value));
  out += definition("Program", html(fmt::format("Trunnion {}, {} thread{}", from.version, from.threads,
                                                from.threads == 1 ? "" : "s")));
  out += definition("Linear algebra", html("OpenBLAS kernel " + from.blas_kernel));
  out += definition("Command", code(from.command));
  out += definition("Changed values", changed.empty() ? "none; all as in the file" : changed);
  out += definition("Date", html(readable_date(from.date)));
  if (!surface.empty()) out += definition("Surface shown", html(surface));
  for (const auto& [what, sentence] : thinned)
    if (!sentence.empty()) out += definition(what, html(sentence));
  if (!files.empty()) out += definition("Files", files + "(SI units)");
  return out + "</dl>\n" + html_quantities(record) + "</footer>\n";
}

}  // namespace trunnion
