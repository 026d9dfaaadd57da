"""Runs from Python: the same as the command line, bit for bit and word for word."""
from __future__ import annotations

import dataclasses
import json
import os
from pathlib import Path
from unittest import mock

import numpy as np
from support import CANTILEVER, SLIDER_CRANK, SOURCE, TestInFolder, beam, command, complaint

import trunnion
from trunnion import gears

SHORT_RUN = [("duration", "5 ms")]


def numbers(folder: str) -> dict[str, float | None]:
    """Quantities of a run that do not measure time."""
    with open(f"{folder}/summary.json", encoding="utf-8") as file:
        found = json.load(file)["quantities"]
    return {k: v for k, v in found.items() if "wall" not in k and not k.startswith(("simulated", "time_share"))}


class RunsEqualTheCommandLine(TestInFolder):
    def compare(self, model: trunnion.Model, by_command: str, by_python: trunnion.Results) -> None:
        theirs, again = trunnion.read_results(by_command), trunnion.read_results(by_python.out)
        self.assertEqual(numbers(by_command), numbers(str(by_python.out)))
        self.assertEqual(theirs.input_hash, model.input_hash())
        for ours in (by_python, again):
            self.assertEqual(set(theirs.arrays), set(ours.arrays))
            for group, arrays in theirs.arrays.items():
                for name, array in arrays.items():
                    self.assertTrue(np.array_equal(array, ours.arrays[group][name], equal_nan=True), f"{group}/{name}")
            self.assertEqual(set(theirs.scenes), set(ours.scenes))
        for name, scene in theirs.scenes.items():
            for body, shape in scene.bodies.items():
                other = again.scenes[name].bodies[body]
                self.assertTrue(np.array_equal(shape.nodes, other.nodes))
                for k in range(len(scene.labels)):
                    self.assertTrue(np.array_equal(shape.displacement(k), other.displacement(k)))
                    for field, values in shape.fields(k).items():
                        self.assertTrue(np.array_equal(values, other.fields(k)[field], equal_nan=True), field)

    def test_finite_elements(self) -> None:
        self.assertEqual(command("run", CANTILEVER, "--set", "load=250 N", "--out", "cli", "--threads", 1).returncode, 0)
        model = trunnion.load(CANTILEVER).set("load", 250, "N")
        self.compare(model, "cli", model.run("python", threads=1))

    def test_mechanism_in_time(self) -> None:
        done = command("run", SLIDER_CRANK, "--set", "duration=5 ms", "--out", "cli", "--threads", 1)
        self.assertEqual(done.returncode, 0, done.stderr)
        model = trunnion.load(SLIDER_CRANK).set("duration", "5 ms")
        results = model.run("python", threads=1)
        self.compare(model, "cli", results)
        curves = results.curves("run")
        self.assertEqual(curves["time"][-1], 5e-3)
        self.assertEqual(len(curves["time"]), len(curves["joint.big end.force"]))
        self.assertEqual(results.units["curves/run"]["joint.big end.force"], "N")

    def test_contact_gears_press_fit_and_film(self) -> None:
        faults = SOURCE / "tests" / "faults" / "models"
        cylinder = SOURCE / "examples" / "pressed-cylinder" / "pressed-cylinder.toml"
        changed: dict[Path, dict[str, str]] = {cylinder: {"elements": "30"}}
        for model in (cylinder, *(faults / f"{name}.toml" for name in ("gears", "hub-on-shaft", "thrust-film"))):
            more = changed.get(model, {})
            with self.subTest(model.stem):
                changes = [word for name, value in more.items() for word in ("--set", f"{name}={value}")]
                done = command("run", model, *changes, "--out", f"cli-{model.stem}", "--threads", 1)
                self.assertEqual(done.returncode, 0, done.stderr)
                loaded = trunnion.load(model)
                for name, value in more.items():
                    loaded.set(name, value)
                self.compare(loaded, f"cli-{model.stem}", loaded.run(f"python-{model.stem}", threads=1))

    def test_a_file_a_dict_and_its_saved_text_are_one_model(self) -> None:
        built = trunnion.Model(beam())
        built.save("model.toml")
        read = trunnion.load("model.toml")
        self.assertEqual(built.input_hash(), read.input_hash())
        self.assertEqual(read.data, built.data)
        self.assertEqual(built.run("a", threads=1)["tip_deflection"], read.run("b", threads=1)["tip_deflection"])


GEAR = """
[[gear]]
name = "{name}"
teeth = {teeth}
module = "4 mm"
width = "20 mm"
hub_radius = "25 mm"
helix_angle = "{helix} rad"
material = {{ young = "206 GPa", poisson = 0.3 }}
"""
CYCLE = """
[[gear_pair]]
name = "mesh"
driver = "driver"
driven = "driven"
center_distance = "{distance} m"
flank_size = "{flank} mm"
bulk_size = "2.4 mm"
face_elements = {elements}

[[stage]]
name = "cycle"
type = "mesh-cycle"
gear_pair = "mesh"
torque = "300 N.m"
positions = 4
"""


