// `trunnion reduce`, `sweep`, `report A B`, `export` and what they say to bad input, as a user meets them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "support/box_beam.h"
#include "support/paths.h"
#include "support/run_program.h"
#include "trunnion/reduction/held_interfaces.h"
#include "trunnion/results/reduced_body_file.h"
#include "trunnion/run/compare_bodies.h"
#include "trunnion/run/reduce_model.h"
#include "trunnion/run/reduction_record.h"
#include "trunnion/run/run_files.h"
#include "trunnion/run/sweep_study.h"

namespace trunnion {
namespace {

using namespace testing;

/// A short bar with a rigid and an averaged end; `body` goes into the [[flexible_body]], `more` behind it.
std::string bar_model(const std::string& body = "", const std::string& more = "") {
  return fmt::format(R"([parameters]
truncation_vectors = -1
[model]
name = "Bar"
[[flexible_body]]
name = "bar"
mesh = {{ box = ["120 mm", "20 mm", "30 mm"], divisions = [3, 1, 1], element = "hex20" }}
material = {{ young = "114 GPa", poisson = 0.33, density = "4430 kg/m^3" }}
{}
{}
)",
                     body.empty() ? R"(interface = [ { name = "left", surface = "xmin", coupling = "rigid" },
              { name = "right", surface = "xmax" } ]
reduction = { band = "10 kHz", truncation_vectors = "${truncation_vectors}", lines = 50 })"
                                  : body,
                     more);
}

class Folder {
 public:
  explicit Folder(const std::string& name) : path(fresh_folder(name)) {}
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path / name) << text;
    return (path / name).string();
  }
  ProgramResult run(std::vector<std::string> arguments, const std::string& out = "out") const {
    arguments.insert(arguments.end(), {"--out", (path / out).string()});
    return run_program(arguments, fmt::format("TRUNNION_CACHE='{}'", (path / "cache").string()));
  }
  std::filesystem::path path;
};

std::string refusal(const std::string& name, const std::string& body, const std::string& more = "") {
  const Folder folder(name);
  const ProgramResult result = folder.run({"reduce", folder.write("bar.toml", bar_model(body, more))});
  EXPECT_EQ(result.status, 1) << result.out;
  return result.err;
}

TEST(ReduceVerb, ComparesAsManyInterfaceDofsAsAskedAndSaysSo) {
  const auto bar = [](const std::string& keys) {
    return bar_model(R"(interface = [ { name = "left", surface = "xmin", coupling = "rigid" },
              { name = "right", surface = "xmax" } ]
reduction = { lines = 20, )" +
                     keys + " }");
  };
  const Folder folder("reduce-compared");
  ASSERT_EQ(folder.run({"reduce", folder.write("some.toml", bar("compared_dofs = 8"))}, "some").status, 0);
  EXPECT_EQ(read_quantities(folder.path / "some" / "summary.json")["compared_dofs"], 8);
  EXPECT_NE(read_file(folder.path / "some" / "report.html").find("8 of 12 interface directions were compared"),
            std::string::npos);
  ASSERT_EQ(folder.run({"reduce", folder.write("none.toml", bar("quality_limit = 10"))}, "none").status, 0);
  EXPECT_NE(read_file(folder.path / "none" / "summary.json").find("12 interface dofs are more than quality_limit = 10"),
            std::string::npos);
}

