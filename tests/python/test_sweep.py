"""Sweeps: whole tables with failures named, workers that are killed, resuming, any number of processes, a cluster."""
from __future__ import annotations

import csv
import importlib.util
import json
import os
import signal
import subprocess
import sys
import threading
import time
import unittest
from pathlib import Path
from typing import Any

import h5py  # type: ignore[import]
import numpy as np
from support import PROGRAM, TestInFolder, command

import trunnion

# A block that hangs on a spring sinks by m g/k; without stiffness there is no equilibrium. Then it swings for a while.
# A spring of 6400 N/m breaks under just 5 kg.
MODEL = """
[parameters]
mass = "2 kg"
stiffness = "800 N/m"
duration = "10 ms"

[model]
gravity = ["0 m/s^2", "0 m/s^2", "-9.81 m/s^2"]

[[rigid_body]]
name = "block"
mass = "${mass}"
inertia = ["1e-3 kg.m^2", "1e-3 kg.m^2", "1e-3 kg.m^2"]

[[joint]]
name = "guide"
type = "prismatic"
between = ["block", "ground"]

[[force]]
name = "spring"
type = "bushing"
between = ["block", "ground"]
translation_stiffness = ["0 N/m", "0 N/m", "${stiffness}*min(1, 1e9*(abs(${mass}/(5 kg) - 1) + abs(${stiffness}/(6400 N/m) - 1)))"]

[[stage]]
name = "rest"
type = "static"

[[stage]]
name = "run"
type = "transient"
duration = "${duration}"
max_step = "0.1 ms"
samples = 20

[[output]]
name = "sink"
quantity = "curve"
stage = "rest"
on = "body.block.z"
take = "last"
"""

GRID = """
[study]
title = "Hanging block"
model = "block.toml"
design = "grid"
vary = [ { parameter = "mass", from = "1 kg", to = "8 kg", count = 8 },
         { parameter = "stiffness", values = ["100 N/m", "200 N/m", "400 N/m", "800 N/m", "1600 N/m", "3200 N/m", "6400 N/m", "BAD"] } ]
quantities = ["sink"]
plot = ["sink"]
"""


