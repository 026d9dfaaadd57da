#!/usr/bin/env python3
"""Writes gas-force-1.csv to gas-force-4.csv, the force on each piston over the crank angle of one cycle, and prints
what the start of thrust-bearing.toml takes from the rigid engine, and the largest forces of its bearings.

Single-zone cylinder: dp/dphi = ((gamma - 1) Q x_b' - gamma p V')/V with a Wiebe burn, smooth steps for gas exchange.
Periodic speed of the rigid engine at mean inertia I: w = w0 + E/(I w0), E the work of gas and inertia forces less
their mean. Gas gives E_g at any speed, inertia E_i = e w0^2, so that w = w0 + E_g/(I w0) + e w0/I."""
import dataclasses
import math
import pathlib
from typing import Callable

BORE, RADIUS, ROD, COMPRESSION = 0.088, 0.047, 0.150, 16.0
GAMMA, BURN_START, BURN_LENGTH, HEAT, WIEBE_A, WIEBE_M = 1.32, -2.836, 34.85, 1483.470, 5.0, 1.5
INTAKE_CLOSES, EXHAUST_OPENS = -140.0, 140.0
INTAKE, EXHAUST, AMBIENT = 1.30e5, 1.25e5, 1.013e5
AREA = math.pi * BORE**2 / 4
DISPLACEMENT = AREA * 2 * RADIUS
FIRING = (0, 540, 180, 360)  # degrees, of cylinders 1 to 4
PISTON, ROD_MASS, ROD_CENTER, ROD_INERTIA = 0.560 + 0.260, 0.900, 0.047, 3.95e-3
TORQUE, INERTIA, START = 258.0, 0.2450, -60  # N m mean, kg m^2 about the axis, degrees
UNBALANCE = 12.527e-3  # kg m, of a throw along itself, webs and counterweights included
STEPS_PER_DEGREE = 20


def place(phi: float) -> tuple[float, float]:
    """Piston pin above the crank axis and its slope per radian; phi in radians from dead center."""
    s = RADIUS / ROD * math.sin(phi)
    c = math.sqrt(1 - s * s)
    return RADIUS * math.cos(phi) + ROD * c, -RADIUS * math.sin(phi) - RADIUS * s * math.cos(phi) / c


def volume(phi: float) -> tuple[float, float]:
    """Cylinder volume and its slope per degree; phi in degrees."""
    x, dx = place(math.radians(phi))
    return DISPLACEMENT / (COMPRESSION - 1) + AREA * (RADIUS + ROD - x), -AREA * math.radians(dx)


def slope(phi: float, p: float) -> float:
    v, dv = volume(phi)
    z = (phi - BURN_START) / BURN_LENGTH
    burn = 0.0
    if 0 < z < 1:
        burn = WIEBE_A * (WIEBE_M + 1) * z**WIEBE_M * math.exp(-WIEBE_A * z ** (WIEBE_M + 1)) / BURN_LENGTH
    return ((GAMMA - 1) * HEAT * burn - GAMMA * p * dv) / v


def closed_cycle() -> list[float]:
    """Pressure from the closing of the intake to the opening of the exhaust, by Runge and Kutta."""
    n, h = round((EXHAUST_OPENS - INTAKE_CLOSES) * STEPS_PER_DEGREE), 1 / STEPS_PER_DEGREE
    p = [INTAKE]
    for k in range(n):
        phi = INTAKE_CLOSES + k * h
        k1 = slope(phi, p[-1])
        k2 = slope(phi + h / 2, p[-1] + h / 2 * k1)
        k3 = slope(phi + h / 2, p[-1] + h / 2 * k2)
        k4 = slope(phi + h, p[-1] + h * k3)
        p.append(p[-1] + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4))
    return p


def smooth(z: float) -> float:
    z = min(max(z, 0.0), 1.0)
    return z * z * (3 - 2 * z)


def pressure(phi: float, closed: list[float]) -> float:
    """At a multiple of the step; phi in degrees, counted from firing dead center."""
    phi = (phi + 180) % 720 - 180
    if INTAKE_CLOSES <= phi <= EXHAUST_OPENS:
        return closed[round((phi - INTAKE_CLOSES) * STEPS_PER_DEGREE)]
    if phi < INTAKE_CLOSES:
        return INTAKE
    p = closed[-1] + (EXHAUST - closed[-1]) * smooth((phi - EXHAUST_OPENS) / 40)
    return p + (INTAKE - EXHAUST) * smooth((phi - 345) / 30)


def kinetic(phi: float) -> float:
    """Kinetic energy of piston and rod of one cylinder at unit speed, less that of its mean inertia; phi in radians."""
    x, dx = place(phi)
    s, c = math.sin(phi), math.cos(phi)
    turn = RADIUS / ROD * c / math.sqrt(1 - (RADIUS / ROD * s) ** 2)
    share = ROD_CENTER / ROD  # of the way from the big to the small end
    along = -RADIUS * s + share * (dx + RADIUS * s)
    across = RADIUS * c * (1 - share)
    return 0.5 * (PISTON * dx * dx + ROD_MASS * (along * along + across * across) + ROD_INERTIA * turn * turn)


