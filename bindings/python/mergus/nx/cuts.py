"""Cuts, boundaries and communities: products with the indicator vectors of sets of nodes."""

from __future__ import annotations

from typing import Any, Optional

import networkx as nx
import numpy as np

from .._matrix import Matrix
from ._common import NETWORKX_37, refuses
from ._graph import Graph


def _set(G: Graph, nodes: Any) -> np.ndarray:
    return G.indicator([G.index[node] for node in nodes if node in G])


def _between(G: Graph, W: Matrix, first: np.ndarray, second: np.ndarray) -> Any:
    """The sum of the weights of the entries from one set to the other."""
    if not first.any() or not second.any():
        return 0
    row = G.vector_at(np.flatnonzero(first), W.dtype.type(1)).vxm(W)
    return row.ewise_mult(G.vector_at(np.flatnonzero(second), W.dtype.type(1)), "first").reduce()


def _cut(G: Graph, S: np.ndarray, T: np.ndarray, weight: Any) -> Any:
    W, both = G.W(weight), S & T
    found = _between(G, W, S, T)
    if G.is_directed():
        # NetworkX takes edges out of S with one end in S and one in T, and edges out of T.
        for X, Y in ((S, T), (T, S)):
            found = found + _between(G, W, both, X & ~Y)
        return found + _between(G, W, T, S)
    # An edge whose ends are in both sets was counted from either end.
    return found - _between(G, W.select("tril", -1), both, both)


def _without_second(G: Any, T: Any = None, **unused: Any) -> Optional[str]:
    return "directed graphs need T" if T is None and G.is_directed() else None


@refuses(_without_second)
def cut_size(G, S, T=None, weight=None):
    inside = _set(G, S)
    return _cut(G, inside, ~inside if T is None else _set(G, T), weight)


def volume(G, S, weight=None):
    return G.degrees("out" if G.is_directed() else "both", weight)[G.numbers(S)].sum().item()


def _rest(G: Graph, S: Any, T: Any) -> Any:
    return set(G.names) - set(S) if T is None else T


def normalized_cut_size(G, S, T=None, weight=None):
    T = _rest(G, S, T)
    return cut_size(G, S, T, weight) * ((1 / volume(G, S, weight)) + (1 / volume(G, T, weight)))


def conductance(G, S, T=None, weight=None):
    T = _rest(G, S, T)
    return cut_size(G, S, T, weight) / min(volume(G, S, weight), volume(G, T, weight))


def edge_expansion(G, S, T=None, weight=None):
    T = _rest(G, S, T)
    return cut_size(G, S, T, weight) / min(len(S), len(T))


@refuses(_without_second)
def mixing_expansion(G, S, T=None, weight=None):
    return cut_size(G, S, T, weight) / (2 * G.number_of_edges())


def _around(G: Graph, inside: np.ndarray) -> np.ndarray:
    """Which nodes have an edge from the set."""
    found = G.vector_at(np.flatnonzero(inside), True).vxm(G.A, "any_pair", dtype=bool)
    return G.indicator(found.to_coo()[0])


def node_boundary(G, nbunch1, nbunch2=None):
    inside = _set(G, nbunch1)
    found = _around(G, inside) & ~inside
    if nbunch2 is not None:
        found &= _set(G, nbunch2)
    return {G.names[n] for n in np.flatnonzero(found).tolist()}


def node_expansion(G, S):
    numbers = [G.number(node, "The node {} is not in the graph.", nx.NetworkXError) for node in S]
    return int(_around(G, G.indicator(numbers)).sum()) / len(S)


def boundary_expansion(G, S):
    return len(node_boundary(G, S)) / len(S)


# ---- communities


def _membership(G: Graph, communities: Any) -> Matrix:
    """A row for each community, with an entry for each of its nodes."""
    rows = [c for c, nodes in enumerate(communities) for node in set(nodes) if node in G]
    cols = [G.index[node] for nodes in communities for node in set(nodes) if node in G]
    return Matrix.from_coo(
        rows, cols, np.ones(len(rows), np.int64), shape=(len(communities), len(G)), context=G._context
    )


def _inner(G: Graph, communities: Any, weight: Any) -> np.ndarray:
    """The weight of the edges within each community."""
    P = _membership(G, communities)
    W = G.W(weight)
    zeros = np.zeros(len(communities), W.dtype)
    total = zeros + P.mxm(W).ewise_mult(P, "first").reduce_rows().to_dense(0)
    if G.is_directed():
        return total
    loops = G.vector_at(np.arange(len(G)), 0) if not len(G) else W.diag()
    return (total + (zeros + P.mxv(loops).to_dense(0))) / 2


def _is_partition(G: Graph, communities: Any) -> bool:
    listed = [node for community in communities for node in set(community)]
    return len(listed) == len(G) and all(node in G for node in listed) and len(set(listed)) == len(listed)


def modularity(G, communities, weight="weight", resolution=1):
    listed = list(communities)
    if not _is_partition(G, listed):
        from networkx.algorithms.community.quality import NotAPartition

        raise NotAPartition(G, listed)
    out, into = G.degrees("out", weight), G.degrees("in", weight)
    total = out.sum().item()
    if total == 0 and NETWORKX_37:
        return 0
    m, norm = (total, 1 / total**2) if G.is_directed() else (total / 2, 1 / total**2)
    P = _membership(G, listed)
    sums = [P.mxv(G.vector(degrees)).to_dense(0) for degrees in (out, into)]
    return (_inner(G, listed, weight) / m - resolution * sums[0] * sums[1] * norm).sum().item()


def intra_community_edges(G, partition):
    listed = list(partition)
    return int(_inner(G, listed, None).sum())


def inter_community_edges(G, partition):
    listed = list(partition)
    if not _is_partition(G, listed):
        raise nx.NetworkXException("each node must be in exactly one part of `partition`")
    return G.number_of_edges() - int(_inner(G, listed, None).sum())


def partition_quality(G, partition):
    listed = list(partition)
    intra, n = intra_community_edges(G, listed), len(G)
    sizes = [len(community) for community in listed]
    between = (sum(sizes) ** 2 - sum(size**2 for size in sizes)) // (1 if G.is_directed() else 2)
    absent = between - (G.number_of_edges() - intra)
    pairs = n * (n - 1) // (1 if G.is_directed() else 2)
    return intra / G.number_of_edges(), (intra + absent) / pairs
