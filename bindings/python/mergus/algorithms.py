"""Graph algorithms. A graph is its adjacency matrix A: an entry (i, j) is an edge from vertex i to vertex j.

Values are weights where an algorithm says so; otherwise they are ignored. "Undirected" algorithms need a symmetric pattern
(``undirected`` makes one); symmetry is not checked. Loops are ignored there.

Every function takes ``progress``: a function that is called before the first step and after each one with a dict (algorithm,
unit, step, counted, done, total, residual, tolerance). If it returns False, or another false value but None, the algorithm ends: those whose
result has a field ``converged`` return what they have, the others raise Stopped. Ctrl-C ends an algorithm between two steps. The GIL is
released while an algorithm runs.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, NamedTuple, Optional, Union

from . import _core
from ._base import address, dimension, indices
from ._matrix import Matrix
from ._matrix_like import MatrixLike
from ._vector import Vector

Progress = Optional[Callable[[dict[str, Any]], Any]]


class PageRank(NamedTuple):
    """What pagerank returns."""

    rank: Vector  #: one entry for each vertex, of sum 1
    iterations: int
    residual: float  #: the sum of the changes in the last iteration
    converged: bool


class MarkovClustering(NamedTuple):
    """What markov_clustering returns."""

    clusters: Vector  #: for each vertex the least vertex of its cluster
    iterations: int
    converged: bool


class Communities(NamedTuple):
    """What louvain and leiden return."""

    labels: Vector  #: for each vertex the least vertex of its community
    count: int
    quality: float  #: the modularity, or the sum of the constant Potts model
    levels: int


class LabelPropagation(NamedTuple):
    """What label_propagation returns."""

    labels: Vector  #: for each vertex the least vertex of its community
    iterations: int
    converged: bool


def _graph(A: MatrixLike) -> Any:
    if not isinstance(A, MatrixLike):
        A = Matrix.from_any(A)
    return A._plain()._native


def _is_one(sources: Any) -> bool:
    """Whether it is an integer, of Python or NumPy, and not an array of them."""
    return hasattr(sources, "__index__") and getattr(sources, "ndim", 0) == 0


def _sources(sources: Any, graph: Any) -> tuple[Any, tuple[int, int]]:
    """The array, which must live as long as the call, and how the module takes it."""
    if sources is None:
        sources = range(graph.nrows)
    if _is_one(sources):
        sources = [operator.index(sources)]
    array = indices(list(sources) if isinstance(sources, range) else sources, "sources")
    return array, (address(array), len(array))


def undirected(A: MatrixLike) -> Matrix:
    """The pattern of A ∪ A' without the diagonal, all values true."""
    return Matrix._of(_core.undirected(_graph(A), None))


def bfs_levels(A: MatrixLike, sources: Any, *, progress: Progress = None) -> Union[Matrix, Vector]:
    """Breadth-first search: entry (s, v) is the number of edges on a shortest path from sources[s] to v (int32).

    Of one source, an integer, the result is a vector."""
    return _bfs(A, sources, False, progress)


def bfs_parents(A: MatrixLike, sources: Any, *, progress: Progress = None) -> Union[Matrix, Vector]:
    """The tree of the same search: entry (s, v) is the vertex before v; the smallest, if there are several (int64)."""
    return _bfs(A, sources, True, progress)


def _bfs(A: MatrixLike, sources: Any, parents: bool, progress: Progress) -> Union[Matrix, Vector]:
    graph = _graph(A)
    held, given = _sources(sources, graph)
    found = Matrix._of(_core.bfs(graph, given, parents, progress))
    del held
    return found[0] if _is_one(sources) else found


def shortest_paths(A: MatrixLike, source: int, *, progress: Progress = None) -> Vector:
    """Lengths of shortest paths from a source along weighted edges, which may be negative (Bellman–Ford)."""
    return Vector._of(_core.shortest_paths(_graph(A), dimension(source, "source"), progress))


