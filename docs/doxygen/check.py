#!/usr/bin/env python3
"""Checks what Doxygen does not, on its XML: check.py XML

- Each parameter of a public function is described: the comment names it, or the table "Parameters" of docs/reference/conventions.md does.
- Each public function and macro of the C++ library has a place in a page of docs/: a page names it.

Prints one line for each fault. Exit status 1 if there is one.
"""
import re
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PAGES = [ROOT / "README.md", *(ROOT / "docs").glob("*.md"), *(ROOT / "docs/reference").glob("*.md")]
# Operators, and the reading members of small classes, whose header is their page.
WITHOUT_PAGE = re.compile(r"operator|^~|^(state|object|flags|begin|end|size|swap|get|csr|arrays|has|list|all|keeps_value|data)$")


def text_of(element):
    return " ".join(element.itertext()) if element is not None else ""


def functions(folder):
    """(compound, member, name) of each public function and macro."""
    for file in sorted(folder.glob("*.xml")):
        for compound in ET.parse(file).getroot().findall("compounddef"):
            for member in compound.iter("memberdef"):
                if member.get("kind") in ("function", "define") and member.get("prot") == "public":
                    yield compound.findtext("compoundname"), member, member.findtext("name")


def glossary():
    page = (ROOT / "docs/reference/conventions.md").read_text(encoding="utf-8")
    return set(re.findall(r"`(\w+)`", page[page.index("## Parameters"):]))


def main():
    known = glossary()
    pages = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)
    faults = set()
    for compound, member, name in functions(Path(sys.argv[1])):
        description = text_of(member.find("briefdescription")) + text_of(member.find("detaileddescription"))
        for parameter in member.findall("param"):
            given = parameter.findtext("declname")
            if given and given not in known and not re.search(rf"\b{re.escape(given)}\b", description):
                faults.add(f"{compound}: {name}: the parameter {given} is not described")
        is_cpp = compound.startswith("mergus") and "graphblas" not in compound and "conformance" not in compound
        if is_cpp and compound.split("::")[-1] != name and not WITHOUT_PAGE.search(name) and not re.search(rf"\b{name}\b", pages):
            faults.add(f"{compound}: {name}: no page of docs/ names it")
    for fault in sorted(faults):
        print(fault, file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
