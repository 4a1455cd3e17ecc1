"""Shortest paths by any method."""

from __future__ import annotations

from typing import Any

import networkx as nx

from . import unweighted, weighted
from ._graph import Graph
from ._search import lengths_of_all

_END = object()
_SINGLE = ("unweighted", "dijkstra", "bellman-ford")


def _method(weight: Any, method: str, known: tuple[str, ...] = _SINGLE[1:]) -> str:
    if method not in known:
        raise ValueError(f"method not supported: {method}")
    return "unweighted" if weight is None else method


def _paths(G: Graph, source: Any, weight: Any, method: str) -> Any:
    if method == "unweighted":
        return unweighted.single_source_shortest_path(G, source)
    if method == "dijkstra":
        return weighted.single_source_dijkstra_path(G, source, None, weight)
    return weighted.single_source_bellman_ford_path(G, source, weight)


def _lengths(G: Graph, source: Any, weight: Any, method: str) -> Any:
    if method == "unweighted":
        return unweighted.single_source_shortest_path_length(G, source)
    if method == "dijkstra":
        return weighted.single_source_dijkstra_path_length(G, source, None, weight)
    return weighted.single_source_bellman_ford_path_length(G, source, weight)


def shortest_path(G, source=None, target=None, weight=None, method="dijkstra"):
    method = _method(weight, method)
    if source is None and target is None:
        if method == "dijkstra":
            return weighted.all_pairs_dijkstra_path(G, None, weight)
        return ((name, _paths(G, name, weight, method)) for name in G.names)
    if source is None:
        return {node: path[::-1] for node, path in _paths(G.reversed, target, weight, method).items()}
    if target is None:
        return _paths(G, source, weight, method)
    if method == "unweighted":
        return unweighted.bidirectional_shortest_path(G, source, target)
    if method == "dijkstra":
        return weighted.bidirectional_dijkstra(G, source, target, weight)[1]
    return weighted.bellman_ford_path(G, source, target, weight)


def shortest_path_length(G, source=None, target=None, weight=None, method="dijkstra"):
    method = _method(weight, method)
    if source is None and target is None:
        if method == "unweighted":
            return unweighted.all_pairs_shortest_path_length(G)
        if method == "dijkstra":
            return weighted.all_pairs_dijkstra_path_length(G, None, weight)
        return weighted.all_pairs_bellman_ford_path_length(G, weight)
    if source is None:
        return _lengths(G.reversed, target, weight, method)
    if target is None:
        return _lengths(G, source, weight, method)
    if method == "unweighted":
        G.number(source, "Source {} is not in G"), G.number(target, "Target {} is not in G")
        lengths = unweighted.single_source_shortest_path_length(G, source)
        if target not in lengths:
            raise nx.NetworkXNoPath(f"No path between {source} and {target}.")
        return lengths[target]
    if method == "dijkstra":
        return weighted.dijkstra_path_length(G, source, target, weight)
    return weighted.bellman_ford_path_length(G, source, target, weight)


def _sum_of_lengths(G: Graph, weight: Any, method: str) -> Any:
    if method.startswith("floyd"):
        found = weighted.lengths_of_pairs(G, weight)
    else:
        found = lengths_of_all(G, None if method == "unweighted" else weight, None, method == "bellman-ford")
    total = sum(lengths.sum().item() for _, _, lengths in found)
    return float(total) if method.endswith("numpy") else total


def average_shortest_path_length(G, weight=None, method=None):
    from .components import is_connected, is_strongly_connected

    if method is None:
        method = "unweighted" if weight is None else "dijkstra"
    _method("any", method, (*_SINGLE, "floyd-warshall", "floyd-warshall-numpy"))
    n = len(G)
    if n == 0:
        raise nx.NetworkXPointlessConcept("the null graph has no paths, thus there is no average shortest path length")
    if n == 1:
        return 0
    if G.is_directed() and not is_strongly_connected(G):
        raise nx.NetworkXError("Graph is not strongly connected.")
    if not G.is_directed() and not is_connected(G):
        raise nx.NetworkXError("Graph is not connected.")
    return _sum_of_lengths(G, weight, method) / (n * (n - 1))


# ---- all of the shortest paths


def _predecessors(G: Graph, source: Any, weight: Any, method: str) -> dict[Any, list[Any]]:
    if method == "unweighted":
        return unweighted.predecessor(G, source)
    if method == "dijkstra":
        return weighted.dijkstra_predecessor_and_distance(G, source, None, weight)[0]
    if method == "bellman-ford":
        return weighted.bellman_ford_predecessor_and_distance(G, source, None, weight)[0]
    raise ValueError(f"method not supported: {method}")


def _walk_back(source: Any, target: Any, before: dict[Any, list[Any]]) -> Any:
    """All simple paths to the target along predecessors, depth first."""
    path, used, stack = [target], {target}, [iter(before[target])]
    if target == source:
        yield [target]
    while stack:
        node = next(stack[-1], _END)
        if node is _END:
            stack.pop()
            used.discard(path.pop())
        elif node not in used:
            path.append(node)
            used.add(node)
            stack.append(iter(before[node]))
            if node == source:
                yield path[::-1]


def all_shortest_paths(G, source, target, weight=None, method="dijkstra"):
    before = _predecessors(G, source, weight, "unweighted" if weight is None else method)
    if target not in before:
        raise nx.NetworkXNoPath(f"Target {target} cannot be reached from given sources")
    return _walk_back(source, target, before)


def single_source_all_shortest_paths(G, source, weight=None, method="dijkstra"):
    before = _predecessors(G, source, weight, "unweighted" if weight is None else method)
    return ((node, list(_walk_back(source, node, before))) for node in before)


def all_pairs_all_shortest_paths(G, weight=None, method="dijkstra"):
    return ((name, dict(single_source_all_shortest_paths(G, name, weight, method))) for name in G.names)
