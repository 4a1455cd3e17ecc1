"""What matrices and vectors share: the native object, masks, and the arguments with which operations write."""

from __future__ import annotations

from typing import Any, Optional

from . import _core
from ._context import Context
from ._definitions import as_binary
from ._errors import InvalidValue, UninitializedObject
from ._lazy import np
from ._types import INT_CODES, USER_CODE, dtype_of, type_of

REPLACE, STRUCTURE, COMPLEMENT, TRAN0, TRAN1 = 1, 2, 4, 8, 16


class Mask:
    """The entries of an output that an operation may write: ``M.S`` (the pattern of M), ``M.V`` (where its values are
    true), ``~M.S`` and ``~M.V`` (the others)."""

    __slots__ = ("_object", "_flags")

    def __init__(self, object: Entries, flags: int) -> None:
        self._object, self._flags = object, flags

    def __invert__(self) -> Mask:
        return Mask(self._object, self._flags ^ COMPLEMENT)

    @property
    def parent(self) -> Entries:
        """The matrix or vector of the mask."""
        return self._object

    def __repr__(self) -> str:
        sign = "~" if self._flags & COMPLEMENT else ""
        return f"<mask {sign}{'S' if self._flags & STRUCTURE else 'V'} of a {type(self._object).__name__}>"


class Entries:
    """The base of Matrix and Vector."""

    __slots__ = ("_native", "__weakref__")
    # Binary operators of NumPy's arrays leave the work to this class.
    __array_ufunc__ = None
    __hash__ = None  # type: ignore[assignment]
    _native: Any
    _transposed = False

    @property
    def dtype(self) -> np.dtype:
        """The dtype of the entries."""
        return dtype_of(self._native.type)

    @property
    def nvals(self) -> int:
        """The number of entries, explicit zeros included."""
        return self._native.nvals

    @property
    def nbytes(self) -> int:
        """Bytes of the arrays that hold the entries, on the device of the context."""
        return self._native.nbytes

    @property
    def context(self) -> Context:
        """The context to which it belongs."""
        return Context._of(self._native.context)

    @property
    def S(self) -> Mask:
        """The mask of the pattern: values are ignored."""
        return Mask(self, STRUCTURE)

    @property
    def V(self) -> Mask:
        """The mask of the entries that are true, that is, not 0."""
        return Mask(self, 0)

    def __len__(self) -> int:
        return self._native.nrows

    def __bool__(self) -> bool:
        raise ValueError("the truth value of a matrix or vector is ambiguous: use nvals, or == for equality")


def native_dup(value: Any) -> Any:
    """The operator that combines duplicates, generic; None: duplicates are an error."""
    return None if value is None else as_binary(value)


def write_arguments(
    out: Optional[Entries], mask: Any, accum: Any, replace: bool, flags: int, dtype: Any
) -> tuple[Any, Any, Any, Any, int]:
    """out, type, mask, accum and flags as the module takes them."""
    if out is None and mask is None and accum is None and dtype is None:
        return None, None, None, None, flags
    target = type = masked = combine = None
    if out is not None:
        if out._transposed:
            raise TypeError("out is a transposed view; give the matrix itself, or a copy()")
        target = out._native
        if dtype is not None and type_of(dtype) is not target.type:
            raise InvalidValue(f"out has dtype {out.dtype}, but dtype={np.dtype(dtype)}: give one of them")
        if accum is not None:
            combine = as_binary(accum).typed(target.type, target.type)
        if replace:
            flags |= REPLACE
    else:
        if accum is not None:
            raise InvalidValue("accum combines with the entries of out, and there is no out")
        if dtype is not None:
            type = type_of(dtype)
    if mask is not None:
        if not isinstance(mask, Mask):
            if not isinstance(mask, Entries):
                raise TypeError(f"mask is {mask!r}; M.S, M.V, ~M.S or ~M.V of a matrix or vector is needed")
            mask = mask.V
        parent = mask._object
        masked = parent._native if not parent._transposed else parent.copy()._native  # type: ignore[attr-defined]
        flags |= mask._flags
    return target, type, masked, combine, flags


def released(name: str) -> UninitializedObject:
    return UninitializedObject(f"{name} was released")


