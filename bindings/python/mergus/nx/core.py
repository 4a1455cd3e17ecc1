"""Cores and trusses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import networkx as nx
import numpy as np

from .. import algorithms as alg
from ._common import refuses, undirected_only
from ._graph import Graph


def _no_loops(G: Graph) -> Graph:
    if G.loops:
        raise nx.NetworkXNotImplemented(
            "Input graph has self loops which is not permitted; Consider using G.remove_edges_from(nx.selfloop_edges(G))."
        )
    return G


def _numbers(G: Graph, given: Any = None) -> np.ndarray:
    if given is not None:
        return np.array([given[name] for name in G.names])
    if not len(_no_loops(G)):
        return np.zeros(0, np.int64)
    return alg.core_numbers(G.S).to_dense(0).astype(np.int64)


@refuses(undirected_only)
def core_number(G):
    return G.by_name(_numbers(G))


def _largest(cores: np.ndarray) -> Any:
    return max(cores.tolist())  # of no nodes a ValueError, as in NetworkX


def _subgraph(G: Graph, k: Any, given: Any, inside: Callable[[np.ndarray, Any], np.ndarray]) -> Graph:
    cores = _numbers(G, given)
    return G.subgraph(inside(cores, _largest(cores) if k is None else k))


@refuses(undirected_only)
def k_core(G, k=None, core_number=None):
    return _subgraph(G, k, core_number, lambda cores, k: cores >= k)


@refuses(undirected_only)
def k_shell(G, k=None, core_number=None):
    return _subgraph(G, k, core_number, lambda cores, k: cores == k)


@refuses(undirected_only)
def k_crust(G, k=None, core_number=None):
    cores = _numbers(G, core_number)
    return G.subgraph(cores <= (_largest(cores) - 1 if k is None else k))


@refuses(undirected_only)
def k_corona(G, k, core_number=None):
    cores = _numbers(G, core_number)
    near = np.zeros(len(G), np.int64)
    if len(G):
        near += G.A.mxv(G.vector((cores >= k).astype(np.int64))).to_dense(0)
    return G.subgraph((cores == k) & (near == k))


def k_truss(G, k):
    _no_loops(G)
    # Edges are in no fewer than 0 triangles.
    truss = alg.k_truss(G.S, int(np.ceil(k))) if k > 2 and len(G) else G.A
    keep = np.zeros(len(G.rows), bool)
    if len(G):
        keep[G.E.ewise_mult(truss, "first", dtype=np.int64).to_coo()[2]] = True
    inside = np.zeros(len(G), bool)
    inside[G.rows[keep]] = True
    return G.subgraph(inside, keep)
