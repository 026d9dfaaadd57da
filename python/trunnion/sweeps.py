"""Sweeps: one model over the cases of a study file, on this machine or on a Dask cluster."""
from __future__ import annotations

import os
import shutil
import sys
from os import PathLike
from pathlib import Path
from typing import Any, Mapping

from . import _core, _sweep_worker
from .errors import InputError
from .model import text_of
from .progress import ProgressCallback, wrapped
from .results import Results


def program_path() -> str:
    """The command line that runs single cases: $TRUNNION_PROGRAM, the one installed with this package, or on the path."""
    beside = [Path(__file__).absolute().parents[2] / "bin" / "trunnion",  # a build folder
              Path(sys.prefix) / "bin" / "trunnion"]
    for found in (os.environ.get("TRUNNION_PROGRAM"), *map(str, beside), shutil.which("trunnion")):
        if found and os.access(found, os.X_OK):
            return found
    raise InputError("sweep: the program 'trunnion' was not found; install it, or set TRUNNION_PROGRAM to its path")


def sweep(study: str | PathLike[str], out: str | PathLike[str] | None = None, *,
          set: Mapping[str, object] | None = None, jobs: int = 0, threads: int = 0, fresh: bool = False,
          scheduler: str | Any | None = None, progress: ProgressCallback | None = None) -> Results:
    """Runs a study file (docs/study-file.md), exactly as `trunnion sweep` does.

    set: values for all cases. jobs: cases at a time, 0: one per core. threads: of each case, 0: one. fresh: run cases
    again that are done. scheduler: address of a Dask scheduler, or a `distributed.Client`: its workers run the cases;
    they must see the same folders under the same names. A case that fails is a row of the table with its reason.
    """
    file = Path(study)
    options = [(name, text_of(value)) for name, value in (set or {}).items()]
    arguments = _core.RunArguments(out=Path(out) if out is not None else Path("out") / file.stem, cache="", stages=[],
                                   threads=threads, restart=False, command=f"trunnion sweep {file}")
    if scheduler is None:
        return Results(_core.sweep(file, options, arguments, program_path(), jobs, fresh, wrapped(progress)))
    return _on_cluster(file, options, arguments, fresh, scheduler)


def _on_cluster(file: Path, options: list[tuple[str, str]], arguments: _core.RunArguments, fresh: bool,
                scheduler: str | Any) -> Results:
    """The cases on the workers of a cluster; one that is lost with its worker is run by another."""
    try:
        import cloudpickle  # type: ignore[import]
        import distributed as untyped
    except ImportError as problem:
        raise InputError("sweep: a cluster needs Dask; install the Debian package python3-distributed") from problem

    distributed: Any = untyped
    cloudpickle.register_pickle_by_value(_sweep_worker)  # workers need not have this package
    program = program_path()
    plan = _core.plan_sweep(file, options, arguments, program)
    todo = [case for case in plan if case["runs"] and (fresh or not case["finished"])]
    client = distributed.Client(scheduler) if isinstance(scheduler, str) else scheduler
    try:
        waiting = [client.submit(_sweep_worker.run_case, program, case, pure=False, retries=1, key=case["key"])
                   for case in todo]
        for future in distributed.as_completed(waiting):
            if future.exception() is not None:
                case = next(c for c in todo if c["key"] == future.key)
                _core.write_failure(case["name"], case["folder"], case["key"], str(future.exception()))
    finally:
        if isinstance(scheduler, str):
            client.close()
    return Results(_core.collect_sweep(file, options, arguments, program))
