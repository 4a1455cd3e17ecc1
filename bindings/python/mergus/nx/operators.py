"""Graphs from graphs."""

from __future__ import annotations

from typing import Any, Optional

import networkx as nx
import numpy as np

from .._matrix import Matrix, kron
from ._common import refuses
from ._graph import Graph


def _alike(G: Any, H: Any, **unused: Any) -> Optional[str]:
    return "one graph is directed and the other one is not" if G.is_directed() != H.is_directed() else None


def _has_edge_attributes(G: Any) -> bool:
    if isinstance(G, Graph):
        return bool(G._values) or any(G.edge_data or ())
    return any(data for row in G._adj.values() for data in row.values())


def _without_attributes(G: Any, **unused: Any) -> Optional[str]:
    """For graphs of NetworkX, which passes no attributes."""
    bare = isinstance(G, Graph) or not (G.graph or any(G._node.values()) or _has_edge_attributes(G))
    return None if bare else "NetworkX does not pass the attributes, which the result has"


def _without_edge_attributes(G: Any, H: Any) -> Optional[str]:
    return "edge attributes are not supported" if _has_edge_attributes(G) or _has_edge_attributes(H) else None


def _of_pattern(G: Graph, pattern: Matrix, names: Any = None) -> Graph:
    rows, cols, _ = pattern.to_coo()
    return G.with_entries(rows, cols, names=names)


def complement(G):
    n = len(G)
    every = Matrix((n, n), np.int64, context=G._context)
    if n:
        every.assign(1, mask=~G.A.S)
    return _of_pattern(G, every.select("offdiag"))


@refuses(_without_attributes)
def reverse(G, copy=True):
    if not G.is_directed():
        raise nx.NetworkXError("Cannot reverse an undirected graph.")
    turned = G.reversed
    # Weights without the other attributes were converted for another function.
    values = {} if turned.edge_data is None else turned._values
    data = dict(values=values, edge_data=turned.edge_data, node_data=G.node_data, attributes=dict(G.graph))
    return type(G)(G.names, turned.rows, turned.cols, context=G._context, **data)


def _in_order_of(G: Graph, H: Graph) -> Matrix:
    """H's pattern, with its nodes numbered as those of G."""
    number = np.array([G.index[name] for name in H.names], np.int64)
    return G.matrix(number[H.rows], number[H.cols], np.ones(len(H.rows), np.int64))


def _same_nodes(G: Graph, H: Graph) -> None:
    if set(G.names) != set(H.names):
        raise nx.NetworkXError("Node sets of graphs not equal")


@refuses(_alike)
def difference(G, H):
    _same_nodes(G, H)
    return _of_pattern(G, G.A.apply("identity", mask=~_in_order_of(G, H).S))


@refuses(_alike)
def symmetric_difference(G, H):
    _same_nodes(G, H)
    other = _in_order_of(G, H)
    return _of_pattern(G, G.A.apply("identity", mask=~other.S) + other.apply("identity", mask=~G.A.S))


def _beside(G: Graph, H: Graph) -> Graph:
    """H's pattern in the context of G."""
    return H if H._context == G._context else type(H)(H.names, H.rows, H.cols, context=G._context)


@refuses(_alike)
def intersection(G, H):
    names = [name for name in G.names if name in H]
    mine, theirs = ([graph.index[name] for name in names] for graph in (G, H))
    other = _beside(G, H).A
    both = G.A.extract(mine, mine).ewise_mult(other.extract(theirs, theirs), "first") if names else Matrix((0, 0))
    return _of_pattern(G, both, names)


# ---- unions


def _side_by_side(G: Graph, H: Graph, names: list[Any]) -> Graph:
    """The disjoint union with all attributes."""
    shift = len(G)
    made = G.with_entries(
        np.concatenate([G.rows, H.rows + shift]), np.concatenate([G.cols, H.cols + shift]), names=names
    )
    if G.edge_data is not None and H.edge_data is not None:
        made.edge_data = G.edge_data + H.edge_data
    if G.node_data is not None and H.node_data is not None:
        made.node_data = G.node_data + H.node_data
    made.graph = {**G.graph, **H.graph}
    return made


