"""Results are arrays that look into the run: shared, read-only, alive as long as they are used."""
from __future__ import annotations

import gc

import numpy as np
from support import SLIDER_CRANK, TestInFolder, beam

import trunnion


class Results(TestInFolder):
    def test_arrays_are_views_of_one_memory(self) -> None:
        results = trunnion.Model(beam()).run()
        body = results.scenes["bend"].bodies["beam"]
        one, two = body.displacement(0), results.scenes["bend"].bodies["beam"].displacement(0)
        self.assertTrue(np.shares_memory(one, two))
        self.assertEqual(one.shape, body.nodes.shape)
        self.assertFalse(one.flags.writeable)
        with self.assertRaises(ValueError):
            one[0, 0] = 1
        stress = body.fields(0)["von Mises stress"]
        self.assertEqual(stress.shape, (len(body.nodes),))

    def test_arrays_outlive_the_results(self) -> None:
        results = trunnion.load(SLIDER_CRANK).set("duration", "2 ms").run()
        time = results.curves("run")["time"]
        nodes = results.scenes["run"].bodies["rod"].nodes
        expected = nodes.copy()
        del results
        gc.collect()
        self.assertEqual(time[-1], 2e-3)
        self.assertTrue(np.array_equal(nodes, expected))

    def test_the_tip_is_where_its_quantity_says(self) -> None:
        results = trunnion.Model(beam()).run()
        body = results.scenes["bend"].bodies["beam"]
        tip = np.isclose(body.nodes[:, 0], 0.2)
        moved = body.displacement(0)[tip, 2]
        self.assertLess(abs(moved.mean() / results["tip_deflection"] - 1), 0.01)  # mean of nodes, not of area
        cells = body.cells["hex20"]
        self.assertEqual(cells.shape[1], 20)
        self.assertLess(cells.max(), len(body.nodes))

    def test_poses_turn_with_the_crank(self) -> None:
        scene = trunnion.load(SLIDER_CRANK).set("duration", "10 ms").run().scenes["run"]
        last = len(scene.labels) - 1
        turned = scene.bodies["crank"].rotation(last)
        angle = 150 * scene.values[last]
        self.assertLess(np.abs(turned @ turned.T - np.eye(3)).max(), 1e-12)
        self.assertAlmostEqual(turned[1, 0], np.sin(angle), 6)

    def test_what_is_missing_is_said(self) -> None:
        results = trunnion.Model(beam()).run()
        with self.assertRaisesRegex(KeyError, "no quantity 'tip'; there are .*tip_deflection"):
            results["tip"]
        with self.assertRaisesRegex(KeyError, "no stage"):
            results.curves()
        with self.assertRaisesRegex(IndexError, "frame 9 of a scene with 1"):
            results.scenes["bend"].bodies["beam"].displacement(9)

    def test_the_report_can_be_written_again(self) -> None:
        results = trunnion.Model(beam()).run("out")
        page = trunnion.read_results("out").write_report("again.html")
        self.assertIn("<!doctype html>", page.read_text(encoding="utf-8")[:200].lower())
        self.assertEqual(results.write_report(), results.out / "report.html")


class ReducedBodies(TestInFolder):
    def mesh(self) -> None:
        """A bar of bricks, 200 x 20 x 20 mm, as Abaqus writes it."""
        nx, lines = 10, ["*NODE"]
        for i in range(nx + 1):
            for k, (y, z) in enumerate(((0, 0), (20, 0), (20, 20), (0, 20))):
                lines.append(f"{4 * i + k + 1}, {20 * i}, {y}, {z}")
        lines.append("*ELEMENT, TYPE=C3D8, ELSET=Bar")
        for i in range(nx):
            a, b = [4 * i + k + 1 for k in range(4)], [4 * i + k + 5 for k in range(4)]
            lines.append(f"{i + 1}, {', '.join(map(str, a + b))}")
        lines += ["*NSET, NSET=LEFT", "1, 2, 3, 4", "*NSET, NSET=RIGHT", f"{4 * nx + 1}, {4 * nx + 2}, {4 * nx + 3}, {4 * nx + 4}"]
        with open("bar.inp", "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")

    def test_a_mesh_of_ones_own_is_reduced(self) -> None:
        self.mesh()
        body = trunnion.reduce_mesh(
            "bar.inp", unit="mm", material={"young": "210 GPa", "poisson": 0.3, "density": "7850 kg/m^3"},
            interfaces=[{"name": "left", "surface": "LEFT", "coupling": "rigid"},
                        {"name": "right", "surface": "RIGHT", "coupling": "rigid"}], band="10 kHz")
        self.assertEqual(list(body.interfaces), ["left", "right"])
        n = len(body.frequency)
        self.assertTrue(np.allclose(body.mass, np.eye(n), atol=1e-9))
        self.assertTrue(np.allclose(np.diag(body.stiffness), (2 * np.pi * body.frequency) ** 2, rtol=1e-9))
        # Free square bar, Euler-Bernoulli 4.730^2/(2 pi L^2) sqrt(E I/(rho A)) = 2655 Hz; slender by ten, so within 5 %.
        self.assertLess(abs(body.frequency[0] / 2655 - 1), 0.05)
        self.assertTrue(np.shares_memory(body.modes, body.modes))
        body.write("bar.h5")
        again = trunnion.read_reduced_body("bar.h5")
        self.assertTrue(np.array_equal(again.frequency, body.frequency))

    def test_inertance_at_low_frequency_is_that_of_a_rigid_bar(self) -> None:
        self.mesh()
        body = trunnion.reduce_mesh(
            "bar.inp", unit="mm", material={"young": "210 GPa", "poisson": 0.3, "density": "7850 kg/m^3"},
            interfaces=[{"name": "left", "surface": "LEFT", "coupling": "rigid"}], band="10 kHz")
        response, names = body.inertance(np.array([1.0]), ["left"])
        mass = 7850 * 0.2 * 0.02**2
        axial = names.index("left x")
        self.assertLess(abs(response[0, axial, axial].real * mass - 1), 1e-3)
