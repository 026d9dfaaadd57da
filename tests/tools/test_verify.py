"""tools/verify writes the page from what tests measured, and its check fails when a number leaves its range."""
import json
import pathlib
import re
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


class Verify(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.cases = pathlib.Path(self.folder.name) / "cases"
        self.cases.mkdir()
        self.page = pathlib.Path(self.folder.name) / "page.md"
        for name, error in (("slope", 1e-3), ("force", 1e-12)):
            self.measure(name, error)
        self.assertEqual(self.tool(self.cases, self.page).returncode, 0)

    def measure(self, name: str, error: float, **other) -> None:
        (self.cases / f"{name}.json").write_text(json.dumps({
            "group": "Beams", "name": name, "reference": "closed form", "reference_value": 2.0, "value": 2.0, "error": error,
            "allowed": 0.01, "why": "elements"} | other))

    def tool(self, *arguments) -> subprocess.CompletedProcess:
        return subprocess.run([ROOT / "tools" / "verify", *arguments], capture_output=True, text=True, check=False)

    def test_the_page_shows_every_case(self) -> None:
        text = self.page.read_text()
        self.assertIn("## Beams", text)
        self.assertIn("| slope | closed form | 2 | 2 | 1.00e-03 | 0.01 | elements |", text)
        self.assertEqual(self.tool("--check", self.cases, self.page).returncode, 0)

    def test_a_number_out_of_its_range_fails(self) -> None:
        self.measure("slope", 0.02)
        found = self.tool("--check", self.cases, self.page)
        self.assertEqual(found.returncode, 1)
        self.assertIn("Beams: slope: error 0.02, allowed 0.01", found.stderr)

    def test_a_case_that_is_no_longer_measured_fails(self) -> None:
        (self.cases / "force.json").unlink()
        found = self.tool("--check", self.cases, self.page)
        self.assertEqual(found.returncode, 1)
        self.assertIn("force: on the page, but not measured", found.stderr)
        self.assertIn("run `make verify`", found.stderr)

    def test_a_case_that_the_page_does_not_show_fails(self) -> None:
        self.measure("torque", 1e-3)
        found = self.tool("--check", self.cases, self.page)
        self.assertEqual(found.returncode, 1)
        self.assertIn("Beams: torque: measured, but not on the page", found.stderr)
        self.assertIn("run `make verify`", found.stderr)

    def test_the_page_names_the_libraries_it_was_measured_with_and_their_terms(self) -> None:
        text = self.page.read_text()
        for library in ("Eigen (MPL 2.0)", "CHOLMOD", "HDF5 (BSD-like"):
            self.assertIn(library, text)

    def test_cases_of_some_tests_take_their_place_on_the_page(self) -> None:
        for path in self.cases.iterdir():
            path.unlink()
        self.measure("slope", 2e-3)
        self.measure("torque", 3e-3)
        before = self.page.read_text().splitlines()
        self.assertEqual(self.tool("--add", self.cases, self.page).returncode, 0)
        after = self.page.read_text().splitlines()
        start = before.index("## Beams")
        self.assertEqual([line for line in before[start:] if "slope" not in line], [
            line for line in after[after.index("## Beams"):] if "slope" not in line and "torque" not in line])
        self.assertIn("2.00e-03", next(line for line in after if line.startswith("| slope")))
        rows = after[after.index("## Beams") + 1:]
        self.assertEqual([line[2] for line in rows if line.startswith("| ")], ["c", "f", "s", "t"])
        measured = "\n".join(after)
        self.assertEqual(measured.count("Measured on "), 1)
        self.assertEqual(measured.count("Some rows later: on "), 1)

    def test_two_ways_through_the_program_have_a_section_of_their_own_and_are_no_cases(self) -> None:
        self.measure("reduced", 1e-3, reference="full mesh", inside=True)
        self.assertEqual(self.tool(self.cases, self.page).returncode, 0)
        outside, _, inside = self.page.read_text().partition("## Two ways through this program agree")
        self.assertIn("2 cases in 1 groups have a reference outside this program; 1 more", outside)
        self.assertNotIn("| reduced |", outside)
        self.assertIn("### Beams", inside)
        self.assertIn("| reduced | full mesh |", inside)
        self.assertEqual(self.tool("--check", self.cases, self.page).returncode, 0)
        before = self.page.read_text()
        self.assertEqual(self.tool("--add", self.cases, self.page).returncode, 0)
        self.assertEqual(self.page.read_text().partition("## Beams")[2], before.partition("## Beams")[2])
        self.assertEqual(self.cited("Beams: reduced").returncode, 0)

    def test_the_page_says_when_and_where_it_was_measured_and_what_its_references_are(self) -> None:
        top = self.page.read_text().partition("## ")[0]
        self.assertRegex(top, r"Measured on \d{4}-\d\d-\d\d, .*commit.* cores, ")
        for name in ("independent program", "CalculiX", "Siconos"):
            self.assertIn(f"| {name} |", top)

    def test_every_reference_to_an_independent_program_begins_alike(self) -> None:
        for path in (ROOT / "tests").rglob("*.cpp"):
            for text in re.findall(r'\.reference = "([^"]*)"', path.read_text()):
                self.assertNotRegex(text, r"prototype|separate code|script|independent (?!program)", str(path))

    def test_what_the_page_says_otherwise_than_the_test_is_out_of_date(self) -> None:
        for other, problem in (({"why": "rounding"}, "the reason 'elements', the test 'rounding'"),
                               ({"allowed": 0.02}, "the limit '0.01', the test '0.02'"),
                               ({"reference_value": 2.1}, "the reference value 2, measured was 2.1"),
                               ({"value": 2.1}, "the value 2, measured was 2.1")):
            self.measure("slope", **({"error": 1e-3} | other))
            found = self.tool("--check", self.cases, self.page)
            self.assertEqual(found.returncode, 1, other)
            self.assertIn(f"Beams: slope: the page has {problem}", found.stderr)
            self.assertIn("run `make verify`", found.stderr)

    def test_a_page_with_a_case_out_of_its_range_is_not_written(self) -> None:
        before = self.page.read_text()
        self.measure("slope", 0.02)
        found = self.tool(self.cases, self.page)
        self.assertEqual(found.returncode, 1)
        self.assertIn("was not written", found.stderr)
        self.assertEqual(self.page.read_text(), before)

    def test_rows_that_a_new_page_loses_are_told(self) -> None:
        (self.cases / "force.json").unlink()
        found = self.tool(self.cases, self.page)
        self.assertEqual(found.returncode, 0)
        self.assertIn("no longer on the page: Beams: force", found.stdout)

    def cited(self, *names: str) -> subprocess.CompletedProcess:
        papers = pathlib.Path(self.folder.name) / "papers.md"
        rows = "".join(f"| a statement of `nobody` | found | `{name}` |\n" for name in names)
        papers.write_text("# Papers\n| statement | found | where |\n|---|---|---|\n" + rows)
        return self.tool("--cited", self.page, papers)

    def test_what_a_page_cites_exists(self) -> None:
        found = self.cited("Beams: slope", "README.md", "README.md: Licence", "HertzPoint.SphereOnPlaneIsTheClosedForm")
        self.assertEqual(found.returncode, 0, found.stderr)
        self.assertIn("4 citations", found.stdout)

    def test_citations_of_what_is_gone_are_named_by_line(self) -> None:
        for name, problem in (("Beams: slopes", "no such case"), ("Frames: slope", "no such case"),
                              ("examples/none/README.md", "no such file"), ("README.md: None", "no such heading"),
                              ("HertzPoint.IsGone", "no such test")):
            found = self.cited("Beams: slope", name)
            self.assertEqual(found.returncode, 1, name)
            self.assertIn(f"papers.md:5: {name}: {problem}", found.stderr)

    def test_the_pages_about_papers_and_claims_cite_what_is_there(self) -> None:
        for page in ("papers.md", "claims.md"):
            found = self.tool("--cited", ROOT / "docs" / "verification.md", ROOT / "docs" / page)
            self.assertEqual(found.returncode, 0, found.stderr)


if __name__ == "__main__":
    unittest.main()
