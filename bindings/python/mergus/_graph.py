"""Graphs with names."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import Any, Optional

from . import _core
from ._base import dimension
from ._context import Context
from ._errors import InvalidValue
from ._graph_sources import GraphSources, Path
from ._lazy import np
from ._matrix import Matrix
from ._matrix_like import MatrixLike
from ._names import Name, encoded, listed, native_names
from ._vector import Vector


class Graph(GraphSources):
    """An adjacency matrix, whether edges have a direction, and names of the vertices: all integers, all strings, or none,
    when a vertex is named by its number. A graph does not change; what is derived of it is kept.

    >>> graph = mg.Graph.read("friends.csv", directed=False)
    >>> graph.top(mg.algorithms.pagerank(graph).rank, 10)
    >>> mg.plot(graph, "friends.svg")

    Of several edges between the same vertices, ``multiple`` says what becomes: "sum" of the weights, "min", "max", "first",
    "last", or their number, "count". Functions of ``mg.algorithms`` take a graph in place of its matrix.
    """

    __slots__ = ("_native", "_list", "_adjacency", "__weakref__")

    def __init__(self, adjacency: Any, *, directed: bool = True, names: Optional[Iterable[Name]] = None) -> None:
        matrix = adjacency if isinstance(adjacency, MatrixLike) else Matrix.from_any(adjacency)
        held = matrix._plain()._native
        self._adopt(_core.Graph.from_matrix(held, directed, native_names(None if names is None else list(names))))

    def _adopt(self, native: Any) -> None:
        self._native = native
        self._list: Optional[Sequence[Name]] = None
        self._adjacency: Optional[Matrix] = None

    @classmethod
    def _of(cls, native: Any) -> Graph:
        graph = cls.__new__(cls)
        graph._adopt(native)
        return graph

    # ---- what it is

    @property
    def adjacency(self) -> Matrix:
        """The matrix, without a copy. It must not be written."""
        if self._adjacency is None:
            self._adjacency = Matrix._of(self._native.adjacency())
        return self._adjacency

    @property
    def directed(self) -> bool:
        """Whether edges have a direction. The matrix of an undirected graph is symmetric."""
        return self._native.directed

    @property
    def nvertices(self) -> int:
        """The number of vertices."""
        return self._native.vertices

    @property
    def nedges(self) -> int:
        """The number of edges; those of an undirected graph count once."""
        return self._native.edges

    @property
    def context(self) -> Context:
        """The context of its matrix."""
        return self.adjacency.context

    @property
    def names(self) -> Sequence[Name]:
        """The names of the vertices: an array of int64, a list of strings, or a range."""
        if self._list is None:
            self._list = listed(self._native.names, self.nvertices)
        return self._list

    def __len__(self) -> int:
        return self.nvertices

    def __repr__(self) -> str:
        kind = "directed" if self.directed else "undirected"
        return f"<mergus.Graph {kind}, {self.nvertices} vertices, {self.nedges} edges, {self.adjacency.dtype}>"

    def vertex(self, name: Name) -> int:
        """The vertex of a name. KeyError if there is none."""
        found = self._native.names.find(encoded(str(name)))
        if found is None or found >= self.nvertices or isinstance(name, str) != (self._native.names.kind == "strings"):
            raise KeyError(name)
        return found

    def name(self, vertex: int) -> Name:
        """The name of a vertex."""
        name = self.names[vertex]
        return name if isinstance(name, str) else int(name)

    # ---- derived, and kept

    @property
    def out_degrees(self) -> Vector:
        """Edges from each vertex."""
        return Vector._of(self._native.out_degrees())

    @property
    def in_degrees(self) -> Vector:
        """Edges to each vertex."""
        return Vector._of(self._native.in_degrees())

    @property
    def transposed(self) -> Matrix:
        """The transpose of the matrix. It must not be written."""
        return Matrix._of(self._native.transposed())

    @property
    def symmetric(self) -> Matrix:
        """The pattern in both directions without loops. It must not be written."""
        return Matrix._of(self._native.symmetric())

    # ---- results with names

    def top(self, result: Vector, count: int = 10) -> list[tuple[Name, Any]]:
        """Names and values of the greatest entries of a vector, greatest first; equal ones by vertex."""
        self._check(result)
        vertices, _ = self._native.top(result._native, dimension(count, "count"))
        return [(self.name(v), result[v]) for v in vertices]

    def to_dict(self, result: Vector) -> dict[Name, Any]:
        """The entries of a vector by name."""
        self._check(result)
        found, values = result.to_coo()
        return dict(zip((self.name(int(v)) for v in found), values.tolist()))

    def to_pandas(self, result: Optional[Vector] = None) -> Any:
        """The entries of a vector as a Series with names as index; without a vector the edges as a DataFrame."""
        import pandas

        if result is not None:
            self._check(result)
            found, values = result.to_coo()
            return pandas.Series(values, index=pandas.Index(self._selected(found), name="vertex"))
        rows, cols, values = self._edges()
        return pandas.DataFrame({"source": self._selected(rows), "target": self._selected(cols), "weight": values})

    def to_networkx(self) -> Any:
        """A DiGraph or Graph of NetworkX with the names as nodes."""
        import networkx

        graph = networkx.DiGraph() if self.directed else networkx.Graph()
        graph.add_nodes_from(self.name(v) for v in range(self.nvertices))
        rows, cols, values = (part.tolist() for part in self._edges())
        edges = ((self.name(i), self.name(j), value) for i, j, value in zip(rows, cols, values))
        if self.adjacency.dtype == np.bool_:
            graph.add_edges_from((a, b) for a, b, _ in edges)
        else:
            graph.add_weighted_edges_from(edges)
        return graph

    def write(self, file: Path, result: Optional[Any] = None) -> None:
        """Writes the graph as GraphML (.graphml), GML (.gml) or CSV, by the file's name, which may also end in .gz; or a
        result, a vector or matrix, as CSV with names."""
        name = os.fspath(file)
        if result is not None:
            self._native.write_result(
                result._plain()._native if isinstance(result, MatrixLike) else result._native, name
            )
            return
        plain = name[:-3] if name.endswith(".gz") else name
        format = "graphml" if plain.endswith(".graphml") else "gml" if plain.endswith(".gml") else "csv"
        self._native.write(name, format)

    def _check(self, result: Vector) -> None:
        if len(result) != self.nvertices:
            raise InvalidValue(f"a vector of size {len(result)} is no result of a graph of {self.nvertices} vertices")

    def _selected(self, vertices: np.ndarray) -> Any:
        names = self.names
        if isinstance(names, list):
            return [names[v] for v in vertices]
        return np.asarray(names)[vertices.astype(np.int64)] if len(vertices) else np.empty(0, np.int64)

    def _edges(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Each edge once."""
        rows, cols, values = self.adjacency.to_coo()
        if self.directed:
            return rows, cols, values
        upper = rows <= cols
        return rows[upper], cols[upper], values[upper]
