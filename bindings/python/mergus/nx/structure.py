"""Properties of the whole graph, of nodes and of lists of nodes."""

from __future__ import annotations

from typing import Any, Optional

import networkx as nx
import numpy as np

from ._common import directed_only, given, refuses
from ._graph import Graph
from .cluster import triangles


def is_isolate(G, n):
    return bool(G.degrees()[G.number(n, "Node {} is not in the graph.", nx.NetworkXError)] == 0)


def isolates(G):
    return (G.names[n] for n in np.flatnonzero(G.degrees() == 0).tolist())


def number_of_isolates(G):
    return int((G.degrees() == 0).sum())


def number_of_selfloops(G):
    return G.A.diag().nvals


def is_regular(G):
    if not len(G):
        raise nx.NetworkXPointlessConcept("Graph has no nodes.")
    return all(bool((degrees == degrees[0]).all()) for degrees in (G.degrees("in"), G.degrees("out")))


def is_k_regular(G, k):
    return bool((G.degrees() == k).all())


def is_eulerian(G):
    from .components import is_connected, is_strongly_connected

    if G.is_directed():
        return bool((G.degrees("in") == G.degrees("out")).all()) and is_strongly_connected(G)
    return not (G.degrees() % 2).any() and is_connected(G)


# ---- opposite edges


def _both_ways(G: Graph) -> Any:
    return G.A.ewise_mult(G.A.T, "first")


@refuses(directed_only)
def overall_reciprocity(G):
    if not len(G.rows):
        raise nx.NetworkXError("Not defined for empty graphs")
    return _both_ways(G).select("offdiag").nvals / len(G.rows)


@refuses(directed_only)
def reciprocity(G, nodes=None):
    if nodes is None:
        return overall_reciprocity(G)
    both, total = _both_ways(G).degrees().to_dense(0), G.degrees()
    values = [2 * b / t if t else None for b, t in zip(both.tolist(), total.tolist())]
    found = G.chosen(nodes, values)
    if nodes in G and found is None:
        raise nx.NetworkXError("Not defined for isolated nodes.")
    return found


def is_tournament(G):
    n = len(G)
    return G.loops == 0 and len(G.rows) == n * (n - 1) // 2 and _both_ways(G).nvals == 0


def score_sequence(G):
    return sorted(G.degrees("out").tolist())


def tournament_matrix(G):
    from .matrices import adjacency_matrix

    A = adjacency_matrix(G)
    return A - A.T


# ---- numbers


def s_metric(G):
    degrees = G.vector(G.degrees()) if len(G) else None
    if degrees is None:
        return 0.0
    total = degrees.inner(G.A.mxv(degrees)) or 0
    if G.is_directed():
        return float(total)
    loops = degrees.ewise_mult(degrees, "times").ewise_mult(G.A.diag(), "times").reduce()
    return (total + loops) / 2


def number_of_walks(G, walk_length):
    if walk_length < 0:
        raise ValueError(f"`walk_length` cannot be negative: {walk_length}")
    if not len(G):
        raise nx.NetworkXError("Graph has no nodes or edges")
    walks, square = G.vector(np.ones(len(G), np.int64)).diag(), G.A
    while walk_length:
        if walk_length % 2:
            walks = walks.mxm(square)
        square, walk_length = square.mxm(square), walk_length // 2
    return {name: dict(zip(G.names, row)) for name, row in zip(G.names, walks.to_dense().tolist())}


def mutual_weight(G, u, v, weight=None):
    return _one_way(G, u, v, weight) + _one_way(G, v, u, weight)


def _one_way(G: Graph, u: Any, v: Any, weight: Any) -> Any:
    return G.W(weight).get(G.index[u], G.index[v], 0) if u in G and v in G else 0


@refuses(given("edge"))
def is_negatively_weighted(G, edge=None, weight="weight"):
    return len(G.rows) > 0 and G.W(weight).reduce("min") < 0


# ---- lists of nodes


def is_simple_path(G, nodes):
    if len(nodes) == 0:
        return False
    if len(nodes) == 1:
        return nodes[0] in G
    if not all(node in G for node in nodes) or len(set(nodes)) != len(nodes):
        return False
    numbers = [G.index[node] for node in nodes]
    steps = G.matrix(numbers[:-1], numbers[1:], True)
    return steps.ewise_mult(G.A, "pair").nvals == len(nodes) - 1


def is_dominating_set(G, nbunch):
    inside = G.indicator([G.index[node] for node in nbunch if node in G])
    if not len(G):
        return True
    group = G.vector_at(np.flatnonzero(inside), True)
    return group.ewise_add(group.vxm(G.A, "any_pair", dtype=bool), "lor").nvals == len(G)


# ---- two graphs


def _undirected_pair(G1: Any, G2: Any) -> Optional[str]:
    return "only undirected graphs are supported" if G1.is_directed() or G2.is_directed() else None


@refuses(_undirected_pair)
def fast_could_be_isomorphic(G1, G2):
    first, second = (sorted(zip(G.degrees().tolist(), triangles(G).values())) for G in (G1, G2))
    return first == second


def faster_could_be_isomorphic(G1, G2):
    return sorted(G1.degrees().tolist()) == sorted(G2.degrees().tolist())
