"""Directed acyclic graphs, and what follows from reachability."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import networkx as nx
import numpy as np

from ._common import directed_only, refuses
from ._graph import Graph


def _generations(G: Graph) -> Iterator[list[Any]]:
    """Nodes without incoming edges, taken off again and again. The product over max and plus finds the last incoming edge of
    each node, which is its turn in the next generation."""
    missing = G.degrees("in")
    numbers = np.flatnonzero(missing == 0)
    taken = 0
    while len(numbers):
        yield [G.names[n] for n in numbers.tolist()]
        taken += len(numbers)
        frontier = G.vector_at(numbers, np.arange(len(numbers), dtype=np.int64) << 32)
        places, counts = frontier.vxm(G.A, "plus_second").to_coo()
        missing[places] -= counts
        keys = frontier.vxm(G.E, "max_plus").to_coo()[1]
        done = missing[places] == 0
        numbers = places[done][np.argsort(keys[done])].astype(np.int64)
    if taken < len(G):
        raise nx.NetworkXUnfeasible("Graph contains a cycle or graph changed during iteration")


def topological_generations(G):
    if not G.is_directed():
        raise nx.NetworkXError("Topological sort not defined on undirected graphs.")
    yield from _generations(G)


def topological_sort(G):
    for generation in topological_generations(G):
        yield from generation


def has_cycle(G):
    try:
        for _ in topological_generations(G):
            pass
    except nx.NetworkXUnfeasible:
        return True
    return False


def is_directed_acyclic_graph(G):
    return G.is_directed() and not has_cycle(G)


def dag_longest_path_length(G, weight="weight", default_weight=1):
    """Relaxes all edges over max and plus, from 0 at every node, until nothing changes."""
    if has_cycle(G):
        raise nx.NetworkXUnfeasible("Graph contains a cycle or graph changed during iteration")
    if not len(G):
        return 0
    W = G.W(weight, default_weight)
    longest = G.vector(np.zeros(len(G), W.dtype))
    while True:
        before = longest.copy()
        longest = before.vxm(W, "max_plus", accum="max", out=longest)
        if longest == before:
            return longest.reduce("max")


@refuses(directed_only)
def transitive_closure(G, reflexive=False):
    if reflexive not in {None, True, False}:
        raise nx.NetworkXError("Incorrect value for the parameter `reflexive`")
    reached = G.A
    while True:
        more = reached.mxm(reached, "any_pair", mask=~reached.S, dtype=np.int64)
        if not more.nvals:
            break
        reached = reached.ewise_add(more, "first")
    if reflexive is None:
        reached = reached.select("offdiag")
    elif reflexive:
        reached = reached.ewise_add(G.vector(np.ones(len(G), np.int64)).diag(), "first")
    added = reached.apply("identity", mask=~G.A.S)
    rows, cols, _ = added.to_coo()
    made = G.with_entries(np.concatenate([G.rows, rows]), np.concatenate([G.cols, cols]))
    made.edge_data = None if G.edge_data is None else G.edge_data + [{} for _ in range(len(rows))]
    made.node_data, made.graph = G.node_data, dict(G.graph)
    return made
