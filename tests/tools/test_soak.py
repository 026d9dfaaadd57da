"""tools/soak at a twentieth of its size: the cranktrain over 25 cycles, a reduction repeated; and what it makes of findings."""
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = pathlib.Path(os.environ.get("TRUNNION_BUILD", ROOT / "build"))
RUN = {"constraint_drift": 1e-10, "velocity_drift": 1e-3, "energy_balance_error": 1e-5}


class Soak(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.out = pathlib.Path(folder.name)

    def soak(self, part: str, **sizes: str) -> str:
        """Runs a part and gives the page of it."""
        page = self.out / "soak.md"
        environment = os.environ | sizes | {"OMP_NUM_THREADS": "1", "OUT": str(self.out), "PAGE": str(page), "BUILD": str(BUILD), "TRUNNION_CACHE": str(self.out / "cache")}
        found = subprocess.run([ROOT / "tools" / "soak", part], env=environment, capture_output=True, text=True, check=False)
        self.assertEqual(found.returncode, 0, found.stdout + found.stderr)
        return page.read_text()

    @unittest.skipUnless((BUILD / "bin" / "trunnion").exists(), "the program is not built")
    def test_the_rigid_cranktrain_runs_25_cycles_with_constant_memory_and_bounded_drift(self) -> None:
        page = self.soak("cranktrain", CYCLES="25", VARIANT="0", CRANK_MESH="30mm", ROD_MESH="14mm", SAMPLES="360")
        self.assertIn("| | 2 cycles | 25 cycles |", page)
        self.assertIn("variant 0 (rigid bodies), crankshaft meshed with 30mm", page)

    @unittest.skipUnless((BUILD / "bin" / "bench_reduction").exists(), "benchmarks are not built")
    def test_a_reduction_repeated_in_one_process_does_not_grow(self) -> None:
        page = self.soak("reduction", ACROSS="6", REPEATS="4")  # 19 000 nodes
        self.assertEqual(page.count("\n| 4 |"), 1)

    def kept(self, part: str, **environment: str) -> subprocess.CompletedProcess:
        return subprocess.run([ROOT / "tools" / "soak_page", "keep", part, self.out], env=os.environ | environment, capture_output=True, text=True, check=False)

    def test_what_grows_with_time_is_wrong(self) -> None:
        for change, problem in (({}, None), ({"peak_mb": 106.0}, "memory grows with time: 100 and 106 MB"),
                                ({"constraint_drift": 1e-8}, "joints drift: 1e-10 and 1e-08"), ({"energy_balance_error": 0.02}, "energy does not close"),
                                ({"velocity_drift": 5e-3}, "speed across joints grows: 0.001 and 0.005")):
            for name in ("short", "long"):
                numbers = RUN | {"peak_mb": 100.0, "seconds": 1.0} | (change if name == "long" else {})
                (self.out / "cranktrain" / name).mkdir(parents=True, exist_ok=True)
                (self.out / "cranktrain" / name / "summary.json").write_text(json.dumps({"quantities": numbers}))
                (self.out / "cranktrain" / f"{name}.json").write_text(json.dumps(numbers))
            found = self.kept("cranktrain", CYCLES="500", VARIANT="G", CRANK_MESH="14mm", ROD_MESH="6mm")
            self.assertEqual(found.returncode, 1 if problem else 0, found.stderr)
            self.assertIn(problem or "", found.stderr)

    def test_a_reader_without_its_fuzzer_is_named(self) -> None:
        names = sorted(source.stem for source in (ROOT / "tests" / "fuzz" / "targets").glob("*/fuzz_*.cpp"))
        lines = [f"{name}: 3 kept and 500 bent inputs in 1.5 s, no crash, at most 40 MiB\n" for name in names]
        self.assertGreater(len(lines), 10)
        for ran, missing in ((lines, ""), (lines[:-1], names[-1]), ([], names[0])):
            (self.out / "fuzz.txt").write_text("".join(ran))
            found = self.kept("fuzz")
            self.assertEqual(found.returncode, 1 if missing else 0, found.stderr)
            self.assertIn(f"{missing} did not run" if missing else "", found.stderr)

    def test_a_kill_that_ended_wrong_is_named(self) -> None:
        good = {"name": "X/RunUp", "result": "COMPLETED", "time": "3s"}
        for tests, problem in (([good], None), ([good | {"failures": [{"failure": "differs"}]}], "X/RunUp failed")):
            for name in ("kills-run.json", "kills-faults.json"):
                (self.out / name).write_text(json.dumps({"testsuites": [{"testsuite": tests}]}))
            found = self.kept("kills", TRUNNION_KILLS="10")
            self.assertEqual(found.returncode, 1 if problem else 0, found.stderr)
            self.assertIn(problem or "", found.stderr)


if __name__ == "__main__":
    unittest.main()
