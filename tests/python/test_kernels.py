"""The kernels over arrays: closed forms, derivatives against differences, broadcasting."""
from __future__ import annotations

import dataclasses
import unittest
from typing import Any

import numpy as np

import trunnion
from trunnion import contact, film, gears, lubrication, rolling

STEEL = (2.1e11, 0.3)


class Contact(unittest.TestCase):
    def test_a_ball_on_a_plane_follows_hertz(self) -> None:
        modulus = contact.reduced_modulus(*STEEL, *STEEL)
        self.assertAlmostEqual(float(modulus), 2.1e11 / (2 * (1 - 0.09)), delta=1)
        radius = np.array([[1e-3], [5e-3], [20e-3]])
        approach = np.linspace(-1e-6, 5e-6, 7)
        curvature = contact.relative_curvature(1 / radius, 1 / radius, 0, 0)
        found = contact.hertz_point(approach, curvature.P, curvature.Q, modulus)
        self.assertEqual(found.force.shape, (3, 7))
        closed = 4 / 3 * modulus * np.sqrt(radius) * np.maximum(approach, 0) ** 1.5
        self.assertTrue(np.allclose(found.force, closed, rtol=1e-12))
        self.assertTrue(np.allclose(found.semi_axis_a, np.sqrt(radius * np.maximum(approach, 0)), rtol=1e-12))
        back = contact.approach_under(found.force[:, 1:], curvature.P, curvature.Q, modulus)
        self.assertTrue(np.allclose(back, np.maximum(approach[1:], 0), rtol=1e-12, atol=1e-20))

    def test_stiffness_is_the_derivative_of_the_force(self) -> None:
        h, d = 2e-6, 1e-10
        at = [contact.hertz_point(x, 40.0, 100.0, 1.15e11) for x in (h - d, h, h + d)]
        slope = (at[2].force - at[0].force) / (2 * d)
        self.assertLess(abs(at[1].stiffness / slope - 1), 1e-7)

    def test_impossible_curvatures_are_refused_with_a_sentence(self) -> None:
        with self.assertRaisesRegex(trunnion.InputError, "must be 0 < P <= Q"):
            contact.hertz_point(1e-6, -1.0, 2.0, 1e11)


class Lubrication(unittest.TestCase):
    film = lubrication.JournalFilm(viscosity=0.01, length=0.02, radius=0.025, clearance=25e-6, form="short",
                                   extent="full")

    def test_a_squeezed_short_film_resists_as_theory_says(self) -> None:
        # Full short film, centered journal: F = pi mu R L^3 V/C^3 (theory/lubrication.md, Eq. 2.2 at x = 0).
        speed = np.array([1e-3, -2e-3, 5e-3])
        f = self.film
        found = lubrication.film_force(f, [0.0, 0.0], np.stack([speed, 0 * speed], axis=1))
        closed = np.pi * f.viscosity * f.radius * f.length**3 / f.clearance**3 * speed
        self.assertTrue(np.allclose(found.force[:, 0], closed, rtol=1e-12))
        self.assertEqual(found.jacobian.shape, (3, 2, 4))

    def test_jacobian_is_the_derivative(self) -> None:
        film = lubrication.JournalFilm(viscosity=0.01, length=0.02, radius=0.025, clearance=25e-6)
        x = np.array([1e-5, -4e-6, 2e-3, 1e-3])
        step = np.diag([1e-10, 1e-10, 1e-8, 1e-8])
        low, high = x - step, x + step
        rise = (lubrication.film_force(film, high[:, :2], high[:, 2:]).force
                - lubrication.film_force(film, low[:, :2], low[:, 2:]).force)
        slope = (rise / (2 * np.diag(step))[:, None]).T
        exact = lubrication.film_force(film, x[:2], x[2:]).jacobian
        self.assertLess(np.abs(slope - exact).max(), 1e-5 * np.abs(exact).max())

    def test_forces_of_a_running_journal_balance_its_moments(self) -> None:
        e = np.stack([np.linspace(0, 2e-5, 5), np.zeros(5)], axis=1)
        found = lubrication.journal_force(self.film, e, [0.0, 0.0], 300.0, guard_load=1e4)
        turned = e[:, 0] * found.force[:, 1] - e[:, 1] * found.force[:, 0]
        scale = np.abs(found.journal_moment).max()
        self.assertLess(np.abs(found.journal_moment + found.sleeve_moment + turned).max(), 1e-12 * scale)
        self.assertTrue(np.all(found.dissipated_power > 0))
        self.assertTrue(np.allclose(found.min_film, 25e-6 - e[:, 0]))

    def test_outside_the_clearance_is_refused(self) -> None:
        with self.assertRaisesRegex(trunnion.InputError, "below the radial clearance"):
            lubrication.film_force(self.film, [3e-5, 0.0], [0.0, 0.0])
        with self.assertRaisesRegex(ValueError, "finite, short or long"):
            lubrication.JournalFilm(viscosity=0.01, length=0.02, radius=0.025, clearance=25e-6, form="wide")

    def test_a_grade_is_its_viscosity_at_40_degrees(self) -> None:
        viscosity = lubrication.oil_viscosity(273.15 + np.array([40.0, 100.0]), 46.0, 95.0, 870.0)
        density = 870 / (1 + 6.5e-4 * 25)
        self.assertLess(abs(viscosity[0] / (46e-6 * density) - 1), 0.01)  # how density falls differs by its square
        self.assertLess(viscosity[1], viscosity[0] / 5)


