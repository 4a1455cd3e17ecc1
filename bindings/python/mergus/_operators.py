"""Operators, monoids and semirings: built-in ones by name, new ones from text and from Python functions.

They are generic: a call chooses the operator of the library by the dtypes of its operands, promoted as NumPy does, and
keeps what it chose. An operator that is not defined on a type takes the next one that it is defined on: sums of bool are
int64, square roots of integers float64.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, Optional, Union

from . import _core
from ._errors import DomainMismatch, InvalidValue
from ._types import (
    BOOL, BOOL_CODE, FC32, FC64, FP32, FP64, INT32, INT64, INT_CODES, USER_CODE, DTypeLike, dtype_of, promote,
    python_value, scalar, type_of,
)

UNARY, BINARY, INDEX_UNARY, INDEX_BINARY = 1, 2, 3, 4
_KIND_NAMES = {UNARY: "unary", BINARY: "binary", INDEX_UNARY: "index unary", INDEX_BINARY: "index binary"}


def fit(domain: str, type: Any, name: str) -> Any:
    """The type on which an operator of a domain runs for operands of `type`."""
    code = type.code
    if code == USER_CODE:
        if domain == "untyped":
            return BOOL
        raise DomainMismatch(f"{name} is not defined on the struct {type.name}")
    is_bool, is_complex = code == BOOL_CODE, code >= FC32.code
    is_int = code in INT_CODES
    if domain == "all":
        return type
    if domain == "untyped":
        return BOOL
    if domain == "boolean":
        return BOOL
    if domain == "position":
        return INT32 if type is INT32 else INT64
    if domain == "numeric":
        return INT64 if is_bool else type
    if domain == "complex":
        return type if is_complex else FC32 if type is FP32 else FC64
    if domain == "inexact":
        return FP64 if is_bool or is_int else type
    if is_complex:
        raise DomainMismatch(f"{name} is not defined on complex numbers")
    if domain == "ordered":
        return type
    if domain == "real":
        return INT64 if is_bool else type
    if domain == "floating":
        return FP64 if is_bool or is_int else type
    if domain == "integer":
        if is_bool:
            return INT64
        if not is_int:
            raise DomainMismatch(f"{name} is defined on integers only, not on {dtype_of(type)}")
        return type
    raise AssertionError(domain)


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
        return f"<{_KIND_NAMES[self.kind]} operator {self.name}>"

    def __reduce__(self) -> Any:
        if (row := _BUILTIN.get(self.name)) is not None and row is self:
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


_CLASSES: dict[int, type[Operator]] = {
    UNARY: UnaryOp, BINARY: BinaryOp, INDEX_UNARY: IndexUnaryOp, INDEX_BINARY: IndexBinaryOp,
}


def _builtin(name: str, kind: int, domain: str) -> Operator:
    def find(x: Any, y: Any) -> Any:
        if x.code == USER_CODE and name == "pair":
            return _core.find_op(name, INT64)  # it reads no value
        # The scalar of an operator that compares values is compared in the type of both.
        type = x if y is None or kind == INDEX_UNARY and domain in ("untyped", "position") else promote(x, y)
        return _core.find_op(name, fit(domain, type, name))

    return _CLASSES[kind](name, find)


_BUILTIN: dict[str, Operator] = {
    name: _builtin(name, kind, domain) for name, kind, domain in _core.operators()
}
_DOMAINS: dict[str, str] = {name: domain for name, _, domain in _core.operators()}
_SYMBOLS = {
    "+": "plus", "-": "minus", "*": "times", "/": "div", "&": "band", "|": "bor", "^": "bxor", "**": "pow",
    "==": "eq", "!=": "ne", "<": "lt", ">": "gt", "<=": "le", ">=": "ge",
}
_SELECT_SYMBOLS = {symbol: "value" + _SYMBOLS[symbol] for symbol in ("==", "!=", "<", ">", "<=", ">=")}


def operator_named(name: str) -> Operator:
    """The built-in operator of that name."""
    found = _BUILTIN.get(name)
    if found is None:
        raise InvalidValue(f"there is no operator '{name}'; mg.unary, mg.binary and mg.index_unary list them")
    return found


# ---- monoids and semirings


class Monoid:
    """An associative operator with an identity: what reductions and the additions of products use."""

    def __init__(self, name: str, op: Operator, find: Callable[[Any], Any]) -> None:
        self.name, self.op = name, op
        self._find = find
        self._typed: dict[Any, Any] = {}

    def typed(self, type: Any) -> Any:
        """\\internal The library's monoid for values of a type."""
        try:
            return self._typed[type]
        except KeyError:
            found = self._typed[type] = self._find(type)
            return found

    def identity(self, dtype: DTypeLike = float) -> Any:
        """Its identity for values of a dtype."""
        typed = self.typed(type_of(dtype))
        return python_value(typed.identity, typed.type)

    def broken_laws(self, dtype: DTypeLike = float, *, seed: int = 1, trials: int = 2000) -> list[dict[str, Any]]:
        """Laws of a commutative monoid that do not hold, with a counter-example each; tested with random values."""
        rows = _core.check_laws(self.typed(type_of(dtype)), seed, trials)
        return [{"law": law, "counter_example": example, "only_special": special} for law, example, special in rows]

    def __repr__(self) -> str:
        return f"<monoid {self.name}>"

    def __reduce__(self) -> Any:
        if _MONOIDS.get(self.name) is self:
            return (as_monoid, (self.name,))
        raise TypeError(f"{self!r} is not built in and cannot be pickled; make it again from its text")


