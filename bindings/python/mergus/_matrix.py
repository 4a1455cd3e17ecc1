"""Sparse matrices, and their transposed views."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Optional, Union, overload

from . import _core, _text
from ._base import (
    TRAN0,
    Entries,
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
from ._definitions import as_binary, as_monoid, as_semiring
from ._elementwise import Elementwise
from ._errors import DimensionMismatch
from ._indexing import Lines, count, line, pair, parse
from ._lazy import np
from ._types import dtype_of, python_value, scalar, type_of
from ._vector import Vector

_PLUS_TIMES = as_semiring("plus_times")


class MatrixLike(Elementwise, Entries):
    """What a matrix and its transposed view share: operations that read it."""

    __slots__ = ()
    _flags = 0

    # ---- shape

    @property
    def shape(self) -> tuple[int, int]:
        """(rows, columns)"""
        native = self._native
        return (native.ncols, native.nrows) if self._transposed else (native.nrows, native.ncols)

    @property
    def nrows(self) -> int:
        """Rows."""
        return self.shape[0]

    @property
    def ncols(self) -> int:
        """Columns."""
        return self.shape[1]

    @property
    def ndim(self) -> int:
        """2"""
        return 2

    def __len__(self) -> int:
        return self.shape[0]

    # ---- products

    def mxm(
        self,
        B: MatrixLike,
        semiring: Any = "plus_times",
        *,
        mask: Any = None,
        accum: Any = None,
        replace: bool = False,
        out: Optional[Matrix] = None,
        dtype: Any = None,
    ) -> Matrix:
        """C<mask> ⊙= A ⊕.⊗ B.

        :param semiring: such as mg.min_plus or "min_plus"; mg.semiring makes one
        :param mask: the entries that may be written: M.S, M.V, ~M.S or ~M.V
        :param accum: a binary operator that combines the result with the entries of out
        :param replace: deletes the entries of out outside of the mask
        :param out: the matrix that is written and returned; default: a new one
        :param dtype: of a new result; default: that of the semiring
        """
        if not isinstance(B, MatrixLike):
            raise TypeError(f"mxm: B is {type(B).__name__}; a matrix is needed (mxv takes a vector)")
        typed = as_semiring(semiring).typed(self._native.type, B._native.type)
        flags = self._flags | (B._flags << 1)
        made = _core.product(
            "m", typed, self._native, B._native, *write_arguments(out, mask, accum, replace, flags, dtype)
        )
        return out if made is None else Matrix._of(made)  # type: ignore[return-value]

    def mxv(
        self,
        u: Vector,
        semiring: Any = "plus_times",
        *,
        mask: Any = None,
        accum: Any = None,
        replace: bool = False,
        out: Optional[Vector] = None,
        dtype: Any = None,
    ) -> Vector:
        """w<mask> ⊙= A ⊕.⊗ u: the matrix times the column vector."""
        if not isinstance(u, Vector):
            raise TypeError(f"mxv: u is {type(u).__name__}; a vector is needed")
        typed = as_semiring(semiring).typed(self._native.type, u._native.type)
        arguments = write_arguments(out, mask, accum, replace, self._flags, dtype)
        made = _core.product("v", typed, self._native, u._native, *arguments)
        return out if made is None else Vector._of(made)  # type: ignore[return-value]

    @overload
    def __matmul__(self, other: MatrixLike) -> Matrix: ...

    @overload
    def __matmul__(self, other: Union[Vector, np.ndarray]) -> Vector: ...

    def __matmul__(self, other: Any) -> Any:
        if isinstance(other, MatrixLike):
            a, b = self._native, other._native
            flags = self._flags | (other._flags << 1)
            return Matrix._of(
                _core.product("m", _PLUS_TIMES.typed(a.type, b.type), a, b, None, None, None, None, flags)
            )
        if isinstance(other, Vector):
            return self.mxv(other)
        if isinstance(other, np.ndarray) and other.ndim == 1:
            return self.mxv(Vector.from_dense(other, context=self.context))
        return NotImplemented

    def __rmatmul__(self, other: Any) -> Any:
        if isinstance(other, np.ndarray) and other.ndim == 1:
            return Vector.from_dense(other, context=self.context).vxm(self)
        return NotImplemented

    def kronecker(
        self,
        B: MatrixLike,
        op: Any = "times",
        *,
        mask: Any = None,
        accum: Any = None,
        replace: bool = False,
        out: Optional[Matrix] = None,
        dtype: Any = None,
    ) -> Matrix:
        """The Kronecker product: the block (i, k) is op(A(i, k), B)."""
        flags = self._both(B)
        typed = as_binary(op).typed(self._native.type, B._native.type)
        made = _core.kronecker(
            typed, self._native, B._native, *write_arguments(out, mask, accum, replace, flags, dtype)
        )
        return out if made is None else Matrix._of(made)  # type: ignore[return-value]

    # ---- reductions

    def reduce(self, monoid: Any = "plus") -> Any:
        """All entries combined, as a Python number; the identity of the monoid if there are none."""
        typed = as_monoid(monoid).typed(self._native.type)
        return python_value(_core.reduce_all(typed, self._native, typed.type), typed.type)

    def reduce_rows(
        self,
        monoid: Any = "plus",
        *,
        mask: Any = None,
        accum: Any = None,
        replace: bool = False,
        out: Optional[Vector] = None,
        dtype: Any = None,
    ) -> Vector:
        """The entries of each row combined; a row without entries gives none."""
        return self._reduce_lines(False, monoid, mask, accum, replace, out, dtype)

    def reduce_columns(
        self,
        monoid: Any = "plus",
        *,
        mask: Any = None,
        accum: Any = None,
        replace: bool = False,
        out: Optional[Vector] = None,
        dtype: Any = None,
    ) -> Vector:
        """The entries of each column combined; a column without entries gives none."""
        return self._reduce_lines(True, monoid, mask, accum, replace, out, dtype)

    def _reduce_lines(
        self, columns: bool, monoid: Any, mask: Any, accum: Any, replace: bool, out: Any, dtype: Any
    ) -> Vector:
        typed = as_monoid(monoid).typed(self._native.type)
        arguments = write_arguments(out, mask, accum, replace, self._flags, dtype)
        made = _core.reduce_lines(columns, typed, self._native, *arguments)
        return out if made is None else Vector._of(made)

    # ---- rows

    def degrees(self, *, columns: bool = False) -> Vector:
        """The number of entries of each row, or of each column; 0 for empty ones."""
        return Vector._of(_core.degrees(self._native, columns is not self._transposed))

    def argmax(self, *, columns: bool = False) -> Vector:
        """The column of the greatest value of each row (the first of equal ones), or the row of that of each column."""
        return Vector._of(_core.argmax(self._native, columns is not self._transposed))

    def argmin(self, *, columns: bool = False) -> Vector:
        """The same for the least value."""
        return Vector._of(_core.argmin(self._native, columns is not self._transposed))

    def top_k(self, k: int, *, smallest: bool = False) -> tuple[Matrix, Matrix]:
        """The k greatest values of each row, downwards, and their columns, as matrices with k columns."""
        values, places = _core.top_k(self._plain()._native, dimension(k, "k"), smallest)
        return Matrix._of(values), Matrix._of(places)

    def sort(self, before: Any = "lt", *, columns: bool = False) -> tuple[Matrix, Matrix]:
        """The values of each row, or column, in order, and the columns (rows) at which they were."""
        plain = self._plain()
        op = as_binary(before).typed(plain._native.type, plain._native.type)
        values, places = _core.sort(plain._native, op, columns)
        return Matrix._of(values), Matrix._of(places)

    # ---- parts

    def diag(self, k: int = 0) -> Vector:
        """The diagonal k: k > 0 above, k < 0 below the main diagonal."""
        return Vector._of(_core.diag(self._native, -k if self._transposed else k))

    def extract(
        self,
        rows: Any = slice(None),
        cols: Any = slice(None),
        *,
        mask: Any = None,
        accum: Any = None,
        replace: bool = False,
        out: Any = None,
        dtype: Any = None,
    ) -> Any:
        """A(rows, cols): a matrix; a vector if one of them is an integer. Lists may repeat an index."""
        nrows, ncols = self.shape
        r, c = parse(rows, nrows, "row"), parse(cols, ncols, "column")
        if isinstance(r, int) and isinstance(c, int):
            raise TypeError("extract takes a list or a slice of rows or columns; A[i, j] is an element")
        native, arguments = self._native, write_arguments(out, mask, accum, replace, self._flags, dtype)
        if isinstance(r, int):
            made = _core.extract_line(native, True, r, c[1], *arguments)  # type: ignore[index]
        elif isinstance(c, int):
            made = _core.extract_line(native, False, c, r[1], *arguments)
        else:
            made = _core.extract_region(native, r[1], c[1], *arguments)
        return self._wrap(made, out)

    def get(self, i: int, j: int, default: Any = None) -> Any:
        """The entry (i, j), or the default if there is none."""
        nrows, ncols = self.shape
        place = (line(i, nrows, "row"), line(j, ncols, "column"))
        value = self._native.extract_element(*(reversed(place) if self._transposed else place))
        return default if value is None else python_value(value, self._native.type)

    def __getitem__(self, key: Any) -> Any:
        rows, cols = pair(key)
        nrows, ncols = self.shape
        r, c = parse(rows, nrows, "row"), parse(cols, ncols, "column")
        if isinstance(r, int) and isinstance(c, int):
            value = self._native.extract_element(*((c, r) if self._transposed else (r, c)))
            return python_value(value, self._native.type)
        native, rest = self._native, (None, None, None, None, self._flags)
        if isinstance(r, int):
            return Vector._of(_core.extract_line(native, True, r, c[1], *rest))  # type: ignore[index]
        if isinstance(c, int):
            return Vector._of(_core.extract_line(native, False, c, r[1], *rest))
        return Matrix._of(_core.extract_region(native, r[1], c[1], *rest))

    def __contains__(self, place: Any) -> bool:
        return self.get(*place) is not None

    def split(self, rows: Any, cols: Any) -> list[list[Matrix]]:
        """The tiles of a grid: tile (r, c) has rows[r] rows and cols[c] columns."""
        grid = _core.split(self._plain()._native, indices(rows, "rows").tolist(), indices(cols, "cols").tolist())
        return [[Matrix._of(tile) for tile in row] for row in grid]

    # ---- copies, comparison, text

    def copy(self, dtype: Any = None) -> Matrix:
        """A copy, with another dtype if one is given. Of a transposed view: a matrix."""
        type = None if dtype is None else type_of(dtype)
        if self._transposed:
            return Matrix._of(_core.transpose(self._native, None, type, None, None, 0))
        if type is None or type is self._native.type:
            return Matrix._of(self._native.dup())
        return Matrix._of(_core.extract_region(self._native, None, None, None, type, None, None, 0))

    def astype(self, dtype: Any) -> Matrix:
        """A copy with another dtype."""
        return self.copy(dtype)

    def to(self, context: Context) -> Matrix:
        """A copy in another context."""
        return Matrix._of(self._plain()._native.to(context._native))

    def _plain(self) -> Matrix:
        """The matrix itself; of a view a transposed copy."""
        return self.copy() if self._transposed else self  # type: ignore[return-value]

    def __iter__(self) -> Iterator[tuple[int, int, Any]]:
        """The entries (row, column, value), row by row. A loop of Python is slow: whole operations are not."""
        rows, cols, values = self._plain().to_coo()
        return zip(rows.tolist(), cols.tolist(), values.tolist())

    def __eq__(self, other: object) -> bool:
        """Whether dtype, shape, pattern and values are the same."""
        if not isinstance(other, MatrixLike) or self.shape != other.shape:
            return False
        return self._plain()._native.is_equal(other._plain()._native)

    def __copy__(self) -> Matrix:
        return self.copy()

    def __deepcopy__(self, memo: Any) -> Matrix:
        return self.copy()

    def __repr__(self) -> str:
        return _text.plain(self._plain())

    def _repr_html_(self) -> str:
        return _text.html(self._plain())


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
