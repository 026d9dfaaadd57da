"""The scripts of python/examples run as they are."""
from __future__ import annotations

import subprocess
import sys

from support import SOURCE, TestInFolder


class Examples(TestInFolder):
    def run_script(self, name: str) -> str:
        done = subprocess.run([sys.executable, SOURCE / "python" / "examples" / name], capture_output=True, text=True,
                              check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def test_from_ones_own_mesh_to_a_turning_shaft(self) -> None:
        said = self.run_script("own_mesh.py")
        self.assertIn("bearing b carries", said)
        self.assertTrue((self.folder / "shaft" / "out" / "report.html").exists())

    def test_a_kernel_over_clearances(self) -> None:
        lines = self.run_script("sweep_bearing.py").splitlines()
        self.assertEqual(len(lines), 6)
