"""Connected components."""

from __future__ import annotations

from typing import Any

import networkx as nx
import numpy as np

from .. import algorithms as alg
from ._common import refuses, undirected_only
from ._graph import Graph
from ._search import hops


def _labels(G: Graph) -> np.ndarray:
    """For each node the first node of its component; edges are taken in both directions."""
    return alg.connected_components(G.A).to_dense().astype(np.int64) if len(G) else np.zeros(0, np.int64)


def groups(G: Graph, labels: np.ndarray) -> list[set[Any]]:
    """The nodes of each label, in the order of their first nodes."""
    groups: dict[int, set[Any]] = {}
    for name, label in zip(G.names, labels.tolist()):
        groups.setdefault(label, set()).add(name)
    return list(groups.values())


def _nonempty(G: Graph) -> Graph:
    if not len(G):
        raise nx.NetworkXPointlessConcept("Connectivity is undefined for the null graph.")
    return G


def connected_components(G):
    return iter(groups(G, _labels(G)))


def number_connected_components(G):
    return len(np.unique(_labels(G)))


def is_connected(G):
    return not _labels(_nonempty(G)).any()


def node_connected_component(G, n):
    labels = _labels(G)
    return {G.names[i] for i in np.flatnonzero(labels == labels[G.number(n, error=KeyError)])}


weakly_connected_components = connected_components
number_weakly_connected_components = number_connected_components
is_weakly_connected = is_connected


# ---- strong components


def strong_labels(G: Graph) -> np.ndarray:
    """For each node the first node of its strong component."""
    return alg.strongly_connected_components(G.A).to_dense().astype(np.int64) if len(G) else np.zeros(0, np.int64)


def strongly_connected_components(G):
    return iter(groups(G, strong_labels(G)))


def number_strongly_connected_components(G):
    return len(np.unique(strong_labels(G)))


def is_strongly_connected(G):
    _nonempty(G)
    return bool((hops(G, 0) >= 0).all() and (hops(G, 0, True) >= 0).all())


def _attracting(G: Graph) -> tuple[np.ndarray, np.ndarray]:
    """The labels of strong components, and which of them no edge leaves."""
    labels = strong_labels(G)
    leaving = np.unique(labels[G.rows[labels[G.rows] != labels[G.cols]]])
    return labels, np.setdiff1d(np.unique(labels), leaving)


def attracting_components(G):
    labels, kept = _attracting(G)
    inside = np.isin(labels, kept)
    groups: dict[int, set[Any]] = {}
    for n in np.flatnonzero(inside).tolist():
        groups.setdefault(int(labels[n]), set()).add(G.names[n])
    return iter(groups.values())


def number_attracting_components(G):
    return len(_attracting(G)[1])


def is_attracting_component(G):
    labels, kept = _attracting(G)
    return len(kept) == 1 and bool((labels == kept[0]).all())


# ---- trees and bipartite graphs


def _pointful(G: Graph) -> Graph:
    if not len(G):
        raise nx.NetworkXPointlessConcept("G has no nodes.")
    return G


def is_tree(G):
    return G.number_of_edges() == len(_pointful(G)) - 1 and is_connected(G)


def is_forest(G):
    # A component has at least as many edges as nodes less one.
    return G.number_of_edges() == len(_pointful(G)) - number_connected_components(G)


def is_arborescence(G):
    return is_tree(G) and bool(G.degrees("in").max() <= 1)


def is_branching(G):
    return is_forest(G) and bool(G.degrees("in").max() <= 1)


@refuses(undirected_only)
def color(G):
    sides = alg.bipartite_sides(G.A)
    if sides is None:
        raise nx.NetworkXError("Graph is not bipartite.")
    # The first node of a component has the colour 1, unless it is isolated.
    return G.by_name(np.where(G.degrees() == 0, 0, 1 - sides.to_dense().astype(np.int64)))


def is_bipartite(G):
    return alg.bipartite_sides(G.A) is not None
