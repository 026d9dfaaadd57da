"""What a run found."""
from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Mapping

import numpy as np
import numpy.typing as npt

from . import _core
from ._core import Scene, SceneBody
from .errors import SolveError

__all__ = ["Balance", "Diagram", "Results", "Scene", "SceneBody", "Stage", "Table", "Verdict", "read_results"]

Array = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Balance:
    """A sum that must close: |value| <= limit."""

    name: str
    """what is balanced"""
    where: str
    """stage and element"""
    value: float
    """what is left over"""
    limit: float
    """how much may be left over"""
    unit: str
    """of value and limit"""
    closes: bool
    """whether it does"""


@dataclass(frozen=True)
class Stage:
    """One stage of a run: status is "done", "running", "stopped" or "failed", with the reason in message."""

    name: str
    """as in the model"""
    type: str
    """"transient", "fe-static", ..."""
    status: str
    """"done", "running", "stopped" or "failed\""""
    message: str
    """why it is not done; empty otherwise"""
    wall_s: float
    """how long it took [s]"""
    steps: int | None
    """in time or in load; None where it has none"""
    iterations: int | None
    """of all its steps; None where it has none"""
    warnings: list[str]
    """sentences"""
    balances: list[Balance]
    """sums that must close"""


@dataclass(frozen=True)
class Table:
    """A table of the report; numbers are SI."""

    section: str
    """of the report"""
    title: str
    """its caption"""
    columns: list[str]
    """their names"""
    units: list[str]
    """of the columns; empty for texts"""
    rows: list[list[float | str | None]]
    """numbers, texts, or None where there is no number"""


@dataclass(frozen=True)
class Diagram:
    """A diagram of the report: label and SI unit of both axes, x and y of each line."""

    section: str
    """of the report"""
    title: str
    """its caption"""
    x: tuple[str, str]
    """label and unit"""
    y: tuple[str, str]
    """label and unit"""
    series: dict[str, tuple[Array, Array]]
    """x and y of each line by its name"""


@dataclass(frozen=True)
class Verdict:
    """A claim of the report: level is "good", "watch" or "bad"."""

    level: str
    """"good", "watch" or "bad\""""
    claim: str
    """a short sentence"""
    detail: str
    """the evidence"""


class Results:
    """Results of a run. Arrays are read-only views into the memory of the run: nothing is copied, all numbers are SI."""

    def __init__(self, core: _core.RunResult) -> None:
        self._core = core

    def __repr__(self) -> str:
        return f"<Results of '{self.model_name}' in {self.out}: {self.status}>"

    @property
    def model_name(self) -> str:
        """Name of the model."""
        return self._core.model_name

    @property
    def headline(self) -> str:
        """What happened, in one sentence; may be empty."""
        return self._core.headline

    @property
    def out(self) -> Path:
        """Folder with the files of the run."""
        return self._core.out

    @property
    def success(self) -> bool:
        """Every stage was done and every expectation was met."""
        return self._core.success

    @property
    def cancelled(self) -> bool:
        """The run was stopped on request."""
        return self._core.cancelled

    @property
    def status(self) -> str:
        """The worst of the stages: "done", "running" (when it was saved), "stopped" or "failed"."""
        return self._core.status

    @property
    def input_hash(self) -> str:
        """Of all values and files that went into the run."""
        return self._core.input_hash

    @property
    def quantities(self) -> dict[str, float | None]:
        """Numbers by name, as in summary.json; None has its reason in `reasons`."""
        return self._core.quantities

    @property
    def reasons(self) -> dict[str, str]:
        """Why a quantity has no number."""
        return self._core.reasons

    def __getitem__(self, quantity: str) -> float:
        """A quantity that must be there: `results["tip_deflection"]`."""
        quantities = self.quantities
        if quantity not in quantities:
            raise KeyError(f"no quantity '{quantity}'; there are {', '.join(sorted(quantities)) or 'none'}")
        value = quantities[quantity]
        if value is None:
            raise SolveError(f"{quantity}: {self.reasons[quantity]}")
        return value

    @property
    def findings(self) -> list[str]:
        """The model's own outputs as sentences."""
        return self._core.findings

    @property
    def warnings(self) -> list[str]:
        """Warnings of the run as a whole."""
        return self._core.warnings

    @property
    def stages(self) -> list[Stage]:
        """The stages in the order they ran."""
        found = []
        for stage in self._core.stages:
            stage["balances"] = [Balance(**balance) for balance in stage["balances"]]
            found.append(Stage(**stage))
        return found

    @property
    def verdicts(self) -> list[Verdict]:
        """Claims of the stages with their evidence."""
        return [Verdict(*v) for v in self._core.verdicts]

    @property
    def tables(self) -> list[Table]:
        """Tables of the report."""
        return [Table(**t) for t in self._core.tables]

    @property
    def diagrams(self) -> list[Diagram]:
        """Diagrams of the report."""
        return [Diagram(**d) for d in self._core.diagrams]

    @property
    def scenes(self) -> dict[str, Scene]:
        """Stages that have something to look at: meshes, displacements and fields of every frame."""
        return self._core.scenes

    @property
    def arrays(self) -> dict[str, dict[str, Array]]:
        """All recorded arrays by group ("curves/run", "fits/bend/seat") and name; docs/results.md lists them."""
        return self._core.arrays

    @property
    def units(self) -> dict[str, dict[str, str]]:
        """SI units of `arrays`."""
        return self._core.units

    def curves(self, stage: str | None = None) -> dict[str, Array]:
        """Curves that a stage recorded, "time" (or what it varies) among them; of the only stage if none is named."""
        groups = {k.removeprefix("curves/"): v for k, v in self.arrays.items() if k.startswith("curves/")}
        if stage is None and len(groups) == 1:
            return next(iter(groups.values()))
        if stage is None or stage not in groups:
            raise KeyError(f"curves of stage {stage!r}; there are curves of {', '.join(groups) or 'no stage'}")
        return groups[stage]

    def failures(self) -> list[str]:
        """Sentences for all that went wrong; empty after success."""
        out = [f"stage {s.name}: {s.message}" for s in self.stages if s.status != "done"]
        return out + [f"{v.claim} {v.detail}" for v in self.verdicts if v.level == "bad"]

    def raise_for_status(self) -> None:
        """Raises SolveError, with these results in it, unless all succeeded."""
        if not self.success:
            error = SolveError("\n".join(self.failures()) or f"{self.model_name}: {self.status}")
            error.results = self
            raise error

    def write_report(self, page: str | Path | None = None, budget: int = 9_000_000) -> Path:
        """Writes report.html, beside the results if not told else. budget: bytes for geometry and fields."""
        path = Path(page) if page is not None else self.out / "report.html"
        _core.write_report(self._core, path, budget)
        return path


def read_results(folder: str | Path) -> Results:
    """Results of an earlier run, from its folder or its results.h5; also of one that was broken off."""
    return Results(_core.read_results(Path(folder)))


def as_mapping(values: Mapping[str, Any]) -> dict[str, Any]:
    """A plain dict of a mapping and of the mappings in it."""
    return {k: as_mapping(v) if isinstance(v, Mapping) else v for k, v in values.items()}
