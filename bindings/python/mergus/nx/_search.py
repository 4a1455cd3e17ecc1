"""Searches that the functions share: breadth-first in NetworkX' order, hop counts of many sources, and lengths and trees of
shortest weighted paths."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Optional

import networkx as nx
import numpy as np

from .. import algorithms as alg
from .._matrix import Matrix
from .._matrix_like import MatrixLike
from .._vector import Vector
from ._graph import Graph

#: Sources of one product of breadth-first search: their levels are one matrix.
BATCH = 256

Levels = list[tuple[np.ndarray, np.ndarray]]


def breadth_first(E: MatrixLike, sources: Iterable[int], cutoff: Optional[float] = None) -> Levels:
    """The nodes of each level and their parents, in the order of a search that reads E's values as the order of neighbours.

    The frontier holds the rank of each node, times 2^32. Its product over min and plus with E is, for each new node, the
    least (rank of a neighbour, order of the edge): the edge by which a queue finds it, and its turn in the next level.
    """
    numbers = np.asarray(list(sources), np.int64)
    levels = [(numbers, np.full(len(numbers), -1, np.int64))]
    seen = Vector(E.nrows, bool, context=E.context)
    seen.assign(True, numbers)
    while len(numbers) and (cutoff is None or len(levels) - 1 < cutoff):
        ranks = np.arange(len(numbers), dtype=np.int64) << 32
        frontier = Vector.from_coo(numbers, ranks, size=E.nrows, context=E.context)
        found = frontier.vxm(E, "min_plus", mask=~seen.S)
        if not found.nvals:
            break
        seen.assign(True, mask=found.S)
        places, keys = found.to_coo()
        turn = np.argsort(keys)
        parents = numbers[keys[turn] >> 32]
        numbers = places[turn].astype(np.int64)
        levels.append((numbers, parents))
    return levels


def hops(G: Graph, source: int, reverse: bool = False) -> np.ndarray:
    """The number of edges to each node; −1: not reachable."""
    return alg.bfs_levels((G.reversed if reverse else G).A, source).to_dense(-1)  # type: ignore[union-attr]


Lengths = Iterator[tuple[int, np.ndarray, np.ndarray]]


def lengths_of_all(
    G: Graph, weight: Any = None, sources: Optional[list[int]] = None, negative: bool = False
) -> Lengths:
    """(source, reachable nodes, lengths of shortest paths) of each source; without weights the numbers of edges."""
    numbers = list(range(len(G))) if sources is None else sources
    W = None if weight is None else check_weights(G, weight, negative)
    return _in_batches(G, W, numbers)


def _in_batches(G: Graph, W: Optional[Matrix], numbers: list[int]) -> Lengths:
    for first in range(0, len(numbers), BATCH):
        batch = numbers[first : first + BATCH]
        found: Any = alg.bfs_levels(G.A, batch) if W is None else _relax(W, batch)
        rows, cols, lengths = found.to_coo()
        bounds = np.searchsorted(rows, np.arange(len(batch) + 1))
        for i, source in enumerate(batch):
            part = slice(bounds[i], bounds[i + 1])
            yield (
                source,
                cols[part].astype(np.int64),
                lengths[part] if W is not None else lengths[part].astype(np.int64),
            )


def _relax(W: Matrix, sources: list[int]) -> Matrix:
    """Lengths from each source, a row for each: all edges are relaxed until nothing changes."""
    k = len(sources)
    found = Matrix.from_coo(np.arange(k), sources, np.zeros(k, W.dtype), shape=(k, W.nrows), context=W.context)
    for _ in range(W.nrows):
        before = found.copy()
        found = before.mxm(W, "min_plus", accum="min", out=found)
        if found == before:
            return found
    raise nx.NetworkXUnbounded("Negative cycle detected.")


def names_by_length(G: Graph, nodes: np.ndarray, lengths: np.ndarray, cutoff: Optional[float] = None) -> dict[Any, Any]:
    """Lengths by name, short ones first, as a search finds them."""
    if cutoff is not None:
        near = lengths <= cutoff
        nodes, lengths = nodes[near], lengths[near]
    turn = np.argsort(lengths, kind="stable")
    return {G.names[n]: length for n, length in zip(nodes[turn].tolist(), lengths[turn].tolist())}


# ---- weighted


def check_weights(G: Graph, weight: Any, negative: bool) -> Matrix:
    """The weights. Infinite ones, NaN and, of Dijkstra's algorithm, negative ones are left to NetworkX."""
    values = G.values(weight)
    if not negative and len(values) and values.min() < 0:
        raise NotImplementedError("Dijkstra's algorithm with negative weights is left to NetworkX")
    if values.dtype.kind == "f" and not np.isfinite(values).all():
        raise NotImplementedError("weights that are not finite are left to NetworkX")
    if values.dtype.kind == "i" and len(values) and np.abs(values.astype(float)).max() * len(G) >= 2**53:
        raise NotImplementedError("lengths beyond 2^53 are left to NetworkX")
    return G.W(weight)


