"""The package is typed: its stubs agree with the compiled part, its own code and a user's script pass the checker."""
from __future__ import annotations

import os
import shutil
import subprocess
import unittest

from support import BUILD, SOURCE


class Types(unittest.TestCase):
    def check(self, *arguments: object) -> None:
        environment = {**os.environ, "MYPYPATH": str(BUILD / "python"), "PYTHONPATH": str(BUILD / "python")}
        done = subprocess.run([*map(str, arguments)], capture_output=True, text=True, check=False, env=environment,
                              cwd=BUILD)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def setUp(self) -> None:
        self.assertIsNotNone(shutil.which("mypy"), "mypy is missing; tools/setup test installs it")

    def test_the_package_passes_the_strict_checker(self) -> None:
        self.check("mypy", "--strict", "--cache-dir", BUILD / "mypy", "-p", "trunnion")

    def test_tests_and_examples_pass_it_too(self) -> None:
        files = sorted((SOURCE / "tests" / "python").glob("*.py")) + sorted((SOURCE / "python" / "examples").glob("*.py"))
        self.check("mypy", "--strict", "--cache-dir", BUILD / "mypy", *files)

    def test_stubs_agree_with_the_compiled_part(self) -> None:
        allowed = SOURCE / "tests" / "python" / "stubtest-allowed.txt"
        self.check("stubtest", "--allowlist", allowed, "trunnion._core")

    def test_everything_public_has_a_docstring(self) -> None:
        import trunnion

        for name in trunnion.__all__:
            thing = getattr(trunnion, name)
            if callable(thing) and getattr(thing, "__module__", "").startswith("trunnion"):
                self.assertTrue(thing.__doc__, name)
                for key, member in vars(thing).items() if isinstance(thing, type) else []:
                    if not key.startswith("_") and (callable(member) or isinstance(member, property)):
                        self.assertTrue(member.__doc__, f"{name}.{key}")
