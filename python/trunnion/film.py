"""Oil films on a grid by Reynolds' equation: pressure, fill ratio, forces, flows and exact derivatives. SI units.

Fields have one entry per node, columns (along the motion) x rows (across it). Pressures count from cavitation.
Equations: docs/theory/lubrication.md, sections 7 to 10.
"""
from __future__ import annotations

from dataclasses import asdict, astuple, dataclass, field
from typing import NamedTuple, Sequence

import numpy as np
import numpy.typing as npt

from . import _core
from ._broadcast import Array, ArrayLike, numbers


@dataclass(frozen=True)
class Oil:
    """Viscosity by Roelands, density by the bulk modulus."""

    viscosity: float
    """at no pressure [Pa s]"""
    pressure_coefficient: float = 0.0
    """of viscosity [1/Pa]; 0: it does not depend on pressure"""
    bulk_modulus: float = 0.0
    """[Pa]; 0: incompressible"""
    density: float = 850.0
    """[kg/m^3], for Reynolds' number"""


@dataclass(frozen=True)
class Roughness:
    """Rough faces on average, by Patir and Cheng."""

    sigma_1: float = 0.0
    """root mean square of face 1 [m]"""
    sigma_2: float = 0.0
    """of face 2 [m]"""
    pattern: float = 1.0
    """how much longer asperities are along the motion: 1/9, 1/6, 1/3, 1, 3, 6 or 9"""


@dataclass(frozen=True)
class Feed:
    """A groove, pocket or hole whose pressure is known; it is full of oil and has no shear."""

    along: float = 0.0
    """its middle [rad]; on a plane [m]"""
    along_width: float = 0.0
    """[rad]; on a plane [m]; 0: all around"""
    across: float = 0.0
    """its middle: radius, z or y [m]"""
    across_width: float = 0.0
    """[m]; 0: over the whole width"""
    diameter: float = 0.0
    """above 0: a round hole instead [m]"""
    pressure: float = 0.0
    """above cavitation [Pa]"""
    name: str = "feed"
    """in messages"""


@dataclass(frozen=True)
class Grid:
    """Where a film is computed. Made by annulus, cylinder or plane."""

    along: Array
    """of the columns [rad]; on a plane [m]"""
    across: Array
    """of the rows: radius, z or y [m]"""
    _core: _core.FilmGrid = field(repr=False, compare=False)

    @staticmethod
    def annulus(angles: ArrayLike, radii: ArrayLike) -> Grid:
        """A ring that closes: angles ascend within one turn [rad], radii [m]; thrust bearings."""
        return _grid("annulus", 0.0, angles, radii)

    @staticmethod
    def cylinder(radius: float, angles: ArrayLike, z: ArrayLike) -> Grid:
        """A sleeve that closes: radius [m], angles [rad], z [m]; journal bearings."""
        return _grid("cylinder", radius, angles, z)

    @staticmethod
    def plane(x: ArrayLike, y: ArrayLike) -> Grid:
        """A slider: x along the motion and y across it [m]."""
        return _grid("plane", 0.0, x, y)

    @property
    def shape(self) -> tuple[int, int]:
        """Columns, rows."""
        return len(self.along), len(self.across)

    @property
    def arm(self) -> Array:
        """Radius of each row [m]; 1 on a plane."""
        return self._core.arm

    @property
    def areas(self) -> Array:
        """Of the control volumes, columns x rows [m^2]: forces are sums of pressure times these."""
        return self._core.areas


class Past(NamedTuple):
    """What the last step left in a film."""

    step: float
    """time since then [s]"""
    fill: Array
    """density times fill ratio; at least 1 where the film was full"""
    content: Array
    """oil per area [m]"""


class Friction(NamedTuple):
    """Of the oil on the faces."""

    face_1: float
    """moment about the axis [N m]; on a plane force along x [N]"""
    face_2: float
    """likewise"""


class Balance(NamedTuple):
    """Oil volumes per time at the density without pressure [m^3/s]."""

    feeds: list[float]
    """what each feed brings in"""
    low: float
    """in over the first row's edge"""
    high: float
    """in over the last row's edge"""
    ends: float
    """in over begin and end of a plane"""
    stored: float
    """growth of what the film holds"""
    unexplained: float
    """all that comes in less what is stored: rounding"""


class Limits(NamedTuple):
    """Where the equations begin to lose their meaning."""

    reynolds_number: float
    """largest of the film; laminar below about 1000"""
    peak_pressure: float
    """above cavitation [Pa]"""
    warnings: list[str]
    """a sentence per limit that was passed"""


class Change(NamedTuple):
    """How a solution answers small changes, exactly; one entry per direction."""

    pressure: Array
    """directions x columns x rows [Pa]"""
    theta: Array
    """fill ratio, likewise"""
    friction: Array
    """directions x 2: of face 1 and face 2 [N m]; on a plane [N]"""


