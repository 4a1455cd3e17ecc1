"""Monoids and semirings, built in and new."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Optional

from . import _core
from ._domains import fit
from ._errors import DomainMismatch
from ._operators import BINARY, BUILTIN, INDEX_BINARY, Operator
from ._types import DTypeLike, dtype_of, python_value, type_of


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
        if MONOIDS.get(self.name) is self:
            return (monoid_named, (self.name,))
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
                raise DomainMismatch(
                    f"{self.name}: {self.mul.name} gives {dtype_of(product.z_type)}, which {self.add.name} does not add"
                )
        named = _core.find_semiring(self.name, product.x_type or product.y_type or product.z_type)
        if named is not None and named.type is total.type and SEMIRINGS.get(self.name) is self:
            return named
        return _core.make_semiring(total, product)

    def broken_laws(self, dtype: DTypeLike = float, *, seed: int = 1, trials: int = 2000) -> list[dict[str, Any]]:
        """Laws that the addition of products of this dtype breaks, with a counter-example each."""
        product = self.mul.typed(type_of(dtype), type_of(dtype))
        return self.add.broken_laws(dtype_of(product.z_type), seed=seed, trials=trials)

    def __repr__(self) -> str:
        return f"<semiring {self.name}>"

    def __reduce__(self) -> Any:
        if SEMIRINGS.get(self.name) is self:
            return (semiring_named, (self.name,))
        raise TypeError(f"{self!r} is not built in and cannot be pickled; make it again from its text")


def _builtin_monoid(name: str, domain: str) -> Monoid:
    def find(type: Any) -> Any:
        return _core.find_monoid(name, fit(domain, type, name))

    return Monoid(name, BUILTIN[name], find)


MONOIDS: dict[str, Monoid] = {name: _builtin_monoid(name, domain) for name, domain in _core.monoids()}
SEMIRINGS: dict[str, Semiring] = {}


def monoid_named(name: str) -> Optional[Monoid]:
    """The built-in monoid of that name, or None."""
    return MONOIDS.get(name)


def semiring_named(name: str) -> Optional[Semiring]:
    """Built-in or composed of built-in parts: "max_times"."""
    if name not in SEMIRINGS:
        add, _, mul = name.partition("_")
        op = BUILTIN.get(mul)
        if add not in MONOIDS or op is None or op.kind not in (BINARY, INDEX_BINARY):
            return None
        SEMIRINGS[name] = Semiring(name, MONOIDS[add], op)
    return SEMIRINGS[name]


for _name in _core.semirings():
    semiring_named(_name)
