"""Scores of pairs of nodes by their common neighbours: products that are masked by the pairs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Optional

import networkx as nx
import numpy as np

from .._matrix import Matrix
from ._graph import Graph
from ._search import lengths_of_all

Scores = Iterator[tuple[Any, Any, Any]]


class Pairs:
    """The pairs of `ebunch`, or those that are not adjacent."""

    def __init__(self, G: Graph, ebunch: Any) -> None:
        self.G = G
        if ebunch is None:
            apart = np.triu(G.A.to_dense() == 0, 1) if len(G) else np.zeros((0, 0), bool)
            self.u, self.v = np.nonzero(apart)
            self.pairs = [(G.names[a], G.names[b]) for a, b in zip(self.u.tolist(), self.v.tolist())]
        else:
            self.pairs = [(u, v) for u, v in ebunch]
            message = "Node {} not in G."
            self.u = np.array([G.number(u, message) for u, _ in self.pairs], np.int64)
            self.v = np.array([G.number(v, message) for _, v in self.pairs], np.int64)
        self._mask = None
        if self.pairs:
            rows, cols = np.unique(np.stack([self.u, self.v]), axis=1)
            self._mask = G.matrix(rows, cols, True)

    def common(self, weights: Optional[np.ndarray] = None, pattern: Optional[Matrix] = None) -> np.ndarray:
        """The number of common neighbours of each pair, or the sum of their weights. A node is no neighbour of its own."""
        if self._mask is None:
            return np.zeros(0)
        near = self.G.S if pattern is None else pattern
        if weights is None:
            found = near.mxm(near.T, "plus_pair", mask=self._mask.S, dtype=np.int64)
        else:
            found = near.astype(float).mxm(self.G.vector(weights).diag()).mxm(near.T, "plus_first", mask=self._mask.S)
        rows, cols, values = found.to_coo()
        keys, wanted = rows.astype(np.int64) * len(self.G) + cols.astype(np.int64), self.u * len(self.G) + self.v
        if not len(keys):
            return np.zeros(len(wanted), values.dtype)
        place = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
        return np.where(keys[place] == wanted, values[place], values.dtype.type(0))

    def scored(self, values: np.ndarray) -> Scores:
        return ((u, v, value) for (u, v), value in zip(self.pairs, values.tolist()))


def _inverse(values: np.ndarray) -> np.ndarray:
    with np.errstate(divide="ignore"):
        return np.where(values > 0, 1 / values, 0.0)


def resource_allocation_index(G, ebunch=None):
    pairs = Pairs(G, ebunch)
    return pairs.scored(pairs.common(_inverse(G.degrees())))


def adamic_adar_index(G, ebunch=None):
    # Two different nodes have no common neighbour of degree 1.
    pairs, degrees = Pairs(G, ebunch), G.degrees()
    if any(u == v for u, v in pairs.pairs) and (degrees == 1).any():
        raise NotImplementedError("pairs of a node with itself are left to NetworkX")
    return pairs.scored(pairs.common(_inverse(np.log(np.maximum(degrees, 1)))))


def jaccard_coefficient(G, ebunch=None):
    pairs, sizes = Pairs(G, ebunch), G.A.degrees().to_dense(0).astype(np.int64) if len(G) else np.zeros(0, np.int64)
    # Neighbours of the union: here a node with a self-loop is a neighbour of its own.
    both = pairs.common(pattern=G.A)
    union = sizes[pairs.u] + sizes[pairs.v] - both
    return pairs.scored(np.where(union > 0, pairs.common() / np.maximum(union, 1), 0))


def preferential_attachment(G, ebunch=None):
    pairs, degrees = Pairs(G, ebunch), G.degrees()
    return pairs.scored(degrees[pairs.u] * degrees[pairs.v])


def common_neighbor_centrality(G, ebunch=None, alpha=0.8):
    pairs = Pairs(G, ebunch)
    if any(u == v for u, v in pairs.pairs):

        def fails() -> Any:
            raise nx.NetworkXAlgorithmError("Self loops are not supported")
            yield

        return fails()
    common = pairs.common()
    if alpha == 1:
        return pairs.scored(common)
    lengths = np.full(len(pairs.pairs), np.inf)
    for source, nodes, found in lengths_of_all(G, None, np.unique(pairs.u).tolist()):
        row = np.full(len(G), np.inf)
        row[nodes] = found
        mine = pairs.u == source
        lengths[mine] = row[pairs.v[mine]]
    return pairs.scored(alpha * common + (1 - alpha) * len(G) / lengths)


# ---- with communities


class Communities:
    """The common neighbours of pairs by community. NetworkX reads communities when the scores are: errors come then."""

    def __init__(self, pairs: Pairs, attribute: Any) -> None:
        self._pairs, G = pairs, pairs.G
        data = G.node_data or [{}] * len(G)
        known: dict[Any, int] = {}
        self._numbers = np.array(
            [known.setdefault(entry[attribute], len(known)) if attribute in entry else -1 for entry in data], np.int64
        )
        missing = self._numbers < 0
        self._check(np.concatenate([pairs.u[missing[pairs.u]], pairs.v[missing[pairs.v]]]))
        #: Whether the nodes of a pair are in one community.
        self.same = self._numbers[pairs.u] == self._numbers[pairs.v]
        if missing.any() and (self.same & (pairs.common(missing.astype(float)) > 0)).any():
            self._check(np.flatnonzero(missing))

    def _check(self, missing: np.ndarray) -> None:
        if len(missing):
            raise nx.NetworkXAlgorithmError(
                f"No community information available for Node {self._pairs.G.names[missing[0]]}"
            )

    def common(self, weights: Optional[np.ndarray] = None) -> np.ndarray:
        """The number, or sum of weights, of the common neighbours in the community of both nodes; 0 if they differ."""
        rows, cols, _ = self._pairs.G.S.to_coo()
        inside = self._numbers[rows] == self._numbers[cols]
        within = self._pairs.G.matrix(rows[inside], cols[inside], np.ones(int(inside.sum()), np.int64))
        return np.where(self.same, self._pairs.common(weights, within), 0)


def _scored_later(pairs: Pairs, community: Any, score: Callable[[Communities], np.ndarray]) -> Scores:
    yield from pairs.scored(score(Communities(pairs, community)))


def cn_soundarajan_hopcroft(G, ebunch=None, community="community"):
    pairs = Pairs(G, ebunch)
    return _scored_later(pairs, community, lambda groups: pairs.common() + groups.common())


def ra_index_soundarajan_hopcroft(G, ebunch=None, community="community"):
    pairs = Pairs(G, ebunch)
    return _scored_later(pairs, community, lambda groups: groups.common(_inverse(G.degrees())))


def within_inter_cluster(G, ebunch=None, delta=0.001, community="community"):
    if delta <= 0:
        raise nx.NetworkXAlgorithmError("Delta must be greater than zero")

    def score(groups: Communities) -> np.ndarray:
        within = groups.common()
        return np.where(groups.same, within / (pairs.common() - within + delta), 0)

    pairs = Pairs(G, ebunch)
    return _scored_later(pairs, community, score)