class Films(unittest.TestCase):
    """Reynolds' equation on a grid; the tables are those of the theory's tests."""

    def slider(self, nodes: int) -> tuple[film.Film, np.ndarray[Any, Any]]:
        grid = film.Grid.plane(np.linspace(0, 0.05, nodes), [0.0, 1.0])
        return (film.Film(grid, 0.01, low=False, high=False),
                (60e-6 - 30e-6 * grid.along / 0.05)[:, np.newaxis] * np.ones((1, 2)))

    def test_a_linear_slider_carries_what_reynolds_found(self) -> None:
        exact = 6 * 0.01 * 10 * 0.05**2 / 30e-6**2 * (np.log(2) - 2 / 3)
        off = []
        for nodes in (21, 41, 81):
            oil, gap = self.slider(nodes)
            found = oil.solve(gap, speed_1=10)
            off.append(found.force / exact - 1)
        self.assertAlmostEqual(off[0], -4.3e-3, delta=1e-4)
        self.assertAlmostEqual(np.log2(off[1] / off[2]), 2, delta=0.05)  # second order
        self.assertAlmostEqual(found.pressure.max() / 1.38889e6, 1, delta=5e-3)
        with self.assertRaises(ValueError):
            found.pressure[0, 0] = 1.0

    def test_finite_journals_follow_raimondi_and_boyd(self) -> None:
        R, C, speed = 0.05, 50e-6, 100.0
        for slenderness, eps, number, angle in ((1, .4, .264, 63.10), (1, .8, .0446, 36.24), (.5, .6, .319, 48.14)):
            L = 2 * R * slenderness
            grid = film.Grid.cylinder(R, film.fitted_angles(180), np.linspace(0, L / 2, 17))  # half of it, by symmetry
            oil = film.Film(grid, film.Oil(0.01), low=False, feeds=[film.Feed(along_width=1e-6, name="groove")])
            cosine = np.cos(grid.along)[:, np.newaxis]
            found = oil.solve(C * (1 + eps * cosine), speed_2=speed)
            carried = 2 * found.pressure * grid.areas
            radial, tangential = -np.sum(carried * cosine), np.sum(carried * np.sin(grid.along)[:, np.newaxis])
            mean = np.hypot(radial, tangential) / (2 * R * L)
            self.assertAlmostEqual((R / C) ** 2 * 0.01 * speed / (2 * np.pi) / mean / number, 1, delta=0.03)
            self.assertAlmostEqual(np.degrees(np.arctan2(tangential, radial)), angle, delta=0.8)
            self.assertTrue(np.any(found.theta < 1))
            self.assertEqual(float(np.abs(found.pressure * (1 - found.theta)).max()), 0)

    def washer(self) -> tuple[film.Film, np.ndarray[Any, Any]]:
        grooves = [film.Feed(along=k * np.pi / 3, along_width=np.radians(25)) for k in range(6)]
        radii = film.fitted_radii(0.035, 0.045, 10)
        grid = film.Grid.annulus(2 * np.pi * np.arange(144) / 144, radii)
        return film.Film(grid, 0.01, feeds=grooves), 20e-6 + 2e-4 * radii * np.cos(grid.along)[:, np.newaxis]

    def test_a_tilted_washer_with_six_grooves_is_that_of_an_independent_program(self) -> None:
        oil, gap = self.washer()
        found = oil.solve(gap, speed_2=188.49555921538757)
        carried = found.pressure * oil.grid.areas * oil.grid.across
        self.assertAlmostEqual(found.force, 49.051, delta=5.1e-4)
        self.assertAlmostEqual(np.sum(carried * np.sin(oil.grid.along)[:, np.newaxis]), 1.32706, delta=5.1e-6)
        self.assertAlmostEqual(-found.friction().face_2, 0.23779, delta=5.1e-6)
        balance = found.balance()
        self.assertEqual(len(balance.feeds), 6)
        self.assertLess(abs(balance.unexplained), 1e-13 * sum(balance.feeds))
        self.assertLess(found.limits().reynolds_number, 1000)
        self.assertEqual(found.limits().warnings, [])

    def test_derivatives_are_those_of_differences(self) -> None:
        oil, gap = self.washer()
        columns, rows = oil.grid.shape
        tilt = oil.grid.across * np.sin(oil.grid.along)[:, np.newaxis]
        directions = np.stack([np.ones((columns, rows)), tilt])
        found = oil.solve(gap, speed_2=180.0, rate=-1e-4)
        exact = found.change(gap=directions)
        self.assertEqual(exact.pressure.shape, (2, columns, rows))
        for k, h in enumerate((1e-10, 1e-8)):
            ends = [oil.solve(gap + sign * h * directions[k], speed_2=180.0, rate=-1e-4, start=found) for sign in (1, -1)]
            slope = (ends[0].pressure - ends[1].pressure) / (2 * h)
            self.assertLess(np.abs(slope - exact.pressure[k]).max(), 1e-6 * np.abs(slope).max())
            friction = (np.array(ends[0].friction()) - np.array(ends[1].friction())) / (2 * h)
            self.assertLess(np.abs(friction - exact.friction[k]).max(), 1e-6 * np.abs(friction).max())
        turned, pushed = found.change(speed_2=[1.0]), found.change(rate=np.ones((columns, rows)))
        faster = oil.solve(gap, speed_2=180.0 + 1e-3, rate=-1e-4)
        self.assertLess(np.abs((faster.pressure - found.pressure) / 1e-3 - turned.pressure[0]).max(),
                        1e-5 * np.abs(turned.pressure).max())  # one-sided
        self.assertLess(np.sum(pushed.pressure[0] * oil.grid.areas), 0)  # a gap that opens sucks

    def test_a_film_that_moves_keeps_account_of_its_oil(self) -> None:
        oil, gap = self.washer()
        past = oil.full(1.02 * gap, 1e-4)
        for _ in range(3):
            found = oil.solve(gap, rate=-2e-4, speed_2=180.0, past=past)
            balance = found.balance()
            brought = sum(balance.feeds) + balance.low + balance.high
            self.assertLess(abs(brought - balance.stored), 1e-12 * np.abs(balance.feeds).sum())
            past = found.past(1e-4)
        relaxed = oil.solve(gap, speed_2=180.0, method="over-relaxation")
        newton = oil.solve(gap, speed_2=180.0)
        self.assertLess(np.abs(relaxed.pressure - newton.pressure).max(), 1e-4 * newton.pressure.max())

    def test_what_is_no_film_is_refused(self) -> None:
        oil, gap = self.washer()
        with self.assertRaisesRegex(trunnion.InputError, "gap = 0 m .*must be above 0"):
            oil.solve(0.0)
        with self.assertRaisesRegex(trunnion.InputError, "viscosity"):
            film.Film(oil.grid, -1.0)
        with self.assertRaisesRegex(trunnion.InputError, "pond.*no node of the film lies in it"):
            film.Film(oil.grid, 0.01, feeds=[film.Feed(across=1.0, across_width=1e-3, name="pond")])
        with self.assertRaisesRegex(ValueError, "conserving, reynolds or none"):
            film.Film(oil.grid, 0.01, rupture="wet")
        with self.assertRaisesRegex(trunnion.InputError, "not beyond"):
            film.Grid.annulus([0.0, 1.0, 0.5], [1.0, 2.0])
        with self.assertRaisesRegex(trunnion.SolveError, "does not settle"):
            oil.solve(gap, speed_2=180.0, method="over-relaxation", iterations=2)


