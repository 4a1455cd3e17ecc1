"""Centralities."""

from __future__ import annotations

import math
from typing import Any, Optional

import networkx as nx
import numpy as np

from .. import algorithms as alg
from .._matrix import Matrix
from .._vector import Vector
from ._common import NETWORKX_37, given, refuses
from ._graph import Graph
from ._search import lengths_of_all


def _share(G: Graph, kind: str) -> dict[Any, Any]:
    if len(G) <= 1:
        return dict.fromkeys(G.names, 1)
    scale = 1.0 / (len(G) - 1.0)
    return G.by_name(G.degrees(kind) * scale)


def degree_centrality(G):
    return _share(G, "both")


def in_degree_centrality(G):
    return _share(G, "in")


def out_degree_centrality(G):
    return _share(G, "out")


def _neighbours_of_group(G: Graph, S: Any, reverse: bool) -> int:
    message = f"The node {{}} is not in the {'di' if G.is_directed() else ''}graph."
    inside = G.indicator([G.number(node, message, nx.NetworkXError) for node in S])
    group = G.vector_at(np.flatnonzero(inside), True)
    around = group.vxm(G.A.T if reverse else G.A, "any_pair")
    return around.nvals - around.ewise_mult(group, "first").nvals


def group_degree_centrality(G, S):
    return _neighbours_of_group(G, S, False) / (len(G) - len(S))


def group_in_degree_centrality(G, S):
    return _neighbours_of_group(G, S, True) / (len(G) - len(S))


def group_out_degree_centrality(G, S):
    return _neighbours_of_group(G, S, False) / (len(G) - len(S))


# ---- shortest paths


def closeness_centrality(G, u=None, distance=None, wf_improved=True):
    n = len(G)
    if u is not None:
        G.number(u, "Source {} is not in G" if distance is None else "Node {} not found in graph")
    # Distances to a node: in NetworkX' words those from it in the reversed graph.
    count, total = np.zeros(n, np.int64), np.zeros(n)
    for source, _, lengths in lengths_of_all(G.reversed, distance):
        count[source], total[source] = len(lengths), lengths.sum()
    with np.errstate(divide="ignore", invalid="ignore"):
        values = np.where((total > 0) & (n > 1), (count - 1.0) / total, 0.0)
    if wf_improved and n > 1:
        values = values * ((count - 1.0) / (n - 1))
    return G.by_name(values) if u is None else values[G.index[u]].item()


def harmonic_centrality(G, nbunch=None, distance=None, sources=None):
    targets, start = G.numbers(nbunch), G.indicator(G.numbers(sources))
    total = np.zeros(len(G))
    for source, nodes, lengths in lengths_of_all(G, distance):
        if start[source]:
            away = lengths != 0
            total[nodes[away]] += 1 / lengths[away]
    return {G.names[n]: value if value else 0 for n, value in zip(targets, total[targets].tolist())}


def _not_counted(G: Any, paths: Any = None, weight: Any = None, **unused: Any) -> Optional[str]:
    if paths is not None or weight is not None or not G.is_directed():
        return "only the unweighted measure of directed graphs is supported"
    return None


@refuses(_not_counted)
def local_reaching_centrality(G, v, paths=None, weight=None, normalized=True):
    if len(G.rows) > 0 and len(G) == 1:
        raise nx.NetworkXError("local_reaching_centrality of a single node with self-loop not well-defined")
    if not len(G.rows):
        raise nx.NetworkXError("Size of G must be positive")
    nodes, lengths = next((p, q) for _, p, q in lengths_of_all(G, None, [G.number(v, "Source {} not in G")]))
    return (len(nodes) - 1) / (len(G) - 1)


# ---- betweenness


def _simple(G: Graph) -> Matrix:
    return G.A.select("offdiag")


def _scale(
    G: Graph, values: np.ndarray, sources: Optional[list[int]], normalized: bool, of_edges: bool = False
) -> np.ndarray:
    """NetworkX' scaling: to pairs of nodes, and from samples of sources to all of them."""
    n = len(G) if of_edges else len(G) - 1
    if n < 2:
        return values
    k = n if sources is None else len(sources)
    correction = 1 if G.is_directed() else 2
    if sources is None or of_edges:
        return values * (1 / (k * (n - 1)) if normalized else n / (k * correction))
    inside = G.indicator(sources)
    # A source is no pair with itself: of one source there is none.
    own, other = (1 / (j * (n - 1)) if normalized else n / (j * correction) for j in (k - 1 if k != 1 else math.nan, k))
    return values * np.where(inside, own, other)


def _sample(G: Graph, k: Optional[int], seed: Any) -> Optional[list[int]]:
    if k is None:
        return None
    return [G.index[node] for node in seed.sample(list(G.names), k)]


