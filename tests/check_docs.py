#!/usr/bin/env python3
"""Checks the Markdown files of the repository.

- A relative link leads to a file or folder, and its anchor, if any, to a heading of that page.
- A C++ block that is preceded by `<!-- in FILE -->` occurs in FILE, line by line, but for its indentation. FILE is compiled by the build, so the
  block compiles. In the pages of `COMPILED` every C++ block has such a line.

Prints one line for each fault. Exit status 1 if there is one.
"""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COMPILED = ("README.md", "docs/SEMIRINGS.md")
FENCE = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
CPP = re.compile(r"(?:^<!-- in (\S+) -->\n)?^```cpp\n(.*?)^```$", re.DOTALL | re.MULTILINE)
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


def stripped(text):
    return [line.strip() for line in text.splitlines() if line.strip()]


def bad_snippets(page, must_be_compiled):
    for file, code in CPP.findall(page.read_text(encoding="utf-8")):
        first = stripped(code)[0]
        if not file:
            if must_be_compiled:
                yield f"'{first} …' has no line <!-- in FILE -->"
            continue
        if not (ROOT / file).exists():
            yield f"there is no {file}"
            continue
        wanted, lines = stripped(code), stripped((ROOT / file).read_text(encoding="utf-8"))
        if not any(lines[n:n + len(wanted)] == wanted for n in range(len(lines))):
            yield f"'{first} …' is not in {file}"


def main():
    faults = 0
    for page in pages():
        name = page.relative_to(ROOT).as_posix()
        for fault in [*bad_links(page), *bad_snippets(page, name in COMPILED)]:
            print(f"{name}: {fault}", file=sys.stderr)
            faults += 1
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
