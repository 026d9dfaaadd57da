"""Models: read, built, changed, checked, reduced and run."""
from __future__ import annotations

import copy
import json
import os
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any, Mapping, Sequence

from . import _core
from .errors import InputError
from .progress import ProgressCallback, wrapped
from .quantity import Quantity
from .reduction import ReducedBody
from .results import Results, as_mapping


@dataclass(frozen=True)
class StageEstimate:
    """What one finite-element stage would need."""

    stage: str
    """its name"""
    type: str
    """of the stage"""
    body: str
    """that is meshed"""
    nodes: int
    """of its mesh"""
    elements: int
    """of its mesh"""
    unknowns: int
    """of the equations"""
    memory: float
    """of the largest factorization [bytes]"""
    seconds: float
    """how long it may take [s]"""


@dataclass(frozen=True)
class MechanismCheck:
    """What is known of a mechanism before it runs."""

    bodies: int
    """all of them"""
    flexible_bodies: int
    """those that deform"""
    joints: int
    """motions count as joints"""
    forces: int
    """springs, bearings, contacts and other elements"""
    degrees_of_freedom: int
    """what joints leave free, modes included"""
    redundant: list[str]
    """what joints hold twice, as sentences"""
    moved: str
    """what had to move so that joints close, as a sentence; may be empty"""


@dataclass(frozen=True)
class CheckReport:
    """What `Model.check` found; what is wrong comes as InputError instead."""

    model_name: str
    """name of the model"""
    stages: list[StageEstimate]
    """of finite elements and reductions"""
    free_memory: float
    """of the machine [bytes]"""
    mechanism: MechanismCheck | None
    """None where the model has none"""