@dataclasses.dataclass
class Cylinder:
    """What acts in one cylinder, c towards its head and t the way the pin moves at dead center: force of the liner on
    the piston along t, of the rod on the crankpin, and its torque [N, N m]."""
    side: float
    pin_c: float
    pin_t: float
    torque: float


def cylinder(phi: float, speed: float, gas: float) -> Cylinder:
    """Rigid parts at constant speed [rad/s] under this gas force [N]; phi in radians from firing dead center."""
    s, c = math.sin(phi), math.cos(phi)
    sin_b = RADIUS / ROD * s  # of the rod against the cylinder
    cos_b = math.sqrt(1 - sin_b * sin_b)
    lean = RADIUS / ROD * c / cos_b * speed
    leans = (sin_b * lean**2 - RADIUS / ROD * s * speed**2) / cos_b  # rate of that
    piston = -RADIUS * speed**2 * c - ROD * (sin_b * leans + cos_b * lean**2)
    share = ROD_CENTER / ROD  # of the way from the big to the small end
    rod_c = -(1 - share) * RADIUS * speed**2 * c + share * piston
    rod_t = -(1 - share) * RADIUS * speed**2 * s
    wrist_c = PISTON * piston + gas  # rod on piston
    big_c = ROD_MASS * rod_c + wrist_c  # pin on rod
    # Moments about the rod's center: those of both ends turn it.
    rest = (1 - share) * wrist_c + share * big_c
    wrist_t = (ROD_INERTIA * leans / ROD - share * cos_b * ROD_MASS * rod_t - sin_b * rest) / cos_b
    big_t = ROD_MASS * rod_t + wrist_t
    return Cylinder(-wrist_t, -big_c, -big_t, RADIUS * (s * big_c - c * big_t))


def mains(theta: float, speed: float, gas: Callable[[float], float]) -> list[tuple[float, float]]:
    """Forces (c, t) of the shaft on main bearings 1 to 5, each throw on its two neighbors; theta in degrees."""
    out = [(0.0, 0.0)] * (len(FIRING) + 1)
    for k, fires in enumerate(FIRING):
        phi = math.radians(theta - fires)
        on = cylinder(phi, speed, gas(theta - fires))
        c = 0.5 * (on.pin_c + UNBALANCE * speed**2 * math.cos(phi))
        t = 0.5 * (on.pin_t + UNBALANCE * speed**2 * math.sin(phi))
        for j in (k, k + 1):
            out[j] = (out[j][0] + c, out[j][1] + t)
    return out


def main() -> None:
    closed = closed_cycle()
    folder = pathlib.Path(__file__).parent
    force = lambda phi: AREA * (pressure(phi, closed) - AMBIENT)
    for k, fires in enumerate(FIRING):
        rows = [f"{theta}, {force(theta - fires):.4f}" for theta in range(720)] + [f"720, {force(-fires):.4f}"]
        (folder / f"gas-force-{k + 1}.csv").write_text("angle [degree], force [N]\n" + "\n".join(rows) + "\n")

    # Work over one cycle from the start on, trapezoidal rule on a quarter of a degree.
    step = 0.25
    n = round(720 / step)
    angle = [START + k * step for k in range(n + 1)]
    torque = [sum(-force(a - f) * place(math.radians(a - f))[1] for f in FIRING) - TORQUE for a in angle]
    work = [0.0]
    for k in range(n):
        work.append(work[-1] + math.radians(step) * 0.5 * (torque[k] + torque[k + 1]))
    drift = work[-1]  # what is left after a cycle: the rounding of the heat
    work = [w - drift * k / n for k, w in enumerate(work)]
    inertia = [-sum(kinetic(math.radians(a - f)) for f in FIRING) for a in angle]
    gas_work = -sum(work[:n]) / n
    inertia_work = inertia[0] - sum(inertia[:n]) / n
    print(f"peak pressure {max(closed) / 1e6:.3f} MPa, peak gas force {AREA * (max(closed) - AMBIENT):.1f} N")
    print(f"gas torque less {TORQUE:g} N m leaves {drift:.3f} J a cycle")
    print(f"at {START} degrees: gas_work = {gas_work:.3f} J, inertia_work = {inertia_work:.5e} kg m^2")
    for rpm in (1600, 1800, 2000):
        w = rpm * math.pi / 30
        angles = [k * step for k in range(n)]
        pin = max(math.hypot(on.pin_c, on.pin_t) for on in (cylinder(math.radians(a), w, force(a)) for a in angles))
        main = [max(math.hypot(*all_mains[j]) for all_mains in (mains(a, w, force) for a in angles)) for j in range(5)]
        print(f"{rpm} rpm: starts at {w + gas_work / (INERTIA * w) + inertia_work * w / INERTIA:.3f} rad/s; largest forces "
              f"{pin:.0f} N of the big ends, {', '.join(f'{f:.0f}' for f in main)} N of the mains")


if __name__ == "__main__":
    main()
