"""Runs from Python: the same as the command line, bit for bit and word for word."""
from __future__ import annotations

import json
import pathlib

import numpy as np
from support import CANTILEVER, SLIDER_CRANK, SOURCE, TestInFolder, beam, command, complaint

import trunnion

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
        changed: dict[pathlib.Path, dict[str, str]] = {cylinder: {"elements": "30"}}
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
