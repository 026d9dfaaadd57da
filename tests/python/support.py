"""What the tests of the Python package share."""
from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path
from typing import Any

SOURCE = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ.get("TRUNNION_BUILD", SOURCE / "build"))
PROGRAM = BUILD / "bin" / "trunnion"
CANTILEVER = SOURCE / "examples" / "cantilever" / "cantilever.toml"
SLIDER_CRANK = SOURCE / "examples" / "slider-crank" / "slider-crank.toml"


class TestInFolder(unittest.TestCase):
    """Each test has a folder of its own, gone afterwards, and works in it."""

    def setUp(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="trunnion-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        before = os.getcwd()
        os.chdir(self.folder)
        self.addCleanup(os.chdir, before)


def command(*arguments: object) -> subprocess.CompletedProcess[str]:
    """The command line, its output as text."""
    return subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, check=False)


def complaint(*arguments: object) -> str:
    """What the command line says as it fails, without the warning that the machine's settings of OpenBLAS may cause."""
    lines = command(*arguments).stderr.splitlines()
    return "\n".join(line for line in lines if not line.startswith("warning: OpenBLAS"))


def beam(length: str = "200 mm", **more: Any) -> dict[str, Any]:
    """A small clamped beam with a tip load, as tables."""
    return {
        "parameters": {"length": length, "load": "100 N"},
        "flexible_body": [{
            "name": "beam",
            "mesh": {"box": ["${length}", "20 mm", "20 mm"], "divisions": [8, 1, 1], "element": "hex20"},
            "material": {"young": "210 GPa", "poisson": 0.3, "density": "7850 kg/m^3"},
            "interface": [{"name": "tip", "surface": "xmax", "coupling": "averaged"}],
        }],
        "support": [{"on": "xmin", "fixed": ["x", "y", "z"]}],
        "load": [{"case": "tip load", "on": "tip", "force": ["0 N", "0 N", "-${load}"]}],
        "stage": [{"name": "bend", "type": "fe-static"}],
        "output": [{"name": "tip_deflection", "quantity": "displacement", "case": "tip load", "on": "tip",
                    "component": "z"}],
        **more,
    }
