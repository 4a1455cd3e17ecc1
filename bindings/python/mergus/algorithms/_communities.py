"""Communities, components, forests and orders."""

from __future__ import annotations

from typing import Any, NamedTuple, Optional, Union

from .. import _core
from .._base import dimension
from .._matrix import Matrix
from .._matrix_like import MatrixLike
from .._vector import Vector
from ._call import Checkpoints, Path, Progress, graph_of, matrix_of, place_of


class MarkovClustering(NamedTuple):
    """What markov_clustering returns."""

    clusters: Vector  #: for each vertex the least vertex of its cluster
    iterations: int
    converged: bool


class Communities(NamedTuple):
    """What louvain and leiden return."""

    labels: Vector  #: for each vertex the least vertex of its community
    number: int  #: of communities
    quality: float  #: the modularity, or the sum of the constant Potts model
    levels: int


class LabelPropagation(NamedTuple):
    """What label_propagation returns."""

    labels: Vector  #: for each vertex the least vertex of its community
    iterations: int
    converged: bool


def connected_components(A: MatrixLike, *, progress: Progress = None) -> Vector:
    """For each vertex the least vertex of its connected component; edges are taken in both directions."""
    return Vector._of(_core.connected_components(graph_of(A), progress))


def strongly_connected_components(A: MatrixLike, *, progress: Progress = None) -> Vector:
    """For each vertex the least vertex of its strongly connected component."""
    return Vector._of(_core.strongly_connected_components(graph_of(A), progress))


def minimum_spanning_forest(A: MatrixLike, *, progress: Progress = None) -> Matrix:
    """A tree of least weight for each component, with each edge in both directions (float64).

    Edges are taken in both directions, of two opposite ones the lesser weight."""
    return Matrix._of(_core.minimum_spanning_forest(graph_of(A), progress))


def topological_levels(A: MatrixLike, *, progress: Progress = None) -> Vector:
    """For each vertex of a graph without cycles the most edges of a path to it. A cycle is a ValueError."""
    return Vector._of(_core.topological_levels(graph_of(A), progress))


def topological_order(A: MatrixLike, *, progress: Progress = None) -> Vector:
    """The vertices of a graph without cycles by level, then by number. A cycle is a ValueError."""
    return Vector._of(_core.topological_order(graph_of(A), progress))


def is_acyclic(A: MatrixLike, *, progress: Progress = None) -> bool:
    """Whether a directed graph has no cycle; a loop is one."""
    return _core.is_acyclic(graph_of(A), progress)


def bipartite_sides(A: MatrixLike, *, progress: Progress = None) -> Optional[Vector]:
    """The side of each vertex, False for the least of a component; None if there is a cycle of odd length."""
    sides = _core.bipartite_sides(graph_of(A), progress)
    return None if sides is None else Vector._of(sides)


class BiconnectedComponents(NamedTuple):
    """What biconnected_components returns."""

    components: Matrix  #: of each edge, in both directions: 0, 1, … in the order of the entries
    number: int  #: of components
    articulation_points: Vector  #: True for each vertex whose edges are in several components
    bridges: Matrix  #: True for each edge, in both directions, that is a component


def biconnected_components(A: MatrixLike, *, progress: Progress = None) -> BiconnectedComponents:
    """Biconnected components, articulation points and bridges; edges are taken in both directions, without loops."""
    components, count, points, bridges = _core.biconnected_components(graph_of(A), progress)
    return BiconnectedComponents(Matrix._of(components), count, Vector._of(points), Matrix._of(bridges))


def maximum_matching(A: MatrixLike, *, progress: Progress = None) -> Vector:
    """A maximum matching of rows with columns, of a matrix of any shape: for each matched row its column."""
    return Vector._of(_core.maximum_matching(graph_of(A), progress))


def _with_labels(A: Any, labels: Any) -> tuple[MatrixLike, Any]:
    A = matrix_of(A)
    if not isinstance(labels, Vector):
        labels = Vector.from_dense(labels, context=A.context)
    return A, labels


def modularity(A: MatrixLike, labels: Any, *, resolution: float = 1, progress: Progress = None) -> float:
    """The modularity of a division, directed if A is not symmetric.

    :param labels: a Vector, or anything that Vector.from_dense takes: equal ones are one community; all are in [0, n)
    """
    A, labels = _with_labels(A, labels)
    return _core.modularity(graph_of(A), labels._native, resolution, progress)