def lengths_from(W: Matrix, sources: list[int]) -> tuple[np.ndarray, np.ndarray]:
    """The nodes that are reachable, and the length of a shortest path from the nearest source.

    Relaxes all edges until nothing changes: at most n products, unless a negative cycle is reachable."""
    if len(sources) == 1:
        try:
            found = alg.shortest_paths(W, sources[0])
        except (ValueError, ArithmeticError) as error:
            raise nx.NetworkXUnbounded("Negative cycle detected.") from error
    else:
        found = Vector(W.nrows, W.dtype, context=W.context)
        found.assign(0, sources)
        for _ in range(W.nrows):
            before = found.copy()
            found = before.vxm(W, "min_plus", accum="min", out=found)
            if found == before:
                break
        else:
            raise nx.NetworkXUnbounded("Negative cycle detected.")
    places, values = found.to_coo()
    return places.astype(np.int64), values.astype(W.dtype)


class ShortestPaths:
    """Lengths and a tree of shortest paths from the nearest of several sources. Of several shortest paths, the tree has one
    of the fewest edges, by the first neighbours in NetworkX' order."""

    def __init__(self, G: Graph, sources: list[int], weight: Any, negative: bool) -> None:
        self.G, self.sources = G, sources
        self._W = check_weights(G, weight, negative)
        self.nodes, self.lengths = lengths_from(self._W, sources)

    def distances(self, cutoff: Optional[float] = None) -> dict[Any, Any]:
        return names_by_length(self.G, self.nodes, self.lengths, cutoff)

    def tight(self) -> Matrix:
        """G.E at the edges (u, v) of shortest paths: length(u) + weight = length(v)."""
        W = self._W
        known = Vector.from_coo(self.nodes, self.lengths, size=len(self.G), context=W.context).diag()
        equal = known.mxm(W, "min_plus").ewise_mult(W.mxm(known, "any_second"), "eq").select("!=", False)
        return self.G.E.ewise_mult(equal, "first", dtype=np.int64)

    def paths(self, cutoff: Optional[float] = None) -> dict[Any, list[Any]]:
        found = paths_of(self.G, breadth_first(self.tight(), self.sources))
        if cutoff is None:
            return found
        near = self.distances(cutoff)
        return {node: path for node, path in found.items() if node in near}

    def predecessors(self) -> dict[Any, list[Any]]:
        """All nodes before a node on shortest paths."""
        names = self.G.names
        found: dict[Any, list[Any]] = {names[n]: [] for n in self.nodes.tolist()}
        for u, v, _ in self.tight():
            if u != v:
                found[names[v]].append(names[u])
        return found


def paths_of(G: Graph, levels: Levels) -> dict[Any, list[Any]]:
    """The paths of a search, by the name of their end."""
    names = G.names
    paths: dict[Any, list[Any]] = {}
    for numbers, parents in levels:
        for v, u in zip(numbers.tolist(), parents.tolist()):
            paths[names[v]] = [names[v]] if u < 0 else paths[names[u]] + [names[v]]
    return paths
