"""Communities by the methods of Louvain and Leiden."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import algorithms as alg
from ._common import NETWORKX_37, given, refuses
from ._graph import Graph
from .components import groups


def _weights(G: Graph, weight: Any) -> Any:
    """The adjacency matrix. NetworkX counts the weight of a loop twice, unless the graph is directed."""
    W = G.W(weight).astype(float)
    if (G.values(weight) < 0).any():
        raise NotImplementedError("negative weights are left to NetworkX")
    return W if G.is_directed() or not G.loops else W.ewise_add(W.diag().diag(), "plus")


def _sets(G: Graph, found: Any) -> list[set[Any]]:
    return groups(G, found.labels.to_dense().astype(np.int64)) if len(G) else []


@refuses(given("max_level"))
def louvain_communities(G, weight="weight", resolution=1, threshold=0.0000001, max_level=None, seed=None):
    number = seed.randint(0, 2**31 - 1)
    W = _weights(G, weight)
    return _sets(G, alg.louvain(W, resolution=resolution, tolerance=threshold, seed=number))


def _leiden(G: Graph, weight: Any, resolution: float, seed: Any, quality: str) -> list[set[Any]]:
    number = seed.randint(0, 2**31 - 1)
    return _sets(G, alg.leiden(_weights(G, weight), quality=quality, resolution=resolution, seed=number))


if NETWORKX_37:

    @refuses(given("max_level"))
    def leiden_communities(
        G, *, weight="weight", resolution=1.0, max_level=None, seed=None, metric="cpm", theta=0.01
    ):
        if metric not in ("cpm", "modularity"):
            raise NotImplementedError("the error is NetworkX'")
        return _leiden(G, weight, resolution, seed, metric)

else:

    @refuses(given("max_level"))
    def leiden_communities(G, weight="weight", resolution=1, max_level=None, seed=None):  # type: ignore[misc]
        return _leiden(G, weight, resolution, seed, "modularity")
