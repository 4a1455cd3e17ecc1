"""The tables of docs/PERFORMANCE.md: each function returns Markdown."""
import re

from . import results


def table(columns, rows):
    """Markdown; the first column is text, the others are numbers."""
    lines = ["| " + " | ".join(columns) + " |", "|---|" + "---:|" * (len(columns) - 1)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


def digits(x):
    """Three significant digits, without an exponent."""
    if x is None:
        return "–"
    return f"{x:.0f}" if x >= 1000 else f"{x:.3g}"


def summary():
    rows = []
    for name, pairs in (("`mxm`: C = A·A", results.speedups(results.mxm())), ("`mxm`: R·A·P", rap_speedups()),
                        ("`transpose`", results.speedups(results.transpose()))):
        ratios = [ratio for _, ratio in pairs]
        least, most = min(pairs, key=lambda p: p[1]), max(pairs, key=lambda p: p[1])
        rows.append([name, str(len(ratios)), f"**{results.geometric_mean(ratios):.2f} ×**", f"{least[1]:.2f} × ({least[0]})",
                     f"{most[1]:.2f} × ({most[0]})", str(sum(ratio < 1 for ratio in ratios))])
    return table(["operation, fp64", "matrices", "geometric mean", "lowest", "highest", "matrices behind cuSPARSE"], rows)


def mxm():
    rows = []
    for matrix, backends in sorted(results.by_matrix(results.mxm()).items(), key=lambda item: results.work(item[1]["cuda"])):
        row = backends["cuda"]
        ours, theirs = results.milliseconds(row), results.best_cusparse(backends)
        rows.append([matrix, f'{int(row["products"]) / 1e6:.1f}', f'{int(row["nnz_c"]) / 1e6:.1f}', digits(ours), digits(theirs),
                     digits(results.milliseconds(backends.get("suitesparse"))), f"{theirs / ours:.2f}"])
    return table(["matrix", "products M", "nnz(C) M", "Mergus ms", "cuSPARSE ms", "SuiteSparse ms", "cuSPARSE / Mergus"], rows)


def transpose():
    rows = []
    for matrix, backends in sorted(results.by_matrix(results.transpose()).items(), key=lambda item: results.work(item[1]["cuda"])):
        row = backends["cuda"]
        ours, theirs = results.milliseconds(row), results.best_cusparse(backends)
        rows.append([matrix, f'{int(row["nnz_a"]) / 1e6:.2f}', digits(ours), digits(theirs), f"{theirs / ours:.2f}",
                     f'{float(row["times_floor"]):.1f}'])
    return table(["matrix", "nnz M", "Mergus ms", "csr2csc ms", "csr2csc / Mergus", "times the floor"], rows)


def transpose_large():
    """The file has each matrix three times: cuSPARSE, Mergus, and Mergus with MERGUS_CUDA_TRANSPOSE=sort."""
    rows = {}
    for row in results.read(f"{results.EARLIER}/transpose-large.csv"):
        rows.setdefault(row["matrix"], []).append(row)
    lines = []
    for matrix, (theirs, ours, sort) in rows.items():
        lines.append([matrix, f'{int(ours["nnz_a"]) / 1e6:.1f}', digits(results.milliseconds(ours)), digits(results.milliseconds(theirs)),
                      digits(results.milliseconds(sort)), f"{results.milliseconds(theirs) / results.milliseconds(ours):.2f}"])
    return table(["matrix", "nnz M", "Mergus ms", "csr2csc ms", "Mergus by sorting ms", "csr2csc / Mergus"], lines)


def graphs():
    names = (("tc", "triangles"), ("bfs", "BFS"), ("bfs64", "BFS × 64"))
    rows = []
    for matrix, ops in results.graphs().items():
        row = [matrix]
        for op, _ in names:
            row += [digits(results.milliseconds(ops[op].get(backend))) for backend in ("cuda", "suitesparse")]
        rows.append(row)
    return table(["graph"] + [f"{label}{who} ms" for _, label in names for who in ("", ", SuiteSparse")], rows)


def algorithms():
    names = (("pagerank", "PageRank, an iteration"), ("components", "components"), ("sssp", "shortest paths"),
             ("betweenness", "betweenness, 4 sources"), ("truss", "4-truss"), ("bfs-algebra", "BFS by public operations"))
    rows = []
    for matrix, ops in results.graphs().items():
        cells = [with_ratio(ops.get(op, {})) for op, _ in names]
        if any(cell != "–" for cell in cells):
            rows.append([matrix] + cells)
    return table(["graph"] + [f"{label}, ms" for _, label in names], rows)


def with_ratio(backends):
    """The time of Mergus, and in brackets how many times as long SuiteSparse takes."""
    ours, theirs = (results.milliseconds(backends.get(name)) for name in ("cuda", "suitesparse"))
    return digits(ours) + (f" ({theirs / ours:.0f} ×)" if ours and theirs else "")


def semirings():
    return by_semiring(results.semirings())


def wide_values():
    return by_semiring(results.wide_values())


def by_semiring(data):
    names = list(next(iter(data.values())))
    rows = []
    for (matrix, op), times in data.items():
        rows.append([matrix if op == "mxm" else f"{matrix}, masked"] + [digits(times.get(name)) for name in names])
    return table(["matrix"] + [f"{name} ms" for name in names], rows)


def plans():
    whole = results.by_matrix(results.mxm())
    rows, shares = [], []
    for row in results.read(f"{results.TODAY}/mxm-plan.csv"):
        product, run = (results.milliseconds(r) for r in (whole[row["matrix"]]["cuda"], row))
        shares.append(run / product)
        rows.append([row["matrix"], digits(product), digits(run), f"{shares[-1]:.2f}"])
    rows.append(["geometric mean", "", "", f"{results.geometric_mean(shares):.2f}"])
    return table(["matrix", "whole product ms", "run of the plan ms", "share"], rows)


def memory():
    """Peak of device memory without the inputs, over the size of the result."""
    rows = []
    for matrix, backends in sorted(results.by_matrix(results.mxm()).items(), key=lambda item: results.work(item[1]["cuda"])):
        peaks = {name: float(row["peak_bytes"]) for name, row in backends.items()
                 if row["peak_bytes"] and results.milliseconds(row) is not None and name != "suitesparse"}
        output = float(backends["cuda"]["output_bytes"])
        ours, theirs = peaks.pop("cuda"), min(peaks.values())
        rows.append([matrix, digits(output / 1e6), f"{ours / output:.2f}", f"{theirs / output:.2f}", f"{ours / theirs:.2f}"])
    return table(["matrix", "bytes of C, MB", "Mergus / C", "leanest cuSPARSE routine / C", "Mergus / cuSPARSE"], rows)


def user_semirings():
    rows = []
    for name, (size, graphs_) in results.zoo().items():
        row = [name, str(size)]
        for graph in ("cit-HepPh", "email-Enron"):
            row += [f"{graphs_[graph][0]:.2f}", f"{graphs_[graph][1]:.2f}"]
        rows.append(row)
    return table(["semiring", "bytes of a value", "cit-HepPh ms", "× plus_times", "email-Enron ms", "× plus_times"], rows)


def rap_times():
    """[(matrix and order, ms of Mergus, ms of cuSPARSE)]"""
    found = {}
    for row in results.read(f"{results.TODAY}/rap.csv"):
        form = "(R·A)·P" if row["op"] == "rap-left" else "R·(A·P)"
        found.setdefault(f'{row["matrix"]}, {form}', {})[row["backend"]] = row
    return [(name, results.milliseconds(backends["cuda"]), results.best_cusparse(backends)) for name, backends in found.items()]


def rap_speedups():
    return [(name, theirs / ours) for name, ours, theirs in rap_times()]


def rap():
    rows = [[name, digits(ours), digits(theirs), f"{theirs / ours:.2f}"] for name, ours, theirs in rap_times()]
    return table(["matrix, order", "Mergus ms", "cuSPARSE ms", "cuSPARSE / Mergus"], rows)


def segmented_merge():
    competitors = ("mergus", "cub stable segmented", "cub segmented radix", "thrust (segment key)")
    data = results.segmented_merge()
    averages = [average for average, _ in data["uniform"]["mergus"]]
    rows = []
    for average in averages:
        for lengths, series in data.items():
            times = [dict(series[name])[average] for name in competitors]
            rows.append([lengths, str(average)] + [f"{t:.2f}" for t in times] + [f"{min(times[1:]) / times[0]:.2f}"])
    return table(["lengths", "average", "Mergus ms", "CUB stable segmented sort ms", "CUB segmented radix sort ms",
                  "Thrust, by (segment, key) ms", "best sort / Mergus"], rows)


def operation_cell(backends):
    """Milliseconds; in brackets times the floor, and the time of cuSPARSE if it has the operation."""
    ours = backends.get("cuda")
    if results.milliseconds(ours) is None:
        return "–"
    notes = [f'{float(ours["times_floor"]):.1f} ×'] if ours["times_floor"] else []
    if (theirs := results.best_cusparse(backends)) is not None:
        notes.append(digits(theirs))
    return digits(results.milliseconds(ours)) + (f' ({"; ".join(notes)})' if notes else "")


def operations_of(matrices):
    """A row for each operation, a column for each matrix."""
    ops = list(dict.fromkeys(op for found in matrices.values() for op in found))
    rows = [[f"`{op}`"] + [operation_cell(found.get(op, {})) for found in matrices.values()] for op in ops]
    return table(["operation, ms (× floor; cuSPARSE ms)"] + list(matrices), rows)


def is_vector(matrix):
    return re.match(r"v1e\d+_", matrix) is not None


def operations():
    return operations_of({matrix: found for matrix, found in results.operations().items() if not is_vector(matrix)})


def vector_operations():
    """A row for each operation and kind of vector, a column for each size."""
    sizes = {}
    for matrix, found in results.operations().items():
        if is_vector(matrix):
            size, kind = matrix[1:].split("_")
            for op, backends in found.items():
                sizes.setdefault(size, {})[f"{op[len('vector-'):]}, {kind}"] = backends
    return operations_of(sizes)


# Made where the page has a place for them.
OPTIONAL = {"operations": operations, "vector-operations": vector_operations}
ALL = {"summary": summary, "mxm": mxm, "transpose": transpose, "transpose-large": transpose_large, "graphs": graphs,
       "algorithms": algorithms, "semirings": semirings, "user-semirings": user_semirings, "wide-values": wide_values, "plans": plans,
       "memory": memory, "rap": rap, "segmented-merge": segmented_merge}
