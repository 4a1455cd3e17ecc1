"""Sparse matrices, and their transposed views."""

from __future__ import annotations

from typing import Any, Optional, Union

from . import _core
from ._base import (
    TRAN0,
    address,
    dimension,
    indices,
    native_dup,
    new_native,
    same_length,
    values_of,
    write_arguments,
)
from ._context import Context, native_context
from ._convert import Conversions
from ._elementwise import RESULTS
from ._errors import DimensionMismatch
from ._indexing import Lines, count, pair, parse
from ._lazy import np
from ._matrix_like import MatrixLike
from ._types import dtype_of, scalar, type_of
from ._vector import Vector


class TransposedMatrix(MatrixLike):
    """A' of a matrix, without a copy: the operations that read it transpose as they run. ``copy()`` makes a matrix."""

    __slots__ = ("_matrix",)
    _transposed = True
    _flags = TRAN0

    def __init__(self, matrix: Matrix) -> None:
        self._matrix, self._native = matrix, matrix._native

    @property
    def T(self) -> Matrix:
        """The matrix itself."""
        return self._matrix

    def __getattr__(self, name: str) -> Any:
        # Conversions need the transposed arrays.
        if name.startswith("to_") and hasattr(Matrix, name):
            return getattr(self.copy(), name)
        raise AttributeError(f"a transposed view has no {name}; copy() makes a matrix of it")

    def __array__(self, dtype: Any = None, copy: Optional[bool] = None) -> np.ndarray:
        return self._matrix.__array__(dtype, copy).T

    @property
    def __binsparse_descriptor__(self) -> dict[str, Any]:
        """What the arrays of to_csr are."""
        found = self._matrix.__binsparse_descriptor__
        found["binsparse"]["shape"].reverse()
        return found

    def __reduce__(self) -> Any:
        return self.copy().__reduce__()


