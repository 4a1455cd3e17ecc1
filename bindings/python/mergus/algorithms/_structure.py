"""Dense subgraphs, independent sets, degrees, and similarity."""

from __future__ import annotations

from typing import NamedTuple

from .. import _core
from .._base import dimension
from .._matrix import Matrix
from .._matrix_like import MatrixLike
from .._vector import Vector
from ._call import Progress, graph_of


def undirected(A: MatrixLike) -> Matrix:
    """The pattern of A ∪ A' without the diagonal, all values true."""
    return Matrix._of(_core.undirected(graph_of(A), None))


def triangle_count(A: MatrixLike, *, progress: Progress = None) -> int:
    """The number of triangles of an undirected graph."""
    return _core.triangle_count(graph_of(A), progress)


def triangles(A: MatrixLike, *, progress: Progress = None) -> Vector:
    """The number of triangles at each vertex of an undirected graph."""
    return Vector._of(_core.triangles(graph_of(A), progress))


def clustering_coefficients(A: MatrixLike, *, progress: Progress = None) -> Vector:
    """Local clustering coefficients of an undirected graph; 0 for vertices with fewer than two neighbours."""
    return Vector._of(_core.clustering_coefficients(graph_of(A), progress))


def square_clustering(A: MatrixLike, *, progress: Progress = None) -> Vector:
    """Clustering coefficients of squares of an undirected graph; 0 for vertices where no square is possible."""
    return Vector._of(_core.square_clustering(graph_of(A), progress))


class Motifs(NamedTuple):
    """What motifs returns: numbers of connected induced subgraphs."""

    wedges: int  #: two edges with a common vertex
    triangles: int
    paths: int  #: three edges in a row
    stars: int  #: three edges with a common vertex
    cycles: int  #: four edges in a circle
    tailed_triangles: int  #: a triangle and an edge from one of its vertices
    diamonds: int  #: two triangles with a common edge
    cliques: int  #: four vertices, all adjacent


def motifs(A: MatrixLike, *, progress: Progress = None) -> Motifs:
    """The numbers of connected induced subgraphs of three and four vertices of an undirected graph."""
    return Motifs(*_core.motifs(graph_of(A), progress))


def graphlet_degrees(A: MatrixLike, *, progress: Progress = None) -> Matrix:
    """For each vertex and orbit (n × 15) the connected induced subgraphs of two to four vertices that have the vertex there.

    0: an edge; 1, 2: end and middle of a wedge; 3: a triangle; 4, 5: end and inside of a path; 6, 7: leaf and centre of a
    star; 8: a cycle; 9, 10, 11: tail, vertices of two edges and of three edges of a tailed triangle; 12, 13: vertices of two
    and of three edges of a diamond; 14: a clique.
    """
    return Matrix._of(_core.graphlet_degrees(graph_of(A), progress))


class MaximalCliques(NamedTuple):
    """What maximal_cliques returns."""

    members: Matrix  #: cliques × n: a row has an entry for each vertex of a clique
    complete: bool  #: whether these are all


def maximal_cliques(
    A: MatrixLike, *, limit: int = 1_000_000, least: int = 1, progress: Progress = None
) -> MaximalCliques:
    """The maximal cliques of an undirected graph.

    :param limit: cliques that are listed, at most
    :param least: vertices of a clique that is listed, at least
    """
    counts = dimension(limit, "limit"), dimension(least, "least")
    members, complete = _core.maximal_cliques(graph_of(A), *counts, progress)
    return MaximalCliques(Matrix._of(members), complete)


def vertex_cover(A: MatrixLike, *, seed: int = 0, progress: Progress = None) -> Vector:
    """Vertices of which each edge has one, and of which none can be left out: its members have the entry True."""
    return Vector._of(_core.vertex_cover(graph_of(A), dimension(seed, "seed"), progress))


def dominating_set(A: MatrixLike, *, seed: int = 0, progress: Progress = None) -> Vector:
    """Vertices such that each other one is adjacent to one of them: its members have the entry True."""
    return Vector._of(_core.dominating_set(graph_of(A), dimension(seed, "seed"), progress))


def k_truss(A: MatrixLike, k: int, *, progress: Progress = None) -> Matrix:
    """The largest subgraph whose edges are in at least k − 2 of its triangles; values count these triangles."""
    return Matrix._of(_core.k_truss(graph_of(A), k, progress))


