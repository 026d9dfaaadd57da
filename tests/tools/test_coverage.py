"""tools/coverage counts lines that ran, and tells messages of failures from other lines that did not."""
import importlib.machinery
import pathlib
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SOURCE = """#include <stdexcept>
int half(int x) {
  if (x % 2 != 0)
    throw std::runtime_error("odd");
  if (x > 100)
    return x >> 1;
  return x / 2;
}
int main() { return half(4) - 2; }
"""


@unittest.skipUnless(shutil.which("gcov") and shutil.which("g++"), "gcc is not installed")
class Coverage(unittest.TestCase):
    def test_lines_that_ran_and_those_that_did_not(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "src").mkdir()
            (folder / "build").mkdir()
            (folder / "src" / "half.cpp").write_text(SOURCE)
            subprocess.run(["g++", "-O0", "--coverage", "-c", folder / "src" / "half.cpp", "-o", "half.o"], cwd=folder / "build", check=True)
            subprocess.run(["g++", "--coverage", "half.o", "-o", "half"], cwd=folder / "build", check=True)
            subprocess.run([folder / "build" / "half"], check=True)
            page = folder / "coverage.md"
            subprocess.run([ROOT / "tools" / "coverage", folder / "build", page, "--source", folder], check=True, capture_output=True)
            self.assertIn("| `src` | 7 | 71.4 % | 1 | 1 | `half.cpp` (1) |", page.read_text())

    def test_reasons_are_those_of_the_file_or_its_innermost_folder(self) -> None:
        tool = importlib.machinery.SourceFileLoader("coverage_tool", str(ROOT / "tools" / "coverage")).load_module()
        why = {"src/": "all", "src/a/": "folder", "src/a/b.cpp": "file"}
        self.assertEqual([tool.reason(f"src/{name}", why) for name in ("a/b.cpp", "a/c.cpp", "d/e.cpp")], ["file", "folder", "all"])
        self.assertIn("a test is missing", tool.reason("apps/main.cpp", why))
        for path in tool.reasons():
            self.assertTrue((ROOT / path).exists(), path)


if __name__ == "__main__":
    unittest.main()
