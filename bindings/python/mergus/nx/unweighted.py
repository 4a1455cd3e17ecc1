"""Shortest paths that count edges."""

from __future__ import annotations

from typing import Any

import networkx as nx
import numpy as np

from ._graph import Graph
from ._search import breadth_first, hops, lengths_of_all, names_by_length, paths_of


def _limit(cutoff: Any) -> Any:
    """NetworkX searches whole levels while they are below the cutoff, and lists the source even if that is negative."""
    return None if cutoff is None else max(np.ceil(cutoff), 0)


def _lengths(G: Graph, source: int, cutoff: Any, reverse: bool = False) -> dict[Any, int]:
    levels = hops(G, source, reverse)
    nodes = np.flatnonzero(levels >= 0)
    return names_by_length(G, nodes, levels[nodes].astype(np.int64), _limit(cutoff))


def single_source_shortest_path_length(G, source, cutoff=None):
    return _lengths(G, G.number(source, "Source {} is not in G"), cutoff)


def single_target_shortest_path_length(G, target, cutoff=None):
    return _lengths(G, G.number(target, "Target {} is not in G"), cutoff, True)


def all_pairs_shortest_path_length(G, cutoff=None):
    limit = _limit(cutoff)
    return ((G.names[s], names_by_length(G, nodes, lengths, limit)) for s, nodes, lengths in lengths_of_all(G))


def single_source_shortest_path(G, source, cutoff=None):
    return paths_of(G, breadth_first(G.E, [G.number(source, "Source {} not in G")], cutoff))


def single_target_shortest_path(G, target, cutoff=None):
    paths = paths_of(G, breadth_first(G.reversed.E, [G.number(target, "Target {} not in G")], cutoff))
    return {node: path[::-1] for node, path in paths.items()}


def all_pairs_shortest_path(G, cutoff=None):
    return ((name, single_source_shortest_path(G, name, cutoff)) for name in G.names)


def bidirectional_shortest_path(G, source, target):
    start, end = G.number(source, "Source {} is not in G"), G.number(target, "Target {} is not in G")
    parent = np.full(len(G), -1, np.int64)
    for numbers, parents in breadth_first(G.E, [start]):
        parent[numbers] = parents
    if parent[end] < 0 and start != end:
        raise nx.NetworkXNoPath(f"No path between {source} and {target}.")
    path = [end]
    while path[-1] != start:
        path.append(int(parent[path[-1]]))
    return [G.names[n] for n in reversed(path)]


def has_path(G, source, target):
    start, end = G.number(source, "Source {} is not in G"), G.number(target, "Target {} is not in G")
    return bool(hops(G, start)[end] >= 0)


def predecessor(G, source, target=None, cutoff=None, return_seen=None):
    levels = breadth_first(G.E, [G.number(source, "Source {} not in G")], cutoff or None)
    depth = np.full(len(G), -2, np.int64)
    rank = np.zeros(len(G), np.int64)
    order = np.concatenate([numbers for numbers, _ in levels])
    rank[order] = np.arange(len(order))
    for number, (numbers, _) in enumerate(levels):
        depth[numbers] = number
    u, v = G.rows, G.cols
    down = np.flatnonzero(depth[u] + 1 == depth[v])
    down = down[np.lexsort((rank[u[down]], rank[v[down]]))]
    names = G.names
    before: dict[Any, list[Any]] = {names[n]: [] for n in order.tolist()}
    for a, b in zip(u[down].tolist(), v[down].tolist()):
        before[names[b]].append(names[a])
    seen = {names[n]: int(depth[n]) for n in order.tolist()}
    if target is None:
        return (before, seen) if return_seen else before
    found = before.get(target, [])
    return (found, seen.get(target, -1)) if return_seen else found
