"""Matrices from and to arrays and the objects of other libraries: SciPy, CuPy, PyTorch, pandas, Arrow, NetworkX.

The other libraries are imported by the call that needs them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional

from . import _arrays, _core
from ._base import unmasked
from ._context import Context, native_context
from ._errors import DimensionMismatch
from ._lazy import np
from ._types import dtype_of, type_of

if TYPE_CHECKING:
    from ._matrix import Matrix


class Conversions:
    """The methods of Matrix that convert."""

    __slots__ = ()
    _native: Any

    @classmethod
    def _of(cls, native: Any) -> Any:
        raise NotImplementedError

    # ---- arrays

    @classmethod
    def from_csr(
        cls,
        indptr: Any,
        indices: Any,
        values: Any,
        shape: tuple[int, int],
        *,
        dtype: Any = None,
        copy: Optional[bool] = True,
        stream: Any = None,
        check: bool = True,
        context: Optional[Context] = None,
    ) -> Matrix:
        """A matrix from compressed sparse rows: row i has the columns ``indices[indptr[i]:indptr[i+1]]``, increasing.

        The arrays are those of NumPy or anything with ``__cuda_array_interface__`` or DLPack. They are checked.

        :param copy: True: the arrays are copied, those of a device within the device. None: arrays that the backend can use
            as they are, are not copied. False: none is copied, or ValueError with the reason. Arrays that are used must not be
            changed as long as the matrix lives; on the CPU the matrix may change them
        :param stream: on which the caller uses arrays of a device; default: that of their interface
        :param check: False: the arrays are known to be valid, with columns that increase in each row; others are undefined
            behaviour
        """
        native = native_context(context)
        return cls._of(
            _arrays.import_csr(indptr, indices, values, shape, dtype, copy, native, stream, False, check)
        )

    @classmethod
    def from_csc(
        cls,
        indptr: Any,
        indices: Any,
        values: Any,
        shape: tuple[int, int],
        *,
        dtype: Any = None,
        context: Optional[Context] = None,
    ) -> Matrix:
        """A matrix from compressed sparse columns; they are transposed."""
        native = _arrays.import_csr(
            indptr, indices, values, (shape[1], shape[0]), dtype, None, native_context(context), None, False
        )
        return cls._of(_core.transpose(native, None, None, None, None, 0))

    @classmethod
    def from_dense(
        cls, array: Any, *, missing: Any = 0, dtype: Any = None, context: Optional[Context] = None
    ) -> Matrix:
        """A matrix from a two-dimensional array.

        :param missing: elements equal to it (also NaN) get no entry; None: all get one
        """
        values = unmasked(array, "the array")
        if values.ndim != 2:
            raise DimensionMismatch(f"DIMENSION_MISMATCH: an array of shape {values.shape} is no matrix")
        if missing is None:
            rows, cols = (part.ravel() for part in np.indices(values.shape))
        else:
            present = ~np.isnan(values) if isinstance(missing, float) and np.isnan(missing) else values != missing
            rows, cols = np.nonzero(present)
        return cls.from_coo(  # type: ignore[attr-defined, no-any-return]
            rows, cols, values[rows, cols], shape=values.shape, dtype=dtype, context=context
        )

    def to_csr(self, *, index_dtype: Any = "int64") -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """indptr, indices and values as new arrays of NumPy. ``release_csr`` moves them out without a copy."""
        return _arrays.export_csr(self._native, index_dtype)

    def to_csc(self, *, index_dtype: Any = "int64") -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Compressed sparse columns: indptr, row indices and values as new arrays of NumPy."""
        return _arrays.export_csr(_core.transpose(self._native, None, None, None, None, 0), index_dtype)

    def release_csr(self) -> tuple[Any, Any, Any]:
        """Moves indptr, indices and values out of the matrix, without a copy where the backend can, and leaves it without
        entries. On a GPU the arrays stay there: ``cupy.asarray`` and ``torch.from_dlpack`` take them."""
        return _arrays.release_csr(self)

    def view_csr(self) -> tuple[Any, Any, Any]:
        """indptr, indices and values that share the memory of the matrix, on a GPU; on the CPU copies. They stay as they are when
        the matrix changes, because it then gets new arrays, and live as long as they are needed. They must not be written."""
        if self._native.context.backend == "suitesparse":
            return self.to_csr()
        return _arrays.release_csr(self, keep=True)

    def to_dense(self, missing: Any = 0, dtype: Any = None) -> np.ndarray:
        """A two-dimensional array, with `missing` where there is no entry."""
        rows, cols, values = self.to_coo(dtype)  # type: ignore[attr-defined]
        shape = (self._native.nrows, self._native.ncols)
        dense = np.zeros(shape, values.dtype) if values.dtype.names else np.full(shape, missing, values.dtype)
        dense[rows, cols] = values
        return dense

    def __array__(self, dtype: Any = None, copy: Optional[bool] = None) -> np.ndarray:
        if copy is False:
            raise ValueError("the elements of a matrix are always copied: copy=False is not possible")
        return self.to_dense(dtype=dtype)

    @property
    def __binsparse_descriptor__(self) -> dict[str, Any]:
        """What the arrays of to_csr are, by the binsparse specification (provisional)."""
        names = {"bool": "bint8"}
        name = self.dtype.name  # type: ignore[attr-defined]
        kind = f"complex[float{self.dtype.itemsize * 4}]" if self.dtype.kind == "c" else names.get(name, name)  # type: ignore[attr-defined]
        return {
            "binsparse": {
                "version": "0.1",
                "format": "CSR",
                "shape": list(self.shape),  # type: ignore[attr-defined]
                "number_of_stored_values": self._native.nvals,
                "data_types": {"pointers_to_1": "int64", "indices_1": "int64", "values": kind},
            }
        }

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
        if module == "cupyx":
            return cls.from_cupy(source, dtype=dtype, context=context)
        if module == "torch":
            return cls.from_torch(source, dtype=dtype, context=context)
        if module == "networkx" or hasattr(source, "adj") and hasattr(source, "nodes"):
            return cls.from_networkx(source, dtype=dtype or float, context=context)
        return cls.from_dense(source, dtype=dtype, context=context)

    # ---- SciPy and CuPy

    @classmethod
    def from_scipy(cls, matrix: Any, *, dtype: Any = None, context: Optional[Context] = None) -> Matrix:
        """From a sparse matrix or array of SciPy of any format. Duplicates are added, as SciPy means them."""
        if getattr(matrix, "ndim", 2) != 2:
            raise DimensionMismatch(f"DIMENSION_MISMATCH: an array of shape {matrix.shape} is no matrix")
        csr = matrix.tocsr()
        if not csr.has_canonical_format:
            csr = csr.copy()
            csr.sum_duplicates()
        return cls.from_csr(csr.indptr, csr.indices, csr.data, csr.shape, dtype=dtype, copy=True, context=context)

    def to_scipy(self, format: str = "csr") -> Any:
        """A sparse array of SciPy: "csr", "csc", "coo", …"""
        import scipy.sparse

        indptr, indices, values = self.to_csr(index_dtype=np.int32 if self._fits_int32() else np.int64)
        csr = scipy.sparse.csr_array((values, indices, indptr), shape=self.shape)  # type: ignore[attr-defined]
        csr.has_canonical_format = True
        return csr if format == "csr" else csr.asformat(format)

    def _fits_int32(self) -> bool:
        return max(self._native.nvals, self._native.ncols, self._native.nrows) < 2**31

    @classmethod
    def from_cupy(
        cls, matrix: Any, *, dtype: Any = None, copy: Optional[bool] = True, context: Optional[Context] = None
    ) -> Matrix:
        """From a sparse matrix of CuPy, of any format; the arrays stay on the device. `copy` as in from_csr: CuPy's offsets
        have 32 bits, so with ``copy=None`` the indices and values are shared, and ``copy=False`` is never possible."""
        if native_context(context).backend == "suitesparse" and copy is not False:
            return cls.from_scipy(matrix.get(), dtype=dtype, context=context)
        csr = matrix.tocsr()
        if copy is False and (csr is not matrix or not csr.has_canonical_format):
            raise ValueError("the matrix is not in canonical CSR format: copy=False is not possible")
        if not csr.has_canonical_format:
            csr = csr.copy()
            csr.sum_duplicates()
        return cls.from_csr(csr.indptr, csr.indices, csr.data, csr.shape, dtype=dtype, copy=copy, context=context)

    def to_cupy(self, *, copy: Optional[bool] = True) -> Any:
        """A ``cupyx.scipy.sparse.csr_matrix`` on the device.

        :param copy: None: the indices and values are those of view_csr, which must not be written
        """
        import cupy
        import cupyx.scipy.sparse

        indptr, indices, values = (cupy.asarray(part) for part in self._parts(copy))
        if indices.dtype != np.int32 or indptr.dtype != np.int32:
            if not self._fits_int32():
                raise ValueError("CuPy's matrices have indices of 32 bits")
            indptr, indices = indptr.astype(np.int32), indices.astype(np.int32)
        return cupyx.scipy.sparse.csr_matrix((values, indices, indptr), shape=self.shape)  # type: ignore[attr-defined]

    def _parts(self, copy: Optional[bool]) -> tuple[Any, Any, Any]:
        if copy is False:
            raise ValueError("the widths of indices differ: copy=False is not possible; None shares what can be shared")
        if copy is None:
            return self.view_csr()
        return self.copy().release_csr()  # type: ignore[attr-defined, no-any-return]

    # ---- PyTorch

    @classmethod
    def from_torch(
        cls, tensor: Any, *, dtype: Any = None, copy: Optional[bool] = True, context: Optional[Context] = None
    ) -> Matrix:
        """From a tensor of PyTorch in the layout sparse_csr, sparse_coo or strided. On a GPU the entries stay there, and the
        work of the current stream comes first. `copy` as in from_csr."""
        import torch

        tensor = tensor.detach()
        on_device = tensor.device.type == "cuda"
        if on_device and copy is not False:
            if native_context(context).backend == "suitesparse":
                tensor, on_device = tensor.cpu(), False
            elif tensor.layout != torch.sparse_csr:
                tensor = tensor.coalesce() if tensor.layout == torch.sparse_coo else tensor
                tensor, copy = tensor.to_sparse_csr(), None
        if tensor.layout == torch.sparse_csr:
            parts = (tensor.crow_indices(), tensor.col_indices(), tensor.values())
            indptr, indices, values = parts if on_device else (part.numpy() for part in parts)
            # PyTorch's default stream has the address 0, which stands for no stream here; 1 is cudaStreamLegacy.
            stream = torch.cuda.current_stream(tensor.device).cuda_stream or 1 if on_device else None
            return cls.from_csr(
                indptr, indices, values, tuple(tensor.shape), dtype=dtype, copy=copy, stream=stream, context=context
            )
        if copy is False:
            raise ValueError(f"a tensor of layout {tensor.layout} is converted: copy=False is not possible")
        if tensor.layout == torch.sparse_coo:
            tensor = tensor.coalesce()
            rows, cols = tensor.indices().numpy()
            return cls.from_coo(  # type: ignore[attr-defined, no-any-return]
                rows, cols, tensor.values().numpy(), shape=tuple(tensor.shape), dtype=dtype, context=context
            )
        return cls.from_dense(tensor.numpy(), dtype=dtype, context=context)

    def to_torch(self, layout: str = "csr", *, copy: Optional[bool] = True) -> Any:
        """A tensor of PyTorch in the layout "csr", "coo" or "strided", on the device of the backend.

        :param copy: None: offsets and values of the layout "csr" are those of view_csr, which must not be written
        """
        import torch

        if layout != "csr" and self._native.context.backend == "cuda":
            csr = self.to_torch(copy=None if layout == "strided" else True)
            return csr.to_dense() if layout == "strided" else csr.to_sparse_coo().coalesce()
        if layout == "strided":
            return torch.from_numpy(self.to_dense())
        if layout == "coo":
            rows, cols, values = self.to_coo()  # type: ignore[attr-defined]
            places = torch.from_numpy(np.stack([rows, cols]).astype(np.int64))
            return torch.sparse_coo_tensor(places, torch.from_numpy(values), self.shape)  # type: ignore[attr-defined]
        indptr, indices, values = (torch.from_dlpack(part) for part in self._parts(copy))
        if indptr.dtype != indices.dtype:
            indptr, indices = indptr.long(), indices.long()
        return torch.sparse_csr_tensor(indptr, indices, values, self.shape)  # type: ignore[attr-defined]

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
