"""Equations that the sources cite are in the theory, under that number, and so are sections."""
from __future__ import annotations

import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
THEORY = {page.name: page.read_text(encoding="utf-8") for page in (ROOT / "docs" / "theory").glob("*.md")}
NUMBER = r"\d+(?:\.\d+)?[a-z]?"
NUMBERS = rf"{NUMBER}(?:(?:,? and|,|,? to) {NUMBER}(?![\w]))*"


def comments(source: str) -> str:
    """The text with comments that go on in the next line as one line."""
    return re.sub(r"\s*\n\s*(?://[/!]?<?|\*)?\s*", " ", source)


def cited(source: str) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Pages with the equations, and with the sections, that a source cites; `Eq.` alone is of its only page."""
    text = comments(source)
    equations, sections = [], []
    for page, numbers in re.findall(rf"theory/(\w+\.md),? Eqs?\. ({NUMBERS})", text):
        equations += [(page, number) for number in re.findall(NUMBER, numbers)]
    for page, number in re.findall(r"theory/(\w+\.md), (?:section )?(\d+)(?![\d.])", text):
        sections.append((page, number))
    pages = set(re.findall(r"theory/(\w+\.md)", text))
    if len(pages) == 1:
        rest = re.sub(rf"theory/\w+\.md,? Eqs?\. {NUMBERS}", "", text)
        for numbers in re.findall(rf"\bEqs?\. ({NUMBERS})", rest):
            equations += [(next(iter(pages)), number) for number in re.findall(NUMBER, numbers)]
    return equations, sections


def has_equation(page: str, number: str) -> bool:
    text = re.escape(number)
    return bool(re.search(rf"\\tag\{{{text}\}}|\((?:[^()]*[ ,])?{text}(?:[ ,–-][^()]*)?\)", THEORY[page]))


def has_section(page: str, number: str) -> bool:
    return bool(re.search(rf"^#+ {number}[. ]", THEORY[page], re.M))


class Equations(unittest.TestCase):
    def test_every_cited_number_is_in_the_theory(self) -> None:
        count, missing = 0, []
        for file in sorted((ROOT / "src").rglob("*")):
            if file.suffix not in (".h", ".cpp"):
                continue
            equations, sections = cited(file.read_text(encoding="utf-8"))
            count += len(equations)
            for kind, there, found in (("Eq.", has_equation, equations), ("section", has_section, sections)):
                missing += [f"{file.relative_to(ROOT)}: {page} has no {kind} {number}" for page, number in found
                            if page not in THEORY or not there(page, number)]
        self.assertEqual(missing, [])
        self.assertGreater(count, 100)  # else the pattern finds no citations any more

    def test_a_number_that_is_nowhere_is_noticed(self) -> None:
        equations, sections = cited("// A  (theory/solvers.md, Eq. 5.1,\n//   5.7)\n// b (theory/mesh.md, section 99)\n")
        self.assertEqual(equations, [("solvers.md", "5.1"), ("solvers.md", "5.7")])
        self.assertTrue(has_equation("solvers.md", "5.1"))
        self.assertFalse(has_equation("solvers.md", "5.7"))
        self.assertEqual([has_section(*one) for one in sections], [False])


if __name__ == "__main__":
    unittest.main()
