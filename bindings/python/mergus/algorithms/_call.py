"""What all algorithms share: how they take graphs and vertices."""

from __future__ import annotations

import operator
import os
from collections.abc import Callable
from typing import Any, NamedTuple, Optional, Union

from .._base import address, indices
from .._graph import Graph
from .._matrix import Matrix
from .._matrix_like import MatrixLike

Progress = Optional[Callable[[dict[str, Any]], Any]]
Path = Union[str, "os.PathLike[str]"]


class Checkpoints(NamedTuple):
    """Where an algorithm keeps what it has after a step: a later call with the same graph and options begins with it."""

    directory: Path  #: an existing directory
    seconds: float = 0  #: between two files, at least; 0: a file after each step


def place_of(checkpoints: Union[Path, Checkpoints, None]) -> tuple[str, float]:
    """How the module takes it: an empty directory for None."""
    if checkpoints is None:
        return "", 0
    if not isinstance(checkpoints, Checkpoints):
        checkpoints = Checkpoints(checkpoints)
    return os.fspath(checkpoints.directory) or os.curdir, checkpoints.seconds


def matrix_of(A: Any) -> MatrixLike:
    """The adjacency matrix of a graph, a matrix itself, or a new one from what Matrix.from_any takes."""
    if isinstance(A, Graph):
        A = A.adjacency
    return A if isinstance(A, MatrixLike) else Matrix.from_any(A)


def graph_of(A: MatrixLike) -> Any:
    return matrix_of(A)._plain()._native


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
