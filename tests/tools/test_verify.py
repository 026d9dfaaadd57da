"""tools/verify writes the page from what tests measured, and its check fails when a number leaves its range."""
import json
import pathlib
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

    def measure(self, name: str, error: float) -> None:
        (self.cases / f"{name}.json").write_text(json.dumps({
            "group": "Beams", "name": name, "reference": "closed form", "reference_value": 2.0, "value": 2.0, "error": error,
            "allowed": 0.01, "why": "elements"}))

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

    def test_a_new_case_is_told(self) -> None:
        self.measure("torque", 1e-3)
        found = self.tool("--check", self.cases, self.page)
        self.assertEqual(found.returncode, 0)
        self.assertIn("1 cases are not on the page yet", found.stdout)


if __name__ == "__main__":
    unittest.main()
