"""Oil films of journal bearings, and oils. All functions broadcast over arrays; SI units."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from . import _core
from ._broadcast import Array, ArrayLike, numbers, vectors


@dataclass(frozen=True)
class JournalFilm:
    """The film between a journal and its sleeve, by the impedance method (docs/theory/lubrication.md)."""

    viscosity: float
    """[Pa s]"""
    length: float
    """[m]"""
    radius: float
    """[m]"""
    clearance: float
    """radial [m]"""
    form: str = "finite"
    """"finite", "short" or "long\""""
    extent: str = "ruptured"
    """"ruptured": no film where the pressure would be negative; "full": negative pressures too"""
    rest_speed: float = 1e-9
    """squeeze speed [m/s] below which the direction of a ruptured film is blended away"""
    _core: _core.JournalFilm = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_core", _core.JournalFilm(
            viscosity=self.viscosity, length=self.length, radius=self.radius, clearance=self.clearance,
            form=self.form, extent=self.extent, rest_speed=self.rest_speed))


class FilmForce(NamedTuple):
    """Force of the journal on the film, and how it changes."""

    force: Array
    """... x 2 [N]; minus this acts on the journal"""
    jacobian: Array
    """... x 2 x 4: by e_x, e_y [N/m] and V_x, V_y [N s/m]"""


class JournalForce(NamedTuple):
    """What a journal bearing does to its journal."""

    force: Array
    """on the journal, ... x 2 [N]"""
    journal_moment: Array
    """[N m]"""
    sleeve_moment: Array
    """[N m]"""
    min_film: Array
    """[m]"""
    dissipated_power: Array
    """[W]"""


def film_force(film: JournalFilm, e: ArrayLike, squeeze: ArrayLike) -> FilmForce:
    """Film force at journal positions e (... x 2, |e| below the clearance) [m] and pure squeeze velocities
    V = e' - w x e, w: mean of both speeds (... x 2) [m/s]."""
    given, shape = vectors(2, e, squeeze)
    force, jacobian = _core.film_force(film._core, given)
    return FilmForce(force.reshape(*shape, 2), jacobian.reshape(*shape, 2, 4))


def journal_force(film: JournalFilm, e: ArrayLike, rate: ArrayLike, journal_speed: ArrayLike,
                  sleeve_speed: ArrayLike = 0.0, *, guard_load: float) -> JournalForce:
    """Force and moments at positions e [m] and velocities e' [m/s] (... x 2) of a turning journal [rad/s].

    guard_load: what the contact that takes over beyond 99 % of the clearance carries at the clearance circle [N].
    """
    given, shape = vectors(2, e, rate)
    speeds = np.stack([numbers(journal_speed, shape), numbers(sleeve_speed, shape)], axis=1)
    found = _core.journal_force(film._core, np.ascontiguousarray(np.concatenate([given, speeds], axis=1)), guard_load)
    return JournalForce(found[:, :2].reshape(*shape, 2), *[found[:, k].reshape(shape) for k in range(2, 6)])


def mobility_velocity(film: JournalFilm, e: ArrayLike, load: ArrayLike) -> Array:
    """Squeeze velocity (... x 2) [m/s] of a journal at e [m] under a load on the film [N]: the inverse problem."""
    given, shape = vectors(2, e, load)
    return _core.mobility_velocity(film._core, given).reshape(*shape, 2)


def oil_viscosity(temperature: ArrayLike, grade: ArrayLike, viscosity_index: ArrayLike = 95.0,
                  density_15: ArrayLike = 870.0) -> Array:
    """Dynamic viscosity [Pa s] of an oil of an ISO VG grade at a temperature [K] (ASTM D341)."""
    return np.asarray(_core.oil_viscosity(temperature, grade, viscosity_index, density_15))
