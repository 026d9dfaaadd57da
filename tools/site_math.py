"""Formulas of the documentation site: $...$ and $$...$$ in the TeX of our pages become MathML, which browsers draw
themselves, so that a page needs no script and no font from elsewhere. A hook of mkdocs (mkdocs.yml).

Only the commands that stand below are known; any other ends the build with the page and the formula.
"""
import html
import re

GREEK = dict(alpha="α", beta="β", gamma="γ", delta="δ", epsilon="ϵ", varepsilon="ε", zeta="ζ", eta="η", theta="θ",
             vartheta="ϑ", kappa="κ", lambda_="λ", mu="μ", nu="ν", xi="ξ", pi="π", rho="ρ", sigma="σ", tau="τ", phi="ϕ",
             varphi="φ", chi="χ", psi="ψ", omega="ω", Gamma="Γ", Delta="Δ", Theta="Θ", Lambda="Λ", Xi="Ξ", Pi="Π",
             Sigma="Σ", Phi="Φ", Psi="Ψ", Omega="Ω")
GREEK["lambda"] = GREEK.pop("lambda_")
SYMBOLS = {"partial": "∂", "nabla": "∇", "cdot": "·", "times": "×", "otimes": "⊗", "pm": "±", "mp": "∓", "ge": "≥",
           "le": "≤", "in": "∈", "approx": "≈", "equiv": "≡", "perp": "⊥", "angle": "∠", "lvert": "|", "rvert": "|",
           "lVert": "‖", "rVert": "‖"}
FUNCTIONS = "sin cos tan cot arccos arctan exp log ln det".split()
LIMITS = {"sum": "∑", "prod": "∏", "min": "min", "max": "max"}  # what they run over stands below them
ACCENTS = {"tilde": "˜", "hat": "ˆ", "bar": "¯", "dot": "˙", "ddot": "¨"}
SPACES = {"\\,": "0.17em", "\\;": "0.28em", "\\ ": "0.33em", "\\quad": "1em", "\\qquad": "2em", "\\!": "0"}
SIZES = {"\\bigl": "1.2em", "\\bigr": "1.2em", "\\Bigl": "1.8em", "\\Bigr": "1.8em"}

KEPT_SPACE = "\ue000"  # spaces count in texts only


class UnknownFormula(Exception):
    pass


def operator(text, attributes=' stretchy="false"'):
    return f"<mo{attributes}>{html.escape(text)}</mo>"


def row(items):
    return items[0] if len(items) == 1 else "<mrow>" + "".join(items) + "</mrow>"