TEST(ReduceVerb, LeavesBodySummaryAndReportAndReusesTheBody) {
  const Folder folder("reduce-verb");
  const std::string model = folder.write("bar.toml", bar_model());
  ASSERT_EQ(folder.run({"reduce", model}).status, 0);
  for (const char* file : {"bar.h5", "results.h5", "summary.json", "report.html", "model.toml", "run.log"})
    EXPECT_TRUE(std::filesystem::exists(folder.path / "out" / file)) << file;
  auto first = read_quantities(folder.path / "out" / "summary.json");
  for (const char* name : {"completeness_reached", "normal_modes", "vectors_kept", "constraint_modes", "frac_min",
                           "frac_mean", "frf_error_max", "reduction_wall_s", "quality_wall_s"})
    EXPECT_TRUE(first.contains(name)) << name;
  EXPECT_EQ(first["constraint_modes"], 12);
  EXPECT_EQ(first["vectors_kept"], 12);
  EXPECT_GT(first["frac_min"], 0.9999);
  EXPECT_EQ(first["from_cache"], 0);
  // The same again comes from the cache, another value does not.
  ASSERT_EQ(folder.run({"reduce", model}, "again").status, 0);
  auto again = read_quantities(folder.path / "again" / "summary.json");
  EXPECT_EQ(again["from_cache"], 1);
  EXPECT_EQ(again["frf_error_max"], first["frf_error_max"]);
  ASSERT_EQ(folder.run({"reduce", model, "--set", "truncation_vectors=3"}, "other").status, 0);
  auto other = read_quantities(folder.path / "other" / "summary.json");
  EXPECT_EQ(other["from_cache"], 0);
  EXPECT_EQ(other["vectors_kept"], 3);

  const std::string a = (folder.path / "out" / "bar.h5").string(), b = (folder.path / "other" / "bar.h5").string();
  const ProgramResult info = run_program({"info", a});
  EXPECT_EQ(info.status, 0);
  EXPECT_NE(info.out.find("12 interface +"), std::string::npos) << info.out;
  // Two bodies side by side.
  const std::string page = (folder.path / "comparison.html").string();
  ASSERT_EQ(run_program({"report", a, b, "--out", page}).status, 0);
  const std::string html = read_file(page);
  for (const char* text :
       {"truncation vectors", "Free frequencies", "The response that differs most", "B differs from A by",
        "Shapes of modes: A (rows) and B (columns)", "Frequencies of like modes: A (rows) against B (columns)"})
    EXPECT_NE(html.find(text), std::string::npos) << text;
  auto compared = read_quantities(folder.path / "comparison.summary.json");
  EXPECT_GT(compared["modes_matched"], 0);
  EXPECT_GT(compared["frequency_difference_max"], 0);  // fewer truncation vectors, other frequencies
  EXPECT_LT(compared["frequency_difference_max"], 0.1);
  ASSERT_EQ(run_program({"report", a, a, "--out", (folder.path / "same").string()}).status, 0);
  auto same = read_quantities(folder.path / "same" / "summary.json");
  EXPECT_EQ(same["frequency_difference_max"], 0);
  EXPECT_EQ(same["frf_error_max"], 0);
  // The page of the reduction itself.
  const std::string own = read_file(folder.path / "out" / "report.html");
  for (const char* text : {"Shapes of modes: reduced (rows)", "Frequencies of like modes: reduced (rows)"})
    EXPECT_NE(own.find(text), std::string::npos) << text;
  EXPECT_GT(first["modes_matched"], 0);
  EXPECT_LT(first["frequency_difference_max"], 1e-3);
  EXPECT_EQ(run_program({"report", a, model, "--out", page}).status, 1);
  // Out, and in again as a body from elsewhere.
  ASSERT_EQ(folder.run({"export", a, "--lines", "10"}, "exported").status, 0);
  folder.write("back.toml", R"([model]
name = "Imported bar"
[[flexible_body]]
name = "bar"
[flexible_body.from]
mass = "exported/mass.mtx"
stiffness = "exported/stiffness.mtx"
damping = "exported/damping.mtx"
shapes = "exported/shapes.mtx"
nodes = "exported/nodes.mtx"
interface = [ { name = "left", nodes = [1] }, { name = "right", nodes = [2] } ]
)");
  const ProgramResult back = folder.run({"reduce", (folder.path / "back.toml").string()}, "back");
  ASSERT_EQ(back.status, 0) << back.err;
  auto imported = read_quantities(folder.path / "back" / "summary.json");
  EXPECT_NEAR(imported["first_frequency"], first["first_frequency"], 1e-9 * first["first_frequency"]);
  EXPECT_NEAR(imported["mass"], first["mass"], 1e-9 * first["mass"]);
  EXPECT_FALSE(imported.contains("frac_min"));
  // The same files read otherwise are another body.
  const std::string text = read_file(folder.path / "back.toml");
  std::set<std::string> hashes{*reduced_body_hash(folder.path / "back" / "bar.h5")};
  for (const auto& [from, to] : {std::pair<std::string, std::string>{"\"right\", nodes", "\"far\", nodes"},
                                 {"[flexible_body.from]", "reduction = { damping = 0.03 }\n[flexible_body.from]"},
                                 {"[flexible_body.from]", "[flexible_body.from]\nunit = \"mm\""}}) {
    std::string changed = text;
    changed.replace(changed.find(from), from.size(), to);
    ASSERT_EQ(folder.run({"reduce", folder.write("changed.toml", changed)}, "changed").status, 0) << to;
    EXPECT_TRUE(hashes.insert(*reduced_body_hash(folder.path / "changed" / "bar.h5")).second) << to;
  }
}

