"""`python3 -m trunnion sweep STUDY --scheduler ADDRESS`: what `trunnion sweep --scheduler` calls."""
from __future__ import annotations

import argparse
import sys

from .errors import Error
from .progress import print_progress
from .sweeps import sweep


def main() -> int:
    """Returns the exit status."""
    parser = argparse.ArgumentParser(prog="trunnion")
    parser.add_argument("verb", choices=["sweep"])
    parser.add_argument("study")
    parser.add_argument("--scheduler", required=True)
    parser.add_argument("--out")
    parser.add_argument("--set", action="append", default=[])
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument("--fresh", action="store_true")
    options = parser.parse_args()
    try:
        values = dict(text.split("=", 1) for text in options.set)
        results = sweep(options.study, options.out, set=values, threads=options.threads, fresh=options.fresh,
                        scheduler=options.scheduler, progress=print_progress)
    except Error as error:
        print(f"trunnion: {error}", file=sys.stderr)
        return 1
    for stage in results.stages:
        if stage.status != "done":
            print(f"trunnion: case {stage.name}: {stage.message}", file=sys.stderr)
    print(f" {'wrote':<11} {results.out}")
    return 0 if results.success else 1


if __name__ == "__main__":
    sys.exit(main())