class Parser:
    """Reads one formula from left to right; every method returns MathML of what it took."""

    def __init__(self, tex, display):
        self.tokens = re.findall(r"\\[A-Za-z]+|\\.|\d+(?:\.\d+)?|\s+|.", tex, re.S)
        self.tokens = [t for t in self.tokens if not t.isspace()]
        self.at, self.display = 0, display

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self, wanted=None):
        token = self.peek()
        if not token or (wanted is not None and token != wanted):
            raise UnknownFormula(f"'{wanted or 'something more'}' is missing")
        self.at += 1
        return token

    def items(self, *ends):
        out = []
        while self.peek() and self.peek() not in ends:
            out.append(self.with_scripts())
        return out

    def group(self):
        """What a command applies to: {...} or one symbol."""
        if self.peek()[:1].isdigit():  # of a number without braces the first digit
            digits = self.take()
            if digits[1:]:
                self.at -= 1
                self.tokens[self.at] = digits[1:]
            return f"<mn>{digits[0]}</mn>"
        if self.peek() != "{":
            return self.atom()[0]
        self.take("{")
        inner = row(self.items("}"))
        self.take("}")
        return inner

    def letters(self):
        """{...} as it is written, for texts and names."""
        self.take("{")
        out = ""
        while self.peek() != "}":
            out += self.take()
        self.take("}")
        return out

    def with_scripts(self):
        base, limits = self.atom()
        below = above = None
        primes = ""
        while self.peek() and self.peek() in "_^'":
            kind = self.take()
            if kind == "'":
                primes += "′"
            elif kind == "_":
                below = self.group()
            else:
                above = self.group()
        if primes:
            above = row([operator(primes)] + ([above] if above else []))
        under = limits and self.display
        if below and above:
            tag = "munderover" if under else "msubsup"
            return f"<{tag}>{base}{below}{above}</{tag}>"
        if below:
            tag = "munder" if under else "msub"
            return f"<{tag}>{base}{below}</{tag}>"
        if above:
            tag = "mover" if under else "msup"
            return f"<{tag}>{base}{above}</{tag}>"
        return base

    def table(self):
        kind = self.letters()
        if kind not in ("bmatrix", "aligned"):
            raise UnknownFormula(f"the environment '{kind}' is not known")
        rows = [[]]
        while self.peek() != "\\end":
            rows[-1].append("<mtd>" + "".join(self.items("&", "\\\\", "\\end")) + "</mtd>")
            if self.peek() == "&":
                self.take()
            elif self.peek() == "\\\\":
                self.take()
                rows.append([])
        self.take("\\end")
        self.letters()
        table = "".join("<mtr>" + "".join(cells) + "</mtr>" for cells in rows)
        if kind == "aligned":
            return f'<mtable displaystyle="true" class="aligned">{table}</mtable>'
        return "<mrow>" + operator("[", ' stretchy="true"') + f"<mtable>{table}</mtable>" + operator("]", ' stretchy="true"') + "</mrow>"

    def atom(self):
        """MathML of the next symbol or command, and whether its scripts are limits."""
        token = self.peek()
        if token == "{":
            return self.group(), False
        self.take()
        if token in SPACES:
            return f'<mspace width="{SPACES[token]}"/>', False
        if token in SIZES:
            return operator(self.delimiter(), f' stretchy="true" symmetric="true" minsize="{SIZES[token]}" maxsize="{SIZES[token]}"'), False
        if token == "\\left":
            opening = operator(self.delimiter(), ' stretchy="true"')
            inner = self.items("\\right")
            self.take("\\right")
            return "<mrow>" + opening + "".join(inner) + operator(self.delimiter(), ' stretchy="true"') + "</mrow>", False
        if token.startswith("\\") and len(token) > 1:
            return self.command(token[1:])
        if token[0].isdigit():
            return f"<mn>{token}</mn>", False
        if token.isalpha():
            return f"<mi>{html.escape(token)}</mi>", False
        return operator({"-": "−", "*": "∗"}.get(token, token)), False

    def delimiter(self):
        token = self.take()
        return SYMBOLS.get(token[1:], token) if token.startswith("\\") else token

    def command(self, name):
        if name in GREEK:
            return f"<mi>{GREEK[name]}</mi>", False
        if name in SYMBOLS:
            return operator(SYMBOLS[name]), False
        if name in FUNCTIONS:
            return f'<mi>{name}</mi><mspace width="0.17em"/>' if self.peek() not in ("^", "_", "(") else f"<mi>{name}</mi>", False
        if name in LIMITS:
            big = LIMITS[name] != name
            return (f"<mo>{LIMITS[name]}</mo>" if big else f'<mo movablelimits="false">{name}</mo>'), True
        if name == "int":
            return "<mo>∫</mo>", False
        if name in ("frac", "tfrac"):
            small = ' displaystyle="false"' if name == "tfrac" else ""
            above = self.group()
            return f"<mstyle{small}><mfrac>{above}{self.group()}</mfrac></mstyle>" if small else f"<mfrac>{above}{self.group()}</mfrac>", False
        if name == "sqrt":
            return f"<msqrt>{self.group()}</msqrt>", False
        if name in ACCENTS:
            return f'<mover accent="true">{self.group()}{operator(ACCENTS[name])}</mover>', False
        if name == "mathrm":
            return f'<mi mathvariant="normal">{html.escape(self.group_letters())}</mi>', False
        if name == "text":
            return self.text(), False
        if name == "mathsf":
            return f'<mi mathvariant="normal">{html.escape(self.group_letters())}</mi>', False
        if name in ("mathbf", "boldsymbol"):
            symbol = self.group_letters()
            return f'<mi mathvariant="normal" class="bold">{html.escape(GREEK.get(symbol[1:], symbol))}</mi>', False
        if name == "pmod":
            inner = row(self.items_of_group())
            return f'<mspace width="0.6em"/>{operator("(")}<mi>mod</mi><mspace width="0.33em"/>{inner}{operator(")")}', False
        if name == "begin":
            return self.table(), False
        raise UnknownFormula(f"the command \\{name} is not known")

    def group_letters(self):
        return self.letters() if self.peek() == "{" else self.take()

    def items_of_group(self):
        self.take("{")
        inner = self.items("}")
        self.take("}")
        return inner

    def text(self):
        return "<mtext>" + html.escape(self.letters()).replace(KEPT_SPACE, "&#160;") + "</mtext>"


def mathml(tex, display=False):
    """One formula without its dollar signs; \\tag{n} is left to the caller."""
    tex = re.sub(r"\\text\{([^{}]*)\}", lambda m: "\\text{" + m[1].replace(" ", KEPT_SPACE) + "}", tex)
    parser = Parser(tex, display)
    body = "".join(parser.items())
    if parser.peek():
        raise UnknownFormula(f"'{parser.peek()}' has no partner")
    return f'<math{" display=" + chr(34) + "block" + chr(34) if display else ""}>{body}</math>'


def equation(tex):
    """A formula on its own lines, with its number at the right."""
    tag = re.search(r"\\tag\{([^{}]*)\}", tex)
    number = f'<span class="number">({html.escape(tag[1])})</span>' if tag else ""
    formula = mathml(re.sub(r"\\tag\{[^{}]*\}", "", tex), True)
    return f'<div class="equation">{formula}{number}</div>'


CODE = re.compile(r"^```.*?^```|`[^`\n]*`", re.M | re.S)
FORMULA = re.compile(r"\$\$(.+?)\$\$|\$([^$\n]+?)\$", re.S)


def split(markdown):
    """The page with a word in place of each formula, and the formulas. Code is left alone."""
    formulas, out, last = [], "", 0

    def word(match):
        display = match[1] is not None
        formulas.append(equation(match[1]) if display else mathml(match[2]))
        name = f"formulaplace{len(formulas) - 1}end"
        return f"\n\n{name}\n\n" if display else name

    for code in CODE.finditer(markdown):
        out += FORMULA.sub(word, markdown[last:code.start()]) + code[0]
        last = code.end()
    return out + FORMULA.sub(word, markdown[last:]), formulas


def join(page, formulas):
    """HTML of the page with its formulas back in their places."""
    page = re.sub(r"<p>formulaplace(\d+)end</p>", lambda m: formulas[int(m[1])], page)
    return re.sub(r"formulaplace(\d+)end", lambda m: formulas[int(m[1])], page)


def on_page_markdown(markdown, page, **_):
    if not page.file.src_uri.startswith("theory/"):
        return markdown
    try:
        text, page.formulas = split(markdown)
    except UnknownFormula as problem:
        from mkdocs.exceptions import PluginError
        raise PluginError(f"{page.file.src_uri}: {problem}; tools/site_math.py tells what is")
    return text


def on_page_content(content, page, **_):
    return join(content, getattr(page, "formulas", []))
