"""The tables of docs/PERFORMANCE.md: each function returns Markdown."""
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
    for name, pairs in (("`mxm`: C = A·A", results.speedups(results.mxm())), ("`transpose`", results.speedups(results.transpose()))):
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
    for row in results.read(f"{results.TODAY}/transpose-large.csv"):
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
            row += [digits(results.milliseconds(ops[op][backend])) for backend in ("cuda", "suitesparse")]
        rows.append(row)
    return table(["graph"] + [f"{label}{who} ms" for _, label in names for who in ("", ", SuiteSparse")], rows)


def semirings():
    data = results.semirings()
    names = list(next(iter(data.values())))
    rows = []
    for (matrix, op), times in data.items():
        rows.append([matrix if op == "mxm" else f"{matrix}, masked"] + [digits(times.get(name)) for name in names])
    return table(["matrix"] + [f"{name} ms" for name in names], rows)


def user_semirings():
    rows = []
    for name, (size, graphs_) in results.zoo().items():
        row = [name, str(size)]
        for graph in ("cit-HepPh", "email-Enron"):
            row += [f"{graphs_[graph][0]:.2f}", f"{graphs_[graph][1]:.2f}"]
        rows.append(row)
    return table(["semiring", "bytes of a value", "cit-HepPh ms", "× plus_times", "email-Enron ms", "× plus_times"], rows)


def rap():
    grouped = {}
    for row in results.read(f"{results.FIRST}/rap.csv"):
        grouped.setdefault((row["matrix"], row["op"]), {})[row["backend"]] = row
    rows = []
    for (matrix, op), backends in grouped.items():
        ours, theirs = results.milliseconds(backends["cuda"]), results.best_cusparse(backends)
        form = "(R·A)·P" if op == "rap-left" else "R·(A·P)"
        rows.append([f"{matrix}, {form}", digits(ours), digits(theirs), f"{theirs / ours:.2f}"])
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


ALL = {"summary": summary, "mxm": mxm, "transpose": transpose, "transpose-large": transpose_large, "graphs": graphs, "semirings": semirings,
       "user-semirings": user_semirings, "rap": rap, "segmented-merge": segmented_merge}