class Semiring:
    """The addition and the multiplication of a product."""

    def __init__(self, name: str, add: Monoid, mul: Operator) -> None:
        self.name, self.add, self.mul = name, add, mul
        self._typed: dict[tuple[Any, Any], Any] = {}

    def typed(self, x: Any, y: Any) -> Any:
        """\\internal The library's semiring for factors of two types."""
        try:
            return self._typed[x, y]
        except KeyError:
            found = self._typed[x, y] = self._find(x, y)
            return found

    def _find(self, x: Any, y: Any) -> Any:
        product = self.mul.typed(x, y)
        total = self.add.typed(product.z_type)
        if total.type is not product.z_type:
            # The sums have another type, as those of bool: the products are computed in it.
            product = self.mul.typed(total.type, total.type)
            if product.z_type is not total.type:
                raise DomainMismatch(f"{self.name}: {self.mul.name} gives {dtype_of(product.z_type)}, which "
                                     f"{self.add.name} does not add")
        named = _core.find_semiring(self.name, product.x_type or product.y_type or product.z_type)
        if named is not None and named.type is total.type and _SEMIRINGS.get(self.name) is self:
            return named
        return _core.make_semiring(total, product)

    def broken_laws(self, dtype: DTypeLike = float, *, seed: int = 1, trials: int = 2000) -> list[dict[str, Any]]:
        """Laws that the addition of products of this dtype breaks, with a counter-example each."""
        product = self.mul.typed(type_of(dtype), type_of(dtype))
        return self.add.broken_laws(dtype_of(product.z_type), seed=seed, trials=trials)

    def __repr__(self) -> str:
        return f"<semiring {self.name}>"

    def __reduce__(self) -> Any:
        if _SEMIRINGS.get(self.name) is self:
            return (as_semiring, (self.name,))
        raise TypeError(f"{self!r} is not built in and cannot be pickled; make it again from its text")


def _builtin_monoid(name: str, domain: str) -> Monoid:
    def find(type: Any) -> Any:
        return _core.find_monoid(name, fit(domain, type, name))

    return Monoid(name, _BUILTIN[name], find)


_MONOIDS: dict[str, Monoid] = {name: _builtin_monoid(name, domain) for name, domain in _core.monoids()}
_SEMIRINGS: dict[str, Semiring] = {}


def _semiring_named(name: str) -> Optional[Semiring]:
    """Built-in or composed of built-in parts: "max_times"."""
    if name not in _SEMIRINGS:
        add, _, mul = name.partition("_")
        op = _BUILTIN.get(mul)
        if add not in _MONOIDS or op is None or op.kind not in (BINARY, INDEX_BINARY):
            return None
        _SEMIRINGS[name] = Semiring(name, _MONOIDS[add], op)
    return _SEMIRINGS[name]


for _name in _core.semirings():
    _semiring_named(_name)

# ---- definitions

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
        define = {BINARY: _core.define_binary_op, INDEX_UNARY: _core.define_index_unary_op,
                  INDEX_BINARY: _core.define_index_binary_op}[kind]
        return define(symbol, text, z, first, second)

    op = _CLASSES[kind](str(title), find)
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


def index_binary_op(definition: Definition, *, name: str = "", dtype: Any = None, out_dtype: Any = None) -> IndexBinaryOp:
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
    op: Any, identity: Any = None, *, terminal: Any = None, associative: bool = True, commutative: bool = True, name: str = ""
) -> Monoid:
    """A monoid of an operator and its identity.

    :param op: a binary operator, its name, a text or a Python function
    :param identity: a number, a tuple for a struct, or a text such as ``"INFINITY"``; not needed for built-in operators
    :param terminal: a value that the operator cannot change any more: backends may stop there
    """
    base = as_binary(op)
    if identity is None:
        if terminal is None and base.name in _MONOIDS and _BUILTIN.get(base.name) is base:
            return _MONOIDS[base.name]
        raise InvalidValue(f"the monoid of {base.name} needs an identity")

    def find(type: Any) -> Any:
        typed = base.typed(type, type)
        if typed.z_type is not type:
            raise DomainMismatch(f"the monoid of {base.name}: its result is {dtype_of(typed.z_type)}, not {dtype_of(type)}")
        end = None if terminal is None else _constant(terminal, type)
        return _core.make_monoid(typed, _constant(identity, type), end, associative, commutative)

    return Monoid(name or base.name, base, find)


