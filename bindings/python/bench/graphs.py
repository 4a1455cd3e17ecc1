"""Graph algorithms on R-MAT graphs, grids and a road network beside NetworkX, its backends and SciPy: the conversion apart and
included."""

import os

import checks
import mergus as mg
import numpy as np
import scipy.sparse as sp
from libraries import networkx_backends, on_gpu, optional
from mergus import algorithms as alg
from timing import verdict

DAMPING, TOLERANCE = 0.85, 1e-6
#: name → generator, or a file in the folder MERGUS_DATA; NetworkX runs on those below `NETWORKX_EDGES` edges.
GRAPHS = {
    "rmat16": "rmat:scale=16,ef=16",
    "grid300": "poisson2d5:n=300",
    "rmat18": "rmat:scale=18,ef=16",
    "grid2000": "poisson2d5:n=2000",
    "rmat20": "rmat:scale=20,ef=16",
    "rmat22": "rmat:scale=22,ef=8",
    "osm-moscow": "osm-moscow.mtx.gz",
}
SMALL = {"rmat8": "rmat:scale=8,ef=8", "grid16": "poisson2d5:n=16"}
NETWORKX_EDGES = 1_500_000
#: Edges up to which SciPy is timed, and slow checks are made.
SCIPY_EDGES = 20_000_000
SOURCES = 4
#: Seconds that a graph of scale 20 and more needs until its first result.
SETUP = {"rmat20": 40, "rmat22": 90}


def load(spec):
    """The matrix of a generator or a file; None without the file."""
    if not spec.endswith(".mtx.gz"):
        return mg.generate(spec)
    file = os.path.join(os.environ.get("MERGUS_DATA", ""), spec)
    return mg.read(file) if os.path.exists(file) else None


class Graph:
    """The adjacency matrices of an undirected graph without loops: of bool, and with weights from 1 to 255."""

    def __init__(self, name, matrix):
        self.name = name
        self.A = alg.undirected(matrix)
        self.S = sp.csr_matrix(self.A.to_scipy())
        self.n, self.edges = self.S.shape[0], self.S.nnz // 2
        rows, cols = np.repeat(np.arange(self.n), np.diff(self.S.indptr)), self.S.indices.astype(np.int64)
        low, high = np.minimum(rows, cols), np.maximum(rows, cols)
        weights = ((low * 2654435761 + high * 40503) >> 7) % 255 + 1  # the same in both directions
        self.W = sp.csr_matrix((weights.astype(np.float64), self.S.indices, self.S.indptr), self.S.shape)
        del rows, cols, low, high, weights
        self.sources = [int(v) for v in np.argsort(np.diff(self.S.indptr), kind="stable")[-SOURCES:]]
        self.source = self.sources[-1]


def distances(found, n):
    """A vector of distances as an array, inf where there is none."""
    return found.to_dense(missing=np.inf, dtype=float)


#: The algorithms: their calls of the package, and the checks of the results.
ALGORITHMS = {
    "triangles": lambda g, A, W: alg.triangle_count(A),
    "bfs": lambda g, A, W: alg.bfs_levels(A, g.source),
    "pagerank": lambda g, A, W: alg.pagerank(A, damping=DAMPING, tolerance=TOLERANCE),
    "betweenness": lambda g, A, W: alg.betweenness(A, g.sources),
    "components": lambda g, A, W: alg.connected_components(A),
    "sssp": lambda g, A, W: alg.shortest_paths(W, g.source),
}


def check_of(g, name):
    """result → text"""
    small = g.edges <= NETWORKX_EDGES
    if name == "bfs":
        return lambda r: verdict(checks.is_distance(g.S, distances(r, g.n), g.source))
    if name == "sssp":
        return lambda r: verdict(checks.is_distance(g.W, distances(r, g.n), g.source))
    if name == "pagerank":
        return lambda r: verdict(checks.is_pagerank(g.S, r.rank.to_dense(), DAMPING))
    if name == "components":
        return lambda r: verdict(checks.is_partition(g.S, r.to_dense()))
    if name == "triangles":
        if small:
            return lambda r: verdict(r == checks.triangles(g.S))
        return lambda r: oracle(g, lambda A: alg.triangle_count(A) == r)
    if small:
        return lambda r: verdict(np.allclose(r.to_dense(), checks.betweenness(g.S, g.sources), rtol=1e-6, atol=1e-6))
    return lambda r: oracle(
        g, lambda A: np.allclose(r.to_dense(), alg.betweenness(A, g.sources).to_dense(), rtol=1e-4, atol=1e-4)
    )


