#!/usr/bin/env python3
"""Times products without each method and each accumulator of mxm in turn.

    bench/ablation.py --program build/bin/mergus_bench --csv FILE [-- BENCH ARGUMENTS]

Runs `mergus_bench --without all` once: it loads each matrix once, and times on it the backend, the backend without each method, and the
backend again (BACKEND-nothing, the noise). Matrices whose calls are the same without a method are not timed; their ratio is 1. The rows
are in FILE. A method that changes no call has no line. Prints for each method the matrices that are at least --least slower without it, the number that are as much faster, and
the geometric mean of the times without it over the times with it, over all matrices. BENCH ARGUMENTS default to `--set ablation --no-check --budget 0.25`.
Needs Python 3.8 and nothing else. --read reads FILE instead of running.
"""
import argparse
import csv
import math
import subprocess
import sys


def measurements(file, backend):
    """{without: {(op, matrix, semiring): median milliseconds, or None if it failed}}; without is "" for the whole backend."""
    with open(file, encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    wholes = [row["backend"][:-len("-nothing")] for row in rows if row["backend"].endswith("-nothing")]
    found = {}
    for row in rows:
        owners = [whole for whole in wholes if (row["backend"] + "-").startswith(whole + "-")]
        if max(owners, key=len, default="") == backend:  # cuda-emulated-esc belongs to cuda-emulated, not to cuda
            times = found.setdefault(row["backend"][len(backend) + 1:], {})
            times[row["op"], row["matrix"], row["semiring"]] = float(row["median_ms"]) if row["median_ms"] else None
    return found


def summary(without, times, base, least):
    """A line of the table. Matrices without a time of the base do not count."""
    ratios = {key: ms / base[key] for key, ms in times.items() if ms and base.get(key)}
    failed = [key[1] for key, ms in times.items() if not ms and base.get(key)]
    slower = sorted(((ratio, key) for key, ratio in ratios.items() if ratio >= least), reverse=True)
    faster = sum(ratio <= 1 / least for ratio in ratios.values())
    matrices = sum(ms is not None for ms in base.values())
    mean = math.exp(sum(map(math.log, ratios.values())) / matrices) if matrices else 1
    return (f"{without:18} {len(ratios):4} timed, {len(slower):3} slower, {faster:3} faster, x {mean:.4f}: "
            + ", ".join([f"{key[1]} {ratio:.2f}" for ratio, key in slower] + [f"{name} fails" for name in failed]))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default="build/bin/mergus_bench")
    parser.add_argument("--backend", default="cuda")
    parser.add_argument("--without", action="append", help="a method; default: all in turn")
    parser.add_argument("--csv", required=True)
    parser.add_argument("--read", action="store_true", help="FILE has the rows of an earlier run")
    parser.add_argument("--least", type=float, default=1.1, help="the ratio from which on a matrix counts (default: 1.1)")
    parser.add_argument("arguments", nargs="*", metavar="BENCH ARGUMENT")
    options = parser.parse_args()
    status = 0
    if not options.read:
        arguments = options.arguments or ["--set", "ablation", "--no-check", "--budget", "0.25"]
        without = [word for name in options.without or ["all"] for word in ("--without", name)]
        status = subprocess.run([options.program, *arguments, "--backend", options.backend, *without, "--csv", options.csv],
                                stdout=subprocess.DEVNULL).returncode
        if status not in (0, 1):  # 1: a matrix failed
            return status
    found = measurements(options.csv, options.backend)
    base = found.pop("", {})
    for without in sorted(found, key=lambda name: name != "nothing"):
        print(summary(without, found[without], base, options.least))
    return status


if __name__ == "__main__":
    sys.exit(main())