def make_semiring(
    add: Any, mul: Any, identity: Any = None, *, dtype: Any = None, out_dtype: Any = None, terminal: Any = None,
    associative: bool = True, commutative: bool = True, name: str = "",
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
    op = operator_named(_SYMBOLS.get(product, product)) if isinstance(product, str) else product
    if not isinstance(op, (BinaryOp, IndexBinaryOp)):
        raise TypeError(f"{op!r} cannot multiply: a binary operator is needed")
    made = Semiring(name or f"{total.name}_{op.name}", total, op)
    known = _SEMIRINGS.get(made.name)
    if known is not None and known.add is total and known.mul is op:
        return known
    if dtype is not None:
        made.typed(type_of(dtype), type_of(dtype))
    return made


def _is_name(text: str) -> bool:
    return text in _BUILTIN or text in _SYMBOLS


# ---- what users pass


def _of_kind(spec: Any, kind: int, make: Callable[..., Any]) -> Any:
    if isinstance(spec, _CLASSES[kind]):
        return spec
    if isinstance(spec, str):
        symbols = _SELECT_SYMBOLS if kind == INDEX_UNARY else _SYMBOLS
        found = _BUILTIN.get(symbols.get(spec, spec))
        if found is None and kind == INDEX_UNARY:
            found = _BUILTIN.get("value" + spec)
        if found is not None and found.kind != kind:
            raise TypeError(f"'{spec}' is a {_KIND_NAMES[found.kind]} operator; a {_KIND_NAMES[kind]} one is needed")
        if found is not None:
            return found
        if spec.isidentifier() and spec not in ("x", "y", "i", "j", "k"):
            raise InvalidValue(f"there is no {_KIND_NAMES[kind]} operator '{spec}'")
        return _kept((kind, spec), lambda: make(spec))
    if callable(spec) and not isinstance(spec, (Operator, Monoid, Semiring)):
        return _kept((kind, spec), lambda: make(spec))
    if isinstance(spec, Monoid) and kind == BINARY:
        return spec.op
    raise TypeError(f"{spec!r} is no {_KIND_NAMES[kind]} operator")


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
    name = spec.name if isinstance(spec, BinaryOp) and _BUILTIN.get(spec.name) is spec else spec
    if isinstance(name, str):
        found = _MONOIDS.get(_SYMBOLS.get(name, name))
        if found is not None:
            return found
    raise TypeError(f"{spec!r} is no monoid; mg.monoid(op, identity) makes one")


def as_semiring(spec: Any) -> Semiring:
    if isinstance(spec, Semiring):
        return spec
    if isinstance(spec, str) and (found := _semiring_named(spec)) is not None:
        return found
    raise TypeError(f"{spec!r} is no semiring; mg.semiring(add=…, mul=…, identity=…) makes one")


# ---- the namespaces mg.unary, mg.binary, mg.index_unary, mg.monoid, mg.semiring


class Namespace:
    """Built-in objects of one kind as attributes; calling it makes a new one."""

    def __init__(self, title: str, names: Callable[[], list[str]], find: Callable[[str], Any], make: Callable[..., Any]) -> None:
        self._title, self._names, self._find, self._make = title, names, find, make
        self.__doc__ = f"The built-in {title}. A call is that of {make.__name__}.\n\n{make.__doc__ or ''}"

    def __getattr__(self, name: str) -> Any:
        if not name.startswith("_") and (found := self._find(name)) is not None:
            return found
        raise AttributeError(f"there is no built-in {self._title} '{name}'")

    def __getitem__(self, name: str) -> Any:
        return getattr(self, name)

    def __dir__(self) -> list[str]:
        return self._names()

    def __iter__(self) -> Iterator[str]:
        return iter(self._names())

    def __contains__(self, name: object) -> bool:
        return name in self._names()

    def __len__(self) -> int:
        return len(self._names())

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        if len(arguments) == 1 and not options and isinstance(arguments[0], str):
            if (found := self._find(arguments[0])) is not None:
                return found
        return self._make(*arguments, **options)

    def __repr__(self) -> str:
        return f"<{len(self)} built-in {self._title}>"


def _of(kind: int) -> tuple[Callable[[], list[str]], Callable[[str], Any]]:
    def names() -> list[str]:
        return [name for name, op in _BUILTIN.items() if op.kind == kind]

    def find(name: str) -> Any:
        op = _BUILTIN.get(name)
        return op if op is not None and op.kind == kind else None

    return names, find


unary = Namespace("unary operators", *_of(UNARY), unary_op)
binary = Namespace("binary operators", *_of(BINARY), binary_op)
index_unary = Namespace("index unary operators", *_of(INDEX_UNARY), index_unary_op)
index_binary = Namespace("index binary operators", *_of(INDEX_BINARY), index_binary_op)
monoid = Namespace("monoids", lambda: list(_MONOIDS), _MONOIDS.get, make_monoid)
semiring = Namespace("semirings", lambda: list(_SEMIRINGS), _semiring_named, make_semiring)


def short_name(name: str) -> Any:
    """What the package has under a short name: mg.plus, mg.sqrt, mg.tril, mg.min_plus. None: nothing."""
    return _BUILTIN.get(name) or _semiring_named(name)


def short_names() -> list[str]:
    return [*_BUILTIN, *_SEMIRINGS]
