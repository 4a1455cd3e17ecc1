"""Biconnected components, articulation points and bridges."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import networkx as nx

from .. import algorithms as alg
from ._graph import Graph
from .components import node_connected_component


def _edges(G: Graph) -> list[list[tuple[Any, Any]]]:
    """The edges of each component."""
    found = alg.biconnected_components(G.A)
    edges: list[list[tuple[Any, Any]]] = [[] for _ in range(found.number)]
    for i, j, component in zip(*(array.tolist() for array in found.components.select("triu").to_coo())):
        edges[component].append((G.names[i], G.names[j]))
    return edges


def biconnected_component_edges(G):
    if G.loops:
        raise NotImplementedError("graphs with self-loops are left to NetworkX")
    return iter(_edges(G))


def biconnected_components(G):
    for edges in _edges(G):
        yield {node for edge in edges for node in edge}


def is_biconnected(G):
    components = list(biconnected_components(G))
    return len(components) == 1 and len(components[0]) == len(G)


def articulation_points(G):
    for number in alg.biconnected_components(G.A).articulation_points.to_coo()[0].tolist():
        yield G.names[number]


def _bridges(G: Graph, root: Any) -> Iterator[tuple[Any, Any]]:
    rows, cols, _ = alg.biconnected_components(G.A).bridges.select("triu").to_coo()
    reached = None if root is None else node_connected_component(G, root)
    for i, j in zip(rows.tolist(), cols.tolist()):
        if reached is None or G.names[i] in reached:
            yield G.names[i], G.names[j]


def _check(G: Graph, root: Any) -> None:
    if root is not None and root not in G:
        raise nx.NodeNotFound(f"Root node {root} is not in graph")


def bridges(G, root=None):
    _check(G, root)
    yield from _bridges(G, root)


def has_bridges(G, root=None):
    _check(G, root)
    return any(True for _ in _bridges(G, root))