TEST(ReduceVerb, SeveralBodiesAreToldApart) {
  const Folder folder("reduce-two");
  const std::string second = R"([[flexible_body]]
name = "rod"
mesh = { box = ["120 mm", "20 mm", "32 mm"], divisions = [3, 1, 1], element = "hex20" }
material = { young = "114 GPa", poisson = 0.33, density = "4430 kg/m^3" }
interface = [ { name = "left", surface = "xmin", coupling = "rigid" }, { name = "right", surface = "xmax" } ]
reduction = { band = "10 kHz", lines = 20 }
)";
  ASSERT_EQ(folder.run({"reduce", folder.write("two.toml", bar_model("", second))}).status, 0);
  const std::string page = read_file(folder.path / "out" / "report.html");
  for (const std::string body : {"bar", "rod"})
    for (const std::string what :
         {": Up to 10 kHz this body answers like its mesh", ": No fixed-interface mode was missed",
          ": The response that is met worst", ": FRAC of every frequency response", ": largest response error",
          ": How much interface mass the modes carry"})
      EXPECT_NE(page.find(body + what), std::string::npos) << body << what;
}

TEST(CompareBodies, WhatWasNeverComputedIsNoNumber) {
  ReductionOptions options;
  options.band = 5e3;
  const ReducedBody with = reduce(box_beam(), options);
  options.quality.compute = false;
  ReducedBody without = reduce(box_beam(), options);
  without.record.share.resize(0);  // as of an imported body
  const RunRecord record = compare_bodies(with, without);
  std::map<std::string, std::vector<std::string>> rows;
  for (const auto& row : record.tables.at(0).rows)
    for (const auto& cell : row)
      rows[std::get<std::string>(row[0].content)].push_back(std::get<std::string>(cell.content));
  for (const char* name :
       {"interface mass of the modes", "largest response error against the mesh", "smallest FRAC against the mesh"}) {
    ASSERT_EQ(rows[name].size(), 3U) << name;
    EXPECT_NE(rows[name][1], "-") << name;
    EXPECT_EQ(rows[name][2], "-") << name;
  }
  // FRAC and error pair by pair.
  ASSERT_GE(record.matrices.size(), 2U);
  EXPECT_EQ(record.matrices[1].title, "FRAC of every frequency response");
  EXPECT_EQ(record.matrices[1].values.rows(), 12);
  EXPECT_NEAR(record.matrices[1].values(0, 0), 1, 1e-9);
}

TEST(ReductionFindings, AResponseErrorBelowThatOfTheReferenceIsInDoubt) {
  ReductionOptions options;
  options.band = 5e3;
  options.quality.lines = 20;
  ReducedBody body = reduce(box_beam(), options);
  const auto verdict = [&] {
    RunRecord record;
    record_findings(body, false, record);
    return record.verdicts.at(0);
  };
  EXPECT_EQ(verdict().level, VerdictLevel::good);
  EXPECT_EQ(verdict().detail.find("still changed"), std::string::npos) << verdict().detail;
  body.quality.frf_error_max = 0.01;
  body.quality.reference_error = 0.009;  // together still below 2 %
  EXPECT_EQ(verdict().level, VerdictLevel::good);
  EXPECT_NE(verdict().detail.find("known only to lie below 1.9 %"), std::string::npos) << verdict().detail;
  body.quality.reference_error = 0.3;
  EXPECT_EQ(verdict().level, VerdictLevel::watch);
  EXPECT_NE(verdict().claim.find("is not settled"), std::string::npos) << verdict().claim;
}

TEST(ReduceVerb, CheckEstimatesMemoryAndTime) {
  const Folder folder("reduce-check");
  const ProgramResult result = run_program({"check", folder.write("bar.toml", bar_model())},
                                           fmt::format("TRUNNION_CACHE='{}'", (folder.path / "cache").string()));
  EXPECT_EQ(result.status, 0) << result.err;
  const std::size_t line = result.out.find(" reduce      bar ");
  ASSERT_NE(line, std::string::npos) << result.out;
  const std::string estimate = result.out.substr(line, result.out.find('\n', line) - line);
  for (const char* text : {" nodes, ", " elements, ", " unknowns; about ", " of memory, "})
    EXPECT_NE(estimate.find(text), std::string::npos) << estimate;
}

