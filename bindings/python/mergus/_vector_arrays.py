"""Vectors from and to arrays, dicts and Series."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional

from ._base import address, dimension, indices, native_dup, new_native, same_length, unmasked, values_of
from ._context import Context, native_context
from ._errors import DimensionMismatch
from ._lazy import np
from ._types import dtype_of, type_of

if TYPE_CHECKING:
    from ._vector import Vector


class VectorConversions:
    """The methods of Vector that convert arrays."""

    __slots__ = ()
    _native: Any

    @classmethod
    def _of(cls, native: Any) -> Any:
        raise NotImplementedError

    @classmethod
    def from_coo(
        cls,
        indices_: Any,
        values: Any = 1,
        *,
        size: Optional[int] = None,
        dtype: Any = None,
        dup: Any = None,
        context: Optional[Context] = None,
    ) -> Vector:
        """A vector with these entries, in any order. A single value is that of all of them.

        :param size: default: the largest index + 1
        :param dup: the operator that combines entries of one index; without it they are an error
        """
        places = indices(indices_, "indices")
        data, type = values_of(values, len(places), dtype)
        n = same_length(indices=places, values=data)
        target = type if dtype is None else type_of(dtype)
        length = int(places.max()) + 1 if size is None and n else dimension(size or 0, "size")
        vector = cls._of(new_native(native_context(context), target, length))
        combine = native_dup(dup)
        vector._native.build(n, address(places), 0, address(data), type, combine and combine.typed(target, target))
        return vector

    @classmethod
    def from_dense(
        cls,
        array: Any,
        *,
        missing: Any = None,
        dtype: Any = None,
        copy: Optional[bool] = True,
        context: Optional[Context] = None,
    ) -> Vector:
        """A vector with an entry for each element of a one-dimensional array of NumPy or of a device.

        :param missing: elements equal to it (also NaN) get no entry
        :param copy: see :meth:`Matrix.from_csr`
        """
        from . import _arrays

        if missing is None:
            return cls._of(_arrays.import_full(array, dtype, copy, native_context(context)))
        if copy is False:
            raise ValueError("elements are left out where missing is given: copy=False is not possible")
        values = unmasked(array, "the array")
        if values.ndim != 1:
            raise DimensionMismatch(f"DIMENSION_MISMATCH: an array of shape {values.shape} is no vector")
        present = ~np.isnan(values) if isinstance(missing, float) and np.isnan(missing) else values != missing
        places = np.flatnonzero(present)
        return cls.from_coo(places, values[places], size=len(values), dtype=dtype, context=context)

    @classmethod
    def from_dict(
        cls,
        entries: dict[int, Any],
        *,
        size: Optional[int] = None,
        dtype: Any = None,
        context: Optional[Context] = None,
    ) -> Vector:
        """A vector with the entries {index: value}."""
        values = list(entries.values()) if entries else np.empty(0, dtype or float)
        return cls.from_coo(list(entries), values, size=size, dtype=dtype, context=context)

    @classmethod
    def from_pandas(
        cls, series: Any, *, size: Optional[int] = None, dtype: Any = None, context: Optional[Context] = None
    ) -> Vector:
        """A vector of a Series whose index has the indices."""
        return cls.from_coo(series.index.to_numpy(), series.to_numpy(), size=size, dtype=dtype, context=context)

    def to_coo(self, dtype: Any = None) -> tuple[np.ndarray, np.ndarray]:
        """The indices (uint64) and values of the entries, in the order of the indices, as new arrays."""
        type = self._native.type if dtype is None else type_of(dtype)
        n = self.nvals  # type: ignore[attr-defined]
        places, values = np.empty(n, np.uint64), np.empty(n, dtype_of(type))
        self._native.extract_tuples(address(places), 0, address(values), type)
        return places, values

    def to_dense(self, missing: Any = 0, dtype: Any = None) -> np.ndarray:
        """All elements as a new array, with `missing` where there is no entry."""
        places, values = self.to_coo(dtype)
        dense = (
            np.full(self.size, missing, dtype=values.dtype)  # type: ignore[attr-defined]
            if missing != 0 or values.dtype.names is None
            else np.zeros(self.size, values.dtype)  # type: ignore[attr-defined]
        )
        dense[places] = values
        return dense

    def to_dict(self) -> dict[int, Any]:
        """The entries as {index: value}."""
        places, values = self.to_coo()
        return dict(zip(places.tolist(), values.tolist()))

    def to_pandas(self) -> Any:
        """The entries as a Series, whose index has the indices."""
        import pandas

        places, values = self.to_coo()
        return pandas.Series(values, index=places.astype(np.int64))

    def to_device_coo(self) -> tuple[Any, Any]:
        """The indices and values in new memory of the device, as arrays with DLPack and ``__cuda_array_interface__``;
        on a CPU backend arrays of NumPy."""
        from . import _arrays

        return _arrays.release_list(self.copy())  # type: ignore[attr-defined]

    def release_coo(self) -> tuple[Any, Any]:
        """Moves the arrays out without a copy where the backend can, and leaves the vector without entries."""
        from . import _arrays

        return _arrays.release_list(self)

    def __array__(self, dtype: Any = None, copy: Optional[bool] = None) -> np.ndarray:
        if copy is False:
            raise ValueError("the elements of a vector are always copied: copy=False is not possible")
        return self.to_dense(dtype=dtype)
