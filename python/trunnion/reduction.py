"""Reduced bodies: flexible components with few coordinates."""
from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Mapping, Sequence

from . import _core
from ._core import ReducedBody

if TYPE_CHECKING:
    from .progress import ProgressCallback
    from .quantity import Quantity

__all__ = ["ReducedBody", "read_reduced_body", "reduce_mesh"]


def read_reduced_body(file: str | PathLike[str]) -> ReducedBody:
    """A reduced body from its HDF5 file."""
    return _core.read_reduced_body(Path(file))


def reduce_mesh(mesh: str | PathLike[str], *, unit: str, material: Mapping[str, Any],
                interfaces: Sequence[Mapping[str, Any]], band: str | Quantity,
                reduction: Mapping[str, Any] | None = None,
                progress: ProgressCallback | None = None) -> ReducedBody:
    """Reduces a mesh of your own: Abaqus or CalculiX (.inp), Nastran (.bdf), Gmsh (.msh).

    unit: of its coordinates. material: {"young": "210 GPa", "poisson": 0.3, "density": "7850 kg/m^3"}. interfaces:
    where forces and joints will act, e.g. {"name": "bore", "surface": "BORE", "coupling": "averaged"}. band: up to
    which frequency it is to be right. reduction: further keys of `reduction` in a model file.
    """
    from .model import Model

    file = Path(mesh)
    model = Model({"flexible_body": [{
        "name": file.stem, "mesh": {"file": file.name, "unit": unit}, "material": dict(material),
        "interface": [dict(i) for i in interfaces], "reduction": {"band": str(band), **(reduction or {})},
    }]}, name=file.stem, folder=file.parent)
    return model.reduced_body(file.stem, progress=progress)
