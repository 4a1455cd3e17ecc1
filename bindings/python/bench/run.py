#!/usr/bin/env python3
"""Times the package beside SciPy, CuPy, PyTorch and NetworkX, checks every result, and writes a CSV file.

    bindings/python/bench/run.py --out results.csv [--parts calls,products,graphs] [--graphs rmat16,osm-moscow] [--small]
        [--seconds 340]

The module `mergus` is found as usual (PYTHONPATH), the backend is that of MERGUS_BACKEND. Libraries that are missing are
left out, with a row that says so. A run ends in time: what does not fit has a row without a time. Exit status 1: a result of
the package is wrong.
"""

import argparse
import sys
import time
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))

import calls  # noqa: E402
import graphs  # noqa: E402
import libraries  # noqa: E402
import products  # noqa: E402
from timing import Results  # noqa: E402

PARTS = "calls", "products", "graphs"


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", help="the CSV file; without it rows are shown only")
    parser.add_argument("--parts", default=",".join(PARTS), help="of " + ", ".join(PARTS))
    parser.add_argument("--graphs", default="", help="of " + ", ".join(graphs.GRAPHS) + "; default: all")
    parser.add_argument("--small", action="store_true", help="small operands: a test of the script, in seconds")
    parser.add_argument("--seconds", type=float, default=340, help="of the whole run")
    options = parser.parse_args(arguments)
    parts = options.parts.split(",")
    if unknown := set(parts) - set(PARTS):
        parser.error(f"there are no parts {', '.join(sorted(unknown))}")
    only = [name for name in options.graphs.split(",") if name]
    if unknown := set(only) - set(graphs.GRAPHS):
        parser.error(f"there are no graphs {', '.join(sorted(unknown))}")
    for line in libraries.describe():
        print(line, file=sys.stderr, flush=True)
    file = open(options.out, "w", newline="") if options.out else None
    try:
        results = Results(file, time.monotonic() + options.seconds)
        if "calls" in parts:
            calls.run(results, options.small)
        if "products" in parts:
            products.run(results, options.small)
        if "graphs" in parts:
            graphs.run(results, options.small, only)
    finally:
        if file is not None:
            file.close()
    wrong = [row for row in results.rows if row["check"] == "WRONG" and row["library"] in ("mergus", "nx-mergus")]
    for row in wrong:
        print(f"WRONG: {row['part']} {row['case']} {row['what']}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
