"""What all algorithms share: how they take graphs and vertices."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, Optional

from .._base import address, indices
from .._graph import Graph
from .._matrix import Matrix
from .._matrix_like import MatrixLike

Progress = Optional[Callable[[dict[str, Any]], Any]]


def graph_of(A: MatrixLike) -> Any:
    if isinstance(A, Graph):
        A = A.adjacency
    if not isinstance(A, MatrixLike):
        A = Matrix.from_any(A)
    return A._plain()._native


def is_one(sources: Any) -> bool:
    """Whether it is an integer, of Python or NumPy, and not an array of them."""
    return hasattr(sources, "__index__") and getattr(sources, "ndim", 0) == 0


def sources_of(sources: Any, graph: Any) -> tuple[Any, tuple[int, int]]:
    """The array, which must live as long as the call, and how the module takes it."""
    if sources is None:
        sources = range(graph.nrows)
    if is_one(sources):
        sources = [operator.index(sources)]
    array = indices(list(sources) if isinstance(sources, range) else sources, "sources")
    return array, (address(array), len(array))
