"""Gas forces and the rigid engine of examples/thrust-bearing against an independent program: 1e-4 or 0.1 N."""
import csv
import math
import pathlib
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
EXAMPLE = ROOT / "examples" / "thrust-bearing"
sys.path.insert(0, str(EXAMPLE))
import engine  # noqa: E402

SPEED = 60 * math.pi  # rad/s, of 1800 rpm

# Angle from firing dead center [degrees], gas force, liner on piston, rod on crankpin along c and t [N], torque [N m].
CYLINDER = [
    (0, 27654.75, 0.00, -24205.84, 0.00, 0.000), (5, 33827.01, 856.13, -30397.15, 946.08, 168.813),
    (10, 44020.06, 2265.50, -40647.09, 2444.71, 444.896), (17, 51690.68, 4540.79, -48459.35, 4842.53, 883.557),
    (30, 35636.07, 5337.62, -32845.66, 5853.63, 1010.134), (45, 18243.69, 3824.67, -16197.41, 4554.42, 689.667),
    (60, 10528.64, 2762.57, -9380.14, 3656.32, 467.725), (90, 4838.03, 1763.16, -5445.22, 2795.18, 255.926),
    (120, 3037.16, 1169.30, -4760.95, 2063.06, 145.304), (180, 144.15, 0.00, -2439.82, 0.00, 0.000),
    (270, 144.15, -214.42, -751.34, -1246.44, -35.313), (330, 144.15, 292.30, 2646.26, -223.71, 53.082),
    (360, 159.35, 0.00, 3289.56, 0.00, 0.000), (390, 174.56, -287.48, 2615.85, 228.53, -52.171),
    (450, 174.56, 224.45, -781.75, 1256.47, 36.742), (540, 174.56, 0.00, -2470.23, 0.00, 0.000),
    (630, 756.02, -416.30, -1363.22, -1448.32, -64.071), (690, 8560.38, -1042.73, -5769.97, -1558.74, -199.040),
    (705, 18215.06, -1289.23, -14936.05, -1556.34, -252.345)]
# Crank angle [degrees], torque of four cylinders, the same without gas [N m].
TORQUE = [(0, 0, 0), (15, 714.07, -95.25), (17, 817.90, -106.20), (30, 907.37, -159.96), (45, 566.10, -176.28), (60, 346.56, -144.77),
          (75, 238.46, -80.01), (90, 193.28, 0), (105, 172.65, 80.01), (120, 143.86, 144.77), (135, 73.90, 176.28),
          (150, -61.10, 159.96), (165, -186.82, 95.25)]
# Crank angle, forces (c, t) of the shaft on main bearings 1 to 5 [N].
MAINS = {
    17: ((-24017, 2486), (-25433, 2209), (-2847, -556), (310, -162), (1741, 117)),
    90: ((-2723, 1620), (-3098, 774), (-1057, -1792), (-1072, -96), (-391, 851)),
    197: ((-1416, -277), (325, -161), (-22276, 2603), (-25448, 2208), (-1431, -279)),
    360: ((1867, 0), (410, 0), (-2900, 0), (-13323, 0), (-11880, 0)),
    557: ((-1431, -279), (-25448, 2208), (-22276, 2603), (325, -161), (-1416, -277))}
MAIN_PEAKS = {1600: (24526, 25648, 23189), 1800: (24147, 25544, 22434), 2000: (23724, 25428, 21590)}
PIN_PEAKS = {1600: 49.38e3, 1800: 48.70e3, 2000: 47.95e3}


class EngineForces(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        closed = engine.closed_cycle()
        cls.gas = staticmethod(lambda phi: engine.AREA * (engine.pressure(phi, closed) - engine.AMBIENT))

    def near(self, value: float, expected: float, rounding: float, what: str) -> None:
        self.assertLessEqual(abs(value - expected), max(1e-4 * abs(expected), rounding), f"{what}: {value} for {expected}")

    def test_what_the_model_reads_is_the_gas_force_of_the_reference(self) -> None:
        for number, fires in enumerate(engine.FIRING, 1):
            with open(EXAMPLE / f"gas-force-{number}.csv", newline="") as file:
                force = {int(row[0]): float(row[1]) for row in list(csv.reader(file))[1:]}
            self.assertEqual(force[0], force[720])
            for phi, gas, *_ in CYLINDER:
                self.near(force[(phi + fires) % 720], gas, 0.1, f"cylinder {number} at {phi}")

    def test_rigid_parts_hand_on_the_forces_of_the_reference(self) -> None:
        for phi, _, side, pin_c, pin_t, torque in CYLINDER:
            on = engine.cylinder(math.radians(phi), SPEED, self.gas(phi))
            for value, expected in ((on.side, side), (on.pin_c, pin_c), (on.pin_t, pin_t)):
                self.near(value, expected, 0.1, f"at {phi}")
            self.near(on.torque, torque, 0.01, f"torque at {phi}")

    def test_torques_of_four_cylinders_are_those_of_the_reference(self) -> None:
        for theta, fired, motored in TORQUE:
            for expected, gas in ((fired, self.gas), (motored, lambda phi: 0.0)):
                torque = sum(engine.cylinder(math.radians(theta - f), SPEED, gas(theta - f)).torque for f in engine.FIRING)
                self.near(torque, expected, 0.01, f"at {theta}")

    def test_main_bearings_are_loaded_as_in_the_reference(self) -> None:
        for theta, loads in MAINS.items():
            for number, (found, expected) in enumerate(zip(engine.mains(theta, SPEED, self.gas), loads), 1):
                for a, b in zip(found, expected):
                    self.near(a, b, 0.6, f"main {number} at {theta}")  # printed in N

    def test_peaks_over_a_cycle_are_those_of_the_reference(self) -> None:
        for rpm, peaks in MAIN_PEAKS.items():
            speed = rpm * math.pi / 30
            # every maximum lies within 30 degrees of a firing dead center
            angles = [f + 0.25 * k for f in engine.FIRING for k in range(121)]
            loads = [engine.mains(a, speed, self.gas) for a in angles]
            for number, peak in enumerate(peaks):
                for mirrored in (number, 4 - number):
                    self.near(max(math.hypot(*at[mirrored]) for at in loads), peak, 1, f"main {mirrored + 1} at {rpm} rpm")
            on = [engine.cylinder(math.radians(0.25 * k), speed, self.gas(0.25 * k)) for k in range(121)]
            self.near(max(math.hypot(o.pin_c, o.pin_t) for o in on), PIN_PEAKS[rpm], 6, f"pin at {rpm} rpm")


if __name__ == "__main__":
    unittest.main()
