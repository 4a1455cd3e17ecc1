"""Matrices of a graph, as arrays of SciPy and NumPy."""

from __future__ import annotations

from typing import Any, Optional

import networkx as nx
import numpy as np

from .._matrix import Matrix
from ._common import refuses
from ._graph import Graph


def _chosen(G: Graph, nodelist: Any, weight: Any) -> Matrix:
    """The adjacency matrix of the nodes of a list, in its order."""
    if not len(G):
        raise nx.NetworkXError("Graph has no nodes or edges")
    W = G.W(weight)
    if nodelist is None:
        return W
    if not len(nodelist):
        raise nx.NetworkXError("nodelist has no nodes")
    order = [G.number(node, "Node {} in nodelist is not in G", nx.NetworkXError) for node in nodelist]
    if len(set(order)) != len(order):
        raise nx.NetworkXError("nodelist contains duplicates.")
    return W if order == list(range(len(G))) else W.extract(order, order)


def to_scipy_sparse_array(G, nodelist=None, dtype=None, weight="weight", format="csr"):
    found = _chosen(G, nodelist, weight)
    array = found.to_scipy()
    array = array.astype(dtype if dtype is not None else array.dtype if found.nvals else float)
    try:
        return array.asformat(format)
    except ValueError as error:
        raise nx.NetworkXError(f"Unknown sparse matrix format: {format}") from error


def adjacency_matrix(G, nodelist=None, dtype=None, weight="weight"):
    return to_scipy_sparse_array(G, nodelist, dtype, weight)


def _structured(G: Any, dtype: Any = None, **unused: Any) -> Optional[str]:
    return "structured dtypes are not supported" if dtype is not None and np.dtype(dtype).names else None


@refuses(_structured)
def to_numpy_array(G, nodelist=None, dtype=None, order=None, multigraph_weight=sum, weight="weight", nonedge=0.0):
    listed = G.names if nodelist is None else list(nodelist)
    if missing := {node for node in listed if node not in G}:
        raise nx.NetworkXError(f"Nodes {missing} in nodelist is not in G")
    if len(set(listed)) < len(listed):
        raise nx.NetworkXError("nodelist contains duplicates.")
    array = np.full((len(listed), len(listed)), nonedge, dtype, order)
    if listed:
        rows, cols, values = _chosen(G, None if nodelist is None else listed, weight).to_coo()
        array[rows, cols] = values
    return array


def _sums(matrix: Matrix, columns: bool = False) -> Any:
    sums = matrix.reduce_columns() if columns else matrix.reduce_rows()
    return np.zeros(matrix.nrows, matrix.dtype) + sums.to_dense(0)


def _diagonal(G: Graph, values: np.ndarray) -> Matrix:
    from .._vector import Vector

    return Vector.from_dense(np.ascontiguousarray(values), context=G._context).diag()


def _laplacian(G: Graph, nodelist: Any, weight: Any) -> tuple[Matrix, np.ndarray]:
    W = _chosen(G, nodelist, weight)
    degrees = _sums(W)
    return _diagonal(G, degrees).ewise_union(W, "minus", 0, 0), degrees


def laplacian_matrix(G, nodelist=None, weight="weight"):
    return _laplacian(G, nodelist, weight)[0].to_scipy()


def normalized_laplacian_matrix(G, nodelist=None, weight="weight"):
    L, degrees = _laplacian(G, nodelist, weight)
    with np.errstate(divide="ignore"):
        scale = 1.0 / np.sqrt(degrees)
    scale[np.isinf(scale)] = 0
    D = _diagonal(G, scale)
    return D.mxm(L).mxm(D).to_scipy()


def modularity_matrix(G, nodelist=None, weight=None):
    W = _chosen(G, nodelist, weight)
    k = _sums(W)
    return W.to_dense() - np.outer(k, k) / (2 * (k.sum() * 0.5))


def directed_modularity_matrix(G, nodelist=None, weight=None):
    W = _chosen(G, nodelist, weight)
    into, out = _sums(W, True), _sums(W)
    return W.to_dense() - np.outer(out, into) / into.sum()