def address(array: np.ndarray) -> int:
    return array.__array_interface__["data"][0]


def indices(values: Any, what: str) -> np.ndarray:
    """A list of indices as contiguous 64-bit unsigned integers. Negative, fractional and NaN ones are errors."""
    array = values if isinstance(values, np.ndarray) else np.asarray(on_host(values))
    if array.ndim != 1:
        raise InvalidValue(f"{what} must be one-dimensional, not of shape {array.shape}")
    if array.dtype == np.uint64:
        return np.ascontiguousarray(array, dtype=np.uint64)
    if array.size == 0:
        return np.empty(0, dtype=np.uint64)
    if array.dtype.kind not in "iu":
        raise TypeError(f"{what} must be integers, not {array.dtype}")
    if array.dtype.kind == "i" and array.min() < 0:
        place = int(np.argmax(array < 0))
        from ._errors import IndexOutOfBounds

        raise IndexOutOfBounds(f"INDEX_OUT_OF_BOUNDS: {what}: element {place} is {array[place]}")
    if array.dtype == np.int64:
        return np.ascontiguousarray(array.astype(np.int64, copy=False)).view(np.uint64)
    return array.astype(np.uint64)


def on_host(array: Any) -> Any:
    """An array of a device as one of NumPy; others as they are."""
    if isinstance(array, (np.ndarray, list, tuple, int, float)):
        return array
    module = type(array).__module__.partition(".")[0]
    if module == "cupy" and hasattr(array, "get"):
        return array.get()
    if module == "torch" and hasattr(array, "cpu"):
        return array.detach().cpu().numpy()
    if hasattr(array, "__cuda_array_interface__"):
        from ._vector import Vector

        return Vector.from_dense(array, copy=None).to_dense()
    return array


def unmasked(array: Any, what: str) -> np.ndarray:
    """numpy.asarray, which drops the mask of an array with one: that is an error."""
    if isinstance(array, np.ma.MaskedArray):
        raise InvalidValue(f"{what} has a mask")
    return np.asarray(array)


def values_of(values: Any, count: Optional[int], dtype: Any, what: str = "values") -> tuple[np.ndarray, Any]:
    """Values as a contiguous array of a type of the library, and that type. A single value is repeated `count` times."""
    target = None if dtype is None else type_of(dtype)
    is_struct = target is not None and target.code == USER_CODE
    values = on_host(values)
    array = np.asarray(values, dtype=dtype) if is_struct else unmasked(values, what)
    type = type_of(array.dtype)
    if target is not None and target.code in INT_CODES and array.size and not hasattr(values, "dtype"):
        limits = np.iinfo(dtype_of(target))  # numbers of Python have no dtype in which they would wrap
        if array.dtype.kind in "iu" and (array.min() < limits.min or array.max() > limits.max):
            raise InvalidValue(f"{what}: a number outside of {limits.dtype}: {limits.min} to {limits.max}")
    if array.ndim == 0 and count is not None:
        array = np.full(count, array, dtype=dtype_of(type))
    if array.ndim != 1:
        raise InvalidValue(f"{what} must be one-dimensional, not of shape {array.shape}")
    return np.ascontiguousarray(array, dtype=dtype_of(type)), type


def same_length(**arrays: np.ndarray) -> int:
    lengths = {name: len(array) for name, array in arrays.items()}
    if len(set(lengths.values())) > 1:
        from ._errors import DimensionMismatch

        raise DimensionMismatch("DIMENSION_MISMATCH: " + ", ".join(f"{n} {name}" for name, n in lengths.items()))
    return next(iter(lengths.values()))


def dimension(value: Any, what: str) -> int:
    """A number of rows, columns or entries."""
    try:
        number = value.__index__()
    except AttributeError:
        raise TypeError(f"{what} must be an integer, not {type(value).__name__}") from None
    if not 0 <= number < 2**64:
        raise InvalidValue(f"INVALID_VALUE: {what} is {number}")
    return number


def new_native(context: Any, type: Any, nrows: int, ncols: Optional[int] = None) -> Any:
    return _core.new_object(context, type, nrows, ncols)
