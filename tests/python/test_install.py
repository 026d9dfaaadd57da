"""`pip install .` without a package index and `cmake --install` both leave a package that works."""
from __future__ import annotations

import os
import subprocess
import sys

from support import BUILD, SOURCE, TestInFolder

SCRIPT = """
import trunnion
from trunnion import gears
assert trunnion.__file__.startswith({place!r}), trunnion.__file__
print(trunnion.__version__, float(gears.involute(0.3)))
"""


class Install(TestInFolder):
    def run_all(self, *commands: list[object]) -> str:
        environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
        output = ""
        for words in commands:
            done = subprocess.run([*map(str, words)], capture_output=True, text=True, check=False, env=environment)
            self.assertEqual(done.returncode, 0, f"{words}\n{done.stdout}{done.stderr}")
            output = done.stdout
        return output

    def test_pip(self) -> None:
        python = self.folder / "venv" / "bin" / "python"
        self.run_all(
            [sys.executable, "-m", "venv", "--system-site-packages", self.folder / "venv"],
            [python, "-m", "pip", "install", "--no-index", "--config-settings", f"build={BUILD}", SOURCE],
            [python, "-c", SCRIPT.format(place=str(self.folder))],
            [self.folder / "venv" / "bin" / "trunnion", "--version"])

    def test_cmake(self) -> None:
        self.run_all(["cmake", "--install", BUILD, "--prefix", self.folder / "prefix", "--component", "python"])
        places = list((self.folder / "prefix").glob("lib/python3*/*-packages"))
        self.assertEqual(len(places), 1)
        self.run_all([sys.executable, "-c", f"import sys; sys.path.insert(0, {str(places[0])!r})\n"
                      + SCRIPT.format(place=str(self.folder))])
