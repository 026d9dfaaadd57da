"""tools/same_numbers tells runs apart by the bits of their numbers, times left out."""
import json
import pathlib
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
DEBIAN_PYTHON = "/usr/bin/python3"  # the one that has h5py
WRITE = "import h5py, sys, numpy; f = h5py.File(sys.argv[1], 'w'); f['curves/run/force'] = {}; f['record'] = sys.argv[1]"


class SameNumbers(unittest.TestCase):
    def status(self, first: dict, second: dict, *options: str) -> int:
        with tempfile.TemporaryDirectory() as folder:
            files = [pathlib.Path(folder) / name for name in ("a.json", "b.json")]
            for file, quantities in zip(files, (first, second)):
                file.write_text(json.dumps({"quantities": quantities}))
            return subprocess.run([ROOT / "tools" / "same_numbers", *files, *options], capture_output=True, check=False).returncode

    def test_the_last_bit_counts(self) -> None:
        self.assertEqual(self.status({"force": 1.0}, {"force": 1.0}), 0)
        self.assertEqual(self.status({"force": 1.0}, {"force": 1.0000000000000002}), 1)

    def test_a_bound_is_relative(self) -> None:
        self.assertEqual(self.status({"force": 1e6}, {"force": 1e6 + 50}, "--within", "1e-4"), 0)
        self.assertEqual(self.status({"force": 1e-6}, {"force": 1.1e-6}, "--within", "1e-4"), 1)

    def test_a_number_that_only_one_has_is_a_difference(self) -> None:
        self.assertEqual(self.status({"force": 1.0}, {}), 1)
        self.assertEqual(self.status({"force": None}, {"force": 1.0}), 1)

    def test_what_should_be_zero_is_measured_by_its_kind(self) -> None:
        first, second = {"body.rod.x": 0.3, "body.rod.y": 1e-27}, {"body.rod.x": 0.3, "body.rod.y": 2e-27}
        self.assertEqual(self.status(first, second, "--within", "1e-4"), 0)
        self.assertEqual(self.status(first, second), 1)
        self.assertEqual(self.status(first, first | {"body.rod.y": 1e-4}, "--within", "1e-4"), 1)

    def test_percents_are_measured_by_the_whole(self) -> None:
        first = {"error_indicator_percent": 0.2}
        self.assertEqual(self.status(first, {"error_indicator_percent": 0.205}, "--within", "1e-4"), 0)
        self.assertEqual(self.status(first, {"error_indicator_percent": 0.22}, "--within", "1e-4"), 1)

    def test_numbers_that_measure_rounding_count_only_to_the_bit(self) -> None:
        first, second = {"constraint_drift": 1e-12}, {"constraint_drift": 2e-12}
        self.assertEqual(self.status(first, second, "--within", "1e-4"), 0)
        self.assertEqual(self.status(first, second), 1)

    def arrays_status(self, *values: str) -> int:
        with tempfile.TemporaryDirectory() as folder:
            runs = [pathlib.Path(folder) / name for name in "ab"]
            for run, value in zip(runs, values):
                run.mkdir()
                (run / "summary.json").write_text(json.dumps({"quantities": {}}))
                subprocess.run([DEBIAN_PYTHON, "-c", WRITE.format(value), run / "results.h5"], check=True)
            return subprocess.run([ROOT / "tools" / "same_numbers", *(run / "summary.json" for run in runs)],
                                  capture_output=True, check=False).returncode

    def test_arrays_count_to_the_last_bit_the_record_of_times_does_not(self) -> None:
        self.assertEqual(self.arrays_status("[0.5, 1.0]", "[0.5, 1.0]"), 0)
        self.assertEqual(self.arrays_status("[0.5, 1.0]", "numpy.nextafter([0.5, 1.0], 2.0)"), 1)
        self.assertEqual(self.arrays_status("[0.5, 1.0]", "[0.5]"), 1)

    def test_times_are_left_out(self) -> None:
        self.assertEqual(self.status({"run.solve_wall_s": 1.0}, {"run.solve_wall_s": 2.0}), 0)


if __name__ == "__main__":
    unittest.main()
