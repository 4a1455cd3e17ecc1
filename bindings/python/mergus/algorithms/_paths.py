"""Searches and paths."""

from __future__ import annotations

from typing import Any, NamedTuple, Union

from .. import _core
from .._base import dimension
from .._matrix import Matrix
from .._matrix_like import MatrixLike
from .._vector import Vector
from ._call import Progress, graph_of, is_one, matrix_of, sources_of


def bfs_levels(A: MatrixLike, sources: Any, *, progress: Progress = None) -> Union[Matrix, Vector]:
    """Breadth-first search: entry (s, v) is the number of edges on a shortest path from sources[s] to v (int32).

    Of one source, an integer, the result is a vector."""
    return _bfs(A, sources, False, progress)


def bfs_parents(A: MatrixLike, sources: Any, *, progress: Progress = None) -> Union[Matrix, Vector]:
    """The tree of the same search: entry (s, v) is the vertex before v; the smallest, if there are several (int64)."""
    return _bfs(A, sources, True, progress)


def _bfs(A: MatrixLike, sources: Any, parents: bool, progress: Progress) -> Union[Matrix, Vector]:
    graph = graph_of(A)
    held, given = sources_of(sources, graph)
    found = Matrix._of(_core.bfs(graph, given, parents, progress))
    del held
    return found[0] if is_one(sources) else found


def neighbourhoods(A: MatrixLike, sources: Any, hops: int, *, progress: Progress = None) -> Matrix:
    """The vertices within ``hops`` edges of each source: bfs_levels that ends at that level, a row for each source."""
    graph = graph_of(A)
    held, given = sources_of(sources, graph)
    found = Matrix._of(_core.neighbourhoods(graph, given, hops, progress))
    del held
    return found


def shortest_paths(A: MatrixLike, source: int, *, progress: Progress = None) -> Vector:
    """Lengths of shortest paths from a source along weighted edges, which may be negative (Bellman–Ford)."""
    return Vector._of(_core.shortest_paths(graph_of(A), dimension(source, "source"), progress))


def shortest_path_lengths(A: MatrixLike, sources: Any = None, *, progress: Progress = None) -> Matrix:
    """Lengths of shortest paths from several sources, a row for each.

    :param sources: None: all vertices
    """
    graph = graph_of(A)
    held, given = sources_of(sources, graph)
    found = Matrix._of(_core.shortest_path_lengths(graph, given, progress))
    del held
    return found


class ShortestPathTree(NamedTuple):
    """What shortest_path_tree returns."""

    distance: Vector  #: lengths of shortest paths
    parent: Vector  #: the vertex before on a shortest path; the source is its own

    def path_to(self, target: int) -> list[int]:
        """The vertices of the path from the source to the target; empty if there is none."""
        return path_to(self.parent, target)


def shortest_path_tree(A: MatrixLike, source: int, *, progress: Progress = None) -> ShortestPathTree:
    """Shortest paths along weighted edges, and of those some of the fewest edges, as a tree."""
    distance, parent = _core.shortest_path_tree(graph_of(A), dimension(source, "source"), progress)
    return ShortestPathTree(Vector._of(distance), Vector._of(parent))


def path_to(parents: Vector, target: int) -> list[int]:
    """The vertices of the path to the target in a tree of parents, from the root on; empty if there is none."""
    return _core.path_to(parents._native, dimension(target, "target"))


class ShortestPath(NamedTuple):
    """What a_star returns."""

    distance: float  #: inf if there is no path
    path: list[int]  #: from source to target; empty if there is no path
    reached: int  #: vertices to which a path was found on the way


def a_star(A: MatrixLike, source: int, target: int, bounds: Any, *, progress: Progress = None) -> ShortestPath:
    """A shortest path to a target, guided by lower bounds. Weights must not be negative.

    :param bounds: a Vector, or anything that Vector.from_dense takes: for each vertex at most the length of a path to the target
    """
    graph = matrix_of(A)
    if not isinstance(bounds, Vector):
        bounds = Vector.from_dense(bounds, context=graph.context)
    ends = dimension(source, "source"), dimension(target, "target")
    return ShortestPath(*_core.a_star(graph_of(graph), *ends, bounds._native, progress))


def widest_paths(A: MatrixLike, source: int, *, progress: Progress = None) -> Vector:
    """For each vertex the greatest value such that a path from the source has no edge below it; inf for the source."""
    return Vector._of(_core.widest_paths(graph_of(A), dimension(source, "source"), progress))


def eccentricities(A: MatrixLike, *, progress: Progress = None) -> Vector:
    """For each vertex of an undirected graph the most edges to another vertex of its component."""
    return Vector._of(_core.eccentricities(graph_of(A), progress))


def diameter(A: MatrixLike, *, progress: Progress = None) -> int:
    """The greatest of the eccentricities."""
    return _core.diameter(graph_of(A), progress)


def random_walks(
    A: MatrixLike,
    starts: Any,
    length: int,
    *,
    weighted: bool = False,
    seed: int = 0,
    p: float = 1,
    q: float = 1,
    progress: Progress = None,
) -> Matrix:
    """Random walks along edges, a row for each start: entry (w, t) is the vertex of walk w after t steps (int64).

    A walk ends at a vertex without outgoing edges.

    :param weighted: an edge is chosen by its weight, which must be positive
    :param p: return parameter of node2vec: the weight of the edge back is divided by it
    :param q: in-out parameter: so is that of an edge to a vertex to which the one before has none
    """
    graph = graph_of(A)
    held, given = sources_of(starts, graph)
    found = Matrix._of(_core.random_walks(graph, given, length, weighted, dimension(seed, "seed"), p, q, progress))
    del held
    return found


def walk_pairs(walks: Matrix, vertices: int, window: int, *, progress: Progress = None) -> Matrix:
    """How often two vertices are at most ``window`` steps apart on a walk: vertices × vertices, symmetric.

    :param walks: a row for each, as random_walks returns them
    """
    count = dimension(vertices, "vertices")
    return Matrix._of(_core.walk_pairs(graph_of(walks), count, window, progress))


class MaximumFlow(NamedTuple):
    """What maximum_flow returns."""

    value: float
    flow: Matrix  #: an entry for each edge that carries a flow
    source_side: Vector  #: a minimum cut: its edges leave the vertices that are True


def maximum_flow(A: MatrixLike, source: int, target: int, *, progress: Progress = None) -> MaximumFlow:
    """A maximum flow and a minimum cut; values are capacities, inf is no bound."""
    ends = dimension(source, "source"), dimension(target, "target")
    value, flow, side = _core.maximum_flow(graph_of(A), *ends, progress)
    return MaximumFlow(value, Matrix._of(flow), Vector._of(side))


class GomoryHuTree(NamedTuple):
    """What gomory_hu_tree returns."""

    parent: Vector  #: vertex 0 is its own
    capacity: Vector  #: of the edge to the parent; no entry for vertex 0


def gomory_hu_tree(A: MatrixLike, *, progress: Progress = None) -> GomoryHuTree:
    """The cut tree of an undirected graph: the least capacity between two vertices in it is that of their minimum cut."""
    parent, capacity = _core.gomory_hu_tree(graph_of(A), progress)
    return GomoryHuTree(Vector._of(parent), Vector._of(capacity))
