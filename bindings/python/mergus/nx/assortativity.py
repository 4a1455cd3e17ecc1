"""Degrees of neighbours."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import networkx as nx
import numpy as np

from ._graph import Graph

_KINDS = {"in": "in", "out": "out", "in+out": "both"}


def _sums(G: Graph, matrix: Any, degrees: np.ndarray) -> Any:
    return matrix.mxv(G.vector(degrees)).to_dense(0) if len(G) else degrees


def average_neighbor_degree(G, source="out", target="out", nodes=None, weight=None):
    if not G.is_directed() and (source != "out" or target != "out"):
        raise nx.NetworkXError("source and target arguments are only supported for directed graphs")
    for name, value in (("source", source), ("target", target)):
        if value not in tuple(_KINDS):
            raise nx.NetworkXError(f"{name} argument {value} must be 'in', 'out' or 'in+out'")
    kind = "both" if not G.is_directed() else _KINDS[source]
    degrees = G.degrees(kind, weight)
    targets = G.degrees("both" if not G.is_directed() else _KINDS[target])
    W, total = G.W(weight), np.zeros(len(G))
    if kind != "in":
        total = total + _sums(G, W, targets)
    if G.is_directed() and kind != "out":
        total = total + _sums(G, W.T, targets)
    values = [t / d if d else 0.0 for t, d in zip(total.tolist(), degrees.tolist())]
    return {G.names[n]: values[n] for n in G.numbers(nodes)}


def average_degree_connectivity(G, source="in+out", target="in+out", nodes=None, weight=None):
    if G.is_directed():
        for name, value in (("source", source), ("target", target)):
            if value not in tuple(_KINDS):
                raise nx.NetworkXError(f'{name} must be one of "in", "out", or "in+out"')
    elif source != "in+out" or target != "in+out":
        raise nx.NetworkXError("source and target arguments are only supported for directed graphs")
    degrees, norms = G.degrees(_KINDS[source]), G.degrees(_KINDS[source], weight)
    W = G.W(weight)
    totals = _sums(G, W.T if source == "in" else W, G.degrees(_KINDS[target]))
    total: dict[int, Any] = defaultdict(int)
    norm: dict[int, Any] = defaultdict(int)
    for n in G.numbers(nodes):
        k = int(degrees[n])
        total[k] += totals[n].item()
        norm[k] += norms[n].item()
    return {k: value if norm[k] == 0 else value / norm[k] for k, value in total.items()}
