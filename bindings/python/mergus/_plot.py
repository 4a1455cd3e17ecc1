"""Pictures of graphs and matrices."""

from __future__ import annotations

import os
from typing import Any, Optional

from . import _core
from ._base import dimension
from ._graph import Graph, Path
from ._matrix import Matrix
from ._matrix_like import MatrixLike
from ._vector import Vector


class SVG(str):
    """A picture as text, which notebooks show."""

    def _repr_svg_(self) -> str:
        return str(self)


def plot(
    graph: Any,
    file: Optional[Path] = None,
    *,
    communities: Optional[Vector] = None,
    spy: bool = False,
    degrees: bool = False,
    size: int = 1000,
    labels: int = 20,
    max_edges: int = 20000,
    iterations: int = 200,
    seed: int = 0,
    cells: int = 128,
    title: str = "",
) -> SVG:
    """A picture as SVG, which is also written to a file, if one is given. A Graph is drawn, by a force layout; of a matrix, or
    with ``spy`` or ``degrees``, the density of entries and a histogram of the rows by their number of entries.

    :param communities: a vector with a label for each vertex, which selects colours. Default: connected components
    :param labels: the number of vertices that have their names, those of highest degree
    :param max_edges: of more edges a sample is drawn
    :param cells: of the density, along the longer side
    """
    if isinstance(graph, Graph) and not spy and not degrees:
        text = graph._native.plot(
            None if communities is None else communities._native,
            dimension(size, "size"),
            dimension(labels, "labels"),
            dimension(max_edges, "max_edges"),
            dimension(iterations, "iterations"),
            dimension(seed, "seed"),
            title,
        )
    else:
        matrix = graph.adjacency if isinstance(graph, Graph) else graph
        if not isinstance(matrix, MatrixLike):
            matrix = Matrix.from_any(matrix)
        both = not spy and not degrees
        text = _core.plot_matrix(
            matrix._plain()._native, spy or both, degrees or both, dimension(cells, "cells"), title
        )
    if file is not None:
        _core.write_text(os.fspath(file), text)
    return SVG(text)
