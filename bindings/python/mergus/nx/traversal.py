"""Breadth-first search, and what is reachable."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any, Optional

import networkx as nx
import numpy as np

from ._common import given, refuses
from ._graph import DiGraph, Graph
from ._search import Levels, ShortestPaths, breadth_first, hops


def _limit(G: Graph, depth_limit: Optional[int]) -> float:
    return len(G) if depth_limit is None else depth_limit


def _levels(G: Graph, source: Any, depth_limit: Optional[int] = None, reverse: bool = False) -> Levels:
    # NetworkX asks for the neighbours of the source first.
    start = G.number(source, "The node {} is not in the graph.", nx.NetworkXError)
    return breadth_first(G.reversed.E if reverse else G.E, [start], _limit(G, depth_limit))


def _edges(G: Graph, levels: Levels) -> Iterator[tuple[Any, Any]]:
    names = G.names
    for numbers, parents in levels[1:]:
        for v, u in zip(numbers.tolist(), parents.tolist()):
            yield names[u], names[v]


@refuses(given("neighbors"))
def generic_bfs_edges(G, source, neighbors=None, depth_limit=None):
    return _edges(G, _levels(G, source, depth_limit))


@refuses(given("sort_neighbors"))
def bfs_edges(G, source, reverse=False, depth_limit=None, sort_neighbors=None):
    return _edges(G, _levels(G, source, depth_limit, reverse))


@refuses(given("sort_neighbors"))
def bfs_tree(G, source, reverse=False, depth_limit=None, sort_neighbors=None):
    levels = _levels(G, source, depth_limit, reverse)
    numbers = np.concatenate([level for level, _ in levels])
    parents = np.concatenate([level for _, level in levels])[1:]
    number = np.zeros(len(G), np.int64)
    number[numbers] = np.arange(len(numbers))
    names = [G.names[n] for n in numbers.tolist()]
    return DiGraph(names, number[parents], number[numbers[1:]], context=G._context)


@refuses(given("sort_neighbors"))
def bfs_predecessors(G, source, depth_limit=None, sort_neighbors=None):
    return ((v, u) for u, v in _edges(G, _levels(G, source, depth_limit)))


@refuses(given("sort_neighbors"))
def bfs_successors(G, source, depth_limit=None, sort_neighbors=None):
    def grouped() -> Iterator[tuple[Any, list[Any]]]:
        parent = source
        children: list[Any] = []
        for u, v in edges:
            if u != parent:
                yield parent, children
                parent, children = u, []
            children.append(v)
        yield parent, children

    edges = _edges(G, _levels(G, source, depth_limit))
    return grouped()


def bfs_layers(G, sources):
    listed = [sources] if sources in G else list(set(sources))
    numbers = [G.number(node, "The node {} is not in the graph.", nx.NetworkXError) for node in listed]
    levels = breadth_first(G.E, numbers) if numbers else []
    return ([G.names[n] for n in level.tolist()] for level, _ in levels)


def descendants_at_distance(G, source, distance):
    levels = hops(G, G.number(source, "The node {} is not in the graph.", nx.NetworkXError))
    return {G.names[n] for n in np.flatnonzero(levels == distance)} if distance >= 0 else set()


def _reachable(G: Graph, source: Any, reverse: bool) -> set[Any]:
    levels = hops(G, G.number(source, "The node {} is not in the graph.", nx.NetworkXError), reverse)
    return {G.names[n] for n in np.flatnonzero(levels > 0)}


def descendants(G, source):
    return _reachable(G, source, False)


def ancestors(G, source):
    return _reachable(G, source, True)


def _refuse_weighted_both(G: Any, undirected: bool = False, distance: Any = None, **unused: Any) -> Optional[str]:
    if undirected and distance is not None and G.is_directed():
        return "opposite edges may differ in their weights"
    return None


@refuses(_refuse_weighted_both)
def ego_graph(G, n, radius=1, center=True, undirected=False, distance=None):
    start = G.number(n, "Source {} is not in G" if distance is None else "Node {} not found in graph")
    if distance is not None:
        search = ShortestPaths(G, [start], distance, False)
        inside = G.indicator(search.nodes[search.lengths <= radius])
    else:
        levels = hops(_both_ways(G) if undirected else G, start)
        inside = (levels >= 0) & (levels <= radius)
    if not center:
        inside[start] = False
    return G.subgraph(inside)


def _both_ways(G: Graph) -> Graph:
    """The undirected graph, without attributes."""
    if not G.is_directed():
        return G
    rows, cols, _ = G.S.to_coo()
    return G.with_entries(rows, cols, directed=False)


def bfs_labeled_edges(G, sources):
    """Edges in the order in which a queue meets them; the search numbers the nodes, and levels give the labels."""
    listed = [sources] if sources in G else list(dict.fromkeys(sources))
    start = [G.number(node, error=KeyError) for node in listed]
    levels = breadth_first(G.E, start)
    order = list(chain.from_iterable(level.tolist() for level, _ in levels))
    depth, rank, parent = (np.full(len(G), -1, np.int64) for _ in range(3))
    depth[order] = np.repeat(np.arange(len(levels)), [len(level) for level, _ in levels])
    rank[order] = np.arange(len(order))
    for level, parents in levels:
        parent[level] = parents
    _, places, edges = G.E.extract(order).to_coo()
    rows = G.rows
    turn = np.lexsort((edges, rank[rows[edges]]))
    u, v = rows[edges[turn]], places[turn].astype(np.int64)
    step = depth[v] - depth[u]
    directed = G.is_directed()
    tree, label = parent[v] == u, np.full(len(u), "forward", object)
    label[tree] = "tree"
    label[step == 0] = "level"
    label[step < 0] = "reverse"
    tree &= step == 1
    label[(step == 1) & ~tree] = "forward"
    # Without directions a level edge is seen from its first end, and there are no edges upwards.
    seen = np.ones(len(u), bool) if directed else (step > 0) | (step == 0) & (rank[u] <= rank[v])
    names = G.names
    return ((names[a], names[b], kind) for a, b, kind in zip(u[seen].tolist(), v[seen].tolist(), label[seen].tolist()))
