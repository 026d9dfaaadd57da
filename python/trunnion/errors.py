"""What can go wrong, in the same sentences as the command line prints."""
from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .results import Results


class Error(RuntimeError):
    """Anything that Trunnion refuses or cannot do."""


class InputError(Error, ValueError):
    """Bad input; the message alone lets you mend it."""

    file: str | None = None
    """where it was read, if it was"""
    line: int = 0
    """from 1; 0: unknown"""
    column: int = 0
    """from 1; 0: unknown"""


class SolveError(Error):
    """The input was sound but no answer was found. `results` holds what was computed until then."""

    results: Results | None = None
    """what was computed until then; None if nothing"""


class Cancelled(Error):
    """Stopped on request, before there was anything to keep."""