def pagerank(
    A: MatrixLike,
    *,
    damping: float = 0.85,
    tolerance: float = 1e-6,
    max_iterations: int = 100,
    progress: Progress = None,
) -> PageRank:
    """PageRank. Weights are ignored; the rank of vertices without outgoing edges is spread evenly."""
    rank, *rest = _core.pagerank(_graph(A), damping, tolerance, dimension(max_iterations, "max_iterations"), progress)
    return PageRank(Vector._of(rank), *rest)


def betweenness(
    A: MatrixLike,
    sources: Any = None,
    *,
    estimate: bool = False,
    undirected: bool = False,
    normalized: bool = False,
    progress: Progress = None,
) -> Vector:
    """Betweenness: for each vertex the sum over sources and targets of the share of shortest paths through it (Brandes).

    :param sources: None: all vertices, which is exact
    :param estimate: times n / sources
    :param undirected: times 1/2: pairs count once
    :param normalized: divided by the number of pairs of other vertices
    """
    graph = _graph(A)
    held, given = _sources(sources, graph)
    found = Vector._of(_core.betweenness(graph, given, estimate, undirected, normalized, progress))
    del held
    return found


def triangle_count(A: MatrixLike, *, progress: Progress = None) -> int:
    """The number of triangles of an undirected graph."""
    return _core.triangle_count(_graph(A), progress)


def triangles(A: MatrixLike, *, progress: Progress = None) -> Vector:
    """The number of triangles at each vertex of an undirected graph."""
    return Vector._of(_core.triangles(_graph(A), progress))


def clustering_coefficients(A: MatrixLike, *, progress: Progress = None) -> Vector:
    """Local clustering coefficients of an undirected graph; 0 for vertices with fewer than two neighbours."""
    return Vector._of(_core.clustering_coefficients(_graph(A), progress))


def k_truss(A: MatrixLike, k: int, *, progress: Progress = None) -> Matrix:
    """The largest subgraph whose edges are in at least k − 2 of its triangles; values count these triangles."""
    return Matrix._of(_core.k_truss(_graph(A), k, progress))


def core_numbers(A: MatrixLike, *, progress: Progress = None) -> Vector:
    """Core numbers of an undirected graph."""
    return Vector._of(_core.core_numbers(_graph(A), progress))


def maximal_independent_set(A: MatrixLike, *, seed: int = 0, progress: Progress = None) -> Vector:
    """Vertices no two of which are adjacent, to which none can be added: its members have the entry True."""
    return Vector._of(_core.maximal_independent_set(_graph(A), dimension(seed, "seed"), progress))


def jaccard(A: MatrixLike, *, progress: Progress = None) -> Matrix:
    """Jaccard similarity of adjacent vertices with a common neighbour."""
    return Matrix._of(_core.jaccard(_graph(A), progress))


def connected_components(A: MatrixLike, *, progress: Progress = None) -> Vector:
    """For each vertex the least vertex of its connected component; edges are taken in both directions."""
    return Vector._of(_core.connected_components(_graph(A), progress))


def strongly_connected_components(A: MatrixLike, *, progress: Progress = None) -> Vector:
    """For each vertex the least vertex of its strongly connected component."""
    return Vector._of(_core.strongly_connected_components(_graph(A), progress))


def minimum_spanning_forest(A: MatrixLike, *, progress: Progress = None) -> Matrix:
    """A tree of least weight for each component, with each edge in both directions (float64).

    Edges are taken in both directions, of two opposite ones the lesser weight."""
    return Matrix._of(_core.minimum_spanning_forest(_graph(A), progress))


def topological_levels(A: MatrixLike, *, progress: Progress = None) -> Vector:
    """For each vertex of a graph without cycles the most edges of a path to it. A cycle is a ValueError."""
    return Vector._of(_core.topological_levels(_graph(A), progress))