@refuses(_alike)
def disjoint_union(G, H):
    return _side_by_side(G, H, list(range(len(G) + len(H))))


@refuses(_alike)
def union(G, H, rename=()):
    prefixes = [*rename, None, None][:2]
    names = [
        name if prefix is None else f"{prefix}{name}" for graph, prefix in zip((G, H), prefixes) for name in graph.names
    ]
    if len(set(names)) != len(names):
        raise nx.NetworkXError(
            "The node sets of the graphs are not disjoint.\n"
            "Use `rename` to specify prefixes for the graphs or use\n"
            "disjoint_union(G1, G2, ..., GN)."
        )
    return _side_by_side(G, H, names)


@refuses(_alike)
def compose(G, H):
    names = G.names + [name for name in H.names if name not in G]
    place = {name: n for n, name in enumerate(names)}
    number = np.array([place[name] for name in H.names], np.int64)
    n, shift = len(names), len(G.rows)

    def positions(rows: Any, cols: Any, first: int) -> Matrix:
        values = np.arange(first, first + len(rows), dtype=np.int64)
        return Matrix.from_coo(rows, cols, values, shape=(n, n), context=G._context)

    mine, theirs = positions(G.rows, G.cols, 0), positions(number[H.rows], number[H.cols], shift)
    rows, cols, last = mine.ewise_add(theirs, "second").to_coo()
    made = G.with_entries(rows, cols, names=names)
    if G.edge_data is not None and H.edge_data is not None:
        data = G.edge_data + H.edge_data
        first = mine.ewise_add(theirs, "first").to_coo()[2]  # of an edge of both graphs: the one of G
        made.edge_data = [{**data[a], **data[b]} for a, b in zip(first.tolist(), last.tolist())]
    if G.node_data is not None and H.node_data is not None:
        made.node_data = [dict(data) for data in G.node_data] + [{} for _ in range(n - len(G))]
        for name, data in zip(H.names, H.node_data):
            made.node_data[place[name]].update(data)
    made.graph = {**G.graph, **H.graph}
    return made


# ---- products


def _product(G: Graph, H: Graph, make: Any) -> Graph:
    if G.is_directed() != H.is_directed():
        raise nx.NetworkXError("G and H must be both directed or both undirected")
    names = [(u, v) for u in G.names for v in H.names]
    made = _of_pattern(G, make(_beside(G, H)) if names else Matrix((0, 0)), names)
    if G.node_data is not None and H.node_data is not None:
        made.node_data = [
            {key: (mine.get(key), theirs.get(key)) for key in {*mine, *theirs}}
            for mine in G.node_data
            for theirs in H.node_data
        ]
    return made


def _identity(G: Graph) -> Matrix:
    return G.vector(np.ones(len(G), np.int64)).diag()


def _all_ones(G: Graph) -> Matrix:
    return Matrix.from_dense(np.ones((len(G), len(G)), np.int64), context=G._context)


@refuses(_without_edge_attributes)
def tensor_product(G, H):
    return _product(G, H, lambda H: kron(G.A, H.A))


@refuses(_without_edge_attributes)
def cartesian_product(G, H):
    return _product(G, H, lambda H: kron(G.A, _identity(H)) + kron(_identity(G), H.A))


@refuses(_without_edge_attributes)
def strong_product(G, H):
    return _product(G, H, lambda H: kron(G.A, _identity(H)) + kron(_identity(G), H.A) + kron(G.A, H.A))


@refuses(_without_edge_attributes)
def lexicographic_product(G, H):
    return _product(G, H, lambda H: kron(G.A, _all_ones(H)) + kron(_identity(G), H.A))


def power(G, k):
    """Nodes at a distance of at most k are adjacent."""
    if k <= 0:
        raise ValueError("k must be a positive integer")
    near, step = G.S, G.S
    for _ in range(min(int(k), len(G)) - 1):
        more = step.mxm(G.S, "any_pair", mask=~near.S, dtype=np.int64).select("offdiag")
        if not more.nvals:
            break
        near, step = near.ewise_add(more, "first"), more
    return _of_pattern(G, near)
