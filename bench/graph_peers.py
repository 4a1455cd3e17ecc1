#!/usr/bin/env python3
"""Times graph routines of SciPy, igraph and NetworKit: beside the rows scc, mst, sssp and leiden of mergus_bench.

The graphs have the parameters of Mergus's generators (R-MAT: .57, .19, .19, shuffled labels) and other random
numbers, weights from 1 to 255, or are read from a MatrixMarket file. Prints a line for each: graph, vertices, entries, routine,
milliseconds (the least of `--repeat`).

`--communities` finds communities of the undirected graph without weights and loops instead, by those of igraph, NetworKit and
Mergus's Python package that are installed, and also prints their number and the modularity, computed here for all.

`--structure` times what igraph, NetworKit and NetworkX have of the rows motifs, cliques, partition, cover, dominating, a-star,
walks and lfr, on the undirected graph without loops, and prints what they found. NetworkX runs on up to 20,000 vertices.
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


def structure_routines(graph, rng):
    """Name and function to a text, for each routine whose package is installed."""
    n, degrees = graph.shape[0], np.diff(graph.indptr)
    upper = sp.triu(graph, 1).tocoo()
    source, target = (int(v) for v in np.argsort(-degrees, kind="stable")[:2])
    lengths = rng.integers(1, 256, upper.nnz)
    if importlib.util.find_spec("igraph"):
        import igraph

        peer = igraph.Graph(n, np.column_stack((upper.row, upper.col)))
        starts = np.argsort(-degrees, kind="stable")[:4096]
        yield "igraph-motifs-3", lambda: f"{peer.motifs_randesu(3)}"
        if np.sum(degrees.astype(float) ** 3) < 1e9:  # igraph visits each subgraph
            yield "igraph-motifs-4", lambda: f"{peer.motifs_randesu(4)}"
        yield "igraph-cliques", lambda: f"{peer.maximal_cliques(min=1).__len__()} cliques"
        yield "igraph-walks", lambda: f"{sum(len(peer.random_walk(int(v), 10)) for v in starts)} places"
        yield "igraph-a-star", lambda: "{} edges".format(
            len(peer.get_shortest_path_astar(source, target, lambda *_: 0, weights=lengths.tolist(), output="epath"))
        )
    if importlib.util.find_spec("networkit"):
        import networkit as nk

        nk_graph = nk.Graph(n)
        nk_graph.addEdges((upper.row.astype(np.uint64), upper.col.astype(np.uint64)))
        yield "networkit-cliques", lambda: f"{len(nk.clique.MaximalCliques(nk_graph).run().getCliques())} cliques"

        def lfr():
            generator = nk.generators.LFRGenerator(n)
            generator.generatePowerlawDegreeSequence(20, 50, -2)
            generator.generatePowerlawCommunitySizeSequence(20, 100, -1)
            generator.setMu(0.1)
            return f"{generator.generate().numberOfEdges()} edges"

        yield "networkit-lfr", lfr
    if importlib.util.find_spec("pymetis"):
        import pymetis

        yield "metis-partition", lambda: "cut {} edges".format(
            pymetis.part_graph(16, xadj=graph.indptr, adjncy=graph.indices)[0]
        )
    if importlib.util.find_spec("networkx") and n <= 20_000:
        import networkx as nx

        nx_graph = nx.from_scipy_sparse_array(graph)
        nx.set_edge_attributes(nx_graph, dict(zip(zip(upper.row.tolist(), upper.col.tolist()), lengths.tolist())), "w")
        yield "networkx-cliques", lambda: f"{sum(1 for _ in nx.find_cliques(nx_graph))} cliques"
        yield "networkx-cover", lambda: f"{len(nx.approximation.min_weighted_vertex_cover(nx_graph))} vertices"
        yield "networkx-dominating", lambda: f"{len(nx.dominating_set(nx_graph, source))} vertices"
        yield "networkx-a-star", lambda: f"{len(nx.astar_path(nx_graph, source, target, weight='w')) - 1} edges"


def structure(graph, arguments):
    graph = undirected(graph)
    for routine, run in structure_routines(graph, np.random.default_rng(2)):
        took, found = best(arguments.repeat, run)
        yield graph, routine, f"{took:.1f} ms {found}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("graphs", nargs="*", default=["rmat:18:16", "rmat:20:16", "grid:700"],
                        help="rmat:SCALE:FACTOR, grid:SIDE or a MatrixMarket file")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--communities", action="store_true")
    parser.add_argument("--structure", action="store_true")
    parser.add_argument("--threads", type=int, default=2, help="of NetworKit")
    arguments = parser.parse_args()
    compare = (
        communities if arguments.communities else structure if arguments.structure else paths_and_components
    )
    for name in arguments.graphs:
        for matrix, routine, result in compare(graph_of(name, np.random.default_rng(1)), arguments):
            print(f"{name} {matrix.shape[0]} {matrix.nnz} {routine} {result}", flush=True)


if __name__ == "__main__":
    main()