TEST(ReduceVerb, ContradictingOptionsAreRefusedAtTheirPlaceInTheFile) {
  const std::string text = refusal("reduce-options", R"(interface = [ { name = "left", surface = "xmin" } ]
reduction = { select = "interface-mass", modes = 10, pool = 5 })");
  EXPECT_NE(text.find("bar.toml:"), std::string::npos) << text;
  EXPECT_NE(text.find("pool = 5 is less than modes = 10"), std::string::npos) << text;
}

TEST(ExportVerb, DecksComeBackAsModes) {
  const Folder folder("export-verb");
  const std::string model = folder.write("bar.toml", bar_model());
  const ProgramResult result = folder.run({"export", model, "--unit", "mm"}, "decks");
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_TRUE(std::filesystem::exists(folder.path / "decks" / "bar.bdf"));
  const std::string ccx =
      fmt::format("cd '{}' && OMP_NUM_THREADS=1 ccx -i bar >bar.log 2>&1", (folder.path / "decks").string());
  ASSERT_EQ(std::system(ccx.c_str()), 0) << read_file(folder.path / "decks" / "bar.log");
  const std::string with =
      folder.write("with.toml", bar_model(R"(interface = [ { name = "left", surface = "xmin", coupling = "rigid" },
              { name = "right", surface = "xmax" } ]
reduction = { method = "guyan", quality = false, responses = { file = "decks/bar.frd", unit = "mm" } })"));
  const ProgramResult reduced = folder.run({"reduce", with}, "with");
  ASSERT_EQ(reduced.status, 0) << reduced.err;
  auto found = read_quantities(folder.path / "with" / "summary.json");
  EXPECT_EQ(found["constraint_modes"], 12);
  EXPECT_EQ(found["static_modes"], 0);  // the answers are the constraint modes themselves, nothing is added
}

TEST(ExportVerb, AnswerOfAnotherProgramToALoadInsideTheBodyIsTheModeThatWeFind) {
  const Folder folder("export-load");
  const std::string ends = R"(interface = [ { name = "left", surface = "xmin", coupling = "rigid" },
              { name = "right", surface = "xmax" } ]
)";
  const std::string load = R"([[load]]
case = "press"
on = "ymax"
pressure = "1 MPa")";
  const std::string model = folder.write(
      "bar.toml",
      bar_model(ends + R"(reduction = { method = "guyan", quality = false, load_modes = ["press"] })", load));
  ASSERT_EQ(folder.run({"reduce", model}, "own").status, 0);
  auto own = read_quantities(folder.path / "own" / "summary.json");
  ASSERT_EQ(own["static_modes"], 1);
  const ProgramResult result = folder.run({"export", model, "--unit", "mm"}, "decks");
  ASSERT_EQ(result.status, 0) << result.err;
  const std::string ccx =
      fmt::format("cd '{}' && OMP_NUM_THREADS=1 ccx -i bar >bar.log 2>&1", (folder.path / "decks").string());
  ASSERT_EQ(std::system(ccx.c_str()), 0) << read_file(folder.path / "decks" / "bar.log");
  const ProgramResult back = folder.run(
      {"reduce",
       folder.write(
           "back.toml",
           bar_model(
               ends +
               R"(reduction = { method = "guyan", quality = false, responses = { file = "decks/bar.frd", unit = "mm" } })"))},
      "back");
  ASSERT_EQ(back.status, 0) << back.err;
  auto found = read_quantities(folder.path / "back" / "summary.json");
  EXPECT_EQ(found["static_modes"], 1);
  EXPECT_EQ(found["coordinates"], own["coordinates"]);
  EXPECT_NEAR(found["first_frequency"], own["first_frequency"], 1e-4 * own["first_frequency"]);  // digits of the file
}

