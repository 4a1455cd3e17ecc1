"""New operators, monoids and semirings from text and Python functions, and what calls take in their place: names."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Union

from . import _core
from ._algebra import MONOIDS, SEMIRINGS, Monoid, Semiring, semiring_named
from ._errors import DomainMismatch, InvalidValue
from ._operators import (
    BINARY,
    BUILTIN,
    CLASSES,
    INDEX_BINARY,
    INDEX_UNARY,
    KIND_NAMES,
    SELECT_SYMBOLS,
    SYMBOLS,
    UNARY,
    BinaryOp,
    IndexBinaryOp,
    IndexUnaryOp,
    Operator,
    UnaryOp,
    operator_named,
)
from ._types import USER_CODE, dtype_of, promote, scalar, type_of

_ANY_INDEX = re.compile(r"(?<![\w.])[ijk](?!\w|\s*\()")
Definition = Union[str, Callable[..., Any]]


def _text_operator(kind: int, definition: Definition, name: str, dtype: Any, out: Any, scalar_dtype: Any) -> Operator:
    fixed = None if dtype is None else type_of(dtype)
    result = None if out is None else type_of(out)
    scalar_type = None if scalar_dtype is None else type_of(scalar_dtype)
    short = isinstance(definition, str) and len(definition) < 40
    title = name or (definition if short else getattr(definition, "__name__", "user"))

    def find(x: Any, y: Any) -> Any:
        first = fixed or (x if y is None or kind == INDEX_UNARY else promote(x, y))
        second = scalar_type or (first if kind != INDEX_UNARY or y is None else y)
        if isinstance(definition, str):
            text, z, symbol = definition, result or first, name if "{" in definition else "expression"
        else:
            from ._translate import translate

            text, z = translate(definition, kind, first, second, result)
            symbol = "translated"
        if kind == UNARY:
            return _core.define_unary_op(symbol, text, z, first)
        define = {
            BINARY: _core.define_binary_op,
            INDEX_UNARY: _core.define_index_unary_op,
            INDEX_BINARY: _core.define_index_binary_op,
        }[kind]
        return define(symbol, text, z, first, second)

    op = CLASSES[kind](str(title), find)
    if fixed is not None:  # errors of the text appear here rather than in the first call
        op.typed(fixed, None if kind == UNARY else fixed if kind != INDEX_UNARY else scalar_type or fixed)
    return op


def unary_op(definition: Definition, *, name: str = "", dtype: Any = None, out_dtype: Any = None) -> UnaryOp:
    """z = f(x) from text or a Python function.

    A text is an expression of ``x`` or a C function (``void f(double *z, const double *x) {…}``). Without a dtype it is
    compiled for the dtype of each operand that it meets; the result has the dtype of x, or ``out_dtype``; that of a
    Python function follows from its expression.

    >>> half = mg.unary_op("x / 2")
    >>> A.apply(half)
    """
    return _text_operator(UNARY, definition, name, dtype, out_dtype, None)  # type: ignore[return-value]


def binary_op(definition: Definition, *, name: str = "", dtype: Any = None, out_dtype: Any = None) -> BinaryOp:
    """z = f(x, y) from text (an expression of ``x`` and ``y``, or a C function) or a Python function.

    >>> closer = mg.binary_op(lambda x, y: x if abs(x) < abs(y) else y)
    """
    return _text_operator(BINARY, definition, name, dtype, out_dtype, None)  # type: ignore[return-value]


def index_unary_op(
    definition: Definition, *, name: str = "", dtype: Any = None, out_dtype: Any = None, scalar_dtype: Any = None
) -> IndexUnaryOp:
    """z = f(x, i, j, y) from text (an expression of ``x``, ``i``, ``j`` and the scalar ``y``) or a Python function of
    (x, i, j) or (x, i, j, y). For select the result is bool, which is the default.

    >>> A.select(mg.index_unary_op("i + j < y"), 5)
    """
    out = bool if out_dtype is None and isinstance(definition, str) else out_dtype
    return _text_operator(INDEX_UNARY, definition, name, dtype, out, scalar_dtype)  # type: ignore[return-value]


def index_binary_op(
    definition: Definition, *, name: str = "", dtype: Any = None, out_dtype: Any = None
) -> IndexBinaryOp:
    """z = f(x, y, i, k, j), the multiplication of x = A(i, k) and y = B(k, j), from text or a Python function."""
    return _text_operator(INDEX_BINARY, definition, name, dtype, out_dtype, None)  # type: ignore[return-value]


def _constant(value: Any, type: Any) -> Any:
    """The identity or terminal value of a monoid; a text is an expression of C."""
    if not isinstance(value, str):
        return scalar(value, type)
    if type.code == USER_CODE:
        raise InvalidValue("the identity of a struct is a tuple of its fields, not a text")
    try:
        return {"inf": float("inf"), "-inf": float("-inf"), "nan": float("nan")}[value.lower()]
    except KeyError:
        return _core.define_unary_op("constant", value, type, type)(0)


def make_monoid(
    op: Any,
    identity: Any = None,
    *,
    terminal: Any = None,
    associative: bool = True,
    commutative: bool = True,
    name: str = "",
) -> Monoid:
    """A monoid of an operator and its identity.

    :param op: a binary operator, its name, a text or a Python function
    :param identity: a number, a tuple for a struct, or a text such as ``"INFINITY"``; not needed for built-in operators
    :param terminal: a value that the operator cannot change any more: backends may stop there
    """
    base = as_binary(op)
    if identity is None:
        if terminal is None and base.name in MONOIDS and BUILTIN.get(base.name) is base:
            return MONOIDS[base.name]
        raise InvalidValue(f"the monoid of {base.name} needs an identity")

    def find(type: Any) -> Any:
        typed = base.typed(type, type)
        if typed.z_type is not type:
            raise DomainMismatch(
                f"the monoid of {base.name}: its result is {dtype_of(typed.z_type)}, not {dtype_of(type)}"
            )
        end = None if terminal is None else _constant(terminal, type)
        return _core.make_monoid(typed, _constant(identity, type), end, associative, commutative)

    return Monoid(name or base.name, base, find)


def make_semiring(
    add: Any,
    mul: Any,
    identity: Any = None,
    *,
    dtype: Any = None,
    out_dtype: Any = None,
    terminal: Any = None,
    associative: bool = True,
    commutative: bool = True,
    name: str = "",
) -> Semiring:
    """A semiring of an addition and a multiplication: names, texts, Python functions, operators or monoids.

    :param dtype: of the factors; without it each pair of dtypes that a product meets gets its operators
    :param out_dtype: of the products and sums, if it is not that of the factors
    """
    if isinstance(add, Monoid):
        total = add
    else:
        base = add
        if isinstance(add, str) and not _is_name(add) or callable(add) and not isinstance(add, Operator):
            base = binary_op(add, dtype=out_dtype if out_dtype is not None else dtype)
        total = make_monoid(base, identity, terminal=terminal, associative=associative, commutative=commutative)
    product = mul
    if isinstance(mul, str) and not _is_name(mul):
        make: Any = index_binary_op if "{" not in mul and _ANY_INDEX.search(mul) else binary_op
        product = make(mul, dtype=dtype, out_dtype=out_dtype)
    elif callable(mul) and not isinstance(mul, Operator):
        arguments = getattr(getattr(mul, "__code__", None), "co_argcount", 2)
        product = (index_binary_op if arguments == 5 else binary_op)(mul, dtype=dtype, out_dtype=out_dtype)
    op = operator_named(SYMBOLS.get(product, product)) if isinstance(product, str) else product
    if not isinstance(op, (BinaryOp, IndexBinaryOp)):
        raise TypeError(f"{op!r} cannot multiply: a binary operator is needed")
    made = Semiring(name or f"{total.name}_{op.name}", total, op)
    known = SEMIRINGS.get(made.name)
    if known is not None and known.add is total and known.mul is op:
        return known
    if dtype is not None:
        made.typed(type_of(dtype), type_of(dtype))
    return made


def _is_name(text: str) -> bool:
    return text in BUILTIN or text in SYMBOLS


# ---- what users pass


#: The built-in operators of each kind by what calls write for them.
_NAMED: dict[int, dict[str, Operator]] = {
    kind: {n: op for n, op in BUILTIN.items() if op.kind == kind} for kind in CLASSES
}
_NAMED[BINARY].update((symbol, BUILTIN[name]) for symbol, name in SYMBOLS.items())
_NAMED[INDEX_UNARY].update((symbol, BUILTIN[name]) for symbol, name in SELECT_SYMBOLS.items())


def _of_kind(spec: Any, kind: int, make: Callable[..., Any]) -> Any:
    if spec.__class__ is str and (found := _NAMED[kind].get(spec)) is not None:
        return found
    if isinstance(spec, CLASSES[kind]):
        return spec
    if isinstance(spec, str):
        symbols = SELECT_SYMBOLS if kind == INDEX_UNARY else SYMBOLS
        found = BUILTIN.get(symbols.get(spec, spec))
        if found is None and kind == INDEX_UNARY:
            found = BUILTIN.get("value" + spec)
        if found is not None and found.kind != kind:
            raise TypeError(f"'{spec}' is a {KIND_NAMES[found.kind]} operator; a {KIND_NAMES[kind]} one is needed")
        if found is not None:
            return found
        if spec.isidentifier() and spec not in ("x", "y", "i", "j", "k"):
            raise InvalidValue(f"there is no {KIND_NAMES[kind]} operator '{spec}'")
        return _kept((kind, spec), lambda: make(spec))
    if callable(spec) and not isinstance(spec, (Operator, Monoid, Semiring)):
        return _kept((kind, spec), lambda: make(spec))
    if isinstance(spec, Monoid) and kind == BINARY:
        return spec.op
    raise TypeError(f"{spec!r} is no {KIND_NAMES[kind]} operator")


_made: dict[Any, Any] = {}


def _kept(key: Any, make: Callable[[], Any]) -> Any:
    """Operators from texts and functions that calls name, so that the second call does not make them again."""
    found = _made.get(key)
    if found is None:
        if len(_made) > 256:
            _made.clear()
        found = _made[key] = make()
    return found


def as_unary(spec: Any) -> UnaryOp:
    return _of_kind(spec, UNARY, unary_op)


def as_binary(spec: Any) -> BinaryOp:
    return _of_kind(spec, BINARY, binary_op)


def as_index_unary(spec: Any) -> IndexUnaryOp:
    return _of_kind(spec, INDEX_UNARY, index_unary_op)


def as_monoid(spec: Any) -> Monoid:
    if isinstance(spec, Monoid):
        return spec
    name = spec.name if isinstance(spec, BinaryOp) and BUILTIN.get(spec.name) is spec else spec
    if isinstance(name, str):
        found = MONOIDS.get(SYMBOLS.get(name, name))
        if found is not None:
            return found
    raise TypeError(f"{spec!r} is no monoid; mg.monoid(op, identity) makes one")


def as_semiring(spec: Any) -> Semiring:
    if isinstance(spec, Semiring):
        return spec
    if isinstance(spec, str) and (found := semiring_named(spec)) is not None:
        return found
    raise TypeError(f"{spec!r} is no semiring; mg.semiring(add=…, mul=…, identity=…) makes one")
