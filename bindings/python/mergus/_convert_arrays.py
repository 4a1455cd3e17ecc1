"""Matrices from and to compressed rows, compressed columns and dense arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional

from . import _arrays, _core
from ._base import on_host, unmasked
from ._context import Context, native_context
from ._errors import DimensionMismatch
from ._lazy import np

if TYPE_CHECKING:
    from ._matrix import Matrix


class ArrayConversions:
    """The methods of Matrix that convert arrays."""

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

        The arrays are those of NumPy or anything with ``__cuda_array_interface__`` or DLPack. They are checked; of arrays of a
        device that are not all copied, the first call that uses the matrix raises the exception.

        :param copy: True: the arrays are copied, those of a device within the device. None: arrays that the backend can use
            as they are, are not copied. False: none is copied, or ValueError with the reason. Arrays that are used must not be
            changed as long as the matrix lives; on the CPU the matrix may change them
        :param stream: on which the caller uses arrays of a device; default: that of their interface
        :param check: False: the arrays are known to be valid, with columns that increase in each row; others are undefined
            behaviour
        """
        native = native_context(context)
        return cls._of(_arrays.import_csr(indptr, indices, values, shape, dtype, copy, native, stream, False, check))

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
        values = unmasked(on_host(array), "the array")
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
