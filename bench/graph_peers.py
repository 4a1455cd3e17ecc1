#!/usr/bin/env python3
"""Times SciPy's graph routines on R-MAT graphs and grids: beside the rows scc, mst and sssp of mergus_bench.

The graphs have the parameters of Mergus's generators (R-MAT: .57, .19, .19, shuffled labels) and other random
numbers, weights from 1 to 255. Prints a line for each: graph, vertices, entries, routine, milliseconds (the least
of `--repeat`).
"""
import argparse
import time

import numpy as np
import scipy.sparse as sp
from scipy.sparse import csgraph


def rmat(scale, factor, rng):
    """A directed R-MAT graph of 2**scale vertices, without duplicates."""
    count, n = factor << scale, 1 << scale
    rows = np.zeros(count, np.int64)
    cols = np.zeros(count, np.int64)
    for _ in range(scale):
        draw = rng.random(count)
        rows = rows * 2 + (draw >= 0.76)
        cols = cols * 2 + (((draw >= 0.57) & (draw < 0.76)) | (draw >= 0.95))
    label = rng.permutation(n)
    pattern = sp.coo_matrix((np.ones(count, np.int8), (label[rows], label[cols])), (n, n)).tocsr()
    return weighted(pattern, rng)


def grid(side, rng):
    """A grid of side × side vertices, in both directions."""
    path = sp.diags([np.ones(side - 1)] * 2, [-1, 1])
    return weighted(sp.kronsum(path, path).tocsr(), rng)


def weighted(pattern, rng):
    pattern.data = rng.integers(1, 256, pattern.nnz).astype(np.float64)
    return pattern


def best(repeat, routine):
    times = []
    for _ in range(repeat):
        start = time.perf_counter()
        routine()
        times.append(time.perf_counter() - start)
    return min(times) * 1e3


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("graphs", nargs="*", default=["rmat:18:16", "rmat:20:16", "grid:700"],
                        help="rmat:SCALE:FACTOR or grid:SIDE")
    parser.add_argument("--repeat", type=int, default=3)
    arguments = parser.parse_args()
    for name in arguments.graphs:
        kind, *sizes = name.split(":")
        directed = {"rmat": rmat, "grid": grid}[kind](*map(int, sizes), np.random.default_rng(1))
        both = directed.maximum(directed.T).tocsr()
        hub = int(np.argmax(np.diff(both.indptr)))
        routines = {
            "scc": (directed, lambda A: csgraph.connected_components(A, True, "strong")),
            "mst": (both, csgraph.minimum_spanning_tree),
            "sssp": (both, lambda A: csgraph.dijkstra(A, indices=hub)),
        }
        for routine, (graph, run) in routines.items():
            took = best(arguments.repeat, lambda: run(graph))
            print(f"{name} {graph.shape[0]} {graph.nnz} scipy-{routine} {took:.1f} ms", flush=True)


if __name__ == "__main__":
    main()
