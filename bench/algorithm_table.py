#!/usr/bin/env python3
"""Writes the table of docs/ALGORITHMS.md that names, for each function of include/mergus/algorithms, its file and the lines of code in it, the
tests that call it, whether a test of the Python package calls it beside a function of NetworkX, and times of the newest results that have its row.

Lines are those that are not empty and not comments alone; a file with several functions counts for each. Prints the table without `--write`.
"""
import argparse
import csv
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CODE = ROOT / "backend" / "frontend" / "algorithms"
PAGE = ROOT / "docs" / "ALGORITHMS.md"
BEGIN, END = "<!-- table: algorithms -->\n", "<!-- end of table -->"
DECLARATION = re.compile(r"MERGUS_API\s+[\w:<>\s]+?[\s>](\w+)\(")
ROWS = {  # function: row of mergus_bench
    "bfs_levels": "bfs", "pagerank": "pagerank", "connected_components": "components", "minimum_spanning_forest": "mst", "leiden": "leiden",
    "strongly_connected_components": "scc", "shortest_paths": "sssp", "betweenness": "betweenness-all", "truss_numbers": "truss-numbers",
    "triangle_count": "tc", "k_truss": "truss", "clustering_coefficients": "clustering", "core_numbers": "cores", "jaccard": "jaccard",
    "maximal_independent_set": "mis", "markov_clustering": "mcl", "motifs": "motifs", "graphlet_degrees": "graphlets", "a_star": "a-star",
    "maximal_cliques": "cliques", "k_way_partition": "partition", "vertex_cover": "cover", "dominating_set": "dominating", "random_walks": "walks",
}  # fmt: skip


def lines_of(file):
    lines = (line.strip() for line in file.read_text(encoding="utf-8").splitlines())
    return sum(1 for line in lines if line and not line.startswith("//"))


def tests_of(name, folder, prefix=""):
    """The test files of the folder that name the function."""
    call = re.compile(rf"\b{name}\b")
    files = (p for p in sorted(folder.glob("test_*.cpp")) if call.search(p.read_text(encoding="utf-8")))
    return [prefix + p.stem.removeprefix("test_") for p in files]


def is_compared(name):
    """Whether a Python test calls the function, and one of NetworkX that does not make a graph."""
    for file in sorted((ROOT / "bindings" / "python" / "tests").glob("test_*.py")):
        for test in re.split(r"^(?=def |@)", file.read_text(encoding="utf-8"), flags=re.MULTILINE):
            if re.search(rf"\b{name}\(", test) and re.search(r"\bnx\.(?!\w*graph\b)[a-z]", test):
                return True
    return False


def newest_times():
    """Row of the benchmark: the row of the newest result on a GPU, of its largest graph."""
    times = {}
    for file in sorted((ROOT / "bench" / "results").glob("*/*.csv")):
        with file.open(encoding="utf-8", newline="") as lines:
            for row in csv.DictReader(lines):
                if row.get("backend") != "cuda" or not row.get("median_ms") or row.get("correct") == "no":
                    continue
                key = (file.parent.name, int(row["nnz_a"]))
                if row["op"] not in times or key >= times[row["op"]][0]:
                    times[row["op"]] = key, row
    return times


def time_of(name, times):
    if ROWS.get(name) not in times:
        return ""
    (run, _), row = times[ROWS[name]]
    return f"{float(row['median_ms']):.3g} ms, {row['matrix']} ({run})"


def table():
    times = newest_times()
    yield "| function | file | lines | tests | NetworkX | time |\n|---|---|---:|---|---|---|\n"
    for header in sorted((ROOT / "include" / "mergus" / "algorithms").glob("*.hpp")):
        for name in dict.fromkeys(DECLARATION.findall(header.read_text(encoding="utf-8"))):
            definition = re.compile(rf"^[\w:<>]+&?\s+{name}\(", re.MULTILINE)
            files = [p for p in sorted(CODE.glob("*.cpp")) if definition.search(p.read_text(encoding="utf-8"))]
            if not files:
                continue
            tests = tests_of(name, ROOT / "tests" / "frontend" / "algorithms") + tests_of(name, ROOT / "tests" / "cuda" / "graphs", "cuda/")
            yield (
                f"| `{name}` | {files[0].name} | {lines_of(files[0])} | {', '.join(tests)} | {'yes' if is_compared(name) else ''} "
                f"| {time_of(name, times)} |\n"
            )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true")
    written = "".join(table())
    if not parser.parse_args().write:
        print(written, end="")
        return
    before, rest = PAGE.read_text(encoding="utf-8").split(BEGIN)
    PAGE.write_text(before + BEGIN + written + rest[rest.index(END) :], encoding="utf-8")


if __name__ == "__main__":
    main()
