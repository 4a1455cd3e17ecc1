"""The namespaces mg.unary, mg.binary, mg.index_unary, mg.index_binary, mg.monoid, mg.semiring, and the short names."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ._algebra import MONOIDS, SEMIRINGS, semiring_named
from ._definitions import binary_op, index_binary_op, index_unary_op, make_monoid, make_semiring, unary_op
from ._operators import BINARY, BUILTIN, INDEX_BINARY, INDEX_UNARY, UNARY


class Namespace:
    """Built-in objects of one kind as attributes; calling it makes a new one."""

    def __init__(
        self, title: str, names: Callable[[], list[str]], find: Callable[[str], Any], make: Callable[..., Any]
    ) -> None:
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
        return [name for name, op in BUILTIN.items() if op.kind == kind]

    def find(name: str) -> Any:
        op = BUILTIN.get(name)
        return op if op is not None and op.kind == kind else None

    return names, find


unary = Namespace("unary operators", *_of(UNARY), unary_op)
binary = Namespace("binary operators", *_of(BINARY), binary_op)
index_unary = Namespace("index unary operators", *_of(INDEX_UNARY), index_unary_op)
index_binary = Namespace("index binary operators", *_of(INDEX_BINARY), index_binary_op)
monoid = Namespace("monoids", lambda: list(MONOIDS), MONOIDS.get, make_monoid)
semiring = Namespace("semirings", lambda: list(SEMIRINGS), semiring_named, make_semiring)


def short_name(name: str) -> Any:
    """What the package has under a short name: mg.plus, mg.sqrt, mg.tril, mg.min_plus. None: nothing."""
    return BUILTIN.get(name) or semiring_named(name)


def short_names() -> list[str]:
    return [*BUILTIN, *SEMIRINGS]
