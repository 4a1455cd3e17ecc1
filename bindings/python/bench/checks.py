"""Proofs that results of graph algorithms are right, by NumPy and SciPy, in time linear in the edges."""

import numpy as np
import scipy.sparse as sp

MISSING = np.inf


def least_neighbour(S, values):
    """For each vertex the least value of its neighbours, of values + weights if S has weights; inf without neighbours."""
    found = np.full(S.shape[0], np.inf)
    filled = np.flatnonzero(np.diff(S.indptr))
    sums = values[S.indices]
    if S.dtype != np.bool_:
        sums += S.data
    found[filled] = np.minimum.reduceat(sums, S.indptr[filled].astype(np.int64))
    return found


def is_distance(S, distance, source):
    """Whether these are the distances from `source` in an undirected graph: 0 there, and elsewhere one step more than the best
    neighbour (also where no path leads). Weights must be positive; without weights (bool) an edge has the length 1."""
    best = least_neighbour(S, distance) + (S.dtype == np.bool_)
    best[source] = 0
    return bool(np.allclose(distance, best, rtol=1e-12, atol=0))


def is_pagerank(S, rank, damping=0.85):
    """Whether another iteration changes little."""
    degree = np.diff(S.indptr)
    share = np.divide(rank, degree, out=np.zeros_like(rank), where=degree > 0)
    sums = np.bincount(S.indices, weights=np.repeat(share, degree), minlength=len(rank))
    after = (1 - damping) / len(rank) + damping * (sums + rank[degree == 0].sum() / len(rank))
    return bool(np.abs(after - rank).sum() < 1e-4 and abs(rank.sum() - 1) < 1e-6)


def is_partition(S, labels):
    """Whether the labels are those of the connected components."""
    count, wanted = sp.csgraph.connected_components(S, directed=False)
    pairs = np.unique(np.stack([labels, wanted]), axis=1)
    return bool(pairs.shape[1] == count == len(np.unique(labels)))


def triangles(S):
    """The number of triangles, by a product of the lower triangle."""
    L = sp.tril(S, -1, format="csr").astype(np.int64)
    return int((L @ L).multiply(L).sum())


def betweenness(S, sources):
    """Brandes' algorithm, a level at a time."""
    P = S.astype(np.float64)
    total = np.zeros(S.shape[0])
    for source in sources:
        paths = np.zeros(S.shape[0])
        paths[source] = 1
        levels, front, seen = [], paths.copy(), paths > 0
        while front.any():
            levels.append(front)
            front = np.where(seen, 0, P @ front)
            seen |= front > 0
            paths += front
        depends = np.zeros(S.shape[0])
        for deep in range(len(levels) - 1, 0, -1):
            here = levels[deep] > 0
            share = np.where(here, (1 + depends) / np.where(here, paths, 1), 0)
            above = levels[deep - 1] > 0
            depends[above] += (paths * (P @ share))[above]
        depends[source] = 0
        total += depends
    return total
