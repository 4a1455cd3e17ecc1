"""Shortest paths along weighted edges. Integer weights give integer lengths."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import networkx as nx
import numpy as np

from ._common import given, refuses
from ._graph import Graph
from ._search import Lengths, ShortestPaths, check_weights, lengths_from, lengths_of_all, names_by_length


def _search(G: Graph, sources: Iterable[Any], weight: Any, negative: bool, message: str) -> ShortestPaths:
    numbers = dict.fromkeys(G.number(node, message) for node in sources)
    return ShortestPaths(G, list(numbers), weight, negative)


def _one(found: Any, target: Any, message: str) -> Any:
    if target not in found:
        raise nx.NetworkXNoPath(message)
    return found[target]


# ---- Dijkstra's functions: weights must not be negative

_MISSING = "Node {} not found in graph"


def _sources(sources: Any) -> Any:
    if not sources:
        raise ValueError("sources must not be empty")
    return sources


def multi_source_dijkstra(G, sources, target=None, cutoff=None, weight="weight"):
    search = _search(G, _sources(sources), weight, False, _MISSING)
    if target in sources:
        return 0, [target]
    lengths, paths = search.distances(cutoff), search.paths(cutoff)
    if target is None:
        return lengths, paths
    message = f"No path to {target}."
    return _one(lengths, target, message), _one(paths, target, message)


def multi_source_dijkstra_path(G, sources, cutoff=None, weight="weight"):
    return _search(G, _sources(sources), weight, False, _MISSING).paths(cutoff)


def multi_source_dijkstra_path_length(G, sources, cutoff=None, weight="weight"):
    return _search(G, _sources(sources), weight, False, _MISSING).distances(cutoff)


def single_source_dijkstra(G, source, target=None, cutoff=None, weight="weight"):
    return multi_source_dijkstra(G, {source}, target, cutoff, weight)


def single_source_dijkstra_path(G, source, cutoff=None, weight="weight"):
    return multi_source_dijkstra_path(G, {source}, cutoff, weight)


def single_source_dijkstra_path_length(G, source, cutoff=None, weight="weight"):
    return multi_source_dijkstra_path_length(G, {source}, cutoff, weight)


def dijkstra_path(G, source, target, weight="weight"):
    return single_source_dijkstra(G, source, target, None, weight)[1]


def dijkstra_path_length(G, source, target, weight="weight"):
    lengths = single_source_dijkstra_path_length(G, source, None, weight)
    return 0 if source == target else _one(lengths, target, f"Node {target} not reachable from {source}")


def all_pairs_dijkstra(G, cutoff=None, weight="weight"):
    check_weights(G, weight, False)
    return ((name, single_source_dijkstra(G, name, None, cutoff, weight)) for name in G.names)


def all_pairs_dijkstra_path(G, cutoff=None, weight="weight"):
    check_weights(G, weight, False)
    return ((name, single_source_dijkstra_path(G, name, cutoff, weight)) for name in G.names)


def all_pairs_dijkstra_path_length(G, cutoff=None, weight="weight"):
    found = lengths_of_all(G, weight, None, False)
    return ((G.names[n], names_by_length(G, nodes, lengths, cutoff)) for n, nodes, lengths in found)


def dijkstra_predecessor_and_distance(G, source, cutoff=None, weight="weight"):
    search = _search(G, [source], weight, False, "Node {} is not found in the graph")
    near, before = search.distances(cutoff), search.predecessors()
    return {node: before[node] for node in near}, near


def bidirectional_dijkstra(G, source, target, weight="weight"):
    start, _ = G.number(source, "Source {} is not in G"), G.number(target, "Target {} is not in G")
    if source == target:
        return 0, [source]
    search = ShortestPaths(G, [start], weight, False)
    message = f"No path between {source} and {target}."
    return _one(search.distances(), target, message), _one(search.paths(), target, message)


# ---- those of Bellman and Ford


def _bellman_ford(G: Graph, source: Any, weight: Any, message: str) -> ShortestPaths:
    return _search(G, [source], weight, True, message)


def single_source_bellman_ford(G, source, target=None, weight="weight"):
    if source == target:
        G.number(source, "Node {} is not found in the graph")
        return 0, [source]
    search = _bellman_ford(G, source, weight, "Source {} not in G")
    lengths, paths = search.distances(), search.paths()
    if target is None:
        return lengths, paths
    message = f"Node {target} not reachable from {source}"
    return _one(lengths, target, message), _one(paths, target, message)


def single_source_bellman_ford_path(G, source, weight="weight"):
    return _bellman_ford(G, source, weight, "Source {} not in G").paths()


def single_source_bellman_ford_path_length(G, source, weight="weight"):
    return _bellman_ford(G, source, weight, "Source {} not in G").distances()


def bellman_ford_path(G, source, target, weight="weight"):
    return single_source_bellman_ford(G, source, target, weight)[1]


def bellman_ford_path_length(G, source, target, weight="weight"):
    if source == target:
        G.number(source, _MISSING)
        return 0
    lengths = single_source_bellman_ford_path_length(G, source, weight)
    return _one(lengths, target, f"node {target} not reachable from {source}")


def all_pairs_bellman_ford_path(G, weight="weight"):
    return ((name, single_source_bellman_ford_path(G, name, weight)) for name in G.names)


def all_pairs_bellman_ford_path_length(G, weight="weight"):
    found = lengths_of_all(G, weight, None, True)
    return ((G.names[n], names_by_length(G, nodes, lengths)) for n, nodes, lengths in found)


@refuses(given("target"))
def bellman_ford_predecessor_and_distance(G, source, target=None, weight="weight", heuristic=False):
    G.number(source, "Node {} is not found in the graph")
    values = G.values(weight)
    if (values[G.rows == G.cols] < 0).any():
        raise nx.NetworkXUnbounded("Negative cycle detected.")
    search = _bellman_ford(G, source, weight, "Source {} not in G")
    return search.predecessors(), search.distances()


def goldberg_radzik(G, source, weight="weight"):
    G.number(source, "Node {} is not found in the graph")
    values = G.values(weight)
    if (values[G.rows == G.cols] < 0).any():
        raise nx.NetworkXUnbounded("Negative cycle detected.")
    search = _bellman_ford(G, source, weight, "Node {} is not found in the graph")
    return {node: path[-2] if len(path) > 1 else None for node, path in search.paths().items()}, search.distances()


def negative_edge_cycle(G, weight="weight", heuristic=True):
    if not len(G.rows):
        return False
    W = check_weights(G, weight, True)
    try:
        lengths_from(W, list(range(len(G))) if len(G) > 1 else [0])
    except nx.NetworkXUnbounded:
        return True
    return False


def johnson(G, weight="weight"):
    return {name: single_source_bellman_ford_path(G, name, weight) for name in G.names}


# ---- all pairs at once


def lengths_of_pairs(G: Graph, weight: Any) -> Lengths:
    """(source, reachable nodes, lengths) of each source, for any weights without negative cycles."""
    try:
        yield from lengths_of_all(G, weight, None, True)
    except nx.NetworkXUnbounded:
        raise NotImplementedError("negative cycles are left to NetworkX") from None


def floyd_warshall(G, weight="weight"):
    names, inf = G.names, float("inf")
    found = {}
    for n, nodes, lengths in lengths_of_pairs(G, weight):
        row = dict.fromkeys(names, inf)
        row.update(zip((names[v] for v in nodes.tolist()), lengths.tolist()))
        found[names[n]] = row
    return found


def floyd_warshall_numpy(G, nodelist=None, weight="weight"):
    order = list(range(len(G)))
    if nodelist is not None:
        if not (len(nodelist) == len(G) == len(set(nodelist))):
            raise nx.NetworkXError(
                "nodelist must contain every node in G with no repeats."
                "If you wanted a subgraph of G use G.subgraph(nodelist)"
            )
        order = [G.index[node] for node in nodelist]
    found = np.full((len(G), len(G)), np.inf)
    for n, nodes, lengths in lengths_of_pairs(G, weight):
        found[n, nodes] = lengths
    return found[np.ix_(order, order)]


def floyd_warshall_predecessor_and_distance(G, weight="weight"):
    lengths = floyd_warshall(G, weight)
    loops = set(G.rows[G.rows == G.cols].tolist())
    before: dict[Any, dict[Any, Any]] = {}
    for n, name in enumerate(G.names):
        paths = ShortestPaths(G, [n], weight, True).paths()
        entries = {node: path[-2] for node, path in paths.items() if len(path) > 1}
        if n in loops:
            entries[name] = name
        if entries:
            before[name] = entries
    return before, lengths
