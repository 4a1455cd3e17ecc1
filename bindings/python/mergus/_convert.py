"""Matrices from and to objects of other libraries: tables of pandas and Arrow, graphs of NetworkX, and whatever it is.

The other libraries are imported by the call that needs them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional

from ._context import Context
from ._convert_sparse import SparseConversions
from ._errors import DimensionMismatch
from ._lazy import np
from ._types import dtype_of, type_of

if TYPE_CHECKING:
    from ._matrix import Matrix


class Conversions(SparseConversions):
    """The methods of Matrix that convert."""

    __slots__ = ()

    # ---- any object

    @classmethod
    def from_any(cls, source: Any, *, dtype: Any = None, context: Optional[Context] = None) -> Matrix:
        """A matrix from whatever it is: a Matrix, an array, a matrix of SciPy, CuPy or PyTorch, a graph of NetworkX."""
        module = type(source).__module__.partition(".")[0]
        if module == "mergus" and hasattr(source, "_plain"):
            plain = source._plain() if context is None else source.to(context)
            return plain.copy(dtype)  # type: ignore[no-any-return]
        if module == "scipy":
            return cls.from_scipy(source, dtype=dtype, context=context)
        if module == "cupy" and getattr(source, "ndim", 0) == 2:
            import cupyx.scipy.sparse

            source, module = cupyx.scipy.sparse.csr_matrix(source), "cupyx"
        if module == "cupyx":
            return cls.from_cupy(source, dtype=dtype, context=context)
        if module == "torch":
            return cls.from_torch(source, dtype=dtype, context=context)
        if module == "networkx" or hasattr(source, "adj") and hasattr(source, "nodes"):
            return cls.from_networkx(source, dtype=dtype or float, context=context)
        return cls.from_dense(source, dtype=dtype, context=context)

    # ---- pandas and Arrow

    @classmethod
    def from_pandas(
        cls,
        frame: Any,
        source: str = "source",
        target: str = "target",
        weight: Optional[str] = None,
        *,
        shape: Optional[tuple[int, int]] = None,
        dtype: Any = None,
        dup: Any = None,
        context: Optional[Context] = None,
    ) -> Matrix:
        """The adjacency matrix of an edge list: a DataFrame whose columns are vertices (integers from 0), and weights;
        without weights all values are 1."""
        rows, cols = frame[source].to_numpy(), frame[target].to_numpy()
        values = 1 if weight is None else frame[weight].to_numpy()
        if shape is None:
            n = int(max(rows.max(), cols.max())) + 1 if len(rows) else 0
            shape = (n, n)
        return cls.from_coo(  # type: ignore[attr-defined, no-any-return]
            rows, cols, values, shape=shape, dtype=dtype, dup=dup, context=context
        )

    def to_pandas(self, source: str = "source", target: str = "target", weight: str = "weight") -> Any:
        """The entries as a DataFrame with three columns."""
        import pandas

        rows, cols, values = self.to_coo()  # type: ignore[attr-defined]
        return pandas.DataFrame({source: rows.astype(np.int64), target: cols.astype(np.int64), weight: values})

    @classmethod
    def from_arrow(
        cls, table: Any, source: str = "source", target: str = "target", weight: Optional[str] = None, **options: Any
    ) -> Matrix:
        """The adjacency matrix of an edge list in a table of Arrow; the options are those of from_pandas."""
        names = [source, target] + ([] if weight is None else [weight])
        return cls.from_pandas(
            _Columns({name: table.column(name) for name in names}), source, target, weight, **options
        )

    def to_arrow(self, source: str = "source", target: str = "target", weight: str = "weight") -> Any:
        """The entries as a table of Arrow with three columns."""
        import pyarrow

        rows, cols, values = self.to_coo()  # type: ignore[attr-defined]
        return pyarrow.table({source: rows.astype(np.int64), target: cols.astype(np.int64), weight: values})

    # ---- NetworkX

    @classmethod
    def from_networkx(
        cls,
        graph: Any,
        weight: Optional[str] = "weight",
        *,
        dtype: Any = float,
        nodelist: Any = None,
        context: Optional[Context] = None,
    ) -> Matrix:
        """The adjacency matrix of a graph; vertex n is the n-th node of `nodelist`, or of the graph.

        :param weight: the edge attribute with the value, 1 where it is missing; None: all values are 1
        """
        nodes = list(graph) if nodelist is None else list(nodelist)
        place = {node: n for n, node in enumerate(nodes)}
        if len(place) != len(nodes):
            raise ValueError("nodelist has a node twice")
        rows, cols, values = [], [], []
        directed, multigraph = graph.is_directed(), graph.is_multigraph()
        for a, b, data in graph.edges(data=True):
            i, j = place.get(a), place.get(b)
            if i is None or j is None:
                continue
            value = 1 if weight is None else data.get(weight, 1)
            rows.append(i), cols.append(j), values.append(value)  # type: ignore[func-returns-value]
            if not directed and i != j:
                rows.append(j), cols.append(i), values.append(value)  # type: ignore[func-returns-value]
        n = len(nodes)
        array = np.array(values, dtype=dtype_of(type_of(dtype)))
        return cls.from_coo(  # type: ignore[attr-defined, no-any-return]
            np.array(rows, np.int64),
            np.array(cols, np.int64),
            array,
            shape=(n, n),
            dtype=dtype,
            dup="plus" if multigraph else None,
            context=context,
        )

    def to_networkx(self, *, directed: bool = True, weight: str = "weight", nodelist: Any = None) -> Any:
        """A DiGraph, or a Graph, with an edge for each entry; nodes are those of `nodelist`, or numbers."""
        import networkx

        if self._native.nrows != self._native.ncols:
            raise DimensionMismatch(f"DIMENSION_MISMATCH: a matrix of shape {self.shape} is no graph")  # type: ignore[attr-defined]
        nodes = range(self._native.nrows) if nodelist is None else list(nodelist)
        if len(nodes) != self._native.nrows:
            raise DimensionMismatch(f"DIMENSION_MISMATCH: {len(nodes)} nodes for {self._native.nrows} vertices")
        graph = networkx.DiGraph() if directed else networkx.Graph()
        graph.add_nodes_from(nodes)
        rows, cols, values = (part.tolist() for part in self.to_coo())  # type: ignore[attr-defined]
        graph.add_weighted_edges_from(((nodes[i], nodes[j], v) for i, j, v in zip(rows, cols, values)), weight=weight)
        return graph


class _Columns(dict):
    """Columns by name, as from_pandas reads them."""
