"""The reference of the package says what the package is."""
from __future__ import annotations

import subprocess
import sys
import unittest

from support import BUILD, SOURCE


class Reference(unittest.TestCase):
    def test_the_page_is_that_of_this_package(self) -> None:
        done = subprocess.run([sys.executable, SOURCE / "tools" / "python_reference", BUILD, "--check",
                               SOURCE / "docs" / "python-reference.md"], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_it_names_what_users_look_for(self) -> None:
        page = (SOURCE / "docs" / "python-reference.md").read_text(encoding="utf-8")
        for name in ("reasons", "units", "failures", "raise_for_status", "change", "face_load_factor", "quality"):
            self.assertRegex(page, rf"\b{name}\b")