class KernelsEqualTheCommandLine(TestInFolder):
    def compare(self, helix: float, distance: float, sizes: dict[str, float], cycle: gears.MeshCycle) -> None:
        text = "".join(GEAR.format(name=name, teeth=teeth, helix=sign * helix)
                       for name, teeth, sign in (("driver", 24, 1), ("driven", 31, -1)))
        Path("pair.toml").write_text(text + CYCLE.format(distance=distance, **sizes), encoding="utf-8")
        done = command("run", "pair.toml", "--out", "out")
        self.assertEqual(done.returncode, 0, done.stderr)
        curves = trunnion.read_results("out").curves("cycle")
        for name in ("transmission_error", "normal_force", "input_torque", "stiffness", "largest_pressure"):
            self.assertTrue(np.allclose(curves[name], getattr(cycle, name), rtol=1e-9), name)
        reach = cycle.tooth_force.shape[1] // 2
        for name, ours in (("tooth_force", cycle.tooth_force), ("root_stress_driver", cycle.driver_root_stress),
                           ("root_stress_driven", cycle.driven_root_stress)):
            for j in range(-reach, reach + 1):
                theirs = curves[f"{name}.{j}"]
                self.assertTrue(np.allclose(theirs, ours[:, j + reach], rtol=1e-9, atol=1e-9 * np.abs(ours).max()), name)

    def test_spur_gears_in_the_plane_with_root_stress(self) -> None:
        one = gears.Gear(teeth=24, module=4e-3, width=20e-3, hub_radius=25e-3, name="driver")
        two = dataclasses.replace(one, teeth=31, name="driven")
        cycle = gears.mesh_cycle(one, two, 0.11, torque=300.0, positions=4, flank_size=0.1, bulk_size=0.6)
        self.compare(0.0, 0.11, {"flank": 0.4, "elements": 0}, cycle)

    def test_helical_gears_in_three_dimensions_with_root_stress(self) -> None:
        one = gears.Gear(teeth=24, module=4e-3, width=20e-3, hub_radius=25e-3, helix_angle=0.3, name="driver")
        two = dataclasses.replace(one, teeth=31, helix_angle=-0.3, name="driven")
        distance = one.geometry().reference_radius + two.geometry().reference_radius
        module = 4 / np.cos(0.3)  # sizes count in transverse modules
        found = gears.face_cycle(one, two, distance, torque=300.0, positions=4, elements=3, flank_size=1 / module,
                                 bulk_size=2.4 / module)
        self.compare(0.3, distance, {"flank": 1.0, "elements": 3}, found.cycle)


class ReductionsAndSweepsEqualTheCommandLine(TestInFolder):
    def test_reduced_bodies_have_the_same_bits(self) -> None:
        with mock.patch.dict(os.environ, {"TRUNNION_CACHE": str(self.folder / "cache-cli")}):  # each makes its own
            done = command("reduce", SLIDER_CRANK, "--out", "cli", "--threads", 1)
        self.assertEqual(done.returncode, 0, done.stderr)
        model = trunnion.load(SLIDER_CRANK)
        results = model.reduce("python", threads=1, cache="cache-python")
        self.assertTrue(results.success)
        self.assertEqual(numbers("cli"), numbers("python"))
        files = sorted(p.name for p in Path("cli").glob("*.h5"))
        self.assertIn("rod.h5", files)
        self.assertEqual(files, sorted(p.name for p in Path("python").glob("*.h5")))
        theirs = trunnion.read_reduced_body("cli/rod.h5")
        alone = model.reduced_body("rod", cache="cache-alone")
        for ours in (trunnion.read_reduced_body("python/rod.h5"), alone):
            self.assertEqual(ours.content_hash, theirs.content_hash)
            self.assertEqual(ours.quality, theirs.quality)
            for name in ("mass", "stiffness", "damping", "frequency", "nodes", "triangles", "modes"):
                self.assertTrue(np.array_equal(getattr(ours, name), getattr(theirs, name)), name)
            for name, interface in theirs.interfaces.items():
                for part, values in interface.items():
                    self.assertTrue(np.array_equal(values, ours.interfaces[name][part]), f"{name} {part}")

    def test_sweeps_have_the_same_table(self) -> None:
        trunnion.Model(beam()).save("beam.toml")
        Path("study.toml").write_text("""
[study]
model = "beam.toml"
vary = [ { parameter = "load", values = ["100 N", "250 N", "1 mm"] } ]
""", encoding="utf-8")
        self.assertEqual(command("sweep", "study.toml", "--out", "cli", "--jobs", 2).returncode, 1)
        results = trunnion.sweep("study.toml", "python", jobs=1)
        self.assertFalse(results.success)
        self.assertEqual(Path("cli/study.csv").read_bytes(), Path("python/study.csv").read_bytes())
        self.assertEqual(numbers("cli"), numbers("python"))
        self.assertLessEqual(numbers("cli").items(), results.quantities.items())


