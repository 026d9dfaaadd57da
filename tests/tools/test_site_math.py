"""Formulas of the site: what a formula becomes, what is refused, and that no page is left with one undone."""
import pathlib
import re
import sys
import unittest
import xml.etree.ElementTree as xml

root = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(root / "tools"))
import site_math


class SiteMath(unittest.TestCase):
    def test_scripts_fractions_and_roots_keep_their_order(self):
        self.assertEqual(site_math.mathml(r"\frac{a_1}{b^2}"), "<math><mfrac><msub><mi>a</mi><mn>1</mn></msub>"
                         "<msup><mi>b</mi><mn>2</mn></msup></mfrac></math>")
        self.assertEqual(site_math.mathml(r"x_i'"), '<math><msubsup><mi>x</mi><mi>i</mi><mo stretchy="false">′</mo></msubsup></math>')

    def test_a_command_takes_one_digit_of_a_number_without_braces(self):
        self.assertEqual(site_math.mathml(r"\frac12"), "<math><mfrac><mn>1</mn><mn>2</mn></mfrac></math>")

    def test_sums_have_their_limits_below_on_lines_of_their_own(self):
        self.assertIn("<munder><mo>∑</mo><mi>k</mi></munder>", site_math.mathml(r"\sum_k x_k", True))
        self.assertIn("<msub><mo>∑</mo><mi>k</mi></msub>", site_math.mathml(r"\sum_k x_k"))

    def test_an_equation_shows_its_number(self):
        self.assertIn('<span class="number">(4.2)</span>', site_math.equation(r"a=b \tag{4.2}"))

    def test_a_command_that_is_not_known_ends_the_build(self):
        with self.assertRaisesRegex(site_math.UnknownFormula, r"the command \\aleph is not known"):
            site_math.mathml(r"a+\aleph")

    def test_brackets_without_partner_end_the_build(self):
        with self.assertRaises(site_math.UnknownFormula):
            site_math.mathml(r"\frac{a}{b")

    def test_code_keeps_its_dollar_signs(self):
        text, formulas = site_math.split("`${name}` and `${x}`, $a<b$")
        self.assertIn("`${name}` and `${x}`", text)
        self.assertEqual(len(formulas), 1)
        self.assertIn("&lt;", formulas[0])

    def test_every_formula_of_the_theory_pages_is_well_formed(self):
        numbered = 0
        for page in sorted((root / "docs" / "theory").glob("*.md")):
            markdown = page.read_text(encoding="utf-8")
            text, formulas = site_math.split(markdown)
            self.assertNotIn("$", site_math.CODE.sub("", text), page.name)
            for formula in formulas:
                xml.fromstring(formula.replace("&nbsp;", " "))
            shown = sum('class="number"' in formula for formula in formulas)
            self.assertEqual(shown, len(re.findall(r"\\tag\{", markdown)), page.name)
            numbered += shown
        self.assertGreater(numbered, 0)


if __name__ == "__main__":
    unittest.main()
