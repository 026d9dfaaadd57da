"""Involute gears: geometry, and loaded mesh cycles in the plane and in three dimensions. SI units, angles in rad."""
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
    """[m]"""
    transverse_pressure_angle: float
    """[rad]"""
    reference_radius: float
    """[m]"""
    base_radius: float
    """[m]"""
    tip_radius: float
    """[m]"""
    root_radius: float
    """[m]"""
    base_pitch: float
    """along the line of action [m]"""
    base_helix_angle: float
    """[rad]"""


@dataclass(frozen=True)
class MeshGeometry:
    """Two gears in mesh: rigid teeth touch from `start` to `end` along the line of action, counted from the pitch point."""

    working_pressure_angle: float
    """[rad]"""
    base_pitch: float
    """along the line of action [m]"""
    start: float
    """of contact [m]"""
    end: float
    """of contact [m]"""
    contact_ratio: float
    """transverse"""
    overlap_ratio: float
    """of helical gears, over the narrower face"""
    backlash: float
    """between the idle flanks along the pitch circle [m]"""
    warnings: list[str]
    """undercut, interference, a contact ratio below 1"""


@dataclass(frozen=True)
class Gear:
    """An involute gear as drawn (docs/theory/gears.md)."""

    teeth: int
    """number of teeth"""
    module: float
    """normal [m]"""
    width: float
    """of the face [m]"""
    hub_radius: float
    """where it is held: bore, or outer rim of a ring [m]"""
    pressure_angle: float = pi / 9
    """normal [rad]"""
    helix_angle: float = 0.0
    """[rad]; positive: right-hand"""
    profile_shift: float = 0.0
    """coefficient x; positive thickens teeth"""
    addendum: float | None = None
    """from the reference circle, shift not counted [m]; None: one module"""
    dedendum: float | None = None
    """likewise [m]; None: 1.25 modules"""
    root_radius: float | None = None
    """of the rack's tip [m]; None: 0.38 modules"""
    thinning: float = 0.0
    """taken off the tooth thickness for backlash [m]"""
    internal: bool = False
    """a ring with teeth inside; it can be driven only"""
    tip_relief: float = 0.0
    """taken off at the tip [m]"""
    tip_relief_start: float = 0.0
    """radius where it begins [m]"""
    root_relief: float = 0.0
    """taken off at the lowest point of the flank in use [m]"""
    root_relief_start: float = 0.0
    """radius where it begins [m]"""
    crowning: float = 0.0
    """taken off at the ends of the face [m]"""
    lead_slope: float = 0.0
    """taken off from one end of the face to the other [m]; positive: more at +z"""
    name: str = "gear"
    """in messages"""

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
    driver_root_stress: Array
    """largest tension along the root of the driver's tooth, positions x tooth pairs [Pa]"""
    driven_root_stress: Array
    """the same of the driven gear [Pa]"""


@dataclass(frozen=True)
class FaceCycle:
    """A cycle of one tooth in three dimensions: the arrays of a MeshCycle, and what the face adds."""

    cycle: MeshCycle
    """one entry per position"""
    across: Array
    """layers across the face, z [m]"""
    line_load: Array
    """normal force per width of all tooth pairs, positions x layers [N/m]"""
    face_load_factor: float
    """largest over mean of the line loads, taken as means over the cycle (K_Hbeta)"""
    load_center: float
    """where the load stands across the face, from its middle [m]"""


def involute(angle: ArrayLike) -> Array:
    """inv a = tan a - a."""
    return np.asarray(_core.involute(angle))


def mesh_geometry(driver: Gear, driven: Gear, center_distance: float) -> MeshGeometry:
    """Line of action, contact ratio and backlash; raises InputError when the gears cannot mesh."""
    return MeshGeometry(**_core.gear_mesh_geometry(driver._values(), driven._values(), center_distance))


def mesh_cycle(driver: Gear, driven: Gear, center_distance: float, *, torque: float, young: float = 2.06e11,
               poisson: float = 0.3, friction: float = 0.0, positions: int = 20, flank_size: float = 0.01,
               bulk_size: float = 0.1, progress: ProgressCallback | None = None) -> MeshCycle:
    """Loaded teeth of spur gears over one base pitch: contact of finite-element teeth in the plane.

    center_distance: [m]. torque: on the driven gear [N m]. young: [Pa], of both gears, as poisson. friction: coefficient.
    positions: over the pitch. flank_size, bulk_size: of elements at the loaded flanks and inside the teeth, in modules.
    Raises InputError for gears that the plane cannot show (helix, crowning, lead slope).
    """
    return MeshCycle(**_core.mesh_cycle(driver._values(), driven._values(), {
        "center_distance": center_distance, "torque": torque, "young": young, "poisson": poisson, "friction": friction,
        "positions": positions, "flank": flank_size, "bulk": bulk_size}, wrapped(progress)))


def face_cycle(driver: Gear, driven: Gear, center_distance: float, *, torque: float, young: float = 2.06e11,
               poisson: float = 0.3, friction: float = 0.0, positions: int = 12, elements: int = 10,
               flank_size: float = 0.1, bulk_size: float = 0.35, rim_size: float = 0.8, misalignment: float = 0.0,
               inclination: float = 0.0, skew: float = 0.0, progress: ProgressCallback | None = None) -> FaceCycle:
    """Loaded teeth in three dimensions over one base pitch: helical, crowned, misaligned gears.

    As mesh_cycle, and elements: across the face. rim_size: of elements of the rim, in modules. misalignment: by how much
    flanks stand farther apart at the +z end of the face [m]. inclination, skew: of the axes, over the face width [m], in
    the plane of both axes and square to it. Some minutes and gigabytes at the default sizes of a wide gear.
    """
    found = _core.face_cycle(driver._values(), driven._values(), {
        "center_distance": center_distance, "torque": torque, "young": young, "poisson": poisson, "friction": friction,
        "positions": positions, "elements": elements, "flank": flank_size, "bulk": bulk_size, "rim": rim_size,
        "misalignment": misalignment, "inclination": inclination, "skew": skew}, wrapped(progress))
    cycle = MeshCycle(**{name: found.pop(name) for name in MeshCycle._fields})
    return FaceCycle(cycle=cycle, **found)