@refuses(given("endpoints"))
def betweenness_centrality(G, k=None, normalized=True, weight=None, endpoints=False, seed=None):
    sources = None if k == len(G) else _sample(G, k, seed)
    if not len(G):
        return {}
    if weight is None:
        values = alg.betweenness(_simple(G), sources).to_dense(0.0)
    else:
        if not (G.values(weight) > 0).all():
            raise NotImplementedError("weights that are not positive are left to NetworkX")
        values = alg.betweenness(G.W(weight).select("offdiag"), sources, weighted=True).to_dense(0.0)
    return G.by_name(_scale(G, values, sources, normalized))


@refuses(given("weight"))
def betweenness_centrality_subset(G, sources, targets, normalized=False, weight=None):
    sources = [G.number(node, error=KeyError) for node in sources]
    values = _dependencies(G, sources, G.indicator([G.number(t, error=KeyError) for t in targets]))
    if normalized:
        n = len(G)
        return G.by_name(values * (1 / ((n - 1) * (n - 2)) if n > 2 else 1))
    return G.by_name(values if G.is_directed() else values * 0.5)


def _dependencies(G: Graph, sources: list[int], targets: np.ndarray) -> np.ndarray:
    """Brandes' dependencies of the nodes on paths to the targets, summed over the sources.

    Products with the frontier count shortest paths level by level. On the way back the share of an edge (v, w) is
    paths(v) / paths(w) · (1 if w is a target + the share of w), and that of v the sum over its edges to the next level.
    """
    n, A = len(G), _simple(G).astype(float)
    total = np.zeros(n)
    for source in sources:
        count = Vector.from_coo([source], [1.0], size=n, context=A.context)
        levels = [count]
        paths = count.copy()
        while True:
            step = levels[-1].vxm(A, "plus_times", mask=~paths.S)
            if not step.nvals:
                break
            paths.assign(step, mask=step.S)
            levels.append(step)
        share = np.zeros(n)
        for before, level in zip(reversed(levels[:-1]), reversed(levels[1:])):
            # (target + share) / paths at the level, sent back to the level before, times its paths.
            places, numbers = level.to_coo()
            sent = (targets[places] + share[places]) / numbers
            load = A.mxv(Vector.from_coo(places, sent, size=n, context=A.context), "plus_times", mask=before.S)
            places, sums = load.ewise_mult(before, "times").to_coo()
            share[places] = sums
        share[source] = 0
        total += share
    return total


def _by_edge(G: Graph, values: np.ndarray) -> dict[tuple[Any, Any], float]:
    """Values by edge, with the ends in NetworkX' order; both directions of an undirected edge are added."""
    names = G.names
    listed = zip(G.rows.tolist(), G.cols.tolist(), values.tolist())
    if G.is_directed():
        return {(names[u], names[v]): value for u, v, value in listed}
    found: dict[tuple[int, int], float] = {}
    for u, v, value in listed:
        key = (u, v) if (v, u) not in found else (v, u)
        found[key] = found.get(key, 0.0) + value
    return {(names[u], names[v]): value for (u, v), value in found.items()}


@refuses(given("weight"))
def edge_betweenness_centrality(G, k=None, normalized=True, weight=None, seed=None):
    sources = _sample(G, k, seed)
    values = np.zeros(len(G.rows))
    if len(G):
        found = alg.edge_betweenness(_simple(G), sources)
        values[G.E.ewise_mult(found, "first", dtype=np.int64).to_coo()[2]] = found.to_coo()[2]
    return _by_edge(G, _scale(G, values, sources, normalized, True))


# ---- iterations


def _start(G: Graph, nstart: Any, default: float) -> np.ndarray:
    if nstart is None:
        return np.full(len(G), default)
    return np.array([nstart[name] for name in G.names], float)


def eigenvector_centrality(G, max_iter=100, tol=1e-06, nstart=None, weight=None):
    if not len(G):
        raise nx.NetworkXPointlessConcept("cannot compute centrality for the null graph")
    if nstart is not None and all(value == 0 for value in nstart.values()):
        raise nx.NetworkXError("initial vector cannot have all zero values")
    x = _start(G, nstart, 1.0)
    x = x / x.sum()
    W = G.W(weight or None)
    for _ in range(max_iter):
        last = x
        x = last + G.vector(last).vxm(W, "plus_times").to_dense(0.0)
        x = x / (np.linalg.norm(x) or 1.0)
        if np.abs(x - last).sum() < len(G) * tol:
            return G.by_name(x)
    raise nx.PowerIterationFailedConvergence(max_iter)