class Rolling(unittest.TestCase):
    bearing = rolling.BallBearing(balls=15, ball_diameter=11.1e-3, pitch_diameter=60e-3, contact_angle=np.radians(15))

    def test_thrust_is_shared_by_all_balls(self) -> None:
        x = np.linspace(5e-6, 30e-6, 6)
        displacement = np.zeros((6, 5))
        displacement[:, 0] = x
        found = self.bearing.force(displacement)
        a = np.radians(15)
        closed = 15 * self.bearing.ball_stiffness * (x * np.sin(a)) ** 1.5 * np.sin(a)
        self.assertTrue(np.allclose(found.force[:, 0], closed, rtol=1e-12))
        loads = self.bearing.ball_loads(displacement)
        self.assertEqual(loads.shape, (6, 1, 15))
        self.assertTrue(np.allclose(loads[:, 0, :] * np.sin(a) * 15, found.force[:, :1], rtol=1e-12))
        self.assertTrue(np.allclose(found.load_zone, 2 * np.pi))

    def test_stiffness_is_the_derivative_of_the_force_and_symmetric(self) -> None:
        at = np.array([1e-5, 8e-6, -3e-6, 1e-4, -2e-4])
        steps = np.diag([1e-9, 1e-9, 1e-9, 1e-8, 1e-8])
        slope = (self.bearing.force(at + steps).force - self.bearing.force(at - steps).force) / (
            2 * np.diag(steps))[:, None]
        exact = self.bearing.force(at).stiffness
        self.assertLess(np.abs(slope.T - exact).max(), 1e-6 * np.abs(exact).max())
        self.assertLess(np.abs(exact - exact.T).max(), 1e-9 * np.abs(exact).max())

    def test_pressure_grows_with_the_cube_root_of_the_load(self) -> None:
        found = self.bearing.race_pressure(np.array([[100.0], [800.0]]))
        self.assertEqual(found.inner.shape, (2, 1))
        self.assertAlmostEqual(found.inner[1, 0] / found.inner[0, 0], 2, 12)
        self.assertGreater(found.inner[0, 0], found.outer[0, 0])

    def test_the_cage_turns_at_less_than_half_the_speed(self) -> None:
        ratio = 11.1 / 60 * np.cos(np.radians(15))
        self.assertAlmostEqual(self.bearing.cage_speed(100.0), 50 * (1 - ratio), 9)

    def test_impossible_bearings_are_refused(self) -> None:
        with self.assertRaisesRegex(trunnion.InputError, "ball bearing"):
            rolling.BallBearing(balls=0, ball_diameter=1e-2, pitch_diameter=5e-2).force(np.zeros(5))


