"""Tables of the press-fit study come from the summaries of its runs, and each has its place in the page."""
import collections
import json
import pathlib
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tools"))
import press_fit_tables  # noqa: E402

README = ROOT / "examples" / "press-fit" / "study" / "README.md"


class PressFitTables(unittest.TestCase):
    def test_numbers_have_two_digits_and_all_before_the_point(self) -> None:
        for value, text in ((221.3, "221"), (42.1, "42"), (9.96, "10"), (2.71, "2.7"), (1.0, "1.0"), (0.0996, "0.10"), (0.0012, "0.0012"),
                            (1.3e-6, "1e-6"), (0.0, "0"), (None, "-")):
            self.assertEqual(press_fit_tables.short(value), text)

    def test_each_table_has_its_place_in_the_page_and_each_place_its_table(self) -> None:
        marks = [line[len("<!-- study "):-len(" -->")] for line in README.read_text().splitlines() if line.startswith("<!-- study ")]
        self.assertEqual(sorted(marks), sorted(press_fit_tables.TABLES))

    def test_errors_stand_in_the_row_of_their_count_with_the_smaller_load_in_brackets(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            out = pathlib.Path(name)
            for run, factor in (("modes", 1), ("modes-40kN", 0.1)):
                numbers = {f"{kind}, contact_modes = {count}.mean_pressure_error_percent": factor * (10 * column + row)
                           for column, kind in enumerate(press_fit_tables.KINDS, 1) for row, count in enumerate(press_fit_tables.COUNTS)}
                (out / f"press-fit-{run}").mkdir()
                (out / f"press-fit-{run}" / "summary.json").write_text(json.dumps({"quantities": numbers}))
            lines = press_fit_tables.TABLES["mean"](out).splitlines()
        self.assertEqual(len(lines), 2 + len(press_fit_tables.COUNTS))
        self.assertEqual(collections.Counter(line.count("|") for line in lines), {len(press_fit_tables.KINDS) + 2: len(lines)})
        self.assertTrue(lines[2].startswith("| 0 | 10 (1.0) | 20 (2.0) |"), lines[2])
        self.assertTrue(lines[-1].startswith("| 200 | 16 (1.6) | 26 (2.6) |"), lines[-1])

    def test_kinds_and_counts_are_those_of_the_study(self) -> None:
        study = (ROOT / "examples" / "press-fit" / "study" / "modes.toml").read_text()
        for kind in press_fit_tables.KINDS:
            self.assertIn(f'name = "{kind}"', study)
        self.assertEqual(study.count("{ name = "), len(press_fit_tables.KINDS))
        self.assertIn(f"values = {press_fit_tables.COUNTS}", study)


if __name__ == "__main__":
    unittest.main()