class Matrix(Conversions, MatrixLike):
    """A sparse matrix. A missing entry is no value, and not 0.

    ``Matrix((3, 4))`` has no entries; ``Matrix(x)`` takes what ``from_any`` takes: arrays of NumPy, SciPy, CuPy, PyTorch,
    graphs of NetworkX.
    """

    __slots__ = ()

    def __init__(self, shape: Any, dtype: Any = None, *, context: Optional[Context] = None) -> None:
        if isinstance(shape, tuple) and len(shape) == 2 and not hasattr(shape[0], "__len__"):
            type = type_of(float if dtype is None else dtype)
            nrows, ncols = dimension(shape[0], "rows"), dimension(shape[1], "columns")
            self._native = new_native(native_context(context), type, nrows, ncols)
        else:
            self._native = type_self_from(shape, dtype, context)

    @classmethod
    def _of(cls, native: Any) -> Matrix:
        matrix = cls.__new__(cls)
        matrix._native = native
        return matrix

    @property
    def T(self) -> TransposedMatrix:
        """The transpose as a view, without a copy."""
        return TransposedMatrix(self)

    # ---- from and to coordinates (conversions with other libraries: _convert.py)

    @classmethod
    def from_coo(
        cls,
        rows: Any,
        cols: Any,
        values: Any = 1,
        *,
        shape: Optional[tuple[int, int]] = None,
        dtype: Any = None,
        dup: Any = None,
        context: Optional[Context] = None,
    ) -> Matrix:
        """A matrix with the entries (rows[e], cols[e], values[e]), in any order. A single value is that of all of them.

        :param shape: default: the largest indices + 1
        :param dup: the operator that combines entries of one place, such as "plus"; without it they are an error
        """
        row_list, col_list = indices(rows, "rows"), indices(cols, "cols")
        data, type = values_of(values, len(row_list), dtype)
        n = same_length(rows=row_list, cols=col_list, values=data)
        if shape is None:
            shape = (int(row_list.max()) + 1, int(col_list.max()) + 1) if n else (0, 0)
        target = type if dtype is None else type_of(dtype)
        nrows, ncols = dimension(shape[0], "rows"), dimension(shape[1], "columns")
        matrix = cls._of(new_native(native_context(context), target, nrows, ncols))
        combine = native_dup(dup)
        matrix._native.build(
            n, address(row_list), address(col_list), address(data), type, combine and combine.typed(target, target)
        )
        return matrix

    def to_coo(self, dtype: Any = None) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Rows, columns (uint64) and values of the entries, row by row, as new arrays."""
        type = self._native.type if dtype is None else type_of(dtype)
        n = self.nvals
        rows, cols, values = np.empty(n, np.uint64), np.empty(n, np.uint64), np.empty(n, dtype_of(type))
        self._native.extract_tuples(address(rows), address(cols), address(values), type)
        return rows, cols, values

    # ---- writing

    def resize(self, nrows: int, ncols: int) -> None:
        """Changes the shape; entries outside of the new one are deleted."""
        self._native.resize(dimension(nrows, "rows"), dimension(ncols, "columns"))

    def clear(self) -> None:
        """Deletes all entries."""
        self._native.clear()

    def set_values(self, values: Any, *, stream: Any = None) -> None:
        """Replaces the values of all entries, in row-major order; the pattern stays, and plans remain valid. An array of
        a device is copied within the device."""
        from . import _arrays

        _arrays.set_values(self, values, stream)

    def __setitem__(self, key: Any, value: Any) -> None:
        rows, cols = pair(key)
        r, c = parse(rows, self.nrows, "row"), parse(cols, self.ncols, "column")
        if isinstance(r, int) and isinstance(c, int):
            self._native.set_element(r, c, scalar(value, self._native.type))
        else:
            self._assign(value, r, c, None, None, False)

    def __delitem__(self, key: Any) -> None:
        rows, cols = pair(key)
        r, c = parse(rows, self.nrows, "row"), parse(cols, self.ncols, "column")
        if isinstance(r, int) and isinstance(c, int):
            self._native.remove_element(r, c)
            return
        r, c = _as_lines(r), _as_lines(c)
        empty = new_native(self._native.context, self._native.type, count(r, self.nrows), count(c, self.ncols))
        _core.assign_object(self._native, empty, r[1], c[1], None, None, 0)

    def assign(
        self,
        value: Any,
        rows: Any = slice(None),
        cols: Any = slice(None),
        *,
        mask: Any = None,
        accum: Any = None,
        replace: bool = False,
    ) -> None:
        """C<mask>(rows, cols) ⊙= a matrix, a vector (for a part of a row or column) or a scalar. Lists must not repeat
        an index."""
        r, c = parse(rows, self.nrows, "row"), parse(cols, self.ncols, "column")
        self._assign(value, r, c, mask, accum, replace)

    def _assign(
        self, value: Any, r: Union[int, Lines], c: Union[int, Lines], mask: Any, accum: Any, replace: bool
    ) -> None:
        flags = value._flags if isinstance(value, MatrixLike) else 0
        _, _, masked, combine, flags = write_arguments(self, mask, accum, replace, flags, None)
        if isinstance(value, np.ndarray) and value.ndim == 1:
            value = Vector.from_dense(value, context=self.context)
        elif isinstance(value, np.ndarray) and value.ndim == 2:
            value = Matrix.from_dense(value, context=self.context)
        native = self._native
        if isinstance(value, Vector):
            if isinstance(r, int) and not isinstance(c, int):
                _core.assign_line(native, value._native, True, r, c[1], masked, combine, flags)
            elif isinstance(c, int) and not isinstance(r, int):
                _core.assign_line(native, value._native, False, c, r[1], masked, combine, flags)
            else:
                raise DimensionMismatch("DIMENSION_MISMATCH: a vector is assigned to a part of one row or one column")
        elif isinstance(value, MatrixLike):
            rows, cols = _as_lines(r), _as_lines(c)  # the arrays live until the call has ended
            _core.assign_object(native, value._native, rows[1], cols[1], masked, combine, flags)
        else:
            number = scalar(value, native.type)
            rows, cols = _as_lines(r), _as_lines(c)
            _core.assign_scalar(native, number, rows[1], cols[1], masked, combine, flags)

    def __reduce__(self) -> Any:
        return (_unpickle, (self._native.serialize(), self.dtype if self.dtype.names else None, self._native.type.name))


RESULTS[:] = Matrix, Vector


def _as_lines(chosen: Union[int, Lines]) -> Lines:
    if isinstance(chosen, int):
        array = np.array([chosen], dtype=np.uint64)
        return array, (address(array), 1)
    return chosen


def type_self_from(source: Any, dtype: Any, context: Optional[Context]) -> Any:
    return Matrix.from_any(source, dtype=dtype, context=context)._native


def _unpickle(data: bytes, dtype: Any, name: str) -> Matrix:
    from ._types import define_type

    type = None if dtype is None else type_of(define_type(name, dtype))
    return Matrix._of(_core.deserialize(native_context(None), data, type, False))


def diag(u: Any, k: int = 0) -> Any:
    """The square matrix with the vector u on its diagonal k; of a matrix its diagonal k, as ``numpy.diag``."""
    if isinstance(u, np.ndarray):
        u = Vector.from_dense(u)
    return u.diag(k)


def kron(A: MatrixLike, B: MatrixLike, op: Any = "times", **options: Any) -> Matrix:
    """The Kronecker product; the options are those of :meth:`Matrix.kronecker`."""
    return A.kronecker(B, op, **options)


def concat(tiles: Any, *, dtype: Any = None) -> Matrix:
    """The matrix with these tiles, a list of rows of matrices: ``concat([[A, B], [C, D]])``."""
    plain = [[tile._plain() for tile in row] for row in tiles]
    type = None if dtype is None else type_of(dtype)
    return Matrix._of(_core.concat([[tile._native for tile in row] for row in plain], type))
