"""Names of vertices: all integers, all strings, or none, when a vertex is named by its number."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Optional, Union

from . import _core
from ._base import address, on_host
from ._errors import InvalidValue
from ._lazy import np

Name = Union[int, str]


def encoded(name: str) -> bytes:
    """Names are bytes; those that are no UTF-8 are read with surrogates."""
    return name.encode("utf-8", "surrogateescape")


def is_integer(name: Any) -> bool:
    return hasattr(name, "__index__") and not isinstance(name, (bool, np.bool_))


def native_names(names: Optional[Sequence[Name]]) -> Any:
    if names is None:
        return _core.Names.numbers()
    if isinstance(names, np.ndarray) or all(is_integer(name) for name in names):
        array = np.ascontiguousarray(names, dtype=np.int64)
        made = _core.Names.from_ids(address(array), len(array))
        del array
        return made
    if not all(isinstance(name, str) for name in names):
        raise TypeError("names of vertices must be all integers or all strings")
    return _core.Names.from_strings([encoded(name) for name in names])  # type: ignore[arg-type]


def listed(native: Any, vertices: int) -> Sequence[Name]:
    if native.kind == "numbers":
        return range(vertices)
    if native.kind == "ids":
        array = np.empty(native.size, np.int64)
        native.copy_ids(address(array))
        return array  # type: ignore[return-value]
    offsets = np.empty(native.size + 1, np.uint64)
    native.copy_offsets(address(offsets))
    text, ends = native.text(), offsets.tolist()
    return [text[a:b].decode("utf-8", "surrogateescape") for a, b in zip(ends, ends[1:])]


def column(values: Any) -> Any:
    """An array of integers, or a list of names."""
    if isinstance(values, (list, tuple)):
        return list(values)
    array = np.asarray(on_host(values))
    if array.ndim != 1:
        raise InvalidValue(f"a column of shape {array.shape}")
    if array.dtype.kind == "u" and len(array) and array.max() > np.iinfo(np.int64).max:
        raise InvalidValue(f"the id {array.max()} is over 2^63 - 1")
    return array if array.dtype.kind in "iu" else array.tolist()


def numbered(first: list[Name], sources: Any, targets: Any) -> tuple[np.ndarray, Sequence[Name]]:
    """The vertices of sources and targets, one after the other, and the names. Names are numbered in the order of `first`
    and then of the edges, each source before its target."""
    if isinstance(sources, np.ndarray) and isinstance(targets, np.ndarray) and all(map(is_integer, first)):
        every = np.concatenate(
            [np.asarray(first, np.int64), np.column_stack([sources, targets]).astype(np.int64).ravel()]
        )
        distinct, where, inverse = np.unique(every, return_index=True, return_inverse=True)
        order = np.argsort(where, kind="stable")
        rank = np.empty(len(order), np.uint64)
        rank[order] = np.arange(len(order), dtype=np.uint64)
        ends = rank[inverse.ravel()[len(first) :]].reshape(-1, 2)
        if len(first) != len(set(first)):
            raise InvalidValue("nodes has a node twice")
        return np.concatenate([ends[:, 0], ends[:, 1]]), distinct[order]  # type: ignore[return-value]
    numbers: dict[Name, int] = {name: n for n, name in enumerate(first)}
    if len(numbers) != len(first):
        raise InvalidValue("nodes has a node twice")
    ends_of = np.empty((len(sources), 2), np.uint64)
    for e, pair in enumerate(zip(sources, targets)):
        for side, name in enumerate(pair):
            ends_of[e, side] = numbers.setdefault(name, len(numbers))
    return np.concatenate([ends_of[:, 0], ends_of[:, 1]]), list(numbers)