TEST(SweepVerb, OneRowPerCaseAndAReasonWhereOneFails) {
  const Folder folder("sweep-verb");
  folder.write("bar.toml", bar_model());
  const std::string study = folder.write("study.toml", R"([study]
title = "Vectors"
model = "bar.toml"
verb = "reduce"
quantities = ["vectors_kept", "frf_error_max"]
case = [ { name = "all", set = [] },
         { name = "two", set = ["truncation_vectors=2"] },
         { name = "wrong", set = ["truncation_vectors=-7"] } ]
)");
  const ProgramResult result = folder.run({"sweep", study});
  EXPECT_EQ(result.status, 1);  // not all cases succeeded
  std::istringstream csv(read_file(folder.path / "out" / "study.csv"));
  std::string line;
  std::vector<std::string> rows;
  while (std::getline(csv, line)) rows.push_back(line);
  ASSERT_EQ(rows.size(), 4U);
  EXPECT_EQ(rows[0].substr(0, 22), "case,vectors_kept,frf_");
  EXPECT_EQ(rows[1].substr(0, 7), "all,12,");
  EXPECT_EQ(rows[2].substr(0, 6), "two,2,");
  EXPECT_EQ(rows[3].substr(0, 7), "wrong,,");
  auto all = read_quantities(folder.path / "out" / "summary.json");
  EXPECT_LT(all["all.frf_error_max"], all["two.frf_error_max"]);
  EXPECT_FALSE(all.contains("wrong.frf_error_max"));
  EXPECT_NE(read_file(folder.path / "out" / "summary.json").find("truncation_vectors"), std::string::npos);
  EXPECT_TRUE(std::filesystem::exists(folder.path / "out" / "two" / "bar.h5"));
  EXPECT_TRUE(std::filesystem::exists(folder.path / "out" / "report.html"));
}

TEST(SweepVerb, AListOfValuesMakesACaseOfEach) {
  const Folder folder("sweep-values");
  folder.write("bar.toml", bar_model());
  const std::string study = folder.write("study.toml", R"([study]
model = "bar.toml"
verb = "reduce"
quantities = ["vectors_kept"]
parameter = "truncation_vectors"
values = [2, "5"]
)");
  ASSERT_EQ(folder.run({"sweep", study}).status, 0);
  auto found = read_quantities(folder.path / "out" / "summary.json");
  EXPECT_EQ(found["truncation_vectors = 2.vectors_kept"], 2);
  EXPECT_EQ(found["truncation_vectors = 5.vectors_kept"], 5);
  const ProgramResult half =
      folder.run({"sweep", folder.write("half.toml", "[study]\nmodel = 'bar.toml'\nvalues = [1]\n")});
  EXPECT_NE(half.err.find("belong together"), std::string::npos) << half.err;
}

TEST(SweepVerb, ReferencePageIsThatOfTheTables) {
  EXPECT_EQ(read_file(testing::source_dir() / "docs" / "study-file.md"), study_page())
      << "run: build/bin/trunnion schema --study > docs/study-file.md";
}

TEST(ReduceVerb, AMeshInPlaceOfAModelIsToldHowToUseIt) {
  const Folder folder("mesh-as-model");
  const ProgramResult result = folder.run({"reduce", folder.write("part.inp", "*NODE\n")});
  EXPECT_EQ(result.status, 1) << result.err;
  EXPECT_NE(result.err.find("mesh = { file = \"part.inp\""), std::string::npos) << result.err;
}

TEST(ReduceVerb, BadInterfacesAreRefusedWithWhatToChange) {
  const std::string ends = R"({ name = "left", surface = "xmin" }, )";
  // On one line, and too few for a turn.
  EXPECT_NE(refusal("bad-line", "interface = [ " + ends + R"({ name = "edge", surface = "xmax_ymin" } ])").find("line"),
            std::string::npos);
  // Two interfaces on the same rigid nodes.
  const std::string overlap =
      refusal("bad-overlap", R"(interface = [ { name = "a", surface = "xmin", coupling = "rigid" },
    { name = "b", surface = "ymin", coupling = "rigid" } ])");
  EXPECT_NE(overlap.find("'a' and 'b' overlap"), std::string::npos) << overlap;
  EXPECT_NE(overlap.find("Make the surfaces disjoint"), std::string::npos) << overlap;
  // The same nodes twice: mean motions that depend on each other.
  const std::string twice = refusal(
      "bad-twice", "interface = [ " + ends + R"({ name = "a", surface = "xmax" }, { name = "b", surface = "xmax" } ])");
  EXPECT_NE(twice.find("interfaces 'a' and 'b' overlap"), std::string::npos) << twice;
  // All nodes of an averaged interface belong to a rigid one.
  const std::string inside = refusal(
      "bad-inside", "interface = [ " + ends +
                        R"({ name = "a", surface = "xmax", coupling = "rigid" }, { name = "b", surface = "xmax" } ])");
  EXPECT_NE(inside.find("interface 'b' overlaps rigid"), std::string::npos) << inside;
  // No interface at all.
  EXPECT_NE(refusal("bad-none", "reduction = {}").find("Give it an 'interface'"), std::string::npos);
  // A name that is none, with place in the file.
  const std::string name = refusal("bad-name", "interface = [ " + ends + R"({ name = "right", surface = "xmax" } ]
reduction = { interfaces = ["rihgt"] })");
  EXPECT_NE(name.find("did you mean 'right'"), std::string::npos) << name;
  EXPECT_NE(name.find("bar.toml:"), std::string::npos) << name;
}

