"""Ball bearings in five coordinates. All functions broadcast over arrays; SI units."""
from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from . import _core
from ._broadcast import Array, ArrayLike, numbers, vectors


class BearingForce(NamedTuple):
    """What the inner ring puts into the outer one, in the order x (axis), y, z, moments about y and z."""

    force: Array
    """... x 5 [N, N m]"""
    stiffness: Array
    """... x 5 x 5, exact derivative by the displacement"""
    stored_energy: Array
    """[J]"""
    max_ball_load: Array
    """[N]"""
    max_ball_angle: Array
    """place of that ball [rad]"""
    load_zone: Array
    """loaded part of its circle [rad]"""


class RacePressure(NamedTuple):
    """Peak pressures [Pa]."""

    inner: Array
    """on the inner race [Pa]"""
    outer: Array
    """on the outer race [Pa]"""


@dataclass(frozen=True)
class BallBearing:
    """A ball bearing as a catalogue describes it (docs/theory/rolling.md)."""

    balls: int
    """in a row"""
    ball_diameter: float
    """[m]"""
    pitch_diameter: float
    """of the circle of ball centers [m]"""
    contact_angle: float = 0.0
    """unloaded [rad]; 0: deep groove"""
    inner_groove_radius: float = 0.0
    """[m]; 0: 0.52 ball diameters"""
    outer_groove_radius: float = 0.0
    """[m]; 0: 0.53 ball diameters"""
    diametral_clearance: float = 0.0
    """play across a diameter [m]; negative: interference"""
    axial_preload: float = 0.0
    """thrust of each row at rest [N]"""
    arrangement: str = "single"
    """"single", "back-to-back", "face-to-face" or "tandem\""""
    row_distance: float = 0.0
    """between the ball planes of a pair [m]"""
    ring_young: float = 2.06e11
    """[Pa]"""
    ring_poisson: float = 0.3
    """of the rings"""
    ball_young: float = 2.06e11
    """[Pa]"""
    ball_poisson: float = 0.3
    """of the balls"""
    sum: str = "integral"
    """"integral": mean over places of the cage; "balls": each ball at its place"""
    angle: str = "fixed"
    """"fixed", or "free": each ball finds its contact angle under load"""

    @cached_property
    def _law(self) -> _core.PreparedBearing:
        return _core.PreparedBearing(asdict(self))

    @property
    def ball_stiffness(self) -> float:
        """Of one ball between both races [N/m^1.5]."""
        return self._law.ball_stiffness

    def force(self, displacement: ArrayLike, cage_angle: ArrayLike = 0.0) -> BearingForce:
        """Force at displacements of the inner ring (... x 5: x, y, z [m], turns about y and z [rad])."""
        given, shape = vectors(5, displacement)
        found = self._law.force(given, numbers(cage_angle, shape))
        return BearingForce(found["force"].reshape(*shape, 5), found["stiffness"].reshape(*shape, 5, 5),
                            *[found[key].reshape(shape) for key in BearingForce._fields[2:]])

    def ball_loads(self, displacement: ArrayLike, cage_angle: ArrayLike = 0.0) -> Array:
        """Load of each ball, ... x rows x balls [N]; ball j stands at cage_angle + 2 pi j/balls."""
        given, shape = vectors(5, displacement)
        found = self._law.ball_loads(given, numbers(cage_angle, shape))
        return found.reshape(*shape, *found.shape[1:])

    def race_pressure(self, ball_load: ArrayLike) -> RacePressure:
        """Peak pressure on both races under a ball load [N]."""
        load = np.asarray(ball_load, dtype=np.float64)
        found = self._law.race_pressure(np.ascontiguousarray(load.ravel()))
        return RacePressure(found[:, 0].reshape(load.shape), found[:, 1].reshape(load.shape))

    def cage_speed(self, inner_speed: float, outer_speed: float = 0.0) -> float:
        """Orbital speed of balls that roll without slip [rad/s]."""
        return self._law.cage_speed(inner_speed, outer_speed)
