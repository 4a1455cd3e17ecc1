"""Graphs with names, and pictures."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import Any, Optional, Union

from . import _core
from ._base import address, dimension, on_host
from ._context import Context, native_context
from ._errors import InvalidValue
from ._lazy import np
from ._matrix import Matrix
from ._matrix_like import MatrixLike
from ._types import type_of
from ._vector import Vector

Path = Union[str, "os.PathLike[str]"]
Name = Union[int, str]


class Graph:
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
        self._adopt(_core.Graph.from_matrix(held, directed, _native_names(None if names is None else list(names))))

    def _adopt(self, native: Any) -> None:
        self._native = native
        self._list: Optional[Sequence[Name]] = None
        self._adjacency: Optional[Matrix] = None

    @classmethod
    def _of(cls, native: Any) -> Graph:
        graph = cls.__new__(cls)
        graph._adopt(native)
        return graph

    # ---- from files, tables and other graphs

    @classmethod
    def read(
        cls,
        file: Path,
        *,
        source: Union[str, int] = "",
        target: Union[str, int] = "",
        weight: Union[str, int, None] = "",
        header: Optional[bool] = None,
        separator: str = "",
        comment: str = "",
        blank_weight: Optional[float] = None,
        names: Optional[str] = None,
        directed: Optional[bool] = None,
        multiple: str = "sum",
        loops: bool = True,
        dtype: Any = None,
        context: Optional[Context] = None,
    ) -> Graph:
        """The graph in a CSV file, GraphML or GML, plain or packed by gzip or zstd.

        :param source: the column of a CSV file, by name or by number from 1; likewise target. Default: by the header, else
            the columns 1 and 2
        :param weight: likewise; None: no weights. Default: the column "weight", or a third column of numbers
        :param header: whether the first record has the names of the columns; separator: a character, " " for blanks; both are
            detected
        :param comment: the character that begins comments. Default: lines of "# " at the top of the file
        :param blank_weight: the weight of a blank field, which is an error without it
        :param names: "ids" or "strings". Default: ids if all names are 64-bit integers
        :param directed: default: as the file says, else True
        :param loops: False drops edges from a vertex to itself
        :param dtype: of the weights. Default: bool without weights, int64 if all are integers, else float64
        """
        form = (
            header,
            separator,
            str(source),
            str(target),
            "none" if weight is None else str(weight),
            blank_weight,
            comment,
            names,
        )
        options: Any = (directed, multiple, loops, None if dtype is None else type_of(dtype))
        return cls._of(_core.Graph.from_file(native_context(context), os.fspath(file), options, form))

    @classmethod
    def from_edges(
        cls,
        source: Any,
        target: Any,
        weight: Any = None,
        *,
        nodes: Optional[Iterable[Name]] = None,
        directed: bool = True,
        multiple: str = "sum",
        loops: bool = True,
        dtype: Any = None,
        context: Optional[Context] = None,
    ) -> Graph:
        """The graph of edges given as columns: names of vertices, all integers or all strings, and weights.

        :param nodes: vertices that come first, also without edges; the others follow in the order of the edges"""
        sources, targets = _column(source), _column(target)
        if len(sources) != len(targets):
            raise InvalidValue(f"from_edges: {len(sources)} sources and {len(targets)} targets")
        first = [] if nodes is None else list(nodes)
        numbers, names = _numbered(first, sources, targets)
        values = None if weight is None else np.asarray(on_host(weight))
        integers = reals = 0
        if values is not None:
            if values.shape != (len(sources),):
                raise InvalidValue(f"from_edges: {len(sources)} edges and weights of shape {values.shape}")
            whole = values.dtype.kind in "iub"
            values = np.ascontiguousarray(values, dtype=np.int64 if whole else np.float64)
            integers, reals = (address(values), 0) if whole else (0, address(values))
        a, b = np.split(np.ascontiguousarray(numbers), 2)
        options: Any = (directed, multiple, loops, None if dtype is None else type_of(dtype))
        native = _core.Graph.from_edges(
            native_context(context),
            len(sources),
            address(a),
            address(b),
            integers,
            reals,
            len(names),
            _native_names(names),
            options,
        )
        del a, b, values
        return cls._of(native)

    @classmethod
    def from_pandas(
        cls, frame: Any, source: str = "source", target: str = "target", weight: Optional[str] = None, **options: Any
    ) -> Graph:
        """The graph of an edge list in a DataFrame; the options are those of from_edges."""
        return cls.from_edges(frame[source], frame[target], None if weight is None else frame[weight], **options)

    @classmethod
    def from_arrow(
        cls, table: Any, source: str = "source", target: str = "target", weight: Optional[str] = None, **options: Any
    ) -> Graph:
        """The graph of an edge list in a table of Arrow; the options are those of from_edges."""
        values = None if weight is None else table.column(weight).to_numpy()
        return cls.from_edges(table.column(source).to_numpy(), table.column(target).to_numpy(), values, **options)

    @classmethod
    def read_parquet(
        cls, file: Path, source: str = "source", target: str = "target", weight: Optional[str] = None, **options: Any
    ) -> Graph:
        """The graph of an edge list in a Parquet file, which pyarrow reads; the options are those of from_edges."""
        import pyarrow.parquet

        columns = [source, target] + ([] if weight is None else [weight])
        return cls.from_arrow(pyarrow.parquet.read_table(file, columns=columns), source, target, weight, **options)

    @classmethod
    def from_networkx(cls, graph: Any, weight: Optional[str] = "weight", **options: Any) -> Graph:
        """A graph of NetworkX, with its nodes as names, which must be all integers or all strings.

        :param weight: the edge attribute, 1 where it is missing; without weights if no edge has it. None: no weights"""
        edges = list(graph.edges(data=True))
        values = None
        if weight is not None and any(weight in data for _, _, data in edges):
            values = np.array([data.get(weight, 1) for _, _, data in edges])
        options.setdefault("directed", graph.is_directed())
        return cls.from_edges([a for a, _, _ in edges], [b for _, b, _ in edges], values, nodes=graph, **options)

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
            self._list = _listed(self._native.names, self.nvertices)
        return self._list

    def __len__(self) -> int:
        return self.nvertices

    def __repr__(self) -> str:
        kind = "directed" if self.directed else "undirected"
        return f"<mergus.Graph {kind}, {self.nvertices} vertices, {self.nedges} edges, {self.adjacency.dtype}>"

    def vertex(self, name: Name) -> int:
        """The vertex of a name. KeyError if there is none."""
        found = self._native.names.find(_encoded(str(name)))
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


# ---- names


def _encoded(name: str) -> bytes:
    """Names are bytes; those that are no UTF-8 are read with surrogates."""
    return name.encode("utf-8", "surrogateescape")


def _is_integer(name: Any) -> bool:
    return hasattr(name, "__index__") and not isinstance(name, (bool, np.bool_))


def _native_names(names: Optional[Sequence[Name]]) -> Any:
    if names is None:
        return _core.Names.numbers()
    if isinstance(names, np.ndarray) or all(_is_integer(name) for name in names):
        array = np.ascontiguousarray(names, dtype=np.int64)
        made = _core.Names.from_ids(address(array), len(array))
        del array
        return made
    if not all(isinstance(name, str) for name in names):
        raise TypeError("names of vertices must be all integers or all strings")
    return _core.Names.from_strings([_encoded(name) for name in names])  # type: ignore[arg-type]


def _listed(native: Any, vertices: int) -> Sequence[Name]:
    if native.kind == "numbers":
        return range(vertices)
    if native.kind == "ids":
        array = np.empty(native.size, np.int64)
        native.copy_ids(address(array))
        return array  # type: ignore[return-value]
    offsets = np.empty(native.size + 1, np.uint64)
    native.copy_offsets(address(offsets))
    text, ends = native.text(), offsets.tolist()
    return [text[a:b].decode("utf-8", "surrogateescape") for a, b in zip(ends, ends[1:])]


def _column(values: Any) -> Any:
    """An array of integers, or a list of names."""
    if isinstance(values, (list, tuple)):
        return list(values)
    array = np.asarray(on_host(values))
    if array.ndim != 1:
        raise InvalidValue(f"a column of shape {array.shape}")
    if array.dtype.kind == "u" and len(array) and array.max() > np.iinfo(np.int64).max:
        raise InvalidValue(f"the id {array.max()} is over 2^63 - 1")
    return array if array.dtype.kind in "iu" else array.tolist()


def _numbered(first: list[Name], sources: Any, targets: Any) -> tuple[np.ndarray, Sequence[Name]]:
    """The vertices of sources and targets, one after the other, and the names. Names are numbered in the order of `first`
    and then of the edges, each source before its target."""
    if isinstance(sources, np.ndarray) and isinstance(targets, np.ndarray) and all(map(_is_integer, first)):
        every = np.concatenate(
            [np.asarray(first, np.int64), np.column_stack([sources, targets]).astype(np.int64).ravel()]
        )
        distinct, where, inverse = np.unique(every, return_index=True, return_inverse=True)
        order = np.argsort(where, kind="stable")
        rank = np.empty(len(order), np.uint64)
        rank[order] = np.arange(len(order), dtype=np.uint64)
        ends = rank[inverse.ravel()[len(first) :]].reshape(-1, 2)
        if len(first) != len(set(first)):
            raise InvalidValue("nodes has a node twice")
        return np.concatenate([ends[:, 0], ends[:, 1]]), distinct[order]  # type: ignore[return-value]
    numbers: dict[Name, int] = {name: n for n, name in enumerate(first)}
    if len(numbers) != len(first):
        raise InvalidValue("nodes has a node twice")
    ends_of = np.empty((len(sources), 2), np.uint64)
    for e, pair in enumerate(zip(sources, targets)):
        for side, name in enumerate(pair):
            ends_of[e, side] = numbers.setdefault(name, len(numbers))
    return np.concatenate([ends_of[:, 0], ends_of[:, 1]]), list(numbers)