def conductance(A: MatrixLike, labels: Any, *, progress: Progress = None) -> Vector:
    """The conductance of each community, at the index of its label; labels are those of modularity."""
    A, labels = _with_labels(A, labels)
    return Vector._of(_core.conductance(graph_of(A), labels._native, progress))


def _communities(A: MatrixLike, refine: bool, quality: str, options: Any, progress: Progress) -> Communities:
    if quality not in ("modularity", "cpm"):
        raise ValueError(f'quality is {quality!r}, not "modularity" or "cpm"')
    resolution, tolerance, *counts, checkpoints = options
    sweeps, passes, seed = (
        dimension(value, name) for value, name in zip(counts, ("max_sweeps", "max_passes", "seed"))
    )
    place = place_of(checkpoints)
    labels, *rest = _core.communities(
        graph_of(A), refine, quality == "cpm", resolution, tolerance, sweeps, passes, seed, place, progress
    )
    return Communities(Vector._of(labels), *rest)


def louvain(
    A: MatrixLike,
    *,
    quality: str = "modularity",
    resolution: float = 1,
    tolerance: float = 1e-4,
    max_sweeps: int = 32,
    max_passes: int = 2,
    seed: int = 0,
    checkpoints: Union[Path, Checkpoints, None] = None,
    progress: Progress = None,
) -> Communities:
    """Communities by the method of Louvain. Weights must not be negative; a larger resolution gives smaller communities.

    :param quality: "modularity", or "cpm": the constant Potts model
    :param checkpoints: a directory for the state after each pass, with which a later call goes on
    """
    options = (resolution, tolerance, max_sweeps, max_passes, seed, checkpoints)
    return _communities(A, False, quality, options, progress)


def leiden(
    A: MatrixLike,
    *,
    quality: str = "modularity",
    resolution: float = 1,
    tolerance: float = 1e-4,
    max_sweeps: int = 32,
    max_passes: int = 2,
    seed: int = 0,
    checkpoints: Union[Path, Checkpoints, None] = None,
    progress: Progress = None,
) -> Communities:
    """Communities by the method of Leiden: as louvain, but on the next level parts of communities still can be separated.

    :param quality: "modularity", or "cpm": the constant Potts model
    :param checkpoints: a directory for the state after each pass, with which a later call goes on
    """
    options = (resolution, tolerance, max_sweeps, max_passes, seed, checkpoints)
    return _communities(A, True, quality, options, progress)


class KWayPartition(NamedTuple):
    """What k_way_partition returns."""

    labels: Vector  #: the part of each vertex, from 0 on
    cut: float  #: half of the sum of the values between parts
    balance: float  #: vertices of the largest part over those of an equal share


def k_way_partition(
    A: MatrixLike, parts: int, *, imbalance: float = 0.03, seed: int = 0, progress: Progress = None
) -> KWayPartition:
    """Parts of about equal size with few edges between them, by a multilevel method. Weights must not be negative.

    :param imbalance: how much larger than an equal share a part may be
    """
    count = dimension(parts, "parts")
    labels, *rest = _core.k_way_partition(graph_of(A), count, imbalance, dimension(seed, "seed"), progress)
    return KWayPartition(Vector._of(labels), *rest)


def label_propagation(
    A: MatrixLike, *, max_iterations: int = 100, seed: int = 0, progress: Progress = None
) -> LabelPropagation:
    """Communities by label propagation: a vertex takes the label of the greatest weight among its neighbours."""
    limit = dimension(max_iterations, "max_iterations")
    labels, *rest = _core.label_propagation(graph_of(A), limit, dimension(seed, "seed"), progress)
    return LabelPropagation(Vector._of(labels), *rest)


def markov_clustering(
    A: MatrixLike,
    *,
    inflation: float = 2,
    threshold: float = 1e-4,
    tolerance: float = 1e-6,
    max_iterations: int = 100,
    checkpoints: Union[Path, Checkpoints, None] = None,
    progress: Progress = None,
) -> MarkovClustering:
    """Markov clustering. Weights must be positive; a larger inflation gives smaller clusters.

    :param checkpoints: a directory for the state, a matrix, after each iteration, with which a later call goes on
    """
    limit, place = dimension(max_iterations, "max_iterations"), place_of(checkpoints)
    clusters, *rest = _core.markov_clustering(graph_of(A), inflation, threshold, tolerance, limit, place, progress)
    return MarkovClustering(Vector._of(clusters), *rest)
