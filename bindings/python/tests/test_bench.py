"""The benchmark runs and its results are right, on small operands."""

import csv
import subprocess
import sys
from pathlib import Path

BENCH = Path(__file__).resolve().parents[1] / "bench"


def test_small_run(tmp_path):
    out = tmp_path / "results.csv"
    subprocess.run([sys.executable, BENCH / "run.py", "--small", "--out", out], check=True, capture_output=True)
    with open(out, newline="") as file:
        rows = list(csv.DictReader(file))
    assert {row["part"] for row in rows} == {"calls", "products", "graphs"}
    assert "WRONG" not in {row["check"] for row in rows}
    unchecked = [row for row in rows if row["library"] == "mergus" and row["part"] != "calls" and not row["check"]]
    assert {row["what"] for row in unchecked} == {"convert"}
    subprocess.run([sys.executable, BENCH / "plot.py", out, tmp_path], check=True)
    for name in ("python-products.svg", "python-graphs.svg", "python.md"):
        assert (tmp_path / name).stat().st_size > 1000
