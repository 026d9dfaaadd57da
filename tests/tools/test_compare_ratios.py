"""benchmarks/compare warns of ratios that got more than 15 % worse, and of no others."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "benchmarks"))
from ratios import keep  # noqa: E402


class CompareRatios(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.measured = pathlib.Path(self.folder.name) / "ratios"
        self.baseline = pathlib.Path(self.folder.name) / "baseline.json"

    def compare(self, *options: str) -> subprocess.CompletedProcess:
        return subprocess.run([ROOT / "benchmarks" / "compare", "--measured", self.measured, "--baseline", self.baseline, *options],
                              capture_output=True, text=True, check=False)

    def test_a_ratio_sixteen_percent_worse_is_a_warning_with_both_values(self) -> None:
        keep("film", {"small": 1.0, "large": 0.5}, self.measured)
        self.assertEqual(self.compare("--store").returncode, 0)
        keep("film", {"small": 1.16, "large": 0.5}, self.measured)
        found = self.compare()
        self.assertEqual(found.returncode, 0, "a warning, no failure")
        for part in ("warning: film: small is 1.16, 16 % above the 1", "2 ratios of 1 benchmarks, 1 worse"):
            self.assertIn(part, found.stderr + found.stdout)
        self.assertEqual(self.compare("--strict").returncode, 1)

    def test_fourteen_percent_worse_and_any_amount_better_are_none(self) -> None:
        keep("film", {"small": 1.0, "large": 0.5}, self.measured)
        self.compare("--store")
        keep("film", {"small": 1.14, "large": 0.1}, self.measured)
        self.assertEqual(self.compare("--strict").returncode, 0)

    def test_storing_keeps_benchmarks_that_were_not_run(self) -> None:
        keep("film", {"small": 1.0}, self.measured)
        self.compare("--store")
        (self.measured / "film.json").unlink()
        keep("lcp", {"a": 2.0}, self.measured)
        found = self.compare("--store")
        self.assertIn("no baseline yet: lcp: a", found.stdout)
        stored = json.loads(self.baseline.read_text())
        self.assertEqual(stored["film"]["ratios"], {"small": 1.0})
        self.assertEqual(stored["lcp"]["ratios"], {"a": 2.0})
        self.assertTrue(stored["lcp"]["machine"] and stored["lcp"]["date"])

    def test_make_bench_compares_after_a_benchmark_that_failed_and_fails_at_its_end(self) -> None:
        found = subprocess.run(["make", "-C", ROOT, "bench", "BENCH=none-of-these nor-this"], capture_output=True, text=True, check=False,
                               env={key: value for key, value in os.environ.items() if not key.startswith("MAKE")})
        self.assertNotEqual(found.returncode, 0)
        said = found.stdout + found.stderr
        self.assertTrue("nothing was measured" in said or " ratios of " in said, said)
        self.assertIn("bench: failed: none-of-these nor-this", said)

    def test_nothing_measured_is_told(self) -> None:
        found = self.compare()
        self.assertEqual(found.returncode, 1)
        self.assertIn("nothing was measured", found.stderr)


if __name__ == "__main__":
    unittest.main()
