"""Sparse vectors."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Optional

from . import _core, _text
from ._base import Entries, address, dimension, indices, new_native, write_arguments
from ._context import Context, native_context
from ._definitions import as_binary, as_monoid, as_semiring
from ._elementwise import Elementwise
from ._indexing import Lines, parse
from ._lazy import np
from ._types import python_value, scalar, type_of
from ._vector_arrays import VectorConversions

if TYPE_CHECKING:
    from ._matrix import Matrix
    from ._matrix_like import MatrixLike


class Vector(VectorConversions, Elementwise, Entries):
    """A sparse vector: entries at some of the indices 0 … size − 1. A missing entry is no value, and not 0.

    ``Vector(5)`` has no entries; ``from_coo``, ``from_dense`` and ``from_dict`` fill one.
    """

    __slots__ = ()

    def __init__(self, size: int, dtype: Any = float, *, context: Optional[Context] = None) -> None:
        self._native = new_native(native_context(context), type_of(dtype), dimension(size, "size"))

    @classmethod
    def _of(cls, native: Any) -> Vector:
        vector = cls.__new__(cls)
        vector._native = native
        return vector

    # ---- shape and copies

    @property
    def size(self) -> int:
        """Indices are below it."""
        return self._native.nrows

    @property
    def shape(self) -> tuple[int]:
        """(size,)"""
        return (self.size,)

    @property
    def ndim(self) -> int:
        """1"""
        return 1

    def copy(self, dtype: Any = None) -> Vector:
        """A copy, with another dtype if one is given."""
        if dtype is None or type_of(dtype) is self._native.type:
            return Vector._of(self._native.dup())
        return Vector._of(_core.extract_region(self._native, None, None, None, type_of(dtype), None, None, 0))

    def astype(self, dtype: Any) -> Vector:
        """A copy with another dtype."""
        return self.copy(dtype)

    def to(self, context: Context) -> Vector:
        """A copy in another context."""
        return Vector._of(self._native.to(context._native))

    def resize(self, size: int) -> None:
        """Changes the size; entries outside of the new one are deleted."""
        self._native.resize(dimension(size, "size"), None)

    def clear(self) -> None:
        """Deletes all entries."""
        self._native.clear()

    # ---- products and reductions

    def vxm(
        self,
        A: MatrixLike,
        semiring: Any = "plus_times",
        *,
        mask: Any = None,
        accum: Any = None,
        replace: bool = False,
        out: Optional[Vector] = None,
        dtype: Any = None,
    ) -> Vector:
        """u' ⊕.⊗ A: the row vector times the matrix."""
        typed = as_semiring(semiring).typed(self._native.type, A._native.type)
        arguments = write_arguments(out, mask, accum, replace, A._flags, dtype)
        made = _core.product("x", typed, self._native, A._native, *arguments)
        return out if made is None else Vector._of(made)  # type: ignore[return-value]

    def inner(self, other: Vector, semiring: Any = "plus_times") -> Any:
        """The inner product of two vectors: a value, or None if no index has an entry in both."""
        chosen = as_semiring(semiring)
        both = self.ewise_mult(other, chosen.mul)
        return both.reduce(chosen.add) if both.nvals else None

    def __matmul__(self, other: Any) -> Any:
        if isinstance(other, Vector):
            return self.inner(other)
        if isinstance(other, Entries):
            return self.vxm(other)  # type: ignore[arg-type]
        return NotImplemented

    def reduce(self, monoid: Any = "plus") -> Any:
        """All entries combined, as a Python number; the identity of the monoid if there are none."""
        typed = as_monoid(monoid).typed(self._native.type)
        return python_value(_core.reduce_all(typed, self._native, typed.type), typed.type)

    def sort(self, before: Any = "lt") -> tuple[Vector, Vector]:
        """The values in order at the indices 0, 1, …, and the indices at which they were."""
        op = as_binary(before).typed(self._native.type, self._native.type)
        values, places = _core.sort(self._native, op, False)
        return Vector._of(values), Vector._of(places)

    def diag(self, k: int = 0) -> Matrix:
        """The square matrix with these entries on its diagonal k."""
        from ._matrix import Matrix

        return Matrix._of(_core.diag(self._native, k))

    # ---- elements and parts

    def get(self, i: int, default: Any = None) -> Any:
        """The entry i, or the default if there is none."""
        from ._indexing import line

        value = self._native.extract_element(line(i, self.size, "index"), 0)
        return default if value is None else python_value(value, self._native.type)

    def __getitem__(self, key: Any) -> Any:
        chosen = parse(key, self.size, "index")
        if isinstance(chosen, int):
            return python_value(self._native.extract_element(chosen, 0), self._native.type)
        return Vector._of(_core.extract_region(self._native, chosen[1], None, None, None, None, None, 0))

    def __setitem__(self, key: Any, value: Any) -> None:
        chosen = parse(key, self.size, "index")
        if isinstance(chosen, int):
            self._native.set_element(chosen, 0, scalar(value, self._native.type))
        else:
            self._assign(value, chosen, None, None, False)

    def __delitem__(self, key: Any) -> None:
        chosen = parse(key, self.size, "index")
        if isinstance(chosen, int):
            self._native.remove_element(chosen, 0)
        else:
            n = self.size if chosen[1] is None else chosen[1][1]
            empty = new_native(self._native.context, self._native.type, n)
            _core.assign_object(self._native, empty, chosen[1], None, None, None, 0)

    def __contains__(self, i: Any) -> bool:
        return self.get(i) is not None

    def assign(
        self, value: Any, indices_: Any = slice(None), *, mask: Any = None, accum: Any = None, replace: bool = False
    ) -> None:
        """w<mask>(indices) ⊙= a vector, or a scalar at every index of the list."""
        chosen = parse(indices_, self.size, "index")
        if isinstance(chosen, int):
            array = np.array([chosen], dtype=np.uint64)
            chosen = (array, (address(array), 1))
        self._assign(value, chosen, mask, accum, replace)

    def _assign(self, value: Any, chosen: Lines, mask: Any, accum: Any, replace: bool) -> None:
        _, _, masked, combine, flags = write_arguments(self, mask, accum, replace, 0, None)
        if isinstance(value, np.ndarray) and value.ndim == 1:
            value = Vector.from_dense(value, context=self.context)
        if isinstance(value, Vector):
            _core.assign_object(self._native, value._native, chosen[1], None, masked, combine, flags)
        else:
            number = scalar(value, self._native.type)
            _core.assign_scalar(self._native, number, chosen[1], None, masked, combine, flags)

    def extract(
        self,
        indices_: Any = slice(None),
        *,
        mask: Any = None,
        accum: Any = None,
        replace: bool = False,
        out: Optional[Vector] = None,
        dtype: Any = None,
    ) -> Vector:
        """w<mask> ⊙= u(indices)"""
        chosen = parse(indices_, self.size, "index")
        if isinstance(chosen, int):
            raise TypeError("extract takes a list or a slice of indices; u[i] is an element")
        made = _core.extract_region(
            self._native, chosen[1], None, *write_arguments(out, mask, accum, replace, 0, dtype)
        )
        return out if made is None else Vector._of(made)  # type: ignore[return-value]

    # ---- iteration, comparison, text

    def __iter__(self) -> Iterator[tuple[int, Any]]:
        """The entries (index, value). A loop of Python is slow: whole operations are not."""
        places, values = self.to_coo()
        return zip(places.tolist(), values.tolist())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Vector) and self._native.is_equal(other._native)

    def __repr__(self) -> str:
        return _text.plain(self)

    def _repr_html_(self) -> str:
        return _text.html(self)

    def __reduce__(self) -> Any:
        return (_unpickle, (self._native.serialize(), self.dtype if self.dtype.names else None, _type_name(self)))

    def __copy__(self) -> Vector:
        return self.copy()

    def __deepcopy__(self, memo: Any) -> Vector:
        return self.copy()


def _type_name(entries: Entries) -> str:
    return entries._native.type.name


def _unpickle(data: bytes, dtype: Any, name: str) -> Vector:
    from ._types import define_type

    type = None if dtype is None else type_of(define_type(name, dtype))
    return Vector._of(_core.deserialize(native_context(None), data, type, True))