def katz_centrality(G, alpha=0.1, beta=1.0, max_iter=1000, tol=1e-06, nstart=None, normalized=True, weight=None):
    if not len(G):
        return {}
    x = _start(G, nstart, 0.0)
    try:
        b = np.full(len(G), float(beta))
    except (TypeError, ValueError, AttributeError) as error:
        if set(beta) != set(G.names):
            raise nx.NetworkXError("beta dictionary must have a value for every node") from error
        b = np.array([beta[name] for name in G.names], float)
    W = G.W(weight)
    for _ in range(max_iter):
        last = x
        x = alpha * G.vector(last).vxm(W, "plus_times").to_dense(0.0) + b
        if np.abs(x - last).sum() < len(G) * tol:
            norm = np.linalg.norm(x) if normalized else 1.0
            return G.by_name(x / norm if norm else x)
    raise nx.PowerIterationFailedConvergence(max_iter)


def _distribution(G: Graph, values: Any) -> np.ndarray:
    """A dict of some of the nodes as a distribution; None: the even one."""
    if values is None:
        return np.repeat(1.0 / len(G), len(G))
    found = np.array([values.get(name, 0) for name in G.names], float)
    with np.errstate(invalid="ignore", divide="ignore"):
        return found / found.sum()


def _personal(G: Graph, personalization: Any) -> np.ndarray:
    if personalization is not None and sum(personalization.get(name, 0) for name in G.names) == 0:
        raise ZeroDivisionError
    return _distribution(G, personalization)


def pagerank(G, alpha=0.85, personalization=None, max_iter=100, tol=1e-06, nstart=None, weight="weight", dangling=None):
    n = len(G)
    if not n:
        return {}
    p = _personal(G, personalization)
    sink = p if dangling is None else _distribution(G, dangling)
    x = _distribution(G, nstart)
    W = G.W(weight).astype(float)
    sums = W.reduce_rows().to_dense(0.0)
    with np.errstate(divide="ignore"):
        share = np.where(sums != 0, 1.0 / sums, 0.0)
    stuck = sums == 0
    for _ in range(max_iter):
        last = x
        spread = G.vector(last * share).vxm(W, "plus_times").to_dense(0.0)
        x = alpha * (spread + last[stuck].sum() * sink) + (1 - alpha) * p
        if np.abs(x - last).sum() < n * tol:
            return G.by_name(x)
    raise nx.PowerIterationFailedConvergence(max_iter)


def _google_of_part(G: Any, nodelist: Any = None, **unused: Any) -> Optional[str]:
    return "nodelist has a part of the nodes" if nodelist is not None and len(nodelist) != len(G) else None


@refuses(_google_of_part)
def google_matrix(G, alpha=0.85, personalization=None, nodelist=None, weight="weight", dangling=None):
    from .matrices import to_numpy_array

    order = G.names if nodelist is None else list(nodelist)
    if not len(G):
        return to_numpy_array(G, order, weight=weight)
    place = [G.number(name, error=KeyError) for name in order]
    W = G.W(weight).astype(float)
    sums = W.reduce_rows().to_dense(0.0)
    p = _personal(G, personalization)
    sink = p if dangling is None else _distribution(G, dangling)
    filled = G.vector(np.where(sums == 0, 1.0, 1.0 / np.where(sums == 0, 1.0, sums))).diag().mxm(W).to_dense()
    filled[sums == 0] = sink
    return (alpha * filled + (1 - alpha) * p)[np.ix_(place, place)]


def hits(G, max_iter=100, tol=1e-08, nstart=None, normalized=True):
    """Power iteration on A'A, until hubs and authorities are near to fixed."""
    if not len(G):
        return {}, {}
    if not len(G.rows):
        raise NotImplementedError("graphs without edges are left to NetworkX")
    if max_iter <= 0:
        raise nx.PowerIterationFailedConvergence(max_iter)
    if len(G) == 1 and not NETWORKX_37:
        raise ValueError("hubs and authorities of a single node are not defined")
    W = G.W("weight").astype(float)
    x = np.full(len(G), 1.0) if nstart is None else np.array([nstart.get(name, 0) for name in G.names], float)
    change = math.inf
    for _ in range(max_iter * 100):
        last = x / (np.abs(x).sum() or 1.0)
        hubs = W.mxv(G.vector(last)).to_dense(0.0)
        x = G.vector(hubs).vxm(W).to_dense(0.0)
        x = x / (np.abs(x).sum() or 1.0)
        change = np.abs(x - last).sum()
        if change < min(tol, 1e-15):
            break
    if not change < max(tol, 1e-12):
        raise nx.PowerIterationFailedConvergence(max_iter)
    hubs = W.mxv(G.vector(x)).to_dense(0.0)
    if not normalized:
        x = x / (np.linalg.norm(x) or 1.0)
        hubs = W.mxv(G.vector(x)).to_dense(0.0)
    else:
        hubs = hubs / hubs.sum()
    return G.by_name(hubs), G.by_name(x)