def text_of(value: object) -> str:
    """A value as it is written after --set."""
    if isinstance(value, (str, Quantity, PathLike)):
        return str(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if hasattr(value, "tolist"):
        return text_of(value.tolist())
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(json.dumps(v) if isinstance(v, str) else text_of(v) for v in value) + "]"
    if isinstance(value, (int, float)):
        return repr(value)
    raise InputError(f"{value!r} cannot be set; give text, a number, true or false, a list or a Quantity")


class Model:
    """A model: tables of values as in a model file (docs/model-file.md).

    `model["bearing"][0]["clearance"]` and so on are plain dicts, lists, texts and numbers, free to be changed; physical
    values are texts with a unit or a `Quantity`. Nothing is checked before `check`, `reduce` or `run`; their messages
    cite file and line of values that were read, and the path ("bearing.0.clearance") of those that were changed.
    """

    def __init__(self, data: Mapping[str, Any] | None = None, *, name: str = "model",
                 folder: str | PathLike[str] = ".") -> None:
        """Builds a model from tables. Files it names are looked for in `folder`; `name` names results and messages."""
        self.data: dict[str, Any] = as_mapping(data or {})
        self._file = Path(folder) / f"{name}.toml"
        self._source: _core.Source | None = None
        self._read: dict[str, Any] | None = None
        self._set: list[tuple[str, str]] = []

    @classmethod
    def load(cls, file: str | PathLike[str]) -> Model:
        """Reads a model file."""
        model = cls()
        model._file = Path(file)
        model._source, model.data = _core.read_source(model._file)
        model._read = copy.deepcopy(model.data)
        return model

    def __repr__(self) -> str:
        changed = f", {len(self._set)} values set" if self._set else ""
        return f"<Model {self._file}{changed}>"

    def __getitem__(self, table: str) -> Any:
        return self.data[table]

    def __setitem__(self, table: str, value: Any) -> None:
        self.data[table] = value

    def __delitem__(self, table: str) -> None:
        del self.data[table]

    def __contains__(self, table: object) -> bool:
        return table in self.data

    def add(self, table: str, **values: Any) -> dict[str, Any]:
        """Adds one more [[table]]: `model.add("stage", type="fe-modes", modes=6)`. Returns it."""
        entry = dict(values)
        self.data.setdefault(table, []).append(entry)
        return entry

    def set(self, name: str, value: object, unit: str | None = None) -> Model:
        """Changes a value as --set does: a parameter by its NAME, any value by its path "bearing.0.clearance".

        Texts are read as the value's own type asks for: `model.set("speed", "3000 rpm")` or
        `model.set("speed", 3000, "rpm")`. What is set is listed in the report. Returns the model.
        """
        text = text_of(Quantity(float(value), unit) if unit is not None else value)  # type: ignore[arg-type]
        _core.check_set(self.data, name, text)
        self._set.append((name, text))
        return self

    def copy(self) -> Model:
        """A model of its own with the same values."""
        other = copy.copy(self)
        other.data = copy.deepcopy(self.data)
        other._set = list(self._set)
        return other

    @property
    def file(self) -> Path:
        """The file it was read from, or the one it would have."""
        return self._file

    def to_toml(self) -> str:
        """The values as text of a model file; what `set` changed is not in it."""
        return _core.to_toml(self.data)

    def save(self, file: str | PathLike[str]) -> None:
        """Writes a model file. Names of files in it stay relative to where the model was."""
        Path(file).write_text(self.to_toml(), encoding="utf-8")

    def resolved(self) -> str:
        """All values worked out, in SI, as text of a model file."""
        return _core.resolve(self.data, self._source, self._file, self._set)[1]

    def input_hash(self) -> str:
        """Hash of all values and files that go into a run: equal hashes give equal results."""
        return _core.resolve(self.data, self._source, self._file, self._set)[2]

    def check(self, *, cache: str | PathLike[str] = "", progress: ProgressCallback | None = None) -> CheckReport:
        """Everything but the solve: units, names, sizes, degrees of freedom, time and memory."""
        found = _core.check(self.data, self._source, self._file, self._set, os.fspath(cache),
                            wrapped(progress))
        mechanism = found["mechanism"]
        return CheckReport(found["model_name"], [StageEstimate(**s) for s in found["stages"]], found["free_memory"],
                           MechanismCheck(**mechanism) if mechanism is not None else None)

    def run(self, out: str | PathLike[str] | None = None, *, stages: Sequence[str] = (), threads: int = 0,
            restart: bool = False, check: bool = True, cache: str | PathLike[str] = "",
            progress: ProgressCallback | None = None) -> Results:
        """Runs the stages and writes results, summary and report, exactly as `trunnion run` does.

        out: folder, else out/<name>. stages: only these. threads: 0 takes all the machine has. restart: go on from the
        last checkpoint. check: raise SolveError when a stage failed or an expectation was not met. Ctrl-C, an exception
        or False from `progress` stop the run and keep what was computed.
        """
        found = Results(_core.run(self.data, self._source, self._file, self._set,
                                  self._arguments(out, stages, threads, restart, cache, "run"), wrapped(progress)))
        if check and not found.cancelled:
            found.raise_for_status()
        return found

    def reduce(self, out: str | PathLike[str] | None = None, *, threads: int = 0, cache: str | PathLike[str] = "",
               progress: ProgressCallback | None = None) -> Results:
        """Reduces all flexible bodies, exactly as `trunnion reduce` does; the folder gets <body>.h5 and a report."""
        return Results(_core.reduce(self.data, self._source, self._file, self._set,
                                    self._arguments(out, (), threads, False, cache, "reduce"), wrapped(progress)))

    def reduced_body(self, body: str, *, cache: str | PathLike[str] = "",
                     progress: ProgressCallback | None = None) -> ReducedBody:
        """One reduced body, from the cache when nothing has changed; nothing else is written."""
        return _core.reduce_body(self.data, self._source, self._file, self._set, body,
                                 os.fspath(cache), wrapped(progress))

    def _arguments(self, out: str | PathLike[str] | None, stages: Sequence[str], threads: int, restart: bool,
                   cache: str | PathLike[str], verb: str) -> _core.RunArguments:
        folder = Path(out) if out is not None else Path("out") / self._file.stem
        command = f"trunnion {verb} {self._file}" + "".join(f" --set '{name}={text}'" for name, text in self._set)
        if self.data != self._read:
            command = f"trunnion.Model.{verb}, built or changed in Python"
        return _core.RunArguments(out=folder, cache=os.fspath(cache), stages=list(stages),
                                  threads=threads, restart=restart, command=command)


def load(file: str | PathLike[str]) -> Model:
    """Reads a model file."""
    return Model.load(file)
