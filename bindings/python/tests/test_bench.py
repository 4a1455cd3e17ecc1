"""The benchmark runs and its results are right, on small operands."""

import csv
import importlib
import sys
from pathlib import Path

import pytest

BENCH = Path(__file__).resolve().parents[1] / "bench"


@pytest.fixture
def script(monkeypatch):
    """name → the main function of a script, whose modules are forgotten afterwards."""
    before = set(sys.modules)
    monkeypatch.syspath_prepend(BENCH)
    yield lambda name: importlib.import_module(name).main
    for name in set(sys.modules) - before:
        if str(BENCH) in str(getattr(sys.modules[name], "__file__", "")):
            del sys.modules[name]


def test_small_run(tmp_path, script):
    out = tmp_path / "results.csv"
    assert script("run")(["--small", "--out", str(out)]) == 0
    with open(out, newline="") as file:
        rows = list(csv.DictReader(file))
    assert {row["part"] for row in rows} == {"calls", "products", "graphs"}
    assert "WRONG" not in {row["check"] for row in rows}
    unchecked = [row for row in rows if row["library"] == "mergus" and row["part"] != "calls" and not row["check"]]
    assert {row["what"] for row in unchecked} == {"convert"}
    script("draw")([str(out), str(tmp_path)])
    for name in ("python-products.svg", "python-graphs.svg", "python.md"):
        assert (tmp_path / name).stat().st_size > 1000
