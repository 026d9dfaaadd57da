"""Values with units."""
from __future__ import annotations

from dataclasses import dataclass

from . import _core
from .errors import InputError


@dataclass(frozen=True)
class Quantity:
    """A number with a unit, wherever a model asks for one: `Quantity(20, "um")` is the text "20 um".

    Units are those of model files (docs/model-file.md).
    """

    value: float
    """the number"""
    unit: str
    """as in a model file: "um", "N.m", "1/min\""""

    def __post_init__(self) -> None:
        _core.parse_unit(self.unit)

    def __str__(self) -> str:
        return f"{float(self.value)!r} {self.unit}"

    __trunnion__ = True

    @property
    def si(self) -> float:
        """The value in SI base units; of temperatures in kelvin."""
        factor, offset, _ = _core.parse_unit(self.unit)
        return float(self.value) * factor + offset

    def to(self, unit: str) -> Quantity:
        """The same quantity in another unit of its kind."""
        factor, offset, dimension = _core.parse_unit(unit)
        own = _core.parse_unit(self.unit)[2]
        if own != dimension:
            raise InputError(f"'{self}' is in {own}, '{unit}' is in {dimension}: they are not of one kind")
        return Quantity((self.si - offset) / factor, unit)