def topological_order(A: MatrixLike, *, progress: Progress = None) -> Vector:
    """The vertices of a graph without cycles by level, then by number. A cycle is a ValueError."""
    return Vector._of(_core.topological_order(_graph(A), progress))


def is_acyclic(A: MatrixLike, *, progress: Progress = None) -> bool:
    """Whether a directed graph has no cycle; a loop is one."""
    return _core.is_acyclic(_graph(A), progress)


def bipartite_sides(A: MatrixLike, *, progress: Progress = None) -> Optional[Vector]:
    """The side of each vertex, False for the least of a component; None if there is a cycle of odd length."""
    sides = _core.bipartite_sides(_graph(A), progress)
    return None if sides is None else Vector._of(sides)


# ---- communities


def modularity(A: MatrixLike, labels: Any, *, resolution: float = 1, progress: Progress = None) -> float:
    """The modularity of a division, directed if A is not symmetric.

    :param labels: a Vector, or anything that Vector.from_dense takes: equal ones are one community; all are in [0, n)
    """
    if not isinstance(A, MatrixLike):
        A = Matrix.from_any(A)
    if not isinstance(labels, Vector):
        labels = Vector.from_dense(labels, context=A.context)
    return _core.modularity(_graph(A), labels._native, resolution, progress)


def _communities(A: MatrixLike, refine: bool, quality: str, options: Any, progress: Progress) -> Communities:
    if quality not in ("modularity", "cpm"):
        raise ValueError(f'quality is {quality!r}, not "modularity" or "cpm"')
    resolution, tolerance, *counts = options
    limits = [dimension(value, name) for value, name in zip(counts, ("max_sweeps", "max_passes", "seed"))]
    labels, *rest = _core.communities(_graph(A), refine, quality == "cpm", resolution, tolerance, *limits, progress)
    return Communities(Vector._of(labels), *rest)


def louvain(
    A: MatrixLike,
    *,
    quality: str = "modularity",
    resolution: float = 1,
    tolerance: float = 1e-6,
    max_sweeps: int = 32,
    max_passes: int = 2,
    seed: int = 0,
    progress: Progress = None,
) -> Communities:
    """Communities by the method of Louvain. Weights must not be negative; a larger resolution gives smaller communities.

    :param quality: "modularity", or "cpm": the constant Potts model
    """
    options = (resolution, tolerance, max_sweeps, max_passes, seed)
    return _communities(A, False, quality, options, progress)


def leiden(
    A: MatrixLike,
    *,
    quality: str = "modularity",
    resolution: float = 1,
    tolerance: float = 1e-6,
    max_sweeps: int = 32,
    max_passes: int = 2,
    seed: int = 0,
    progress: Progress = None,
) -> Communities:
    """Communities by the method of Leiden: as louvain, but on the next level parts of communities still can be separated."""
    options = (resolution, tolerance, max_sweeps, max_passes, seed)
    return _communities(A, True, quality, options, progress)


def label_propagation(
    A: MatrixLike, *, max_iterations: int = 100, seed: int = 0, progress: Progress = None
) -> LabelPropagation:
    """Communities by label propagation: a vertex takes the label of the greatest weight among its neighbours."""
    limit = dimension(max_iterations, "max_iterations")
    labels, *rest = _core.label_propagation(_graph(A), limit, dimension(seed, "seed"), progress)
    return LabelPropagation(Vector._of(labels), *rest)


def markov_clustering(
    A: MatrixLike,
    *,
    inflation: float = 2,
    threshold: float = 1e-4,
    tolerance: float = 1e-6,
    max_iterations: int = 100,
    progress: Progress = None,
) -> MarkovClustering:
    """Markov clustering. Weights must be positive; a larger inflation gives smaller clusters."""
    limit = dimension(max_iterations, "max_iterations")
    clusters, *rest = _core.markov_clustering(_graph(A), inflation, threshold, tolerance, limit, progress)
    return MarkovClustering(Vector._of(clusters), *rest)
