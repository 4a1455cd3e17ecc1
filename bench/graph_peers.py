#!/usr/bin/env python3
"""Times graph routines of SciPy, igraph and NetworKit: beside the rows scc, mst, sssp and leiden of mergus_bench.

The graphs have the parameters of Mergus's generators (R-MAT: .57, .19, .19, shuffled labels) and other random
numbers, weights from 1 to 255, or are read from a MatrixMarket file. Prints a line for each: graph, vertices, entries, routine,
milliseconds (the least of `--repeat`).

`--communities` finds communities of the undirected graph without weights and loops instead, by those of igraph, NetworKit and
Mergus's Python package that are installed, and also prints their number and the modularity, computed here for all.
"""
import argparse
import importlib.util
import time

import numpy as np
import scipy.io
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


def graph_of(name, rng):
    kind, *sizes = name.split(":")
    if kind not in ("rmat", "grid"):
        return weighted(scipy.io.mmread(name).tocsr(), rng)
    return {"rmat": rmat, "grid": grid}[kind](*map(int, sizes), rng)


def best(repeat, routine):
    """The least time in milliseconds, and the result of the last run."""
    times = []
    for _ in range(repeat):
        start = time.perf_counter()
        result = routine()
        times.append(time.perf_counter() - start)
    return min(times) * 1e3, result


def paths_and_components(graph, arguments):
    both = graph.maximum(graph.T).tocsr()
    hub = int(np.argmax(np.diff(both.indptr)))
    routines = {
        "scc": (graph, lambda A: csgraph.connected_components(A, True, "strong")),
        "mst": (both, csgraph.minimum_spanning_tree),
        "sssp": (both, lambda A: csgraph.dijkstra(A, indices=hub)),
    }
    for routine, (matrix, run) in routines.items():
        yield matrix, f"scipy-{routine}", f"{best(arguments.repeat, lambda: run(matrix))[0]:.1f} ms"


def undirected(graph):
    graph = (graph != 0) + (graph != 0).T
    graph.setdiag(False)
    graph.eliminate_zeros()
    return graph.tocsr()


def modularity(graph, labels):
    """Of a symmetric pattern without loops."""
    _, labels = np.unique(labels, return_inverse=True)
    coo, m = graph.tocoo(), graph.nnz
    inside = np.count_nonzero(labels[coo.row] == labels[coo.col])
    degrees = np.bincount(labels, weights=np.diff(graph.indptr))
    return inside / m - np.sum((degrees / m) ** 2)


def community_routines(graph, threads):
    """Name and function to labels, for each routine whose package is installed."""
    upper = sp.triu(graph, 1).tocoo()
    if importlib.util.find_spec("igraph"):
        import igraph

        peer = igraph.Graph(graph.shape[0], np.column_stack((upper.row, upper.col)))
        for iterations in (2, 10):
            yield f"igraph-leiden-{iterations}", lambda: peer.community_leiden(
                "modularity", n_iterations=iterations
            ).membership
    if importlib.util.find_spec("networkit"):
        import networkit as nk

        nk.setNumberOfThreads(threads)
        nk_graph = nk.Graph(graph.shape[0])
        nk_graph.addEdges((upper.row.astype(np.uint64), upper.col.astype(np.uint64)))
        for name in ("ParallelLeiden", "PLM"):
            yield f"networkit-{name}", lambda: getattr(nk.community, name)(nk_graph).run().getPartition().getVector()
    if importlib.util.find_spec("mergus"):
        import mergus as mg

        matrix = mg.Matrix.from_scipy(graph)
        for passes in (2, 10):
            yield f"mergus-leiden-{passes}-{matrix.context.backend}", lambda: mg.algorithms.leiden(
                matrix, max_passes=passes
            ).labels.to_dense()


def communities(graph, arguments):
    graph = undirected(graph)
    for routine, run in community_routines(graph, arguments.threads):
        took, labels = best(arguments.repeat, run)
        count = len(np.unique(labels))
        yield graph, routine, f"{took:.1f} ms {count} communities, modularity {modularity(graph, labels):.5f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("graphs", nargs="*", default=["rmat:18:16", "rmat:20:16", "grid:700"],
                        help="rmat:SCALE:FACTOR, grid:SIDE or a MatrixMarket file")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--communities", action="store_true")
    parser.add_argument("--threads", type=int, default=2, help="of NetworKit")
    arguments = parser.parse_args()
    compare = communities if arguments.communities else paths_and_components
    for name in arguments.graphs:
        for matrix, routine, result in compare(graph_of(name, np.random.default_rng(1)), arguments):
            print(f"{name} {matrix.shape[0]} {matrix.nnz} {routine} {result}", flush=True)


if __name__ == "__main__":
    main()
