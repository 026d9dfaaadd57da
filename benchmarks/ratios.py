"""Ratios of a benchmark's run, smaller is better, kept for benchmarks/compare.

    from ratios import keep
    keep("film", {"Newton over relaxation, 96 x 9": 0.05})       # -> build/bench/ratios/film.json
"""
import datetime
import json
import pathlib

KEPT = pathlib.Path(__file__).resolve().parent.parent / "build" / "bench" / "ratios"


def machine() -> str:
    with open("/proc/cpuinfo", encoding="utf-8") as told:
        return next((line.split(":")[1].strip() for line in told if line.startswith("model name")), "unknown")


def keep(runner: str, ratios: dict[str, float], folder: pathlib.Path = KEPT) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    kept = {"machine": machine(), "date": str(datetime.date.today()), "ratios": {n: float(f"{r:.4g}") for n, r in ratios.items()}}
    (folder / f"{runner}.json").write_text(json.dumps(kept, indent=1) + "\n")
