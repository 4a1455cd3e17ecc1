"""Measures of distances: eccentricity, indices of Wiener's kind, efficiency."""

from __future__ import annotations

import math
from typing import Any, Optional

import networkx as nx

from .. import algorithms as alg
from ._common import NETWORKX_37, given, refuses
from ._graph import Graph
from ._search import lengths_of_all
from .components import is_connected, is_strongly_connected, is_tree


def _not_null(G: Graph) -> None:
    if not len(G) and NETWORKX_37:
        raise nx.NetworkXPointlessConcept("G has no nodes.")


def _eccentricities(G: Graph, weight: Any, numbers: Optional[list[int]] = None) -> dict[Any, Any]:
    if weight is None and numbers is None and not G.is_directed() and len(G) and is_connected(G):
        return G.by_name(alg.eccentricities(G.A).to_dense())
    found = {}
    for n, nodes, lengths in lengths_of_all(G, weight, numbers):
        if len(nodes) != len(G):
            reason = "the digraph is not strongly connected" if G.is_directed() else "the graph is not connected"
            raise nx.NetworkXError(f"Found infinite path length because {reason}")
        found[G.names[n]] = lengths.max().item()
    return found


@refuses(given("sp"))
def eccentricity(G, v=None, sp=None, weight=None):
    _not_null(G)
    found = _eccentricities(G, weight, None if v is None else G.numbers(v))
    return found[v] if v in G else found


def _of(G: Graph, e: Any, weight: Any) -> Any:
    if e is not None:
        return e
    _not_null(G)
    return _eccentricities(G, weight)


def diameter(G, e=None, usebounds=False, weight=None):
    return max(_of(G, e, weight).values())


def radius(G, e=None, usebounds=False, weight=None):
    return min(_of(G, e, weight).values())


def periphery(G, e=None, usebounds=False, weight=None):
    found = _of(G, e, weight)
    largest = max(found.values())
    return [node for node, value in found.items() if value == largest]


def center(G, e=None, usebounds=False, weight=None):
    if e is None and weight is None and not G.is_directed():
        is_tree(G)  # raises for the null graph
    found = _of(G, e, weight)
    least = min(found.values())
    return [node for node, value in found.items() if value == least]


@refuses(given("attr", "sp"))
def barycenter(G, weight=None, attr=None, sp=None):
    if weight is None and not G.is_directed():
        is_tree(G)  # raises for the null graph
    _not_null(G)
    totals = {}
    for n, nodes, lengths in lengths_of_all(G, weight):
        if len(nodes) < len(G):
            raise nx.NetworkXNoPath(
                f"Input graph {G} is disconnected, so every induced subgraph has infinite barycentricity."
            )
        totals[G.names[n]] = lengths.sum().item()
    least = min(totals.values(), default=0)
    return [node for node, total in totals.items() if total == least]


@refuses(given("sp"))
def harmonic_diameter(G, sp=None, *, weight=None):
    n, total = len(G), _inverse_sum(G, weight)
    if total != 0:
        return n * (n - 1) / total
    return math.inf if n > 1 else math.nan


def _inverse_sum(G: Graph, weight: Any) -> float:
    return sum((1 / lengths[lengths != 0]).sum().item() for _, _, lengths in lengths_of_all(G, weight))


# ---- sums over all pairs


def _is_connected(G: Graph) -> bool:
    return is_strongly_connected(G) if G.is_directed() else is_connected(G)


def wiener_index(G, weight=None):
    if not _is_connected(G):
        return float("inf")
    total = sum(lengths.sum().item() for _, _, lengths in lengths_of_all(G, weight))
    return total if G.is_directed() else total / 2


def hyper_wiener_index(G, weight=None):
    if not _is_connected(G):
        return float("inf")
    return sum((lengths + lengths**2).sum().item() for _, _, lengths in lengths_of_all(G, weight)) / 2


def schultz_index(G, weight=None):
    if not _is_connected(G):
        return float("inf")
    d = G.degrees()  # NetworkX' degrees have no weights
    return sum((lengths * (d[n] + d[nodes])).sum().item() for n, nodes, lengths in lengths_of_all(G, weight)) / 2


def gutman_index(G, weight=None):
    if not _is_connected(G):
        return float("inf")
    d = G.degrees()
    return sum((lengths * d[n] * d[nodes]).sum().item() for n, nodes, lengths in lengths_of_all(G, weight)) / 2


# ---- efficiency


def efficiency(G, u, v):
    from .generic import shortest_path_length

    try:
        return 1 / shortest_path_length(G, u, v)
    except nx.NetworkXNoPath:
        return 0


def global_efficiency(G):
    pairs = len(G) * (len(G) - 1)
    return _inverse_sum(G, None) / pairs if pairs else 0


def local_efficiency(G):
    total = 0.0
    for n in range(len(G)):
        total += global_efficiency(G.subgraph(G.indicator(G.A[n].to_coo()[0])))
    return total / len(G)
