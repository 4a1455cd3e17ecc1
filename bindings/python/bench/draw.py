#!/usr/bin/env python3
"""Figures and a table of a CSV file of run.py.

    bindings/python/bench/draw.py results.csv FOLDER [--title "NVIDIA H200, CUDA 13.0, 2026-11-26"]

writes python-products.svg, python-graphs.svg and python.md to FOLDER.
"""

import argparse
import csv
import math
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "bench"))
from plot import figures  # noqa: E402
from plot.svg import Svg  # noqa: E402


def read(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def times(rows, part):
    """{(case, library, what): (ms, check)} of the rows with a time."""
    return {
        (r["case"], r["library"], r["what"]): (float(r["median_ms"]), r["check"])
        for r in rows
        if r["part"] == part and r["median_ms"]
    }


def in_order(rows, part, column):
    return list(dict.fromkeys(r[column] for r in rows if r["part"] == part))


def chart(title, subtitle, groups, series, label):
    """A point for each value on a log axis: groups is [(name, {series: (ms, right)})]; a wrong result is a cross in words."""
    values = [v for _, points in groups for v, _ in points.values()]
    low, high = 10 ** math.floor(math.log10(min(values))), 10 ** math.ceil(math.log10(max(values)))
    ticks = [10.0**k for k in range(round(math.log10(low)), round(math.log10(high)) + 1)]
    step, left, top, bottom = 34, 64, 78, 340
    right = left + step * len(groups) + 10
    width = max(right + 16, 420)
    svg = Svg(width, 440, title, subtitle)
    figures.heading(svg, title, subtitle)
    figures.legend(svg, series, 64, 58)
    y = figures.log_axis(svg, low, high, ticks, bottom, top, left, right, label)
    for n, (name, points) in enumerate(groups):
        x = left + 12 + step * n
        for css, library in series:
            if library not in points:
                continue
            ms, is_right = points[library]
            note = "" if is_right else ", wrong result"
            svg.circle(f"fill-{css}", x, y(ms), 4.5 if is_right else 2.5, f"{name}, {library}: {ms:.4g} ms{note}")
            if not is_right:
                svg.text("meantext", x + 5, y(ms) + 4, "wrong")
        svg.text("text", x + 6, bottom + 14, name, "end", -50)
    return svg.render()


def products(rows, title):
    found = times(rows, "products")
    groups = []
    for case in in_order(rows, "products", "case"):
        points = {}
        for library in ("mergus", "cupy", "torch", "scipy", "numpy"):
            what = "dense" if library == "numpy" else "A @ B"
            if (case, library, what) in found:
                ms, check = found[case, library, what]
                points["scipy" if library == "numpy" else library] = ms, check != "WRONG"
        if points:
            groups.append((case, points))
    series = [("a", "mergus"), ("b", "cupy"), ("d", "torch"), ("c", "scipy")]
    return chart("C = A @ A in Python", f"time of a call; {title}", groups, series, "milliseconds")


def graphs(rows, title):
    found = times(rows, "graphs")
    groups = []
    names = [w for w in in_order(rows, "graphs", "what") if "+" not in w and w not in ("convert", "from SciPy", "all")]
    for case in in_order(rows, "graphs", "case"):
        for name in names:
            points = {}
            for library in ("mergus", "scipy", "networkx", "nx-mergus"):
                if (case, library, name) in found:
                    ms, check = found[case, library, name]
                    points[library] = ms, check != "WRONG"
            if points:
                groups.append((f"{name}, {case}", points))
    series = [("a", "mergus"), ("d", "nx-mergus"), ("c", "scipy"), ("b", "networkx")]
    return chart(
        "Graph algorithms in Python", f"time of a call, without conversions; {title}", groups, series, "milliseconds"
    )


def table(rows):
    """All rows as Markdown."""
    lines = ["| part | case | library | what | ms | check | note |", "|---|---|---|---|---:|---|---|"]
    for r in rows:
        lines.append(
            "| " + " | ".join(r[k] for k in ("part", "case", "library", "what", "median_ms", "check", "note")) + " |"
        )
    return "\n".join(lines) + "\n"


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("csv")
    parser.add_argument("folder")
    parser.add_argument("--title", default="")
    options = parser.parse_args(arguments)
    rows, folder = read(options.csv), Path(options.folder)
    folder.mkdir(parents=True, exist_ok=True)
    made = {"python.md": table(rows)}
    if times(rows, "products"):
        made["python-products.svg"] = products(rows, options.title)
    if times(rows, "graphs"):
        made["python-graphs.svg"] = graphs(rows, options.title)
    for name, text in made.items():
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
