"""Graphs of the backend: node names, the entries of the adjacency matrix, and attributes as far as they are needed.

A graph never changes, so everything that is derived from it (matrices, degrees, symmetric form) is kept.
Matrices and the context belong to a process: pickles and processes made by fork make their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from itertools import chain
from typing import Any, Optional, TypeVar

import networkx as nx
import numpy as np

from .. import _core
from .. import algorithms as alg
from .._context import Context, default_context
from .._matrix import Matrix
from .._vector import Vector

Names = list[Any]
T = TypeVar("T")


def _kept(make: Callable[[Any], T]) -> T:
    """A property that is made once in a process."""

    def get(graph: Graph) -> T:
        matrices = graph._home[2]
        if make not in matrices:
            matrices[make] = make(graph)
        return matrices[make]

    return property(get, doc=make.__doc__)  # type: ignore[return-value]


class Graph:
    """An undirected graph. Its matrix has the entries (u, v) and (v, u) of an edge, and one entry of a self-loop.

    :param names: the nodes; node number n is the n-th one
    :param rows, cols: the entries, in the order of NetworkX' adjacency if there is one
    :param values: (attribute, default) and the values of all entries
    :param edge_data: the attributes of each entry, all of them; None: not known
    """

    __networkx_backend__ = "mergus"
    _directed = False

    def __init__(
        self,
        names: Iterable[Any],
        rows: Any,
        cols: Any,
        *,
        values: Optional[dict[Any, Any]] = None,
        edge_data: Optional[list[dict[Any, Any]]] = None,
        node_data: Optional[list[dict[Any, Any]]] = None,
        attributes: Optional[dict[Any, Any]] = None,
        context: Optional[Context] = None,
    ) -> None:
        self.names: Names = list(names)
        self.rows, self.cols = np.asarray(rows, np.int64), np.asarray(cols, np.int64)
        self.edge_data, self.node_data = edge_data, node_data
        self.graph = {} if attributes is None else attributes
        self._values = {} if values is None else values
        self._made: Optional[tuple[int, Context, dict[Any, Any]]] = None
        if context is not None:
            self._made = (_core.fork_generation(), context, {})
        self.__networkx_cache__: dict[str, Any] = {}

    # ---- what belongs to a process

    @property
    def _home(self) -> tuple[int, Context, dict[Any, Any]]:
        """The process, the context, and what is kept in it."""
        generation = _core.fork_generation()
        if self._made is None or self._made[0] != generation:
            self._made = (generation, default_context(), {})
        return self._made

    @property
    def _context(self) -> Context:
        return self._home[1]

    def __getstate__(self) -> dict[str, Any]:
        stays = ("names", "rows", "cols", "edge_data", "node_data", "graph", "_values")
        return {name: getattr(self, name) for name in stays}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, _made=None, __networkx_cache__={})

    # ---- what NetworkX asks a graph

    def is_directed(self) -> bool:
        """Whether the edges have directions."""
        return self._directed

    def is_multigraph(self) -> bool:
        """False: there are no multigraphs."""
        return False

    def __len__(self) -> int:
        return len(self.names)

    order = number_of_nodes = __len__

    def __iter__(self) -> Iterator[Any]:
        return iter(self.names)

    def __contains__(self, node: Any) -> bool:
        try:
            return node in self.index
        except TypeError:
            return False

    def number_of_edges(self) -> int:
        """Edges; an undirected one counts once."""
        n = len(self.rows)
        return n if self._directed else (n + self.loops) // 2

    size = number_of_edges

    def __repr__(self) -> str:
        return f"<mergus.nx.{type(self).__name__} with {len(self)} nodes and {self.number_of_edges()} edges>"

    # ---- numbers and names of nodes

    @cached_property
    def index(self) -> dict[Any, int]:
        """The number of each node."""
        return {name: n for n, name in enumerate(self.names)}

    def number(self, node: Any, message: str = "Node {} not found in graph", error: type = nx.NodeNotFound) -> int:
        """The number of a node; the exception of NetworkX if there is none."""
        if node not in self:
            raise KeyError(node) if error is KeyError else error(message.format(node))
        return self.index[node]

    def numbers(self, nodes: Any) -> list[int]:
        """The numbers of the nodes of an nbunch: None, a node, or an iterable whose other elements are ignored."""
        if nodes is None:
            return list(range(len(self)))
        if nodes in self:
            return [self.index[nodes]]
        try:
            return [self.index[node] for node in nodes if node in self.index]
        except TypeError as error:
            raise nx.NetworkXError(f"Node {nodes} is not in the graph.") from error

    def chosen(self, nodes: Any, values: Any) -> Any:
        """The values of an nbunch by name, or the one of a single node."""
        listed = values.tolist() if isinstance(values, np.ndarray) else values
        if nodes is None:
            return dict(zip(self.names, listed))
        if nodes in self:
            return listed[self.index[nodes]]
        return {self.names[n]: listed[n] for n in self.numbers(nodes)}

    def by_name(self, values: Any) -> dict[Any, Any]:
        """The values of all nodes by name."""
        return self.chosen(None, values)

    def indicator(self, numbers: Any) -> np.ndarray:
        """Whether a node is one of these."""
        inside = np.zeros(len(self), bool)
        inside[list(numbers)] = True
        return inside

    # ---- matrices

    def matrix(self, rows: Any, cols: Any, values: Any) -> Matrix:
        n = len(self)
        return Matrix.from_coo(rows, cols, values, shape=(n, n), context=self._context)

    def vector(self, values: Any) -> Vector:
        """A vector with an entry for each node."""
        return Vector.from_dense(np.ascontiguousarray(values), context=self._context)

    def vector_at(self, numbers: Any, values: Any) -> Vector:
        return Vector.from_coo(np.asarray(numbers, np.int64), values, size=len(self), context=self._context)

    @_kept
    def A(self) -> Matrix:
        """The pattern; all values are 1 (int64)."""
        return self.matrix(self.rows, self.cols, np.ones(len(self.rows), np.int64))

    @_kept
    def E(self) -> Matrix:
        """The pattern, with the position of each entry in the order of adjacency as its value."""
        if len(self.rows) >= 2**32 or len(self) >= 2**31:
            raise NotImplementedError("searches hold a node and an edge in 63 bits: the graph is too large")
        return self.matrix(self.rows, self.cols, np.arange(len(self.rows), dtype=np.int64))

    @_kept
    def S(self) -> Matrix:
        """The pattern of the undirected graph without self-loops; all values are 1 (int64)."""
        return alg.undirected(self.A).apply("one", dtype=np.int64)

    def values(self, attribute: Any, default: Any = 1) -> np.ndarray:
        """The values of an edge attribute, as int64 or float64. Others raise NotImplementedError: NetworkX then computes."""
        if attribute is None:
            return np.ones(len(self.rows), np.int64)
        found = self._values.get((attribute, default))
        if found is None:
            listed = [data.get(attribute, default) for data in self.edge_data or [{}] * len(self.rows)]
            found = self._values[attribute, default] = numeric(listed, attribute)
        return found

    def W(self, attribute: Any, default: Any = 1) -> Matrix:
        """The adjacency matrix with an edge attribute as values."""
        if attribute is None:
            return self.A
        kept = self._home[2]
        if (attribute, default) not in kept:
            kept[attribute, default] = self.matrix(self.rows, self.cols, self.values(attribute, default))
        return kept[attribute, default]

    # ---- degrees

    @cached_property
    def loops(self) -> int:
        """The number of self-loops."""
        return int(np.count_nonzero(self.rows == self.cols))

    def degrees(self, kind: str = "both", weight: Any = None) -> np.ndarray:
        """Degrees as NetworkX counts them: a self-loop counts twice.

        :param kind: "in", "out" or "both", which are one thing in an undirected graph but for "row": the sum of a row
        """
        matrix = self.W(weight)
        zeros = np.zeros(len(self), np.float64 if matrix.dtype.kind == "f" else np.int64)
        if not len(self):
            return zeros
        rows = zeros + matrix.reduce_rows().to_dense(0)
        if kind == "row" or kind == "out" and self._directed:
            return rows
        other = matrix.reduce_columns() if self._directed else matrix.diag()
        columns = zeros + other.to_dense(0)
        return columns if kind == "in" and self._directed else rows + columns

    # ---- graphs from graphs

    def with_entries(
        self, rows: Any, cols: Any, *, names: Optional[Names] = None, directed: Optional[bool] = None
    ) -> Graph:
        """A graph without attributes."""
        made = DiGraph if (self._directed if directed is None else directed) else Graph
        return made(self.names if names is None else names, rows, cols, context=self._context)

    def subgraph(self, inside: np.ndarray, keep: Any = None) -> Graph:
        """The subgraph of the nodes for which `inside` is true, with all attributes.

        :param keep: which entries stay; default: those between such nodes
        """
        stays = inside[self.rows] & inside[self.cols] if keep is None else keep
        number = np.cumsum(inside) - 1
        data, nodes = self.edge_data, self.node_data
        return type(self)(
            [name for name, is_in in zip(self.names, inside) if is_in],
            number[self.rows[stays]],
            number[self.cols[stays]],
            values={key: values[stays] for key, values in self._values.items()},
            edge_data=None if data is None else [data[e] for e in np.flatnonzero(stays)],
            node_data=None if nodes is None else [nodes[n] for n in np.flatnonzero(inside)],
            attributes=dict(self.graph),
            context=self._context,
        )

    @_kept
    def reversed(self) -> Graph:
        """The graph with its edges turned round; an undirected one is its own."""
        if not self._directed:
            return self
        # Predecessors in the order of nodes; in NetworkX they have the order in which edges were added.
        order = self.E.T.copy().to_coo()[2]
        values = {key: part[order] for key, part in self._values.items()}
        data = None if self.edge_data is None else [self.edge_data[e] for e in order]
        made = DiGraph(
            self.names, self.cols[order], self.rows[order], values=values, edge_data=data, context=self._context
        )
        made.index = self.index
        return made


class DiGraph(Graph):
    """A directed graph: the entry (u, v) is the edge from u to v."""

    _directed = True


def numeric(values: list[Any], what: Any) -> np.ndarray:
    """Numbers as an array of int64 or float64."""
    if not values:
        return np.zeros(0, np.int64)
    try:
        array = np.array(values)
    except ValueError:
        array = np.array(None)
    if array.ndim == 1 and array.dtype.kind in "bi":
        return array.astype(np.int64)
    if array.ndim == 1 and array.dtype.kind == "f" and array.dtype.itemsize <= 8:
        return array.astype(np.float64)
    raise NotImplementedError(f"values of the edge attribute {what!r} are not integers of 64 bits or floats")


def _copies(dicts: Iterable[dict[Any, Any]]) -> list[dict[Any, Any]]:
    """Copies: one of each object, however often it is there."""
    listed = list(dicts)
    copies = {number: dict(data) for number, data in {id(data): data for data in listed}.items()}
    return [copies[id(data)] for data in listed]


def from_networkx(
    graph: Any,
    *,
    edge_attrs: Optional[dict[Any, Any]] = None,
    node_attrs: Optional[dict[Any, Any]] = None,
    preserve_edge_attrs: bool = True,
    preserve_node_attrs: bool = True,
    preserve_graph_attrs: bool = True,
    context: Optional[Context] = None,
) -> Graph:
    """A graph of NetworkX as one of the backend, with all of its attributes unless told otherwise.

    :param edge_attrs: edge attributes that are needed, with their defaults; None as the default: the edge may have none
    """
    if graph.is_multigraph():
        raise NotImplementedError("multigraphs are not supported")
    adjacency = dict(graph.adjacency())  # a subclass may have its own
    names = list(adjacency)
    n = len(names)
    lengths = np.fromiter((len(row) for row in adjacency.values()), np.int64, n)
    rows, neighbours = np.repeat(np.arange(n), lengths), chain.from_iterable(adjacency.values())
    index = {name: i for i, name in enumerate(names)}
    cols = np.fromiter((index[name] for name in neighbours), np.int64, len(rows))
    values: dict[Any, Any] = {}
    data: Optional[list[dict[Any, Any]]] = None
    if preserve_edge_attrs or (edge_attrs and None in edge_attrs.values()):
        data = _copies(attributes for row in adjacency.values() for attributes in row.values())
    else:
        for attribute, default in (edge_attrs or {}).items():
            listed = [attributes.get(attribute, default) for row in adjacency.values() for attributes in row.values()]
            values[attribute, default] = numeric(listed, attribute)
    nodes = [dict(graph._node[name]) for name in names] if preserve_node_attrs or node_attrs else None
    made = (DiGraph if graph.is_directed() else Graph)(
        names,
        rows,
        cols,
        values=values,
        edge_data=data,
        node_data=nodes,
        attributes=dict(graph.graph) if preserve_graph_attrs else None,
        context=context,
    )
    made.index = index
    return made


def to_networkx(graph: Any) -> Any:
    """A graph of the backend as one of NetworkX; other objects as they are."""
    if not isinstance(graph, Graph):
        return graph
    made = nx.DiGraph() if graph.is_directed() else nx.Graph()
    made.graph.update(graph.graph)
    made.add_nodes_from(zip(graph.names, graph.node_data) if graph.node_data is not None else graph.names)
    names, once = graph.names, np.ones(len(graph.rows), bool) if graph.is_directed() else graph.rows <= graph.cols
    pairs = zip(graph.rows[once].tolist(), graph.cols[once].tolist())
    if graph.edge_data is not None:
        listed = [graph.edge_data[e] for e in np.flatnonzero(once)]
        made.add_edges_from((names[u], names[v], data) for (u, v), data in zip(pairs, listed))
        return made
    made.add_edges_from((names[u], names[v]) for u, v in pairs)
    for (attribute, _), values in graph._values.items():
        for (u, v), value in zip(zip(graph.rows.tolist(), graph.cols.tolist()), values.tolist()):
            made[names[u]][names[v]][attribute] = value
    return made