def oracle(g, compare):
    """The comparison with the backend of the CPU, where that is another one and the graph is not too large."""
    if not on_gpu() or g.edges > SCIPY_EDGES:
        return ""
    return verdict(compare(g.A.to(mg.Context("suitesparse"))))


def run(results, small, only=()):
    """:param only: names; none: all graphs"""
    for name, spec in (SMALL if small else GRAPHS).items():
        if only and name not in only:
            continue
        if results.left < SETUP.get(name, 20):
            results.add("graphs", name, "mergus", "all", note="not run: out of time")
            continue
        matrix = load(spec)
        if matrix is None:
            results.add("graphs", name, "mergus", "all", note=f"not run: {spec} is not in MERGUS_DATA")
            continue
        g = Graph(name, matrix)
        print(f"{name}: {g.n} vertices, {g.edges} edges", flush=True)
        with_mergus(results, g)
        if g.edges <= SCIPY_EDGES:
            with_scipy(results, g)
        if g.edges <= NETWORKX_EDGES:
            with_networkx(results, g)
        del g


def with_mergus(results, g):
    wait = mg.default_context().wait
    A = results.measure("graphs", g.name, "mergus", "convert", lambda: mg.Matrix.from_scipy(g.S), wait=wait, repeats=3)
    W = mg.Matrix.from_scipy(g.W)
    # What a matrix keeps for later calls is made by the warm-up: as in a program that calls several algorithms.
    for name, call in ALGORITHMS.items():
        results.measure(
            "graphs", g.name, "mergus", name, lambda: call(g, A, W), wait=wait, check=check_of(g, name), repeats=5
        )


def with_scipy(results, g):
    graph = sp.csgraph
    slow = dict(repeats=1, longest=20)
    results.measure(
        "graphs", g.name, "scipy", "components", lambda: graph.connected_components(g.S, directed=False), **slow
    )
    results.measure("graphs", g.name, "scipy", "bfs", lambda: graph.breadth_first_order(g.S, g.source), **slow)
    results.measure(
        "graphs",
        g.name,
        "scipy",
        "sssp",
        lambda: graph.dijkstra(g.W, indices=g.source),
        **slow,
        check=lambda d: verdict(checks.is_distance(g.W, d, g.source)),
    )
    if g.edges <= NETWORKX_EDGES:
        results.measure("graphs", g.name, "scipy", "triangles", lambda: checks.triangles(g.S), **slow)


def with_networkx(results, g):
    nx = optional("networkx")
    if nx is None:
        return results.add("graphs", g.name, "networkx", "all", note="NetworkX is missing")
    nx.config.warnings_to_ignore.add("cache")
    G = results.measure("graphs", g.name, "networkx", "from SciPy", lambda: nx.from_scipy_sparse_array(g.W), repeats=1)
    if G is None:
        return
    calls = {
        "triangles": lambda **b: nx.triangles(G, **b),
        "bfs": lambda **b: nx.single_source_shortest_path_length(G, g.source, **b),
        "pagerank": lambda **b: nx.pagerank(G, alpha=DAMPING, tol=TOLERANCE / g.n, weight=None, max_iter=500, **b),
        "betweenness": lambda **b: nx.betweenness_centrality(G, k=SOURCES, seed=1, normalized=False, **b),
        "components": lambda **b: list(nx.connected_components(G, **b)),
        "sssp": lambda **b: nx.single_source_dijkstra_path_length(G, g.source, **b),
    }
    wanted = {}
    for name, call in calls.items():
        wanted[name] = results.measure("graphs", g.name, "networkx", name, lambda: call(), repeats=1, longest=25)
    for backend in ["mergus", *networkx_backends()]:
        for name, call in calls.items():
            check = None if wanted[name] is None else lambda r, name=name: verdict(same(name, r, wanted[name]))

            def fresh():
                G.__networkx_cache__.clear()
                return call(backend=backend)

            # The graph is converted in each call, then once.
            results.measure(
                "graphs", g.name, f"nx-{backend}", f"{name}+convert", fresh, check=check, repeats=3, longest=25
            )
            results.measure(
                "graphs",
                g.name,
                f"nx-{backend}",
                name,
                lambda: call(backend=backend),
                check=check,
                repeats=3,
                longest=25,
            )


def same(name, found, wanted):
    """Whether two results of NetworkX are the same; ranks up to the tolerance."""
    if name == "components":
        return sorted(map(sorted, found)) == sorted(map(sorted, wanted))
    if set(found) != set(wanted):
        return False
    tolerance = {"pagerank": 1e-3, "betweenness": 1e-6}.get(name, 1e-9)
    return all(abs(found[v] - wanted[v]) <= tolerance * max(abs(wanted[v]), 1e-12) for v in wanted)
