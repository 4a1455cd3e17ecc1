"""Centralities."""

from __future__ import annotations

from typing import Any, NamedTuple, Union

from .. import _core
from .._base import dimension
from .._graph import Graph
from .._matrix import Matrix
from .._matrix_like import MatrixLike
from .._vector import Vector
from ._call import Checkpoints, Path, Progress, graph_of, place_of, sources_of


class PageRank(NamedTuple):
    """What pagerank returns."""

    rank: Vector  #: one entry for each vertex, of sum 1
    iterations: int
    residual: float  #: the sum of the changes in the last iteration
    converged: bool


def pagerank(
    A: Union[MatrixLike, Graph],
    *,
    damping: float = 0.85,
    tolerance: float = 1e-6,
    max_iterations: int = 100,
    checkpoints: Union[Path, Checkpoints, None] = None,
    progress: Progress = None,
) -> PageRank:
    """PageRank. Weights are ignored; the rank of vertices without outgoing edges is spread evenly. Of a :class:`Graph`
    the transpose and the degrees are kept for later calls.

    :param checkpoints: a directory for the state after each iteration, with which a later call goes on
    """
    limit = dimension(max_iterations, "max_iterations")
    given = damping, tolerance, limit, place_of(checkpoints), progress
    rank, *rest = A._native.pagerank(*given) if isinstance(A, Graph) else _core.pagerank(graph_of(A), *given)
    return PageRank(Vector._of(rank), *rest)


def betweenness(
    A: MatrixLike,
    sources: Any = None,
    *,
    estimate: bool = False,
    undirected: bool = False,
    normalized: bool = False,
    weighted: bool = False,
    progress: Progress = None,
) -> Vector:
    """Betweenness: for each vertex the sum over sources and targets of the share of shortest paths through it (Brandes).

    :param sources: None: all vertices, which is exact
    :param estimate: times n / sources
    :param undirected: times 1/2: pairs count once
    :param normalized: divided by the number of pairs of other vertices
    :param weighted: along weights, which must be positive: one source at a time
    """
    graph = graph_of(A)
    held, given = sources_of(sources, graph)
    found = Vector._of(_core.betweenness(graph, given, estimate, undirected, normalized, weighted, progress))
    del held
    return found


class PersonalizedPageRank(NamedTuple):
    """What personalized_pagerank returns."""

    rank: Matrix  #: a row of sum 1 for each seed
    iterations: int
    residual: float  #: the greatest sum of the changes of a row in the last iteration
    converged: bool


def personalized_pagerank(
    A: MatrixLike,
    seeds: Any,
    *,
    damping: float = 0.85,
    tolerance: float = 1e-6,
    max_iterations: int = 100,
    progress: Progress = None,
) -> PersonalizedPageRank:
    """PageRank of walks that return to a seed, a row for each."""
    graph = graph_of(A)
    held, given = sources_of(seeds, graph)
    limit = dimension(max_iterations, "max_iterations")
    rank, *rest = _core.personalized_pagerank(graph, given, damping, tolerance, limit, progress)
    del held
    return PersonalizedPageRank(Matrix._of(rank), *rest)


class IteratedCentrality(NamedTuple):
    """What eigenvector_centrality and katz_centrality return."""

    values: Vector
    iterations: int
    residual: float  #: the sum of the changes in the last iteration
    converged: bool


def eigenvector_centrality(
    A: MatrixLike, *, tolerance: float = 1e-6, max_iterations: int = 100, progress: Progress = None
) -> IteratedCentrality:
    """Eigenvector centrality: the power iteration with I + A', of norm 1."""
    limit = dimension(max_iterations, "max_iterations")
    values, *rest = _core.eigenvector_centrality(graph_of(A), tolerance, limit, progress)
    return IteratedCentrality(Vector._of(values), *rest)


