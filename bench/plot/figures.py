"""The figures: each function returns the text of one SVG."""
import math

from . import results
from .svg import Svg

GPU = "NVIDIA H200, CUDA 13.0"


def log_axis(svg, low, high, ticks, bottom, top, left, right, label):
    """Horizontal grid lines at `ticks` of a log axis. Returns value → y."""
    def y(value):
        return bottom - (math.log(value) - math.log(low)) / (math.log(high) - math.log(low)) * (bottom - top)
    for tick in ticks:
        svg.line("grid", left, y(tick), right, y(tick))
        svg.text("faint", left - 6, y(tick) + 4, f"{tick:g}", "end")
    svg.text("faint", left - 38, (top + bottom) / 2, label, "middle", -90)
    return y


def heading(svg, title, subtitle):
    svg.text("text title", 14, 22, title)
    svg.text("faint", 14, 38, subtitle)


def legend(svg, names, x, y):
    for css, name in names:
        svg.rect(f"fill-{css}", x, y - 8, 9, 9, name)
        svg.text("text", x + 13, y, name)
        x += 28 + 6.2 * len(name)


def bars(title, subtitle, pairs, high, ticks, label, low=0.7, mean=True):
    """One bar for each (name, ratio) on a log axis, from 1 up or down, with the geometric mean as a line."""
    step, left, top, bottom = 21, 60, 60, 300
    right = left + step * len(pairs) + 6
    svg = Svg(right + 16, 395, title, f"{subtitle}. " + ", ".join(f"{name} {ratio:.2f}" for name, ratio in pairs))
    heading(svg, title, subtitle)
    y = log_axis(svg, low, high, ticks, bottom, top, left, right, label)
    for n, (name, ratio) in enumerate(pairs):
        x = left + 6 + step * n
        css = "fill-a" if ratio >= 1 else "fill-b"
        svg.rect(css, x, min(y(ratio), y(1)), step - 6, abs(y(ratio) - y(1)), f"{name}: {ratio:.2f}")
        svg.text("faint", x + (step - 6) / 2, (y(ratio) if ratio >= 1 else y(1)) - 4, f"{ratio:.1f}", "middle")
        svg.text("text", x + step / 2, bottom + 12, name, "end", -50)
    svg.line("axis", left, y(1), right, y(1))
    if mean:
        value = results.geometric_mean(ratio for _, ratio in pairs)
        svg.line("mean", left, y(value), right, y(value))
        svg.text("meantext", right, 22, f"– – geometric mean {value:.2f}", "end")
    return svg.render()


def mxm_speedup():
    pairs = results.speedups(results.mxm())
    return bars("C = A·A: speed-up over cuSPARSE", f"fp64, plus_times; time of the fastest cuSPARSE routine / time of Mergus; matrices by "
                f"work; {GPU}, 2026-11-23", pairs, 100, (1, 2, 5, 10, 20, 50, 100), "times as fast")


def transpose_speedup():
    pairs = results.speedups(results.transpose())
    return bars("Transpose: speed-up over cuSPARSE", f"fp64; time of csr2csc / time of Mergus; matrices by number of entries; {GPU}, "
                "2026-11-22", pairs, 8, (1, 2, 4, 8), "times as fast", 0.9)


