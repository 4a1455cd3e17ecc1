"""Triangles and clustering."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from .. import algorithms as alg
from .._matrix import Matrix
from ._common import refuses, undirected_only
from ._graph import Graph


def _triangles(G: Graph) -> np.ndarray:
    return alg.triangles(G.S).to_dense(0).astype(np.int64)


def _simple_degrees(G: Graph) -> np.ndarray:
    return G.S.degrees().to_dense(0).astype(np.int64)


def triangles(G, nodes=None):
    return G.chosen(nodes, _triangles(G))


def _cube_roots(G: Graph, weight: Any) -> Matrix:
    """The cube roots of the weights, of which the greatest is 1, without self-loops."""
    values = G.values(weight)
    largest = values.max() if weight is not None and len(values) else 1
    return G.matrix(G.rows, G.cols, np.cbrt(values / largest)).select("offdiag")


def _closed_walks(B: Matrix) -> np.ndarray:
    """The diagonal of B·B·B."""
    return B.mxm(B, "plus_times", mask=B.T.copy().S).ewise_mult(B.T, "times").reduce_rows().to_dense(0)


def _coefficients(G: Graph, weight: Any) -> list[Any]:
    n = len(G)
    if not n:
        return []
    zeros = np.zeros(n)
    if G.is_directed():
        one_way = G.A.select("offdiag")
        roots = _cube_roots(G, weight) if weight is not None else one_way
        walks = zeros + _closed_walks(roots.ewise_add(roots.T, "plus"))
        total = one_way.degrees().to_dense(0).astype(np.int64) + one_way.degrees(columns=True).to_dense(0).astype(
            np.int64
        )
        both = one_way.ewise_mult(one_way.T, "times").degrees().to_dense(0).astype(np.int64)
        pairs = (total * (total - 1) - 2 * both) * 2
    else:
        walks = zeros + _closed_walks(_cube_roots(G, weight)) if weight is not None else 2 * _triangles(G)
        degrees = _simple_degrees(G)
        pairs = degrees * (degrees - 1)
    return [0 if w == 0 else w / p for w, p in zip(walks.tolist(), pairs.tolist())]


def clustering(G, nodes=None, weight=None):
    return G.chosen(nodes, _coefficients(G, weight))


def average_clustering(G, nodes=None, weight=None, count_zeros=True):
    values = list(G.chosen(nodes, _coefficients(G, weight)).values())
    if not count_zeros:
        values = [value for value in values if abs(value) > 0]
    return sum(values) / len(values)


@refuses(undirected_only)
def transitivity(G):
    degrees = _simple_degrees(G) if len(G) else np.zeros(0, np.int64)
    closed = 6 * alg.triangle_count(G.S) if len(G) else 0
    return closed / int((degrees * (degrees - 1)).sum()) if closed else 0


@refuses(undirected_only)
def square_clustering(G, nodes=None):
    return G.chosen(nodes, alg.square_clustering(G.S).to_dense().tolist()) if len(G) else {}


def generalized_degree(G, nodes=None):
    S = G.S
    counts = S.mxm(S, "plus_pair", mask=S.S, dtype=np.int64)
    rows, _, values = S.ewise_union(counts, "second", 0, 0).to_coo()
    found: list[Counter[int]] = [Counter() for _ in G.names]
    for node, count in zip(rows.tolist(), values.tolist()):
        found[node][count] += 1
    return G.chosen(nodes, found)
