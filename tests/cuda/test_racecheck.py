#!/usr/bin/env python3
"""Tests racecheck.py: what it returns for the reports in racecheck_reports/, which have the elements that it reads."""
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent

# The report, the options, and the exit status.
CASES = [
    ("clean.xml", [], 0),
    ("clean.xml", ["--no-locks"], 0),
    ("locked.xml", [], 0),
    ("locked.xml", ["--no-locks"], 1),
    ("fault.xml", [], 1),
    ("fault.xml", ["--no-locks"], 1),
]


def main():
    failures = 0
    for report, options, expected in CASES:
        command = [sys.executable, str(HERE / "racecheck.py"), *options, str(HERE / "racecheck_reports" / report)]
        run = subprocess.run(command, stdout=subprocess.PIPE, universal_newlines=True, check=False)
        faults = run.stdout.count("a fault:")
        if run.returncode != expected or (faults != 0) != (expected != 0):
            failures += 1
            print(f"{report} {options}: status {run.returncode}, expected {expected}\n{run.stdout}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