class Models(TestInFolder):
    def test_a_value_changes_alike_by_set_by_quantity_and_by_item(self) -> None:
        one, two, three = (trunnion.Model(beam()) for _ in range(3))
        one.set("load", "0.3 kN")
        two["parameters"]["load"] = trunnion.Quantity(300, "N")
        three.set("parameters.load", np.float64(300), "N")
        deflections = {m.run(f"run{i}")["tip_deflection"] for i, m in enumerate((one, two, three))}
        self.assertEqual(len(deflections), 1)
        base = trunnion.Model(beam()).run("base")["tip_deflection"]
        self.assertAlmostEqual(deflections.pop() / base, 3, 12)

    def test_tables_can_be_added(self) -> None:
        model = trunnion.Model(beam())
        model.add("stage", name="modes", type="fe-modes", modes=2)
        results = model.run()
        self.assertEqual([s.name for s in results.stages], ["bend", "modes"])
        self.assertEqual(len(results.scenes["modes"].labels), 2)
        self.assertTrue(all(s.status == "done" for s in results.stages))

    def test_check_estimates_and_counts(self) -> None:
        found = trunnion.Model(beam()).check()
        self.assertGreater(found.stages[0].unknowns, 100)
        mechanism = trunnion.load(SLIDER_CRANK).check().mechanism
        assert mechanism is not None
        self.assertEqual(mechanism.joints, 5)  # the motion counts as one

    def test_units_convert(self) -> None:
        self.assertAlmostEqual(trunnion.Quantity(25.4, "mm").to("in").value, 1, 14)
        self.assertAlmostEqual(trunnion.Quantity(20, "degC").si, 293.15)
        with self.assertRaisesRegex(trunnion.InputError, "not of one kind"):
            trunnion.Quantity(1, "mm").to("N")
        with self.assertRaises(trunnion.InputError):
            trunnion.Quantity(1, "parsnips")


class Errors(TestInFolder):
    def same_sentence(self, text: str, *options: str) -> trunnion.InputError:
        with open("bad.toml", "w", encoding="utf-8") as file:
            file.write(text)
        said = complaint("run", "bad.toml", *options).removeprefix("trunnion: ")
        with self.assertRaises(trunnion.InputError) as caught:
            trunnion.load("bad.toml").run()
        self.assertEqual(str(caught.exception), said)
        return caught.exception

    def test_sentences_are_those_of_the_command_line(self) -> None:
        error = self.same_sentence("[[stage]]\ntype = 'fe-modes'\nmodse = 3\n")
        error = self.same_sentence("[model\n")
        self.assertEqual((error.file, error.line), ("bad.toml", 1))
        self.same_sentence(trunnion.Model(beam(length="3")).to_toml())

    def test_values_changed_in_python_are_named_by_their_path(self) -> None:
        model = trunnion.Model(beam())
        model["flexible_body"][0]["material"]["young"] = 210e9
        with self.assertRaisesRegex(trunnion.InputError, r"^flexible_body\.0\.material\.young.*GPa"):
            model.run()
        model["flexible_body"][0]["material"]["young"] = object()
        with self.assertRaisesRegex(trunnion.InputError, r"flexible_body\.0\.material\.young.*cannot stand"):
            model.run()

    def test_values_that_were_read_keep_their_line(self) -> None:
        with open("bad.toml", "w", encoding="utf-8") as file:
            file.write("[model]\nname = 'x'\n\n[[stage]]\ntype = 'fe-mods'\n")
        model = trunnion.load("bad.toml")
        model["model"]["name"] = "y"
        with self.assertRaises(trunnion.InputError) as caught:
            model.check()
        self.assertIn("bad.toml:5:", str(caught.exception))

    def test_set_names_what_is_not_there(self) -> None:
        with self.assertRaisesRegex(trunnion.InputError, "--set lod: the model has no parameter 'lod'.*load"):
            trunnion.Model(beam()).set("lod", "1 N")

    def test_a_stage_without_an_answer_raises_what_the_command_line_prints(self) -> None:
        model = trunnion.Model(beam(output=[{"name": "tip_deflection", "quantity": "displacement", "case": "tip load",
                                             "on": "tip", "component": "z", "expected": "1 mm", "within": "1 %"}]))
        model.save("wrong.toml")
        said = complaint("run", "wrong.toml")
        with self.assertRaises(trunnion.SolveError) as caught:
            trunnion.load("wrong.toml").run()
        self.assertEqual(said, f"trunnion: wrong.toml: {caught.exception}")
        assert caught.exception.results is not None
        self.assertIsNotNone(caught.exception.results.quantities["tip_deflection"])
