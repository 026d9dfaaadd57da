"""Involute gears: geometry, and the loaded mesh cycle. SI units, angles in rad."""
from __future__ import annotations

from dataclasses import asdict, dataclass
from math import pi
from typing import NamedTuple

import numpy as np

from . import _core
from ._broadcast import Array, ArrayLike
from .progress import ProgressCallback, wrapped


@dataclass(frozen=True)
class GearGeometry:
    """Circles and angles of the transverse section."""

    transverse_module: float
    transverse_pressure_angle: float
    reference_radius: float
    base_radius: float
    tip_radius: float
    root_radius: float
    base_pitch: float
    base_helix_angle: float


@dataclass(frozen=True)
class MeshGeometry:
    """Two gears in mesh: rigid teeth touch from `start` to `end` along the line of action, counted from the pitch point."""

    working_pressure_angle: float
    base_pitch: float
    start: float
    end: float
    contact_ratio: float
    overlap_ratio: float
    backlash: float
    warnings: list[str]


@dataclass(frozen=True)
class Gear:
    """An involute gear as drawn (docs/theory/gears.md)."""

    teeth: int
    module: float
    """normal [m]"""
    width: float
    hub_radius: float
    """where it is held [m]"""
    pressure_angle: float = pi / 9
    helix_angle: float = 0.0
    profile_shift: float = 0.0
    addendum: float | None = None
    """None: one module"""
    dedendum: float | None = None
    """None: 1.25 modules"""
    root_radius: float | None = None
    """of the rack's tip; None: 0.38 modules"""
    thinning: float = 0.0
    internal: bool = False
    tip_relief: float = 0.0
    tip_relief_start: float = 0.0
    """radius where it begins [m]"""
    name: str = "gear"

    def _values(self) -> dict[str, object]:
        values = asdict(self)
        for key, modules in (("addendum", 1.0), ("dedendum", 1.25), ("root_radius", 0.38)):
            if values[key] is None:
                values[key] = modules * self.module
        return values

    def geometry(self) -> GearGeometry:
        """Circles and angles; raises InputError for teeth that cannot be."""
        return GearGeometry(**_core.gear_geometry(self._values()))

    def tooth_thickness(self, radius: ArrayLike) -> Array:
        """Thickness of a tooth along circles of these radii, not below the base circle [m]."""
        given = np.asarray(radius, dtype=np.float64)
        angle = _core.tooth_thickness_angle(self._values(), np.ascontiguousarray(given.ravel()))
        return angle.reshape(given.shape) * given


class MeshCycle(NamedTuple):
    """A cycle of one tooth under load; one entry per position."""

    position: Array
    """along the line of action [m]"""
    transmission_error: Array
    """lag of the driven gear [rad]"""
    input_torque: Array
    """[N m]"""
    normal_force: Array
    """of all teeth [N]"""
    stiffness: Array
    """[N m/rad]"""
    largest_pressure: Array
    """[Pa]"""
    tooth_force: Array
    """positions x tooth pairs [N]"""


def involute(angle: ArrayLike) -> Array:
    """inv a = tan a - a."""
    return np.asarray(_core.involute(angle))


def mesh_geometry(driver: Gear, driven: Gear, center_distance: float) -> MeshGeometry:
    """Line of action, contact ratio and backlash; raises InputError when the gears cannot mesh."""
    return MeshGeometry(**_core.gear_mesh_geometry(driver._values(), driven._values(), center_distance))


def mesh_cycle(driver: Gear, driven: Gear, center_distance: float, *, torque: float, young: float = 2.06e11,
               poisson: float = 0.3, friction: float = 0.0, positions: int = 20, flank_size: float = 0.01,
               bulk_size: float = 0.1, progress: ProgressCallback | None = None) -> MeshCycle:
    """Loaded teeth of spur gears over one base pitch: contact of finite-element teeth, torque on the driven gear.

    flank_size, bulk_size: of elements at the loaded flanks and inside the teeth, in modules.
    """
    found = _core.mesh_cycle(driver=driver._values(), driven=driven._values(), center_distance=center_distance,
                             young=young, poisson=poisson, torque=torque, friction=friction, positions=positions,
                             flank=flank_size, bulk=bulk_size, progress=wrapped(progress))
    return MeshCycle(**found)