def core_numbers(A: MatrixLike, *, progress: Progress = None) -> Vector:
    """Core numbers of an undirected graph."""
    return Vector._of(_core.core_numbers(graph_of(A), progress))


def maximal_independent_set(A: MatrixLike, *, seed: int = 0, progress: Progress = None) -> Vector:
    """Vertices no two of which are adjacent, to which none can be added: its members have the entry True."""
    return Vector._of(_core.maximal_independent_set(graph_of(A), dimension(seed, "seed"), progress))


def jaccard(A: MatrixLike, *, progress: Progress = None) -> Matrix:
    """Jaccard similarity of adjacent vertices with a common neighbour."""
    return Matrix._of(_core.jaccard(graph_of(A), progress))


def edge_support(A: MatrixLike, *, progress: Progress = None) -> Matrix:
    """The number of triangles of each edge that is in one."""
    return Matrix._of(_core.edge_support(graph_of(A), progress))


def transitivity(A: MatrixLike, *, progress: Progress = None) -> float:
    """The share of the pairs of edges with a common vertex that are a part of a triangle."""
    return _core.transitivity(graph_of(A), progress)


def k_core(A: MatrixLike, k: int, *, progress: Progress = None) -> Matrix:
    """The edges between the vertices whose core number is at least k."""
    return Matrix._of(_core.k_core(graph_of(A), k, progress))


def truss_numbers(A: MatrixLike, *, progress: Progress = None) -> Matrix:
    """For each edge the largest k whose k-truss has it; 2 for an edge in no triangle."""
    return Matrix._of(_core.truss_numbers(graph_of(A), progress))


def coloring(A: MatrixLike, *, seed: int = 0, progress: Progress = None) -> Vector:
    """Colours 0, 1, … of the vertices, different for adjacent ones."""
    return Vector._of(_core.coloring(graph_of(A), dimension(seed, "seed"), progress))


def assortativity(A: MatrixLike, *, progress: Progress = None) -> float:
    """The correlation of the degrees at the ends of edges."""
    return _core.assortativity(graph_of(A), progress)


def rich_club(A: MatrixLike, *, progress: Progress = None) -> Vector:
    """Entry k: the share of the pairs of vertices of degree above k that are adjacent."""
    return Vector._of(_core.rich_club(graph_of(A), progress))


_SCORES = (
    "common_neighbours",
    "jaccard",
    "overlap",
    "cosine",
    "adamic_adar",
    "resource_allocation",
    "preferential_attachment",
)


def similarity(A: MatrixLike, pairs: MatrixLike, score: str = "jaccard", *, progress: Progress = None) -> Matrix:
    """The score of each pair of vertices (i, j) that ``pairs``, a matrix of A's shape, has an entry for.

    :param score: "common_neighbours", "jaccard", "overlap", "cosine", "adamic_adar", "resource_allocation" or
        "preferential_attachment"
    """
    if score not in _SCORES:
        raise ValueError(f"score is {score!r}, not one of {', '.join(_SCORES)}")
    return Matrix._of(_core.similarity(graph_of(A), graph_of(pairs), _SCORES.index(score), progress))


class SimRank(NamedTuple):
    """What simrank returns."""

    scores: Matrix  #: symmetric, 1 on the diagonal
    iterations: int
    residual: float  #: the greatest change in the last iteration
    converged: bool


def simrank(
    A: MatrixLike,
    *,
    decay: float = 0.9,
    tolerance: float = 1e-4,
    max_iterations: int = 100,
    progress: Progress = None,
) -> SimRank:
    """SimRank, for small graphs: vertices are similar if similar vertices have edges to them."""
    limit = dimension(max_iterations, "max_iterations")
    scores, *rest = _core.simrank(graph_of(A), decay, tolerance, limit, progress)
    return SimRank(Matrix._of(scores), *rest)


class MostSimilar(NamedTuple):
    """What most_similar returns."""

    score: Matrix  #: rows × k, downwards
    row: Matrix  #: the row of A that has it


def most_similar(A: MatrixLike, k: int, *, progress: Progress = None) -> MostSimilar:
    """For each row of A the k other rows of the greatest cosine above 0. A @ A.T is never stored."""
    score, row = _core.most_similar(graph_of(A), dimension(k, "k"), progress)
    return MostSimilar(Matrix._of(score), Matrix._of(row))
