"""Point contact of smooth elastic bodies after Hertz. All functions broadcast over arrays; SI units."""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from . import _core
from ._broadcast import Array, ArrayLike, rows


class RelativeCurvature(NamedTuple):
    """gap = P x^2 + Q y^2 - approach, P <= Q [1/m]; a ball of radius R on a plane has P = Q = 1/(2R)."""

    P: Array
    """the smaller one [1/m]"""
    Q: Array
    """the larger one [1/m]"""


class HertzContact(NamedTuple):
    """What a point contact does at an approach."""

    force: Array
    """[N]; zero without contact"""
    stiffness: Array
    """d force/d approach [N/m]"""
    semi_axis_a: Array
    """longer semi-axis of the contact ellipse [m]"""
    semi_axis_b: Array
    """shorter one [m]"""
    peak_pressure: Array
    """[Pa]; the mean is 2/3 of it"""


def reduced_modulus(young_a: ArrayLike, poisson_a: ArrayLike, young_b: ArrayLike, poisson_b: ArrayLike) -> Array:
    """E* of two materials [Pa]: 1/E* = (1 - nu_a^2)/E_a + (1 - nu_b^2)/E_b."""
    return np.asarray(_core.reduced_modulus(young_a, poisson_a, young_b, poisson_b))


def relative_curvature(a_first: ArrayLike, a_second: ArrayLike, b_first: ArrayLike, b_second: ArrayLike,
                       angle: ArrayLike = 0.0) -> RelativeCurvature:
    """From the principal curvatures [1/m] of two surfaces (convex positive) and the angle [rad] between their first
    directions."""
    given, shape = rows(a_first, a_second, b_first, b_second, angle)
    found = _core.relative_curvature(given)
    return RelativeCurvature(found[:, 0].reshape(shape), found[:, 1].reshape(shape))


def hertz_point(approach: ArrayLike, P: ArrayLike, Q: ArrayLike, modulus: ArrayLike) -> HertzContact:
    """Force, stiffness, ellipse and pressure at an approach [m] of bodies with relative curvatures P <= Q [1/m] and a
    reduced modulus [Pa]."""
    given, shape = rows(approach, P, Q, modulus)
    return HertzContact(*[column.reshape(shape) for column in _core.hertz_point(given).T])


def approach_under(load: ArrayLike, P: ArrayLike, Q: ArrayLike, modulus: ArrayLike) -> Array:
    """Approach [m] under a load [N] >= 0."""
    return np.asarray(_core.approach_under(load, P, Q, modulus))
