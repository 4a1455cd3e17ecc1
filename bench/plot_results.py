#!/usr/bin/env python3
"""Makes the figures of docs/figures and the tables of docs/PERFORMANCE.md from the CSV files of bench/results.

    bench/plot_results.py            writes them
    bench/plot_results.py --check    exit status 1 if a committed figure, table or headline number is out of date

Needs Python 3.8 and nothing else. The same CSV files give the same bytes on every machine.
"""
import re
import sys
from pathlib import Path

sys.dont_write_bytecode = True  # before the import: the source tree stays clean
from plot import figures, results, tables

ROOT = Path(__file__).resolve().parent.parent
FIGURES = ROOT / "docs" / "figures"
PAGE = ROOT / "docs" / "PERFORMANCE.md"
# The number that README.md states, as it is written there.
HEADLINE = "**{:.1f} × cuSPARSE**"


def page_with_tables(text):
    """PERFORMANCE.md with each table between its two marks replaced. Raises SystemExit for an unknown or missing table."""
    seen = set()
    known = {**tables.ALL, **tables.OPTIONAL}

    def replace(match):
        name = match.group(2)
        if name not in known:
            raise SystemExit(f"{PAGE.name}: there is no table '{name}'; there are {', '.join(known)}")
        seen.add(name)
        return f"{match.group(1)}\n{known[name]()}{match.group(3)}"
    text = re.sub(r"(<!-- table: ([a-z-]+) -->)\n.*?(<!-- end of table -->)", replace, text, flags=re.DOTALL)
    missing = set(tables.ALL) - seen
    if missing:
        raise SystemExit(f"{PAGE.name}: no place for the tables {', '.join(sorted(missing))}")
    return text


def outputs():
    """{path: content} of everything that is generated."""
    made = {FIGURES / name: draw() for name, draw in figures.ALL.items()}
    made[PAGE] = page_with_tables(PAGE.read_text(encoding="utf-8"))
    return made


def check():
    stale = [path for path, text in outputs().items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    for path in stale:
        print(f"{path.relative_to(ROOT)} is out of date: run bench/plot_results.py", file=sys.stderr)
    mean = results.geometric_mean(ratio for _, ratio in results.speedups(results.mxm()))
    headline = HEADLINE.format(mean)
    if headline not in (ROOT / "README.md").read_text(encoding="utf-8"):
        print(f"README.md does not state {headline}", file=sys.stderr)
        return 1
    return 1 if stale else 0


def main(arguments):
    if arguments == ["--check"]:
        return check()
    if arguments:
        print(__doc__, file=sys.stderr)
        return 2
    FIGURES.mkdir(exist_ok=True)
    for path, text in outputs().items():
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        print(path.relative_to(ROOT))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