def mxm_rate():
    """GFLOPS of every competitor over the products of the matrix."""
    title, subtitle = "C = A·A: rate", f"fp64, plus_times; 2 × products / time; GPU: {GPU}; CPU: 16 cores; 2026-11-23"
    left, right, top, bottom, low, high = 60, 760, 74, 340, 0.05, 1000
    svg = Svg(right + 20, 395, title, subtitle)
    heading(svg, title, subtitle)
    y = log_axis(svg, low, high, (0.1, 1, 10, 100, 1000), bottom, top, left, right, "GFLOPS")

    def x(products):
        return left + (math.log10(products) - 5.3) / (10.1 - 5.3) * (right - left)
    for power in range(6, 11):
        svg.line("grid", x(10**power), top, x(10**power), bottom)
        svg.text("faint", x(10**power), bottom + 16, f"10^{power}", "middle")
    svg.text("faint", (left + right) / 2, bottom + 36, "multiplications (products) of the matrix", "middle")
    for matrix, backends in results.by_matrix(results.mxm()).items():
        products = results.work(backends["cuda"])
        times = (("c", "SuiteSparse", results.milliseconds(backends.get("suitesparse"))), ("b", "cuSPARSE", results.best_cusparse(backends)),
                 ("a", "Mergus", results.milliseconds(backends["cuda"])))
        for css, name, ms in times:
            if ms is not None:
                rate = 2 * products / ms / 1e6
                svg.circle(f"fill-{css}", x(products), y(rate), 4, f"{matrix}, {name}: {rate:.3g} GFLOPS")
    svg.line("axis", left, bottom, right, bottom)
    legend(svg, (("a", "Mergus"), ("b", "cuSPARSE, fastest routine"), ("c", "SuiteSparse, CPU")), left, 58)
    return svg.render()


def segmented_merge():
    """Time over the average length of a sub-segment: a panel for each distribution of lengths."""
    title, subtitle = "Segmented merge of 2^26 keys with values", f"32-bit keys and values; milliseconds; {GPU}, 2026-11-22"
    data = results.segmented_merge()
    names = (("mergus", "a", "Mergus"), ("cub stable segmented", "b", "CUB stable segmented sort"),
             ("thrust (segment key)", "d", "Thrust, by (segment, key)"), ("cub segmented radix", "c", "CUB segmented radix sort"))
    width, left, top, bottom = 230, 60, 96, 320
    svg = Svg(left + 3 * (width + 24) + 4, 370, title, subtitle)
    heading(svg, title, subtitle)
    legend(svg, [(css, label) for _, css, label in names], left, 60)
    averages = [average for average, _ in data["uniform"]["mergus"]]
    for panel, (lengths, competitors) in enumerate(data.items()):
        x0 = left + panel * (width + 24)
        y = log_axis(svg, 1, 2000, (1, 10, 100, 1000) if panel == 0 else (), bottom, top, x0, x0 + width, "ms" if panel == 0 else "")
        for tick in (1, 10, 100, 1000) if panel else ():
            svg.line("grid", x0, y(tick), x0 + width, y(tick))
        svg.text("text", x0 + width / 2, top - 8, f"{lengths} lengths", "middle")
        xs = {average: x0 + 12 + n * (width - 24) / (len(averages) - 1) for n, average in enumerate(averages)}
        for average in averages:
            svg.text("faint", xs[average], bottom + 15, str(average), "middle")
        for name, css, label in reversed(names):
            points = [(xs[average], y(ms)) for average, ms in competitors[name]]
            svg.polyline(f"line-{css}", points)
            for (px, py), (average, ms) in zip(points, competitors[name]):
                svg.circle(f"fill-{css}", px, py, 3, f"{label}, average {average}: {ms:.2f} ms")
        svg.line("axis", x0, bottom, x0 + width, bottom)
    svg.text("faint", svg.width / 2, bottom + 36, "average length of a sub-segment", "middle")
    return svg.render()


def grouped(title, subtitle, groups, series, high, ticks, label, low, step=13):
    """Groups of bars: `groups` is [(name, [value for each series])] with ratios on a log axis."""
    left, top, bottom = 60, 78, 300
    group_width = step * len(series) + 14
    right = left + group_width * len(groups) + 6
    svg = Svg(max(right + 16, 560), 410, title, subtitle)
    heading(svg, title, subtitle)
    legend(svg, series, left, 60)
    y = log_axis(svg, low, high, ticks, bottom, top, left, right, label)
    for g, (name, values) in enumerate(groups):
        x = left + 10 + group_width * g
        for n, ((css, what), value) in enumerate(zip(series, values)):
            svg.rect(f"fill-{css}", x + step * n, min(y(value), y(1)), step - 2, max(1, abs(y(value) - y(1))), f"{name}, {what}: {value:.2f}")
        svg.text("text", x + step * len(series) / 2 + 4, bottom + 12, name, "end", -45)
    svg.line("axis", left, y(1), right, y(1))
    return svg.render()


