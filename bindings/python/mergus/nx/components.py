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


def _groups(G: Graph, labels: np.ndarray) -> list[set[Any]]:
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
    return iter(_groups(G, _labels(G)))


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
    """For each node the number of its strong component.

    Colouring: the greatest node that reaches a node is its colour (products over max and first, until nothing changes); the
    component of a colour's root is what reaches the root within the colour. Each round finds a component for each colour.
    """
    n = len(G)
    labels = np.full(n, -1, np.int64)
    left = np.ones(n, bool)
    A = G.A
    while left.any():
        inside = G.vector_at(np.flatnonzero(left), True).diag()
        part = inside.mxm(A, "any_second").mxm(inside, "any_first")
        colours = G.vector_at(np.flatnonzero(left), np.flatnonzero(left))
        colours = _spread(colours, part, "max_first")
        dense = colours.to_dense(-1)
        rows, cols, _ = part.to_coo()
        same = dense[rows] == dense[cols]
        within = G.matrix(rows[same], cols[same], np.ones(int(same.sum()), np.int64))
        roots = np.flatnonzero(left & (dense == np.arange(n)))
        # Backwards: from the roots against the edges.
        members = _spread(G.vector_at(roots, roots), within.T, "max_first")
        places, found = members.to_coo()
        labels[places.astype(np.int64)] = found
        left[places.astype(np.int64)] = False
    return labels


def _spread(values: Any, matrix: Any, semiring: str) -> Any:
    """w = w max (w ⊕.⊗ matrix) until nothing changes."""
    while True:
        before = values.copy()
        values = before.vxm(matrix, semiring, accum="max", out=values)
        if values == before:
            return values


def strongly_connected_components(G):
    return iter(_groups(G, strong_labels(G)))


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
    """Levels of a search from the first node of each component; an edge within a level shows an odd cycle."""
    from ._search import breadth_first

    colours = np.zeros(len(G), np.int64)
    labels = _labels(G)
    starts = np.unique(labels)
    for number, (level, _) in enumerate(breadth_first(G.S, starts.tolist()) if len(starts) else []):
        colours[level] = 1 - number % 2
    if (colours[G.rows] == colours[G.cols]).any():
        raise nx.NetworkXError("Graph is not bipartite.")
    colours[G.degrees() == 0] = 0
    return G.by_name(colours)


def is_bipartite(G):
    try:
        color(G)
    except nx.NetworkXError:
        return False
    return True
