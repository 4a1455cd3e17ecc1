#!/usr/bin/env python3
"""Times products without each method and each accumulator of mxm in turn.

    bench/ablation.py --program build/bin/mergus_bench --info build/bin/mergus --csv FILE [-- BENCH ARGUMENTS]

The names are those of `mergus info --methods`. Each run switches one off (MERGUS_CUDA_MXM=-NAME); runs with everything come
first and last, and their difference is the noise of the table. Writes a row a measurement to FILE and prints, for each name, the matrices
that are at least --least slower without it. BENCH ARGUMENTS default to `--set mxm --backend cuda`.
Needs Python 3.8 and nothing else.
"""
import argparse
import csv
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

EVERYTHING = ""


def names(info, backend):
    """The methods and accumulators of products of a backend, in their order, each once. The last of each kind takes what is left, and
    cannot be switched off."""
    listed = json.loads(subprocess.run([info, "info", "--methods", "--json"], check=True, capture_output=True, text=True).stdout)
    found = [m["method"] for m in listed["methods"] if m["backend"] == backend and m["operation"].startswith("mxm") and m["operation"] != "mxm_plan"]
    return [name for name in dict.fromkeys(found) if name not in ("binned", "column_tile")]


def times(program, without, arguments):
    """{(op, matrix, semiring): median milliseconds} of one run."""
    with tempfile.TemporaryDirectory() as folder:
        rows = Path(folder) / "rows.csv"
        environment = dict(os.environ)
        if without:
            environment["MERGUS_CUDA_MXM"] = "-" + without
        subprocess.run([program, *arguments, "--csv", rows], check=True, env=environment, stdout=subprocess.DEVNULL)
        with open(rows, encoding="utf-8", newline="") as lines:
            return {(row["op"], row["matrix"], row["semiring"]): float(row["median_ms"])
                    for row in csv.DictReader(lines) if row["median_ms"]}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default="build/bin/mergus_bench")
    parser.add_argument("--info", default="build/bin/mergus")
    parser.add_argument("--backend", default="cuda")
    parser.add_argument("--csv", required=True)
    parser.add_argument("--least", type=float, default=1.1, help="the ratio from which on a matrix counts (default: 1.1)")
    parser.add_argument("arguments", nargs="*", metavar="BENCH ARGUMENT")
    options = parser.parse_args()
    arguments = options.arguments or ["--set", "mxm"]
    arguments += ["--backend", options.backend]

    with open(options.csv, "w", encoding="utf-8", newline="") as file:
        table = csv.writer(file)
        table.writerow(["without", "op", "matrix", "semiring", "median_ms", "ratio"])
        base = {}
        for without in [EVERYTHING, *names(options.info, options.backend), EVERYTHING]:
            found = times(options.program, without, arguments)
            base = base or found
            ratios = {key: ms / base[key] for key, ms in found.items() if key in base}
            for key, ms in found.items():
                table.writerow([without or "nothing", *key, ms, ratios.get(key, "")])
            slower = sorted(((ratio, key) for key, ratio in ratios.items() if ratio >= options.least), reverse=True)
            faster = sum(ratio <= 1 / options.least for ratio in ratios.values())
            print(f"{without or 'nothing':16} {len(slower):3} slower, {faster:3} faster: "
                  + ", ".join(f"{key[1]} {ratio:.2f}" for ratio, key in slower[:8]))
            file.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
