"""The built-in operators, monoids and semirings, read from operators.def and semirings/, and the tables of docs/reference/operators.md."""
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
KINDS = {"UNARY": "UnaryOp", "BINARY": "BinaryOp", "INDEX_UNARY": "IndexUnaryOp", "INDEX_BINARY": "IndexBinaryOp"}
CONCEPTS = {"all": "BuiltinType", "numeric": "NumericType", "ordered": "OrderedType", "real": "RealType", "integer": "IntegerType",
            "complex": "ComplexType", "position": "PositionType", "floating": "FloatingType", "inexact": "InexactType"}
DOMAINS = {"all": "all", "numeric": "all but bool", "ordered": "all but complex", "real": "integers, float, double", "integer": "integers",
           "complex": "complex", "position": "int32, int64", "boolean": "bool", "untyped": "no T",
           "floating": "float, double", "inexact": "float, double, complex"}
VALUES = {"none": "", "zero": "0", "one": "1", "least": "the least", "greatest": "the greatest", "all_bits": "all bits",
          "zero_of_integers": "0, of integers"}


def lines():
    """(macro, fields, comment) of each line of operators.def."""
    for line in (ROOT / "include/mergus/operators.def").read_text(encoding="utf-8").splitlines():
        found = re.match(r"MERGUS_BUILTIN_(OP|MONOID)\(([^)]*)\)\s*(?:/\* (.*) \*/)?$", line)
        if found:
            yield found.group(1), [field.strip() for field in found.group(2).split(",")], found.group(3) or ""


def semirings():
    """(name, concept or empty, comment) of each constant in semirings/."""
    pattern = re.compile(r"^/// (.*)\n(?:template <(\w+) T>\n)?inline constexpr Semiring<\w+> (\w+)\{", re.MULTILINE)
    for file in sorted((ROOT / "semirings").glob("*.hpp")):
        for words, concept, name in pattern.findall(file.read_text(encoding="utf-8")):
            yield name, concept, words


def table(head, rows):
    cell = lambda text: text.replace("|", "\\|")  # noqa: E731
    return "\n".join(["| " + " | ".join(head) + " |", "|" + "---|" * len(head)] +
                     ["| " + " | ".join(map(cell, row)) + " |" for row in rows])


def tables():
    """The name of each table of the page, and its text."""
    found = {}
    for kind, name in KINDS.items():
        rows = [(f"`{f[2]}`", c, DOMAINS[f[4]], {"same": "T", "boolean": "bool", "real": "the type of the real part"}[f[5]])
                for macro, f, c in lines() if macro == "OP" and f[3] == kind]
        found[name] = table(("operator", "z", "T", "type of z"), rows)
    found["Monoid"] = table(("monoid", "T", "identity", "terminal value", ""),
                            [(f"`{f[1]}_monoid`", DOMAINS[f[2]], VALUES[f[3]], VALUES[f[4]], c) for m, f, c in lines() if m == "MONOID"])
    names = {concept: DOMAINS[domain] for domain, concept in CONCEPTS.items()}
    found["Semiring"] = table(("semiring", "T", ""), [(f"`{n}`", names.get(t, "bool"), c) for n, t, c in semirings()])
    return found