def graph_speedup():
    groups = []
    for matrix, ops in results.graphs().items():
        if "suitesparse" in ops["bfs"]:
            values = [results.milliseconds(ops[op]["suitesparse"]) / results.milliseconds(ops[op]["cuda"]) for op in ("tc", "bfs", "bfs64")]
            groups.append((matrix, values))
    return grouped("Graph algorithms: speed-up over SuiteSparse", "time of SuiteSparse on 16 CPU cores / time of Mergus on one NVIDIA H200; "
                   "2026-11-23", groups, (("a", "triangles"), ("b", "BFS"), ("d", "BFS from 64 sources")), 200,
                   (1, 10, 100), "times as fast", 0.6, 15)


def user_semirings():
    groups = [(name, [entry[1][graph][1] for graph in ("cit-HepPh", "email-Enron")]) for name, entry in results.zoo().items()]
    return grouped("User semirings: time of A·A relative to plus_times", f"1 is plus_times on double; {GPU}, 2026-11-23", groups,
                   (("a", "cit-HepPh"), ("b", "email-Enron")), 8, (1, 2, 4, 8), "times plus_times", 0.9)


def scaling():
    """Simulated times of calls on ranks, a panel for each graph."""
    rows = results.read("2026-11-27-model/scaling.csv")
    series = (("a", "A·A, square grids", "mxm", True, "simulated_s"), ("c", "the same, closed form", "mxm", True, "closed_s"),
              ("b", "A·A, rows of blocks", "mxm", False, "simulated_s"), ("d", "A·u", "mxv", False, "simulated_s"))
    left, width, top, bottom = 60, 180, 92, 310
    title, subtitle = "Calls on ranks, simulated", "seconds without the local products; links of 50 GB/s, 5 µs for a message; number of ranks"
    svg = Svg(left + 3 * (width + 24) + 4, 370, title, subtitle)
    heading(svg, title, subtitle)
    legend(svg, [(css, label) for css, label, *_ in series], left, 60)
    ticks = (0.01, 0.1, 1, 10, 100, 1000)
    for panel, scale in enumerate(("26", "30", "36")):
        x0 = left + panel * (width + 24)
        y = log_axis(svg, 0.005, 1000, ticks if panel == 0 else (), bottom, top, x0, x0 + width, "s" if panel == 0 else "")
        for tick in ticks if panel else ():
            svg.line("grid", x0, y(tick), x0 + width, y(tick))
        svg.text("text", x0 + width / 2, top - 8, f"R-MAT {scale}", "middle")
        xs = {4 ** n: x0 + 12 + (n - 1) * (width - 24) / 5 for n in range(1, 7)}
        for ranks, x in xs.items():
            svg.text("faint", x, bottom + 15, str(ranks), "middle")
        for css, label, call, square, column in series:
            found = [(int(row["ranks"]), float(row[column])) for row in rows
                     if row["scale"] == scale and row["call"] == call and row["grid"].endswith("x1") != square]
            svg.polyline(f"line-{css}", [(xs[ranks], y(seconds)) for ranks, seconds in found])
            for ranks, seconds in found:
                svg.circle(f"fill-{css}", xs[ranks], y(seconds), 3, f"{label}, {ranks} ranks: {seconds:.3g} s")
        svg.line("axis", x0, bottom, x0 + width, bottom)
    return svg.render()


ALL = {"mxm-speedup.svg": mxm_speedup, "mxm-rate.svg": mxm_rate, "transpose-speedup.svg": transpose_speedup,
       "segmented-merge.svg": segmented_merge, "graphs-speedup.svg": graph_speedup, "scaling.svg": scaling, "user-semirings.svg": user_semirings}
