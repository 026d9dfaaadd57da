#!/usr/bin/env python3
"""Writes gas-force-1.csv and gas-force-2.csv: force on each piston over the crank angle, one engine cycle.

Single-zone cylinder: dp/dphi = ((gamma - 1) Q x_b' - gamma p V')/V with a Wiebe burn, smooth steps for gas exchange.
The heat Q follows from the mean effective pressure that the rated power asks for: the work of a cycle is linear in Q."""
import math
import pathlib

BORE, RADIUS, ROD, COMPRESSION = 0.106, 0.034, 0.120, 12.5
POWER, SPEED, EFFICIENCY = 180 * 735.49875, 10000 / 60, 0.85  # metric horsepower, rev/s
GAMMA, BURN_START, BURN_LENGTH, WIEBE_A, WIEBE_M = 1.30, -22.0, 62.0, 5.0, 2.0
INTAKE_CLOSES, EXHAUST_OPENS = -150.0, 140.0
INTAKE, EXHAUST, AMBIENT = 1.10e5, 1.15e5, 1.013e5
AREA = math.pi * BORE**2 / 4
DISPLACEMENT = AREA * 2 * RADIUS
STEPS_PER_DEGREE = 20


def volume(phi: float) -> tuple[float, float]:
    """Cylinder volume and its slope per degree; phi in degrees from firing dead center."""
    t = math.radians(phi)
    s = RADIUS / ROD * math.sin(t)
    root = math.sqrt(1 - s * s)
    x = RADIUS * math.cos(t) + ROD * root
    dx = -RADIUS * math.sin(t) - ROD * s * (RADIUS / ROD) * math.cos(t) / root
    clearance = DISPLACEMENT / (COMPRESSION - 1)
    return clearance + AREA * (RADIUS + ROD - x), -AREA * dx * math.pi / 180


def burn_rate(phi: float) -> float:
    z = (phi - BURN_START) / BURN_LENGTH
    if not 0 < z < 1:
        return 0.0
    return WIEBE_A * (WIEBE_M + 1) * z**WIEBE_M * math.exp(-WIEBE_A * z ** (WIEBE_M + 1)) / BURN_LENGTH


def slope(phi: float, p: float, heat: float) -> float:
    v, dv = volume(phi)
    return ((GAMMA - 1) * heat * burn_rate(phi) - GAMMA * p * dv) / v


def closed_cycle(heat: float) -> list[float]:
    """Pressure from intake closing to exhaust opening, STEPS_PER_DEGREE a degree (Runge-Kutta)."""
    h = 1 / STEPS_PER_DEGREE
    p, pressures = INTAKE, [INTAKE]
    for k in range(round((EXHAUST_OPENS - INTAKE_CLOSES) * STEPS_PER_DEGREE)):
        phi = INTAKE_CLOSES + k * h
        k1 = slope(phi, p, heat)
        k2 = slope(phi + h / 2, p + h / 2 * k1, heat)
        k3 = slope(phi + h / 2, p + h / 2 * k2, heat)
        k4 = slope(phi + h, p + h * k3, heat)
        p += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        pressures.append(p)
    return pressures


def smooth(a: float, b: float, u: float) -> float:
    u = min(max(u, 0.0), 1.0)
    return a + (b - a) * u * u * (3 - 2 * u)


def cycle(heat: float) -> list[float]:
    """Pressure over 720 degrees from firing dead center on, STEPS_PER_DEGREE a degree."""
    closed = closed_cycle(heat)
    out = []
    for k in range(720 * STEPS_PER_DEGREE):
        phi = k / STEPS_PER_DEGREE
        if phi <= EXHAUST_OPENS:
            out.append(closed[k - round(INTAKE_CLOSES * STEPS_PER_DEGREE)])
        elif phi < EXHAUST_OPENS + 40:
            out.append(smooth(closed[-1], EXHAUST, (phi - EXHAUST_OPENS) / 40))
        elif phi < 720 + INTAKE_CLOSES:
            out.append(smooth(EXHAUST, INTAKE, (phi - 345) / 30))
        else:
            out.append(closed[k - round((720 + INTAKE_CLOSES) * STEPS_PER_DEGREE)])
    return out


def mean_pressure(pressures: list[float]) -> float:
    n = len(pressures)
    return sum(p * volume(360 * 2 * k / n)[1] for k, p in enumerate(pressures)) * (720 / n) / DISPLACEMENT


def main() -> None:
    wanted = POWER / (EFFICIENCY * 2 * DISPLACEMENT * SPEED / 2)
    at0, at1 = mean_pressure(cycle(0.0)), mean_pressure(cycle(1000.0))
    heat = 1000 * (wanted - at0) / (at1 - at0)
    pressures = cycle(heat)
    folder = pathlib.Path(__file__).resolve().parent
    for cylinder, firing in ((1, 0), (2, 450)):
        rows = ["angle [degree], force [N]"]
        for half in range(1441):
            k = round((half / 2 - firing) * STEPS_PER_DEGREE) % len(pressures)
            rows.append(f"{half / 2:g}, {(pressures[k] - AMBIENT) * AREA:.4f}")
        (folder / f"gas-force-{cylinder}.csv").write_text("\n".join(rows) + "\n")
    print(f"heat {heat:.2f} J, mean effective pressure {wanted / 1e5:.3f} bar, peak {max(pressures) / 1e5:.2f} bar")


if __name__ == "__main__":
    main()
