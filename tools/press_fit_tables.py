"""Tables of examples/press-fit/study from the summaries that its runs leave.

Each function takes the folder of the runs and gives the lines of one table; TABLES names them as the README does."""
import json
import math
import pathlib

COUNTS = [0, 25, 50, 75, 100, 150, 200]
KINDS = ["joined, with friction", "joined", "two sets, with friction", "one set, with friction", "two sets", "one set",
         "two sets, not rigid", "one set, not rigid"]
INTERFERENCES = ["0.015", "0.020", "0.025", "0.030", "0.035"]
LIGHT, HEAVY = "40 kN", "100 kN"
OTHER_MODES = ["no friction modes", "parts apart", "parts apart, no friction modes"]  # each under the heavy load
SPINNING, LAST = ["0", "25", "50", "75", "100", "100, no friction modes", "100, cubature"], "150"
SPINNING_COLUMNS = ["contact modes", "least [MPa]", "largest [MPa]", "rms, whole", "largest, whole", "rms, release", "largest, release"]
TORQUES = [500, 1000, 1500, 2000, 2500, 3000]


def quantities(out: pathlib.Path, run: str) -> dict:
    return json.loads((out / f"press-fit-{run}" / "summary.json").read_text())["quantities"]


def short(value: float | None) -> str:
    """Two digits, all of those before the point."""
    if value is None:
        return "-"
    if value < 1e-3:
        return f"{value:.0e}".replace("e-0", "e-") if value > 1e-12 else "0"
    digits = 1 - math.floor(math.log10(float(f"{value:.1e}")))
    return f"{value:.{max(digits, 0)}f}"


def share(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"


def table(head: list, rows: list) -> str:
    lines = ["| " + " | ".join(cells) + " |" for cells in [head, *rows]]
    return "\n".join([lines[0], "|---" * len(head) + "|", *lines[1:]])


def over_modes(out: pathlib.Path, cell) -> str:
    """`cell(value)` of one body; `value(run, name)` is one of its quantities in a sweep."""
    runs = {run: quantities(out, run) for run in ("modes", "modes-40kN")}

    def text(kind: str, count: int) -> str:
        return cell(lambda name, run="modes": runs[run][f"{kind}, contact_modes = {count}.{name}"])

    return table(["contact modes", *KINDS], [[str(count), *(text(kind, count) for kind in KINDS)] for count in COUNTS])


def errors(out: pathlib.Path, name: str) -> str:
    return over_modes(out, lambda value: f"{short(value(name))} ({short(value(name, 'modes-40kN'))})")


def interference(out: pathlib.Path) -> str:
    q = quantities(out, "interference")

    def three(at, case: str) -> str:
        return ", ".join(short(at(case, f"{kind}_pressure_error_percent")) for kind in ("mean", "sd", "max"))

    rows = []
    for size in INTERFERENCES:
        at = lambda case, name: q[f"{case}, interference = {size} mm.{name}"]
        rows.append([f"{size} mm", *(short(at(HEAVY, f"full.shrink.{kind}_pressure_error_percent")) for kind in ("mean", "sd", "max")),
                     three(at, LIGHT), three(at, HEAVY), *(three(at, f"{HEAVY}, {kind}") for kind in OTHER_MODES),
                     f"{100 * at(HEAVY, 'full.bend.seat.open_share'):.2g} %",
                     short(at(HEAVY, "l2_pressure_error_percent")), short(at(HEAVY, "error_indicator_percent"))])
    return table(["interference", "shrunk: mean", "deviation", "largest", LIGHT, HEAVY, *(f"{HEAVY}, {kind}" for kind in OTHER_MODES),
                  f"open at {HEAVY}", "global error", "indicator"], rows)


def spinning(out: pathlib.Path) -> str:
    """At the watched point, with what is of the whole run."""
    q = quantities(out, "spinning")
    rows = [[*cells, "" if cells[0] == LAST else short(q[f"rms_deviation_percent.{cells[0]}.largest_pressure"]),
             short(q[f"{cells[0]}.run.pulley.error_indicator_max_percent"]), short(q[f"{cells[0]}.energy_balance_error"])]
            for cells in spinning_rows(q, "edge_pressure", "edge_pressure_swing")]
    return table([*SPINNING_COLUMNS, "largest pressure: rms, whole", "indicator", "energy closes to"], rows)


def spinning_node(out: pathlib.Path) -> str:
    return table(SPINNING_COLUMNS, spinning_rows(quantities(out, "spinning"), "node_pressure", "node_pressure"))


def spinning_rows(q: dict, curve: str, extremes: str) -> list:
    """Of each case: least and largest pressure of a curve, and its distance from that of the last case."""
    rows = []
    for case in [*SPINNING, LAST]:
        at = lambda name: short(q[f"{name}.{case}.{curve}"])
        compared = ["", "", "", ""] if case == LAST else [
            at("rms_deviation_percent"), at("peak_deviation_percent"), at("rms_deviation_percent_in_window"), at("peak_deviation_percent_in_window")]
        own = [f"{1e-6 * q[f'{case}.{extremes}_{end}']:.1f}" for end in ("min", "max")]
        rows.append([case, *own, *compared])
    return rows


def torsion(out: pathlib.Path) -> str:
    q, without = quantities(out, "torsion"), quantities(out, "torsion-no-friction-modes")
    error = lambda q, torque, kind: short(q.get(f"full.{torque}.{kind}_pressure_error_percent"))
    return table(["torque [N m]", "full mesh", "reduced body", "mean error [%]", "deviation [%]", "largest [%]", "no friction modes", "mean error [%]"],
                 [[str(torque), share(q[f"full.{torque}.seat.sliding_share"]), share(q[f"sliding_fraction.{torque}"]),
                   *(error(q, torque, kind) for kind in ("mean", "sd", "max")),
                   share(without.get(f"sliding_fraction.{torque}")), error(without, torque, "mean")] for torque in TORQUES])


def shrunk(out: pathlib.Path) -> str:
    """The largest over all numbers of modes."""
    q = quantities(out, "modes")
    worst = lambda kind, name: max(q[f"{kind}, contact_modes = {count}.full.shrink.{name}_pressure_error_percent"] for count in COUNTS)
    return table(["", *KINDS], [[title, *(short(worst(kind, name)) for kind in KINDS)]
                                for title, name in (("mean", "mean"), ("standard deviation", "sd"), ("largest", "max"))])


TABLES = {
    "mean": lambda out: errors(out, "mean_pressure_error_percent"),
    "deviation": lambda out: errors(out, "sd_pressure_error_percent"),
    "largest": lambda out: errors(out, "max_pressure_error_percent"),
    "indicator": lambda out: over_modes(out, lambda value: f"{short(value('l2_pressure_error_percent'))} / {short(value('error_indicator_percent'))}"),
    "sliding": lambda out: over_modes(out, lambda value: share(value("bend.seat.sliding_share"))),
    "shrunk": shrunk,
    "interference": interference,
    "spinning": spinning,
    "spinning node": spinning_node,
    "torsion": torsion,
}
