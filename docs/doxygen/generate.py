#!/usr/bin/env python3
"""Writes what Doxygen cannot read from the headers into the folder OUT: generate.py OUT

- operators.hpp: the built-in operators and monoids of operators.def, which are made by macros.
- GraphBLAS.h: functions and objects of the C API, which are made by macros too. The tables of docs/reference/c-functions.md have
  the words: a pattern for each function, and each name of a parameter.

A function or parameter without a row gets no comment, which Doxygen reports.
"""
import fnmatch
import re
import subprocess
import sys
from pathlib import Path

import operator_list
from operator_list import CONCEPTS, KINDS

ROOT = Path(__file__).resolve().parent.parent.parent
OBJECTS = {"Type": "A built-in type.", "UnaryOp": "The operator of its name, on the type of its name.",
           "BinaryOp": "The operator of its name, on the type of its name.", "Monoid": "The monoid of its name.",
           "IndexUnaryOp": "The operator of its name.", "Semiring": "The semiring of its name: addition, multiplication, type.",
           "Descriptor": "The descriptor of the letters of its name: R replace, S structure, C complement, T0 and T1 transposed inputs.",
           "Global": "The settings of the library.", "Context": "The context of threads that have engaged none.", "Index*": "All rows, columns or indices."}


def write_operators(out):
    ops, monoids = [], []
    for macro, fields, comment in operator_list.lines():
        kind, name, domain = ("Monoid", fields[1], fields[2]) if macro == "MONOID" else (KINDS[fields[3]], fields[2], fields[4])
        template = f"template <{CONCEPTS[domain]} T> " if domain in CONCEPTS else ""
        if macro == "MONOID":
            value = "T" if template else "bool"
            words = f"Identity: {fields[3]}; terminal value: {fields[4]}. {comment}"
            monoids.append(f"/** {words} */\n{template}inline constexpr Monoid<{value}> {name}_monoid;")
        else:
            ops.append(f"/** `{comment}` */\n{template}inline constexpr {kind} {name};")
    text = ["/** \\file operators.hpp\n * The built-in operators and monoids; include <mergus/algebra.hpp>. */",
            "namespace mergus {\n/** The built-in operators. */\nnamespace ops {", *ops, "}", *monoids, "}"]
    (out / "operators.hpp").write_text("\n".join(text), encoding="utf-8")


def tables():
    """The rows of the page: first cell, second cell."""
    page = (ROOT / "docs/reference/c-functions.md").read_text(encoding="utf-8")
    return re.findall(r"^\| `([^`]+)` \| (.*?) \|(?: .*\|)?$", page, re.MULTILINE)


def described(declaration, rows, parameters):
    name, arguments = re.search(r"(\w+)\s*\((.*)\)$", declaration).groups()
    standard = re.sub(r"^GxB_(\w+_FC(?:32|64))$", r"GrB_\1", name) # functions of complex values are those of other types
    words = next((text for pattern, text in rows if fnmatch.fnmatchcase(name, pattern) or fnmatch.fnmatchcase(standard, pattern)), None)
    if words is None:
        return declaration + ";"
    lines = [words + "."]
    for argument in re.split(r",(?![^()]*\))", arguments):
        found = re.search(r"\(\*\s*(\w+)\)|(\w+)\s*$", argument)
        parameter = next((group for group in found.groups() if group), "") if found else ""
        if parameter in parameters:
            lines.append(f"\\param {parameter} {parameters[parameter]}")
    if not re.match(r"void\b", declaration):
        lines.append("\\return " + ("an info code" if declaration.startswith("GrB_Info") else "what was read"))
    return "/** " + "\n * ".join(lines) + " */\n" + declaration + ";"


def write_c_api(out):
    header = ROOT / "include/mergus_graphblas/mergus_graphblas.h"
    text = subprocess.run(["cc", "-E", "-P", "-x", "c", str(header)], check=True, capture_output=True, text=True).stdout
    rows = tables()
    parameters = {name: words for name, words in rows if re.fullmatch(r"\w+", name)}
    patterns = [(name, words) for name, words in rows if name.startswith(("GrB", "GxB", "mergus"))]
    lines = ["/** \\file GraphBLAS.h\n * Functions and predefined objects of the C API. */"]
    for declaration in re.findall(r'__attribute__\(\(visibility\("default"\)\)\)\s*([^;]*);', " ".join(text.split())):
        found = re.match(r"extern (?:const )?G[rx]B_(\w+\*?) (\w+)$", declaration)
        if found:
            lines.append(f"/** {OBJECTS[found.group(1)]} */\n{declaration};")
        elif declaration.startswith("extern const "):
            lines.append(f"/** A value of an option. */\n{declaration};")
        elif not re.search(r"\bmergus_graphblas_\w+\(", declaration):
            lines.append(described(declaration, patterns, parameters))
    (out / "GraphBLAS.h").write_text("\n".join(lines), encoding="utf-8")


def main():
    out = Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    write_operators(out)
    write_c_api(out)


if __name__ == "__main__":
    main()
