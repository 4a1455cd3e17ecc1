#!/usr/bin/env python3
"""Executes notebooks and stores what their cells print and show.

    docs/python/execute.py             docs/python/*.ipynb
    docs/python/execute.py --check     exit status 1 if a stored output is out of date

Needs the package mergus and no Jupyter. A cell shows the value of its last expression as Jupyter does: as text, and as HTML or SVG
if it has such a form.
"""

import ast
import contextlib
import io
import json
import linecache
import sys
from pathlib import Path

FORMS = {"image/svg+xml": "_repr_svg_", "text/html": "_repr_html_"}


def lines(text):
    """Text as a notebook stores it."""
    return text.splitlines(keepends=True)


def shown(value):
    """The forms of a value."""
    forms = {kind: lines(getattr(value, name)()) for kind, name in FORMS.items() if hasattr(value, name)}
    return {**forms, "text/plain": lines(repr(value))}


def execute(source, names, number):
    """The outputs of a cell."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed, value = io.StringIO(), None
    file = f"<cell {number}>"
    # Functions that are translated read their source.
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, file, "exec"), names)
        if last is not None:
            value = eval(compile(ast.Expression(last.value), file, "eval"), names)
    outputs = []
    if printed.getvalue():
        outputs.append({"name": "stdout", "output_type": "stream", "text": lines(printed.getvalue())})
    if value is not None:
        outputs.append(
            {"data": shown(value), "execution_count": number, "metadata": {}, "output_type": "execute_result"}
        )
    return outputs


def executed(notebook):
    """The notebook with new outputs."""
    names, number = {"__name__": "notebook"}, 0
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            number += 1
            cell["execution_count"] = number
            cell["outputs"] = execute("".join(cell["source"]), names, number)
    return notebook


def text_of(notebook):
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"


def main(arguments):
    stale = []
    for path in sorted(Path(__file__).resolve().parent.glob("*.ipynb")):
        old = path.read_text(encoding="utf-8")
        new = text_of(executed(json.loads(old)))
        if new == old:
            continue
        stale.append(path)
        if arguments != ["--check"]:
            path.write_text(new, encoding="utf-8")
    for path in stale:
        print(f"{path.name} {'is out of date: run docs/python/execute.py' if arguments else 'was written'}")
    return 1 if stale and arguments == ["--check"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
