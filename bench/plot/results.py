"""Reads the CSV files of bench/results."""
import csv
import math
from pathlib import Path

RESULTS = Path(__file__).resolve().parent.parent / "results"
TODAY = "2026-11-23-h200"
EARLIER = "2026-11-22-h200"  # transpose, segmented merge


def read(*names):
    """The rows of the files; each is a dict of strings."""
    rows = []
    for name in names:
        with open(RESULTS / name, newline="", encoding="utf-8") as file:
            rows += csv.DictReader(file)
    return rows


def by_matrix(rows):
    """{matrix: {backend: row}}, in the order of the files."""
    found = {}
    for row in rows:
        found.setdefault(row["matrix"], {})[row["backend"]] = row
    return found


def milliseconds(row):
    """The median time of a row with a correct result, or None."""
    if row is None or not row["median_ms"] or row["correct"] in ("no", "fails"):
        return None
    return float(row["median_ms"])


def best_cusparse(backends):
    """Milliseconds of the fastest cuSPARSE routine with a correct result, or None."""
    times = [milliseconds(row) for name, row in backends.items() if name.startswith("cusparse")]
    return min((t for t in times if t is not None), default=None)


def geometric_mean(values):
    values = list(values)
    return math.exp(sum(map(math.log, values)) / len(values))


def speedups(rows):
    """[(matrix, time of cuSPARSE / time of Mergus)], by increasing work."""
    pairs = []
    for matrix, backends in sorted(by_matrix(rows).items(), key=lambda item: work(item[1]["cuda"])):
        pairs.append((matrix, best_cusparse(backends) / milliseconds(backends["cuda"])))
    return pairs


def work(row):
    """Products of an mxm, else entries."""
    return int(row["products"] or row["nnz_a"])


def mxm():
    return read(f"{TODAY}/mxm.csv", f"{TODAY}/mxm-suitesparse.csv")


def transpose():
    return read(f"{EARLIER}/transpose.csv")


def segmented_merge():
    """{lengths: {competitor: [(average, ms)]}} for 2^26 keys."""
    found = {}
    for row in read(f"{EARLIER}/segmented-merge-26.csv"):
        series = found.setdefault(row["lengths"], {})
        series.setdefault(row["competitor"], []).append((int(row["average"]), float(row["ms"])))
    return found


def graphs():
    """{matrix: {op: {backend: row}}}, in the order of the files."""
    found = {}
    for row in read(f"{TODAY}/graphs.csv", f"{TODAY}/graphs-suitesparse.csv"):
        found.setdefault(row["matrix"], {}).setdefault(row["op"], {})[row["backend"]] = row
    return found


def semirings():
    """{(matrix, op): {semiring: ms}} on the GPU; op is mxm or mxm-masked."""
    return by_semiring("semirings.csv")


def wide_values():
    """{(matrix, "mxm"): {semiring: ms}} on the GPU."""
    return by_semiring("wide-values.csv")


def by_semiring(name):
    found = {}
    for row in read(f"{TODAY}/{name}"):
        found.setdefault((row["matrix"], row["op"]), {})[row["semiring"]] = milliseconds(row)
    return found


def operations():
    """{matrix: {op: {backend: row}}} of the set `operations`, in the order of the file."""
    found = {}
    for row in read(f"{TODAY}/operations.csv"):
        found.setdefault(row["matrix"], {}).setdefault(row["op"], {})[row["backend"]] = row
    return found


def zoo():
    """{semiring: (bytes, {graph: (ms, times plus_times)})} of user semirings on the GPU."""
    found = {}
    for graph in ("cit-HepPh", "email-Enron"):
        for row in read(f"{TODAY}/zoo-{graph}.csv"):
            if row["backend"] == "cuda":
                entry = found.setdefault(row["semiring"], (int(row["value_bytes"]), {}))
                entry[1][graph] = (float(row["seconds"]) * 1e3, float(row["ratio"]))
    return found