class Solution:
    """Pressure and fill ratio of a film. The arrays are read-only views."""

    def __init__(self, film: Film, core: _core.SolvedFilm) -> None:
        self._film, self._core = film, core

    @property
    def film(self) -> Film:
        """What was solved."""
        return self._film

    @property
    def pressure(self) -> Array:
        """Above cavitation, columns x rows [Pa]."""
        return self._core.pressure

    @property
    def theta(self) -> Array:
        """Fill ratio, columns x rows: 1 where the film is full."""
        return self._core.theta

    @property
    def iterations(self) -> int:
        """Of Newton's method, or sweeps."""
        return self._core.iterations

    @property
    def force(self) -> float:
        """Sum of pressure above that of the surroundings times area [N]; on a sleeve all around, so not its load."""
        return float(np.sum((self.pressure - self._film.ambient) * self._film.grid.areas))

    def friction(self) -> Friction:
        """What shear does to the faces."""
        return Friction(*self._core.friction())

    def balance(self) -> Balance:
        """Where oil comes from and goes to."""
        return Balance(*self._core.balance())

    def limits(self) -> Limits:
        """Reynolds number and largest pressure, with a sentence where they are too large."""
        return Limits(*self._core.limits())

    def change(self, *, gap: ArrayLike = 0.0, rate: ArrayLike = 0.0, speed_1: ArrayLike = 0.0,
               speed_2: ArrayLike = 0.0) -> Change:
        """Exact derivatives along directions: changes of gap [m] and rate [m/s] (directions x columns x rows, or
        columns x rows for one) and of the speeds [rad/s] (directions). One factorization for all of them."""
        columns, rows = self._film.grid.shape
        fields = [np.asarray(x, dtype=np.float64) for x in (gap, rate)]
        fields = [x[np.newaxis] if x.ndim == 2 else x for x in fields]
        speeds = [np.atleast_1d(np.asarray(x, dtype=np.float64)) for x in (speed_1, speed_2)]
        count, = np.broadcast_shapes(*[x.shape[:1] for x in (*fields, *speeds)])
        full = [numbers(x, (count, columns, rows)).reshape(count, -1) for x in fields]
        return Change(*self._core.change(*full, *[numbers(x, (count,)) for x in speeds]))

    def past(self, step: float) -> Past:
        """What the film remembers `step` seconds later: for the next solve of a film that moves."""
        return Past(*self._core.past(step))


class Film:
    """An oil film between two faces: what stays. Checked once; raises InputError that names what is wrong."""

    def __init__(self, grid: Grid, oil: Oil | float, *, feeds: Sequence[Feed] = (), low: bool = True, high: bool = True,
                 begin: bool = True, end: bool = True, ambient: float = 0.0, roughness: Roughness = Roughness(),
                 rupture: str = "conserving", name: str = "film") -> None:
        """oil: an Oil, or its viscosity [Pa s]. low, high, begin, end: which edges are open to the surroundings (first
        and last row; begin and end of a plane); closed ones let nothing through. ambient: pressure of the surroundings
        above cavitation [Pa]. rupture: "conserving" (the film breaks up, no oil is lost), "reynolds" (it ends where the
        pressure gradient vanishes) or "none" (negative pressures stay). name: in messages."""
        self.grid, self.ambient, self.name = grid, ambient, name
        self._core = _core.GridFilm(
            name=name, grid=grid._core, feeds=[asdict(one) for one in feeds], open=[low, high, begin, end],
            ambient=ambient, oil=astuple(oil if isinstance(oil, Oil) else Oil(oil)), roughness=astuple(roughness),
            rupture=rupture)

    def solve(self, gap: ArrayLike, *, rate: ArrayLike = 0.0, speed_1: float = 0.0, speed_2: float = 0.0,
              past: Past | None = None, start: Solution | None = None, method: str = "newton", iterations: int = 0,
              tolerance: float = 1e-10) -> Solution:
        """Pressures for a gap [m] and its rate at fixed nodes [m/s] (columns x rows, or what broadcasts to it) and
        speeds of both faces along the grid [rad/s], on a plane [m/s].

        past: what the last step left, for films that move in time; None: steady. start: a solution nearby. method:
        "newton" or "over-relaxation". iterations: most of them, 0: 400, or 200 000 sweeps. tolerance: on pressure over
        the largest one, where the oil depends on pressure. Raises SolveError where no answer is found.
        """
        shape = self.grid.shape
        given: list[ArrayLike] = [gap, rate] + ([past.fill, past.content] if past else [])
        h, change, *before = [numbers(x, shape).reshape(shape) for x in given]
        return Solution(self, self._core.solve(
            motion=(h, change, float(speed_1), float(speed_2)),
            past=(past.step, before[0], before[1]) if past else None, start=start._core if start else None,
            method=method, iterations=iterations, tolerance=tolerance))

    def full(self, gap: ArrayLike, step: float) -> Past:
        """A film that was full at this gap [m], `step` seconds ago."""
        shape = self.grid.shape
        return Past(*self._core.full(numbers(gap, shape).reshape(shape), step))


def fitted_nodes(begin: float, end: float, steps: int, edges: npt.ArrayLike = ()) -> Array:
    """Places from begin to end in about `steps` steps, with one on every edge between them."""
    return _core.fitted_nodes(begin, end, np.ravel(np.asarray(edges, dtype=np.float64)).tolist(), steps)


def fitted_angles(count: int, edges: npt.ArrayLike = ()) -> Array:
    """About `count` angles of a whole turn with one on every edge [rad]."""
    return _core.fitted_angles(np.ravel(np.asarray(edges, dtype=np.float64)).tolist(), count)


def fitted_radii(inner: float, outer: float, steps: int, edges: npt.ArrayLike = ()) -> Array:
    """Radii [m] whose logarithms are spaced as fitted_nodes says."""
    return _core.fitted_radii(inner, outer, np.ravel(np.asarray(edges, dtype=np.float64)).tolist(), steps)


def _grid(shape: str, radius: float, along: ArrayLike, across: ArrayLike) -> Grid:
    columns, rows = (np.ascontiguousarray(np.ravel(np.asarray(x, dtype=np.float64))) for x in (along, across))
    return Grid(columns, rows, _core.FilmGrid(shape, radius, columns, rows))
