#!/usr/bin/env python3
"""Checks that folders of sources form layers: a file includes only files of its own folder and of lower layers.

A page has the picture of a source tree: a block that follows `<!-- layers of TREE -->`, one layer a line, from top to bottom. Folders of
one line do not include each other. All folders of TREE with sources are in the picture, and all sources are in folders. Kernel texts that
host code names by their path from TREE count as included.

Prints one line for each fault. Exit status 1 if there is one. With a folder as the argument it checks that copy of the repository.
"""
import re
import sys
from pathlib import Path

ROOT = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent.parent).resolve()
TREES = ("backend/cuda", "backend/frontend")
PICTURE = re.compile(r"^<!-- layers of (\S+) -->\n```text\n(.*?)^```$", re.DOTALL | re.MULTILINE)
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"')
TEXT = re.compile(r'"([\w/]+/\w+\.(?:cuh|h))"')
SUFFIXES = (".c", ".h", ".cpp", ".hpp", ".cu", ".cuh")


def pictures():
    """The layers of each tree, from top to bottom, and the page that has them."""
    pages = [page for folder in ("docs", "backend") for page in sorted((ROOT / folder).rglob("*.md"))]
    return {tree: ([line.split() for line in text.splitlines()], page.relative_to(ROOT))
            for page in pages for tree, text in PICTURE.findall(page.read_text(encoding="utf-8"))}


def included(tree, file):
    """The numbers of lines and the files of the tree that they include or name, if they exist."""
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        include = INCLUDE.match(line)
        for name in [include[1]] if include else TEXT.findall(line):
            for folder in (file.parent, tree):
                if (target := (folder / name).resolve()).is_file() and target.is_relative_to(tree):
                    yield number, target.relative_to(tree)
                    break


def faults_of(name, layers, page):
    tree = ROOT / name
    files = sorted(file for file in tree.rglob("*") if file.suffix in SUFFIXES)
    height = {folder: len(layers) - n for n, layer in enumerate(layers) for folder in layer}
    used = {file.relative_to(tree).parts[0] for file in files}
    yield from (f"{page}: {name} has no sources in a folder {folder}" for folder in sorted(height.keys() - used))
    yield from (f"{name}/{folder}: no layer of {page}" for folder in sorted(used - height.keys()))
    for file in files:
        own = file.relative_to(tree).parts[0]
        for line, target in included(tree, file):
            other = target.parts[0]
            if own in height and other in height and own != other and height[other] >= height[own]:
                yield (f"{file.relative_to(ROOT)}:{line}: '{own}' (layer {height[own]}) includes {target} of "
                       f"'{other}' (layer {height[other]})")


def main():
    found = pictures()
    faults = [f"no page has the picture of {tree}" for tree in TREES if tree not in found]
    for tree, (layers, page) in found.items():
        faults += faults_of(tree, layers, page)
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
