"""Element-wise operations, which matrices and vectors have alike."""

from __future__ import annotations

import numbers
from typing import TYPE_CHECKING, Any

from . import _core
from ._base import TRAN1, Entries, write_arguments
from ._definitions import as_binary, as_index_unary, as_unary
from ._lazy import np
from ._operators import BUILTIN, SYMBOLS, BinaryOp, IndexUnaryOp
from ._types import BOOL, USER_CODE, dtype_of, promote, promote_scalar, scalar, type_of

if TYPE_CHECKING:
    from typing_extensions import Self


def is_scalar(value: Any) -> bool:
    return (
        value.__class__ in (int, float, bool, complex)
        or isinstance(value, (numbers.Number, np.generic))
        or (isinstance(value, np.ndarray) and value.ndim == 0)
    )


def _scalar_or_zero(value: Any, type: Any) -> Any:
    """The scalar of an index unary operator; 0, its default, is a zero value of a struct."""
    is_zero_struct = type.code == USER_CODE and value.__class__ is int and value == 0
    return scalar(np.zeros((), dtype_of(type)) if is_zero_struct else value, type)


#: The classes of results, Matrix and Vector; _matrix.py fills it.
RESULTS: list[Any] = []


class Elementwise:
    """The methods; a Matrix, a transposed view or a Vector has them."""

    __slots__ = ()
    _native: Any
    _transposed: bool

    def _wrap(self, made: Any, out: Any) -> Any:
        return out if made is None else RESULTS[made.is_vector]._of(made)

    def _both(self, other: Any) -> int:
        """The flags of two operands."""
        if self.__class__ is other.__class__:
            return (8 | TRAN1) if self._transposed else 0
        if not isinstance(other, Entries):
            raise TypeError(
                f"the other operand is {type(other).__name__}; a {'vector' if self._native.is_vector else 'matrix'} is needed"
            )
        if self._native.is_vector is not other._native.is_vector:
            raise TypeError("one operand is a matrix and the other one a vector")
        return (8 if self._transposed else 0) | (TRAN1 if other._transposed else 0)

    def ewise_add(
        self,
        other: Any,
        op: Any = "plus",
        *,
        mask: Any = None,
        accum: Any = None,
        replace: bool = False,
        out: Any = None,
        dtype: Any = None,
    ) -> Self:
        """A ⊕ B on the union of the patterns: op where both have an entry, otherwise the single entry."""
        flags = self._both(other)
        typed = as_binary(op).typed(self._native.type, other._native.type)
        arguments = write_arguments(out, mask, accum, replace, flags, dtype)
        return self._wrap(_core.ewise_add(typed, self._native, other._native, *arguments), out)

    def ewise_mult(
        self,
        other: Any,
        op: Any = "times",
        *,
        mask: Any = None,
        accum: Any = None,
        replace: bool = False,
        out: Any = None,
        dtype: Any = None,
    ) -> Self:
        """A ⊗ B on the intersection of the patterns."""
        flags = self._both(other)
        typed = as_binary(op).typed(self._native.type, other._native.type)
        arguments = write_arguments(out, mask, accum, replace, flags, dtype)
        return self._wrap(_core.ewise_mult(typed, self._native, other._native, *arguments), out)

    def ewise_union(
        self,
        other: Any,
        op: Any = "plus",
        left: Any = 0,
        right: Any = 0,
        *,
        mask: Any = None,
        accum: Any = None,
        replace: bool = False,
        out: Any = None,
        dtype: Any = None,
    ) -> Self:
        """op on the union of the patterns; `left` stands for an entry that A lacks, `right` for one that B lacks."""
        flags = self._both(other)
        typed = as_binary(op).typed(self._native.type, other._native.type)
        alpha, beta = scalar(left, typed.x_type or BOOL), scalar(right, typed.y_type or BOOL)
        arguments = write_arguments(out, mask, accum, replace, flags, dtype)
        return self._wrap(_core.ewise_union(typed, self._native, alpha, other._native, beta, *arguments), out)

    def apply(
        self,
        op: Any,
        right: Any = None,
        *,
        left: Any = None,
        mask: Any = None,
        accum: Any = None,
        replace: bool = False,
        out: Any = None,
        dtype: Any = None,
    ) -> Self:
        """op(a) of every entry a; with a scalar op(a, right) or op(left, a); op(a, i, j, right) of an index unary
        operator. The operator is one of mg.unary, mg.binary and mg.index_unary, its name, a text such as ``"x * x"``,
        or a Python function."""
        if left is not None and right is not None:
            raise TypeError("apply takes a scalar on the left or on the right, not on both sides")
        native, x, y = self._native, None, None
        base = BUILTIN.get(SYMBOLS.get(op, op)) if isinstance(op, str) else op
        if isinstance(base, IndexUnaryOp):
            if left is not None:
                raise TypeError("an index unary operator has its scalar on the right")
            y = 0 if right is None else right
            typed = base.typed(native.type, promote_scalar(native.type, y))
            y = _scalar_or_zero(y, typed.y_type or native.type)
        elif left is None and right is None:
            if isinstance(base, BinaryOp):
                raise TypeError(f"{base!r} needs a scalar: apply(op, right=…) or apply(op, left=…)")
            typed = as_unary(op).typed(native.type)
        else:
            value = right if left is None else left
            common = promote_scalar(native.type, value)
            typed = as_binary(op).typed(common, common)
            number = scalar(value, (typed.y_type if left is None else typed.x_type) or common)
            x, y = (None, number) if left is None else (number, None)
        flags = 8 if self._transposed else 0
        return self._wrap(
            _core.apply(typed, native, x, y, *write_arguments(out, mask, accum, replace, flags, dtype)), out
        )

    def select(
        self,
        op: Any,
        y: Any = 0,
        *,
        mask: Any = None,
        accum: Any = None,
        replace: bool = False,
        out: Any = None,
        dtype: Any = None,
    ) -> Self:
        """The entries for which op(a, i, j, y) is true: ``"tril"``, ``"triu"``, ``"diag"``, ``"offdiag"`` with a
        diagonal y; ``">"``, ``"<="``, ``"=="`` … with a value; ``"rowle"`` … with an index; a text of x, i, j and y; a
        Python function of (x, i, j) or (x, i, j, y)."""
        base = as_index_unary(op)
        type = self._native.type
        typed = base.typed(type, promote_scalar(type, y))
        number = _scalar_or_zero(y, typed.y_type or type)
        arguments = write_arguments(out, mask, accum, replace, 8 if self._transposed else 0, dtype)
        return self._wrap(_core.select(typed, self._native, number, *arguments), out)

    # ---- operators of Python

    def _binary(self, other: Any, op: str, *, union: bool, swap: bool = False) -> Any:
        if isinstance(other, Entries):
            return self.ewise_add(other, op) if union else self.ewise_mult(other, op)
        if is_scalar(other):
            if union and op not in ("plus", "minus"):
                return NotImplemented
            if union:
                raise TypeError("a scalar is added to entries only by apply('plus', right=…): a missing entry is no 0")
            return self.apply(op, left=other) if swap else self.apply(op, right=other)
        return NotImplemented

    def __add__(self, other: Any) -> Self:
        return self._binary(other, "plus", union=True)

    def __sub__(self, other: Any) -> Self:
        if not isinstance(other, Entries):
            return self._binary(other, "minus", union=True)
        return self.ewise_union(other, "minus", 0, 0)

    def __mul__(self, other: Any) -> Self:
        """Element-wise, or with a scalar."""
        return self._binary(other, "times", union=False)

    def __rmul__(self, other: Any) -> Self:
        return self._binary(other, "times", union=False, swap=True)

    def __truediv__(self, other: Any) -> Self:
        return self._quotient(other, False)

    def __rtruediv__(self, other: Any) -> Self:
        return self._quotient(other, True)

    def _quotient(self, other: Any, swap: bool) -> Any:
        """As NumPy: integers give floats."""
        if is_scalar(other):
            common = promote(promote_scalar(self._native.type, other), type_of(np.float32))
            op = as_binary("div").typed(common, common)
            number = scalar(other, common)
            x, y = (number, None) if swap else (None, number)
            flags = 8 if self._transposed else 0
            return self._wrap(_core.apply(op, self._native, x, y, None, None, None, None, flags), None)
        if not isinstance(other, Entries):
            return NotImplemented
        flags = self._both(other)
        common = promote(promote(self._native.type, other._native.type), type_of(np.float32))
        op = as_binary("div").typed(common, common)
        return self._wrap(_core.ewise_mult(op, self._native, other._native, None, None, None, None, flags), None)

    def __neg__(self) -> Self:
        return self.apply("ainv")

    def __pos__(self) -> Self:
        return self.apply("identity")

    def __abs__(self) -> Self:
        return self.apply("abs")

    def __pow__(self, other: Any) -> Self:
        return self._binary(other, "pow", union=False)