TEST(ReduceVerb, TargetsThatCannotBeMetAreRefusedWithWhatToChange) {
  const std::string ends =
      R"(interface = [ { name = "left", surface = "xmin" }, { name = "right", surface = "xmax" } ])";
  const std::string target = refusal("bad-target", ends + "\nreduction = { completeness = 0.9999, max_modes = 20 }");
  EXPECT_NE(target.find("is beyond reach: 20 modes carry"), std::string::npos) << target;
  EXPECT_NE(target.find("raise 'max_modes'"), std::string::npos) << target;
  const std::string more = refusal("bad-more", ends + "\nreduction = { completeness = 1.2 }");
  EXPECT_NE(more.find("between 0 (no target) and 1"), std::string::npos) << more;
  const std::string load = refusal("bad-load", ends + "\nreduction = { load_modes = ['push'] }");
  EXPECT_NE(load.find("no load case 'push'"), std::string::npos) << load;
  const std::string both = refusal("bad-both", ends + "\nreduction = { completeness = 0.5, select = \"automatic\" }");
  EXPECT_NE(both.find("either 'completeness' or select"), std::string::npos) << both;
}

TEST(ReduceVerb, LoosePartsAreNamed) {
  // Two bricks that do not touch; interfaces on the first only.
  std::string deck = "*NODE\n";
  int label = 0;
  for (const double x0 : {0.0, 2.0})
    for (const double z : {0.0, 1.0})
      for (const auto& [x, y] : {std::pair{0.0, 0.0}, {1.0, 0.0}, {1.0, 1.0}, {0.0, 1.0}})
        deck += fmt::format("{}, {}, {}, {}\n", ++label, x0 + x, y, z);
  deck +=
      "*ELEMENT, TYPE=C3D8, ELSET=FIRST\n1, 1, 2, 3, 4, 5, 6, 7, 8\n"
      "*ELEMENT, TYPE=C3D8, ELSET=SECOND\n2, 9, 10, 11, 12, 13, 14, 15, 16\n"
      "*NSET, NSET=BOTTOM\n1, 2, 3, 4\n*NSET, NSET=TOP\n5, 6, 7, 8\n*NSET, NSET=OTHER\n9, 10, 11, 12\n"
      "*NSET, NSET=PAIR\n5, 6\n*MATERIAL, NAME=M\n*ELASTIC\n2e11, 0.3\n*DENSITY\n7850\n"
      "*ELSET, ELSET=ALL\nFIRST, SECOND\n*SOLID SECTION, ELSET=ALL, MATERIAL=M\n";
  const Folder folder("bad-loose");
  folder.write("bricks.inp", deck);
  const auto reduce = [&](const std::string& interfaces) {
    const std::string model = folder.write("bricks.toml", fmt::format(R"([model]
name = "Bricks"
[[flexible_body]]
name = "bricks"
mesh = {{ file = "bricks.inp", unit = "m" }}
interface = [ {} ]
)",
                                                                      interfaces));
    const ProgramResult result = folder.run({"reduce", model});
    EXPECT_EQ(result.status, 1);
    return result.err;
  };
  const std::string loose = reduce(R"({ name = "bottom", surface = "BOTTOM" }, { name = "top", surface = "TOP" })");
  EXPECT_NE(loose.find("SECOND"), std::string::npos) << loose;
  EXPECT_NE(loose.find("Join the loose piece to the rest of the mesh, or keep an interface on it"), std::string::npos)
      << loose;
  // With an interface on each the parts are held, but the free body falls apart: twelve motions without energy.
  const std::string apart = reduce(R"({ name = "bottom", surface = "BOTTOM" }, { name = "other", surface = "OTHER" })");
  EXPECT_NE(apart.find("falls into 2 parts"), std::string::npos) << apart;
  const std::string few = reduce(R"({ name = "bottom", surface = "BOTTOM" }, { name = "pair", surface = "PAIR" })");
  EXPECT_NE(few.find("at least three"), std::string::npos) << few;
}

}  // namespace
}  // namespace trunnion
