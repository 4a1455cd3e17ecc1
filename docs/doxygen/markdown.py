#!/usr/bin/env python3
"""Input filter of Doxygen for the pages of docs/: headings get the anchors that repositories give them, and links use them.

Links to headers lead to the reference, links to files that are not part of it become text.
"""
import os
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
INPUT = re.compile(r"(docs/(TUTORIAL|SEMIRINGS|ALGORITHMS|C-API|WRITING-A-BACKEND)\.md|docs/(reference|from)/[\w-]+\.md)$")
HEADER = re.compile(r"(include|semirings)/.*\.(h|hpp)$")
LISTS = re.compile(r"graphblas/(functions|generic|extension\w*|iterator|accessors|objects)\.h$") # not part of the input


def page_id(path):
    return "page_" + re.sub(r"\W", "_", path.rsplit(".", 1)[0])


def anchor(heading):
    name = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
    return re.sub(r"[^a-zA-Z0-9_]", "_", name)


def rewritten(page, text):
    here = page.parent.relative_to(ROOT).as_posix()

    def link(found):
        words, target = found.groups()
        if re.match(r"[a-z]+:", target):
            return found.group()
        path, _, part = target.partition("#")
        path = os.path.normpath(os.path.join(here, path)) if path else page.relative_to(ROOT).as_posix()
        if INPUT.match(path):
            return f"[{words}](@ref {page_id(path)}{'__' + anchor(part) if part else ''})"
        if HEADER.match(path) and not LISTS.search(path):
            return f"[{words}](@ref {re.sub('^include/', '', path)})"
        return words

    path = page.relative_to(ROOT).as_posix()
    out, fenced, first = [], False, True
    for line in text.split("\n"):
        if line.lstrip().startswith("```"):
            fenced = not fenced
        if not fenced:
            line = re.sub(r"!?\[([^\]]*)\]\(([^)\s]+)\)", link, line)
            heading = re.match(r"(#+) (.*)$", line)
            if heading:
                name = page_id(path) if first else f"{page_id(path)}__{anchor(heading.group(2))}"
                line, first = f"{line} {{#{name}}}", False
        out.append(line)
    return "\n".join(out)


if __name__ == "__main__":
    given = Path(sys.argv[1]).resolve()
    sys.stdout.write(rewritten(given, given.read_text(encoding="utf-8")))