class Gears(unittest.TestCase):
    pinion = gears.Gear(teeth=25, module=3e-3, width=20e-3, hub_radius=20e-3, name="pinion")
    wheel = gears.Gear(teeth=40, module=3e-3, width=20e-3, hub_radius=30e-3, name="wheel")

    def test_geometry_is_that_of_the_books(self) -> None:
        g = self.pinion.geometry()
        self.assertAlmostEqual(g.base_radius, 37.5e-3 * np.cos(np.radians(20)), 12)
        self.assertAlmostEqual(g.tip_radius, 40.5e-3, 12)
        self.assertAlmostEqual(float(self.pinion.tooth_thickness(37.5e-3)), np.pi * 1.5e-3, 12)
        angle = np.radians([0, 14.5, 20, 25])
        self.assertTrue(np.allclose(gears.involute(angle), np.tan(angle) - angle, rtol=0, atol=1e-15))

    def test_contact_ratio_follows_from_the_tip_circles(self) -> None:
        mesh = gears.mesh_geometry(self.pinion, self.wheel, 97.5e-3)
        a, b = self.pinion.geometry(), self.wheel.geometry()
        length = (np.sqrt(a.tip_radius**2 - a.base_radius**2) + np.sqrt(b.tip_radius**2 - b.base_radius**2)
                  - 97.5e-3 * np.sin(np.radians(20)))
        self.assertAlmostEqual(mesh.contact_ratio, length / a.base_pitch, 9)

    def test_a_loaded_cycle_carries_its_torque(self) -> None:
        seen: list[float] = []
        cycle = gears.mesh_cycle(self.pinion, self.wheel, 97.5e-3, torque=200.0, positions=4, flank_size=0.1, bulk_size=0.4,
                                 progress=lambda news: seen.append(news.fraction))
        base = self.wheel.geometry().base_radius
        # Lever arms change over the width of the contact, about 0.1 mm beside base tangents of 13 mm: (0.1/13)^2.
        self.assertTrue(np.allclose(cycle.normal_force, 200 / base, rtol=1e-3))
        self.assertTrue(np.allclose(cycle.input_torque, 200 * 25 / 40, rtol=1e-3))
        self.assertTrue(np.all(cycle.transmission_error > 0))

    def test_what_the_plane_cannot_show_is_refused(self) -> None:
        helical = gears.Gear(teeth=25, module=3e-3, width=20e-3, hub_radius=20e-3, helix_angle=0.35)
        with self.assertRaisesRegex(trunnion.InputError, "helix.*face_cycle"):
            gears.mesh_cycle(helical, helical, 75e-3, torque=200.0)
        with self.assertRaisesRegex(trunnion.InputError, "positions = 0"):
            gears.mesh_cycle(self.pinion, self.wheel, 97.5e-3, torque=200.0, positions=0)

    def face(self, misalignment: float = 0.0) -> tuple[gears.Gear, gears.FaceCycle]:
        """A helical pair, coarse."""
        one = gears.Gear(teeth=24, module=4e-3, width=20e-3, hub_radius=25e-3, helix_angle=np.radians(20), name="one")
        two = dataclasses.replace(one, helix_angle=-one.helix_angle, name="two")
        return two, gears.face_cycle(one, two, 2 * one.geometry().reference_radius, torque=300.0, positions=4, elements=4,
                                     flank_size=0.25, bulk_size=0.6, rim_size=1.5,
                                     misalignment=misalignment)

    def test_helical_teeth_share_the_torque_across_the_face(self) -> None:
        two, found = self.face()
        cycle, g = found.cycle, two.geometry()
        # Tip corners push beside the line of action.
        self.assertTrue(np.allclose(cycle.normal_force, 300 / (g.base_radius * np.cos(g.base_helix_angle)), rtol=2e-2))
        self.assertEqual(found.line_load.shape, (4, 5))
        self.assertTrue(np.allclose(found.across, np.linspace(-10e-3, 10e-3, 5), atol=1e-15))
        self.assertTrue(np.allclose(np.trapz(found.line_load, found.across), cycle.normal_force, rtol=1e-12))
        self.assertTrue(np.allclose(cycle.tooth_force.sum(axis=1), cycle.normal_force, rtol=1e-12))
        self.assertGreater(found.face_load_factor, 1)
        tension, loaded = cycle.driver_root_stress, cycle.tooth_force
        self.assertEqual(tension.shape, loaded.shape)
        idle = np.where(loaded == 0, tension, -np.inf).max(axis=1)
        self.assertTrue(np.all(np.where(loaded > 0, tension, 0).max(axis=1) > 2 * idle))  # pulled where teeth are bent
        closed_at_low_z = self.face(misalignment=40e-6)[1]
        self.assertLess(closed_at_low_z.load_center, found.load_center - 1e-3)
        self.assertGreater(closed_at_low_z.face_load_factor, found.face_load_factor)

    def test_gears_that_cannot_mesh_are_refused(self) -> None:
        with self.assertRaises(trunnion.InputError):
            gears.mesh_geometry(self.pinion, self.wheel, 90e-3)
