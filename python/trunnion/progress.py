"""How a run says how far it is."""
from __future__ import annotations

import sys
from typing import Callable, NamedTuple, Optional


class Progress(NamedTuple):
    """One piece of news from a run.

    kind is "begin", "advance", "note", "warn" or "end"; verb and subject name the work ("reducing", "conrod"),
    fraction goes from 0 to 1, message is the sentence of a note, a warning or an outcome.
    """

    kind: str
    """"begin", "advance", "note", "warn" or "end\""""
    verb: str
    """what is done: "reducing\""""
    subject: str
    """to what: "conrod\""""
    fraction: float
    """from 0 to 1"""
    message: str
    """sentence of a note, a warning or an outcome"""


ProgressCallback = Callable[[Progress], Optional[bool]]
"""Called while a run goes on, at most 20 times a second. Returning False stops it and keeps the results so far;
an exception stops it too and then goes on to the caller."""

CoreCallback = Callable[[str, str, str, float, str], Optional[bool]]


def wrapped(callback: ProgressCallback | None) -> CoreCallback | None:
    """The callback as the compiled part calls it."""
    if callback is None:
        return None
    listener = callback

    def call(kind: str, verb: str, subject: str, fraction: float, message: str) -> bool | None:
        return listener(Progress(kind, verb, subject, fraction, message))

    return call


def print_progress(news: Progress) -> None:
    """A callback that prints what the command line prints."""
    if news.kind == "end":
        print(f" {news.verb:<11} {news.subject:<16} {news.message}")
    elif news.kind == "note":
        print(f" {news.message}")
    elif news.kind == "warn":
        print(f"warning: {news.message}", file=sys.stderr)