def katz_centrality(
    A: MatrixLike,
    *,
    alpha: float = 0.1,
    beta: float = 1,
    normalized: bool = True,
    tolerance: float = 1e-6,
    max_iterations: int = 1000,
    progress: Progress = None,
) -> IteratedCentrality:
    """Katz centrality: x = alpha · A'·x + beta."""
    limit = dimension(max_iterations, "max_iterations")
    values, *rest = _core.katz_centrality(graph_of(A), alpha, beta, normalized, tolerance, limit, progress)
    return IteratedCentrality(Vector._of(values), *rest)


class Hits(NamedTuple):
    """What hits returns."""

    hubs: Vector  #: of sum 1
    authorities: Vector  #: of sum 1
    iterations: int
    residual: float  #: the sum of the changes of the hubs in the last iteration
    converged: bool


def hits(A: MatrixLike, *, tolerance: float = 1e-6, max_iterations: int = 100, progress: Progress = None) -> Hits:
    """Hubs and authorities: authorities = A'·hubs, hubs = A·authorities."""
    limit = dimension(max_iterations, "max_iterations")
    hubs, authorities, *rest = _core.hits(graph_of(A), tolerance, limit, progress)
    return Hits(Vector._of(hubs), Vector._of(authorities), *rest)


def _of_distances(function: Any, A: MatrixLike, vertices: Any, weighted: bool, progress: Progress) -> Vector:
    graph = graph_of(A)
    held, given = sources_of(vertices, graph)
    found = Vector._of(function(graph, given, weighted, progress))
    del held
    return found


def closeness(A: MatrixLike, vertices: Any = None, *, weighted: bool = False, progress: Progress = None) -> Vector:
    """Closeness of vertices (None: of all), from the distances to them: c/d · c/(n − 1), of c vertices and a sum d."""
    return _of_distances(_core.closeness, A, vertices, weighted, progress)


def harmonic(A: MatrixLike, vertices: Any = None, *, weighted: bool = False, progress: Progress = None) -> Vector:
    """Harmonic centrality of vertices (None: of all): the sum of 1 / distance over the vertices that reach it."""
    return _of_distances(_core.harmonic, A, vertices, weighted, progress)


def edge_betweenness(
    A: MatrixLike,
    sources: Any = None,
    *,
    estimate: bool = False,
    undirected: bool = False,
    normalized: bool = False,
    progress: Progress = None,
) -> Matrix:
    """Betweenness of each edge; the parameters are those of betweenness.

    :param undirected: both directions of an edge have the sum of them, times 1/2
    """
    graph = graph_of(A)
    held, given = sources_of(sources, graph)
    found = Matrix._of(_core.edge_betweenness(graph, given, estimate, undirected, normalized, progress))
    del held
    return found


class ApproximateBetweenness(NamedTuple):
    """What approximate_betweenness returns."""

    values: Vector  #: shares, as of betweenness(normalized=True)
    sources: int  #: searches; as many as vertices: the values are exact


def approximate_betweenness(
    A: MatrixLike, *, error: float = 0.05, probability: float = 0.05, seed: int = 0, progress: Progress = None
) -> ApproximateBetweenness:
    """Betweenness from a sample of sources, so large that a value is off by more than ``error`` with that probability."""
    values, sources = _core.approximate_betweenness(graph_of(A), error, probability, dimension(seed, "seed"), progress)
    return ApproximateBetweenness(Vector._of(values), sources)


class KPathCentrality(NamedTuple):
    """What k_path_centrality returns."""

    values: Vector  #: an estimate for each vertex
    paths: int  #: that were drawn


def k_path_centrality(
    A: MatrixLike, k: int, *, alpha: float = 0.2, seed: int = 0, progress: Progress = None
) -> KPathCentrality:
    """From random simple paths of up to ``k`` edges: how often they visit a vertex, over all sources and lengths.

    A smaller ``alpha``, down to -0.5, draws more paths.
    """
    found = _core.k_path_centrality(graph_of(A), dimension(k, "k"), alpha, dimension(seed, "seed"), progress)
    return KPathCentrality(Vector._of(found[0]), found[1])
