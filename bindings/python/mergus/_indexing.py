"""Rows and columns as users write them in brackets: integers, slices, lists, arrays."""

from __future__ import annotations

from typing import Any, Optional, Union

from ._base import address, indices
from ._errors import DimensionMismatch, IndexOutOfBounds, InvalidIndex
from ._lazy import np

#: One index; or an array that must live as long as the call, and its address and length, None for all of them.
Line = int
Lines = tuple[Any, Optional[tuple[int, int]]]
ALL: Lines = (None, None)


def line(value: Any, size: int, what: str) -> int:
    """An integer in brackets; a negative one counts from the end."""
    number = value.__index__()
    found = number + size if number < 0 else number
    if not 0 <= found < size:
        raise InvalidIndex(f"INVALID_INDEX: {what} {number} of {size}")
    return found


def parse(value: Any, size: int, what: str) -> Union[Line, Lines]:
    """An index in brackets. Lists and arrays keep their order and may repeat an index; a negative one in them is an
    error. An array of bool selects where it is true."""
    if isinstance(value, slice):
        return _slice(value, size)
    if isinstance(value, (int, np.integer)) and not isinstance(value, bool):
        return line(value, size, what)
    array = np.asarray(value)
    if array.ndim == 0:
        if array.dtype.kind not in "iu":
            raise TypeError(f"{what}s are chosen by integers, slices, lists and arrays, not by {value!r}")
        return line(int(array), size, what)
    if array.dtype == np.bool_ and array.ndim == 1:
        if len(array) != size:
            raise DimensionMismatch(f"DIMENSION_MISMATCH: {len(array)} truth values for {size} {what}s")
        array = np.flatnonzero(array)
    return lines(indices(array, f"{what}s"), size, what)


def _slice(value: slice, size: int) -> Lines:
    start, stop, step = value.indices(size)
    if (start, step) == (0, 1) and stop >= size:
        return ALL
    return lines(np.arange(start, stop, step, dtype=np.int64).view(np.uint64), size, "index")


def lines(array: np.ndarray, size: int, what: str) -> Lines:
    if len(array) and int(array.max()) >= size:
        place = int(np.argmax(array >= size))
        raise IndexOutOfBounds(f"INDEX_OUT_OF_BOUNDS: {what}s: element {place} is {array[place]}, of {size}")
    return (array, (address(array), len(array)))


def count(chosen: Lines, size: int) -> int:
    """How many rows or columns were chosen."""
    return size if chosen[1] is None else chosen[1][1]


def pair(key: Any) -> tuple[Any, Any]:
    """The two parts of A[rows, cols]; A[rows] has all columns."""
    if isinstance(key, tuple):
        if len(key) != 2:
            raise IndexError(f"a matrix has two indices, not {len(key)}")
        return key
    return key, slice(None)
