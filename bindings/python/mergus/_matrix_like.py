"""What matrices and their transposed views share: the operations that read them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Optional, Union, overload

from . import _core, _matrix, _text
from ._base import Entries, dimension, indices, write_arguments
from ._context import Context
from ._definitions import as_binary, as_monoid, as_semiring
from ._elementwise import Elementwise
from ._indexing import line, pair, parse
from ._lazy import np
from ._types import python_value, type_of
from ._vector import Vector

if TYPE_CHECKING:
    from ._matrix import Matrix

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
        return out if made is None else _matrix.Matrix._of(made)  # type: ignore[return-value]

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
            return _matrix.Matrix._of(
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
        return out if made is None else _matrix.Matrix._of(made)  # type: ignore[return-value]

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
        return _matrix.Matrix._of(values), _matrix.Matrix._of(places)

    def sort(self, before: Any = "lt", *, columns: bool = False) -> tuple[Matrix, Matrix]:
        """The values of each row, or column, in order, and the columns (rows) at which they were."""
        plain = self._plain()
        op = as_binary(before).typed(plain._native.type, plain._native.type)
        values, places = _core.sort(plain._native, op, columns)
        return _matrix.Matrix._of(values), _matrix.Matrix._of(places)

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
        return _matrix.Matrix._of(_core.extract_region(native, r[1], c[1], *rest))

    def __contains__(self, place: Any) -> bool:
        return self.get(*place) is not None

    def split(self, rows: Any, cols: Any) -> list[list[Matrix]]:
        """The tiles of a grid: tile (r, c) has rows[r] rows and cols[c] columns."""
        grid = _core.split(self._plain()._native, indices(rows, "rows").tolist(), indices(cols, "cols").tolist())
        return [[_matrix.Matrix._of(tile) for tile in row] for row in grid]

    # ---- copies, comparison, text

    def copy(self, dtype: Any = None) -> Matrix:
        """A copy, with another dtype if one is given. Of a transposed view: a matrix."""
        type = None if dtype is None else type_of(dtype)
        if self._transposed:
            return _matrix.Matrix._of(_core.transpose(self._native, None, type, None, None, 0))
        if type is None or type is self._native.type:
            return _matrix.Matrix._of(self._native.dup())
        return _matrix.Matrix._of(_core.extract_region(self._native, None, None, None, type, None, None, 0))

    def astype(self, dtype: Any) -> Matrix:
        """A copy with another dtype."""
        return self.copy(dtype)

    def to(self, context: Context) -> Matrix:
        """A copy in another context."""
        return _matrix.Matrix._of(self._plain()._native.to(context._native))

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
