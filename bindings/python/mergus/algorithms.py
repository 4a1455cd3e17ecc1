"""Graph algorithms. A graph is its adjacency matrix A: an entry (i, j) is an edge from vertex i to vertex j.

Values are weights where an algorithm says so; otherwise they are ignored. "Undirected" algorithms need a symmetric pattern
(``undirected`` makes one); symmetry is not checked. Loops are ignored there.

Every function takes ``progress``: a function that is called before the first step and after each one with a dict (algorithm,
unit, step, counted, done, total, residual, tolerance). If it returns False, or another false value but None, the algorithm ends: pagerank and
markov_clustering return what they have, the others raise Stopped. Ctrl-C ends an algorithm between two steps. The GIL is
released while an algorithm runs.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, NamedTuple, Optional, Union

from . import _core
from ._base import address, dimension, indices
from ._graph import Graph
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


def _graph(A: MatrixLike) -> Any:
    if isinstance(A, Graph):
        A = A.adjacency
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
