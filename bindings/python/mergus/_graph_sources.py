"""Graphs from files, tables and other graphs."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Optional, Union

from . import _core
from ._base import address, on_host
from ._context import Context, native_context
from ._errors import InvalidValue
from ._lazy import np
from ._names import Name, column, native_names, numbered
from ._types import type_of

if TYPE_CHECKING:
    from ._graph import Graph

Path = Union[str, "os.PathLike[str]"]


class GraphSources:
    """The methods of Graph that make one."""

    __slots__ = ()

    @classmethod
    def _of(cls, native: Any) -> Any:
        raise NotImplementedError

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
        """The graph in a CSV file, GraphML or GML, plain or packed by gzip or zstd, or in a Parquet file. Parquet needs
        a build with MERGUS_PARQUET; read_parquet needs pyarrow instead.

        :param source: the column of a CSV or Parquet file, by name or by number from 1; likewise target. Default: by the
            header, else the columns 1 and 2
        :param weight: likewise; None: no weights. Default: the column "weight", or a third column of numbers
            in a CSV file without a header
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
        sources, targets = column(source), column(target)
        if len(sources) != len(targets):
            raise InvalidValue(f"from_edges: {len(sources)} sources and {len(targets)} targets")
        first = [] if nodes is None else list(nodes)
        numbers, names = numbered(first, sources, targets)
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
            native_names(names),
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
        cls,
        table: Any,
        source: str = "source",
        target: str = "target",
        weight: Optional[str] = None,
        *,
        nodes: Optional[Iterable[Name]] = None,
        directed: bool = True,
        multiple: str = "sum",
        loops: bool = True,
        dtype: Any = None,
        context: Optional[Context] = None,
    ) -> Graph:
        """The graph of an edge list in a table with the method `__arrow_c_stream__`: of pyarrow, polars, DuckDB or
        pandas. The columns of names are integers or strings, also dictionaries of them; their values are not copied.
        Weights are booleans, integers or floats of 32 or 64 bits, without nulls.

        :param nodes: as in from_edges; this needs pyarrow, and copies"""
        how: Any = (directed, multiple, loops, None if dtype is None else type_of(dtype))
        if nodes is not None:
            import pyarrow

            table = pyarrow.table(table)
            if weight is not None and table.column(weight).null_count:
                raise InvalidValue(f"from_arrow: column {weight!r}: expected a weight, found null")
            values = None if weight is None else table.column(weight).to_numpy()
            return cls.from_edges(
                table.column(source).to_numpy(),
                table.column(target).to_numpy(),
                values,
                nodes=nodes,
                directed=directed,
                multiple=multiple,
                loops=loops,
                dtype=dtype,
                context=context,
            )
        stream = table.__arrow_c_stream__()
        weights = "none" if weight is None else weight
        return cls._of(_core.Graph.from_arrow(native_context(context), stream, source, target, weights, how))

    @classmethod
    def read_parquet(
        cls, file: Path, source: str = "source", target: str = "target", weight: Optional[str] = None, **options: Any
    ) -> Graph:
        """The graph of an edge list in a Parquet file, which pyarrow reads; the options are those of from_arrow."""
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
