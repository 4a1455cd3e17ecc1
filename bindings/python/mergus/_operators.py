"""Operators, built in and new: classes, and the built-in ones by name.

They are generic: a call chooses the operator of the library by the dtypes of its operands, promoted as NumPy does, and
keeps what it chose. An operator that is not defined on a type takes the next one that it is defined on (_domains.py).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import _core
from ._domains import fit
from ._errors import InvalidValue
from ._types import INT64, USER_CODE, promote, python_value, scalar, type_of

UNARY, BINARY, INDEX_UNARY, INDEX_BINARY = 1, 2, 3, 4
KIND_NAMES = {UNARY: "unary", BINARY: "binary", INDEX_UNARY: "index unary", INDEX_BINARY: "index binary"}


class Operator:
    """The base of operators. Made by unary_op, binary_op, index_unary_op and index_binary_op, or built in."""

    kind = 0

    def __init__(self, name: str, find: Callable[[Any, Any], Any]) -> None:
        self.name = name
        self._find = find
        self._typed: dict[tuple[Any, Any], Any] = {}

    def typed(self, x: Any, y: Any = None) -> Any:
        """\\internal The library's operator for operands of two types."""
        try:
            return self._typed[x, y]
        except KeyError:
            found = self._typed[x, y] = self._find(x, y)
            return found

    def __repr__(self) -> str:
        return f"<{KIND_NAMES[self.kind]} operator {self.name}>"

    def __reduce__(self) -> Any:
        if (row := BUILTIN.get(self.name)) is not None and row is self:
            return (operator_named, (self.name,))
        raise TypeError(f"{self!r} is not built in and cannot be pickled; make it again from its text")

    def __call__(self, *values: Any) -> Any:
        """The operator on single values, computed on the host: for trials and tests."""
        if not values:
            raise TypeError("an operator takes values")
        x = type_of(_dtype_of_value(values[0]))
        y = x
        if self.kind == INDEX_UNARY and len(values) == 4:
            y = type_of(_dtype_of_value(values[3]))
        elif self.kind in (BINARY, INDEX_BINARY) and len(values) > 1:
            y = type_of(_dtype_of_value(values[1]))
            x = y = x if x is y else promote(x, y)
        typed = self.typed(x, None if self.kind == UNARY else y)
        arguments = [scalar(v, type_of(_dtype_of_value(v))) for v in values]
        return python_value(typed(*arguments), typed.z_type)


def _dtype_of_value(value: Any) -> Any:
    return value.dtype if hasattr(value, "dtype") else type(value)


class UnaryOp(Operator):
    """z = f(x)"""

    kind = UNARY


class BinaryOp(Operator):
    """z = f(x, y). Where a monoid is needed, the built-in one of the same name is taken."""

    kind = BINARY


class IndexUnaryOp(Operator):
    """z = f(x, i, j, y) of the entry x = A(i, j) and a scalar y: for select and apply."""

    kind = INDEX_UNARY


class IndexBinaryOp(Operator):
    """z = f(x, y, i, k, j) of the factors x = A(i, k), y = B(k, j): the multiplication of a semiring."""

    kind = INDEX_BINARY


CLASSES: dict[int, type[Operator]] = {
    UNARY: UnaryOp,
    BINARY: BinaryOp,
    INDEX_UNARY: IndexUnaryOp,
    INDEX_BINARY: IndexBinaryOp,
}


def _builtin(name: str, kind: int, domain: str) -> Operator:
    def find(x: Any, y: Any) -> Any:
        if x.code == USER_CODE and name == "pair":
            return _core.find_op(name, INT64)  # it reads no value
        # The scalar of an operator that compares values is compared in the type of both.
        type = x if y is None or kind == INDEX_UNARY and domain in ("untyped", "position") else promote(x, y)
        return _core.find_op(name, fit(domain, type, name))

    return CLASSES[kind](name, find)


BUILTIN: dict[str, Operator] = {name: _builtin(name, kind, domain) for name, kind, domain in _core.operators()}
SYMBOLS = {
    "+": "plus",
    "-": "minus",
    "*": "times",
    "/": "div",
    "&": "band",
    "|": "bor",
    "^": "bxor",
    "**": "pow",
    "==": "eq",
    "!=": "ne",
    "<": "lt",
    ">": "gt",
    "<=": "le",
    ">=": "ge",
}
SELECT_SYMBOLS = {symbol: "value" + SYMBOLS[symbol] for symbol in ("==", "!=", "<", ">", "<=", ">=")}


def operator_named(name: str) -> Operator:
    """The built-in operator of that name."""
    found = BUILTIN.get(name)
    if found is None:
        raise InvalidValue(f"there is no operator '{name}'; mg.unary, mg.binary and mg.index_unary list them")
    return found
