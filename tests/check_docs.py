#!/usr/bin/env python3
"""Checks the Markdown files of the repository.

- A relative link leads to a file or folder, and its anchor, if any, to a heading of that page.
- A C, C++ or CUDA block is preceded by `<!-- in FILE -->` and occurs in FILE, line by line, but for its indentation. FILE is compiled by the
  build: a CMakeLists.txt names it. In the pages of `PARTS` it may also be any file of the tree, or the end of the path of one file.
- A file, pattern of files or function in backticks in the pages of `NAMED` exists: `name.cpp`, `name.*`, `name()`, `folder/name.hpp`.
- A page of docs/reference that is no list has the sections Errors, Cost, which says what memory a call takes, and Example.
- Entries of docs/laboratory end with what they buy and cost, or with the reason why they were not taken.
- What pages say about error codes, environment variables, operators and messages is what the code has (docs_facts.py).

Prints one line for each fault. Exit status 1 if there is one. With `--write` it writes the tables of operators and of environment variables into their
pages first.
"""
import functools
import re
import sys
from pathlib import Path

import docs_facts

ROOT = Path(__file__).resolve().parent.parent
PARTS = ("docs/contributing/",)
LISTS = ("README", "c-functions", "conventions", "environment", "errors", "operators", "troubleshooting")
NAMED = ("docs/DESIGN.md", "docs/design/", "docs/laboratory/")
TREE = ("backend", "bindings", "include", "semirings", "tests", "tools", "bench", "examples", "docs", "scripts", "cmake")
FENCE = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
CODE = re.compile(r"(?:^ *<!-- in (\S+) -->\n)?^ *```(?:cpp|c|cuda)\n(.*?)^ *```$", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")


def pages():
    found = [p for p in ROOT.glob("*.md")] + [p for folder in ("docs", "bench", "backend", "examples", "tests") for p in (ROOT / folder).rglob("*.md")]
    return sorted(p for p in found if "results" not in p.parts and "build" not in p.parts)


def anchors(page):
    """The anchors that a Markdown viewer gives to the headings of a page."""
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def bad_links(page):
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    for target in LINK.findall(text):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        if not file.exists():
            yield f"there is no {target}"
        elif anchor and anchor not in anchors(file):
            yield f"{target}: there is no such heading"


@functools.cache
def tree():
    """All files of the tree as /path, and all of its C++ and C text."""
    files = [file for folder in TREE for file in sorted((ROOT / folder).rglob("*")) if file.is_file()]
    text = "\n".join(docs_facts.read(file) for file in files if file.suffix in docs_facts.SUFFIXES)
    return [f"/{file.relative_to(ROOT).as_posix()}" for file in files], text


def unknown_names(page):
    files, code = tree()
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    for name in sorted(set(re.findall(r"`([\w./*-]+(?:\(\))?)`", text))):
        if name.endswith("()"):
            known = re.search(rf"\b{re.escape(re.split('::|[.]', name[:-2])[-1])}\(", code)
        elif "*" in name or re.search(r"\.(cpp|hpp|cuh|cu|h|c|py|def)$", name) or name.endswith("/"):
            pattern = re.escape(name).replace(r"\*", "[^/]*")
            known = re.fullmatch(r"\.\w+", name) or any(re.search(f"/{pattern}" + ("" if name.endswith("/") else "$"), file) for file in files)
        else:
            continue
        if not known:
            yield f"the tree has no {name}"


def missing_sections(page):
    sections = {}
    for section in re.split(r"^## ", page.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        heading, _, text = section.partition("\n")
        sections[heading] = text
    for heading in ("Errors", "Cost", "Example"):
        if heading not in sections:
            yield f"there is no section {heading}"
    if "memory" not in sections.get("Cost", "memory").lower():
        yield "the section Cost does not say what memory a call takes"


def bad_entries(page):
    """Entries of a page of the laboratory end with what they buy and cost, or with the reason why they were not taken."""
    for entry in re.split(r"^## ", page.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        lines = entry.strip().splitlines()
        if not re.fullmatch(r"\*(buys .*, costs .*|buys .*; its lines .*|gain .*; costs .*|not taken: .*|buys .*; costs .*)\*", lines[-1]):
            yield f"'{lines[0]}' does not end with *buys X on Y, costs N lines* or *not taken: reason*"


def stripped(text):
    return [line.strip() for line in text.splitlines() if line.strip()]


def is_compiled(file):
    """Whether the folder of the file, or one above, has a CMakeLists.txt that names it."""
    lists = [folder / "CMakeLists.txt" for folder in (ROOT / file).parents if folder.is_relative_to(ROOT)]
    name = re.compile(rf"\b{re.escape(Path(file).stem)}\b")
    return any(one.exists() and name.search(one.read_text(encoding="utf-8")) for one in lists)


def bad_snippets(page, shows_parts):
    for file, code in CODE.findall(page.read_text(encoding="utf-8")):
        first = stripped(code)[0]
        if not file:
            yield f"'{first} …' has no line <!-- in FILE -->"
            continue
        if shows_parts and not (ROOT / file).exists():
            found = [name[1:] for name in tree()[0] if name.endswith(f"/{file}")]
            if len(found) != 1:
                yield f"{len(found)} files are named {file}"
                continue
            file = found[0]
        if not (ROOT / file).exists():
            yield f"there is no {file}"
            continue
        if not is_compiled(file) and (not shows_parts or file.startswith("examples/")):
            yield f"no CMakeLists.txt names {file}"
        wanted, lines = stripped(code), stripped((ROOT / file).read_text(encoding="utf-8"))
        if not any(lines[n:n + len(wanted)] == wanted for n in range(len(lines))):
            yield f"'{first} …' is not in {file}"


def main():
    if "--write" in sys.argv[1:]:
        docs_facts.write_tables()
    faults = 0
    for fault in docs_facts.faults():
        print(fault, file=sys.stderr)
        faults += 1
    for page in pages():
        name = page.relative_to(ROOT).as_posix()
        names = unknown_names(page) if name.startswith(NAMED) else ()
        entries = bad_entries(page) if name.startswith("docs/laboratory/") else ()
        sections = missing_sections(page) if name.startswith("docs/reference/") and page.stem not in LISTS else ()
        for fault in [*bad_links(page), *bad_snippets(page, name.startswith(PARTS)), *names, *entries, *sections]:
            print(f"{name}: {fault}", file=sys.stderr)
            faults += 1
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