def table(folder: str) -> list[dict[str, str]]:
    with open(Path(folder) / "study.csv", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def times(folder: str) -> dict[str, int]:
    """When each case ended; a case that is run again ends later."""
    return {p.parent.name: p.stat().st_mtime_ns for p in Path(folder).glob("*/case.json")}


def check_table(test: unittest.TestCase, rows: list[dict[str, str]]) -> None:
    """64 rows; without stiffness there is no answer and a sentence that says so, all others have that of theory."""
    test.assertEqual(len(rows), 64)
    for row in rows:
        if row["stiffness [N/m]"] == "0" or (row["mass [kg]"], row["stiffness [N/m]"]) == ("5", "6400"):
            test.assertIn("stage rest: no equilibrium was found: body 'block', position z", row["failure"])
            test.assertEqual(row["sink"], "")
        else:
            theory = -9.81 * float(row["mass [kg]"]) / float(row["stiffness [N/m]"])
            test.assertLess(abs(float(row["sink"]) / theory - 1), 1e-6)  # limit of the equilibrium balance
            test.assertEqual(row["failure"], "")


class Sweeps(TestInFolder):
    def setUp(self) -> None:
        super().setUp()
        Path("block.toml").write_text(MODEL, encoding="utf-8")

    def write_study(self, text: str = GRID, bad: str = "0 N/m", name: str = "study.toml") -> None:
        Path(name).write_text(text.replace("BAD", bad), encoding="utf-8")

    def test_a_worker_is_killed_and_the_table_is_whole(self) -> None:
        self.write_study(GRID.replace("count = 8", "count = 8 }, { parameter = \"duration\", values = [\"0.5 s\"]"), bad="50 N/m")
        sweep = subprocess.Popen([PROGRAM, "sweep", "study.toml", "--out", "out", "--jobs", "2"],
                                 stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        victim = 0
        while not victim and sweep.poll() is None:
            found = subprocess.run(["pgrep", "-P", str(sweep.pid)], capture_output=True, text=True, check=False)
            victim = int(found.stdout.split()[0]) if found.stdout else 0
            time.sleep(0.01)
        os.kill(victim, signal.SIGKILL)
        said = sweep.communicate(timeout=600)[1]
        self.assertIn("was killed by signal 9; it is tried once more", said)
        self.assertEqual(sweep.returncode, 1)
        rows = table("out")
        self.assertEqual(sum(row["failure"] != "" for row in rows), 1)
        for row in rows:
            row.pop("duration [s]")
        check_table(self, rows)

    def test_a_killed_sweep_resumes_and_does_nothing_twice(self) -> None:
        self.write_study()
        sweep = subprocess.Popen([PROGRAM, "sweep", "study.toml", "--out", "out"], stdout=subprocess.DEVNULL,
                                 stderr=subprocess.DEVNULL)
        while len(times("out")) < 20:
            time.sleep(0.01)
        sweep.kill()
        sweep.wait()
        time.sleep(0.3)  # its children die with it
        done = times("out")
        self.assertLess(len(done), 64)
        self.assertIn("cases are done already", command("sweep", "study.toml", "--out", "out").stdout)
        again = times("out")
        self.assertEqual(len(again), 64)
        self.assertEqual(done, {k: again[k] for k in done})  # failed cases, too
        check_table(self, table("out"))
        whole = Path("out/study.csv").read_bytes()
        self.assertIn("64 of 64 cases are done already", command("sweep", "study.toml", "--out", "out").stdout)
        self.assertEqual(again, times("out"))
        self.assertEqual(whole, Path("out/study.csv").read_bytes())

    def test_one_and_two_processes_give_the_same_table(self) -> None:
        self.write_study(GRID.replace("count = 8", "count = 2"))
        command("sweep", "study.toml", "--out", "one", "--jobs", 1)
        command("sweep", "study.toml", "--out", "two", "--jobs", 2)
        self.assertEqual(Path("one/study.csv").read_bytes(), Path("two/study.csv").read_bytes())
        with h5py.File("one/study.h5") as one, h5py.File("two/study.h5") as two:
            self.assertEqual(one.attrs["format"], b"trunnion study")
            self.assertTrue(np.array_equal(one["quantities/sink"], two["quantities/sink"], equal_nan=True))
            self.assertEqual(one["values/mass"].attrs["unit"], b"kg")
            self.assertEqual(one["status"].asstr()[0], "done")

    def test_changed_inputs_are_run_again(self) -> None:
        self.write_study(GRID.replace("count = 8", "count = 2"), bad="50 N/m")
        self.assertEqual(command("sweep", "study.toml", "--out", "out").returncode, 0)
        before = times("out")
        Path("block.toml").write_text(MODEL.replace("samples = 20", "samples = 21"), encoding="utf-8")
        self.assertEqual(command("sweep", "study.toml", "--out", "out").returncode, 0)
        self.assertTrue(all(times("out")[k] > v for k, v in before.items()))

    def test_another_program_runs_all_cases_again(self) -> None:
        self.write_study(GRID.replace("count = 8", "count = 2"), bad="50 N/m")
        self.assertEqual(command("sweep", "study.toml", "--out", "out").returncode, 0)
        before = times("out")
        other = Path("trunnion").absolute()
        other.write_bytes(Path(PROGRAM).read_bytes() + b"another build")
        other.chmod(0o755)
        done = subprocess.run([other, "sweep", "study.toml", "--out", "out"], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue(all(times("out")[k] > v for k, v in before.items()))

    def test_a_fresh_sweep_that_is_stopped_leaves_no_case_that_counts_as_done(self) -> None:
        self.write_study(GRID.replace("count = 8", "count = 2 }, { parameter = \"duration\", values = [\"0.5 s\"]"),
                         bad="50 N/m")
        self.assertEqual(command("sweep", "study.toml", "--out", "out").returncode, 0)
        sweep = subprocess.Popen([PROGRAM, "sweep", "study.toml", "--out", "out", "--fresh", "--jobs", "2"],
                                 stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while not subprocess.run(["pgrep", "-P", str(sweep.pid)], capture_output=True, check=False).stdout:
            self.assertIsNone(sweep.poll())
            time.sleep(0.002)
        sweep.send_signal(signal.SIGINT)
        sweep.wait(timeout=60)
        for case in Path("out").glob("*/case.json"):
            status = json.loads((case.parent / "summary.json").read_text(encoding="utf-8"))["status"]
            self.assertNotIn(status, ("stopped", "running"), case)

    def test_names_that_look_alike_as_folders_are_kept_apart(self) -> None:
        self.write_study("""
[study]
title = "Greek names"
model = "block.toml"
quantities = ["sink"]
case = [ { name = "α", set = ["mass=1 kg"] }, { name = "β", set = ["mass=2 kg"] } ]
""")
        self.assertEqual(command("sweep", "study.toml", "--out", "out", "--jobs", 2).returncode, 0)
        first, second = table("out")
        self.assertAlmostEqual(float(second["sink"]) / float(first["sink"]), 2, 5)

    def test_designs_fill_the_ranges(self) -> None:
        for design in ("latin-hypercube", "sobol"):
            self.write_study(f"""
[study]
model = "block.toml"
design = "{design}"
samples = 16
vary = [ {{ parameter = "mass", from = "1 kg", to = "9 kg" }},
         {{ parameter = "stiffness", from = "100 N/m", to = "10000 N/m", log = true }} ]
quantities = ["sink"]
""")
            results = trunnion.sweep("study.toml", design, set={"duration": "1 ms"})
            self.assertTrue(results.success)
            rows = table(design)
            mass = np.sort([float(r["mass [kg]"]) for r in rows])
            ratio = np.sort(np.log10([float(r["stiffness [N/m]"]) / 100 for r in rows]) / 2)
            if design == "latin-hypercube":  # one in each of 16 slices
                self.assertEqual(list(np.floor((mass - 1) / 8 * 16)), list(range(16)))
                self.assertEqual(list(np.floor(ratio * 16)), list(range(16)))
            self.assertLess(np.abs(np.mean((mass - 1) / 8) - 0.5), 0.1)
            effects = next(t for t in results.tables if t.title == "Main effects")
            self.assertEqual([r[0] for r in effects.rows], ["mass", "stiffness"])

    def test_lists_belong_together_and_mistakes_are_named(self) -> None:
        self.write_study("""
[study]
model = "block.toml"
design = "list"
vary = [ { parameter = "mass", values = ["1 kg", "2 kg"] }, { parameter = "stiffness", values = ["100 N/m"] } ]
""")
        self.assertIn("has 1 values, the first one 2", command("sweep", "study.toml").stderr)
        self.write_study("""
[study]
model = "block.toml"
vary = [ { parameter = "mass", from = "1 kg", to = "2 lb", count = 3 } ]
""")
        self.assertIn("must be in the same unit", command("sweep", "study.toml").stderr)


@unittest.skipUnless(importlib.util.find_spec("distributed"), "Dask is not installed (python3-distributed)")
class Clusters(TestInFolder):
    def test_a_dask_worker_is_killed_and_the_table_is_whole(self) -> None:

        import distributed as untyped

        dask: Any = untyped

        Path("block.toml").write_text(MODEL, encoding="utf-8")
        Path("study.toml").write_text(GRID.replace("BAD", "50 N/m"), encoding="utf-8")
        os.environ["TRUNNION_PROGRAM"] = str(PROGRAM)
        self.addCleanup(os.environ.pop, "TRUNNION_PROGRAM")
        with dask.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster, \
                dask.Client(cluster) as client:
            workers = list(client.run(os.getpid).values())

            def kill_one() -> None:
                while not list(Path("out").glob("*/case.json")):
                    time.sleep(0.05)
                os.kill(workers[0], signal.SIGKILL)

            thread = threading.Thread(target=kill_one)
            thread.start()
            results = trunnion.sweep("study.toml", "out", scheduler=client)
            thread.join()
            self.assertNotIn(workers[0], client.run(os.getpid).values())
            done = times("out")
            self.assertEqual(len(done), 64)
            rows = table("out")
            check_table(self, rows)
            self.assertEqual(sum(row["failure"] != "" for row in rows), 1)
            again = trunnion.sweep("study.toml", "out", scheduler=cluster.scheduler_address)
            self.assertEqual(results.quantities, again.quantities)
            self.assertEqual(times("out"), done)  # the failed case, too
            self.assertEqual(table("out"), rows)

    def test_a_sweep_of_the_command_line_on_a_cluster_has_the_table_of_one_machine(self) -> None:

        import distributed as untyped

        dask: Any = untyped

        Path("block.toml").write_text(MODEL, encoding="utf-8")
        text = GRID.replace("count = 8", "count = 2")
        text = text.replace('"100 N/m", "200 N/m", "400 N/m", "800 N/m", "1600 N/m", ', "")
        Path("study.toml").write_text(text.replace("BAD", "0 N/m"), encoding="utf-8")
        for name, value in (("TRUNNION_PROGRAM", str(PROGRAM)), ("TRUNNION_PYTHON", sys.executable)):
            os.environ[name] = value
            self.addCleanup(os.environ.pop, name)
        with dask.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
            done = command("sweep", "study.toml", "--out", "far", "--scheduler", cluster.scheduler_address)
        rows = table("far")
        self.assertEqual(len(rows), 6, done.stderr)
        self.assertEqual([row["failure"] != "" for row in rows].count(True), 2)
        near = command("sweep", "study.toml", "--out", "near")
        self.assertEqual((done.returncode, rows), (near.returncode, table("near")))
        self.assertTrue((self.folder / "far" / "report.html").exists())

    def test_the_command_line_hands_a_cluster_to_the_package(self) -> None:
        os.environ["TRUNNION_PYTHON"] = sys.executable
        self.addCleanup(os.environ.pop, "TRUNNION_PYTHON")
        done = command("sweep", "nothing.toml", "--out", "out", "--scheduler", "tcp://127.0.0.1:1")
        self.assertEqual(done.returncode, 1)
        self.assertIn("nothing.toml", done.stderr)
        self.assertNotIn("No module", done.stderr)
