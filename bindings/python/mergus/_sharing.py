"""Which arrays a backend uses without a copy, and the reasons why it does not.

The backend `suitesparse` stores indices of 64 bits in memory of the host, and may change the arrays of a matrix. The backend
`cuda` stores offsets of 64 bits and columns of 32 (of 64 if there are more than 2³² columns) in memory of its device, reads
16 bytes at once, and never changes an array that it shares.
"""

from __future__ import annotations

import functools
from typing import Any, Optional

from ._types import dtype_of

#: Bytes; kernels read no more at once.
_ALIGNMENT = 16


def may_share(arrays: Any, copy: Optional[bool], context: Any) -> bool:
    """Whether the library gets the arrays with their owner. It then uses those that it can, and copies the others."""
    if copy is None or copy is False:
        return _on_the_backend(arrays, context) and (arrays[0].on_device or all(a.writable for a in arrays))
    return False


def check(
    arrays: Any, stored: Any, target: Any, context: Any, row_ptr: Any = None, cols: Any = None, ncols: int = 0
) -> None:
    """Raises ValueError with the reason why not all of the arrays can be used without a copy."""
    if reason := _reason(arrays, stored, target, context, row_ptr, cols, ncols):
        raise ValueError(f"{reason}: copy=False is not possible")


def check_kept(owner: Any) -> None:
    """Raises ValueError if the owner, a weak reference, was given back by the import: then the arrays were copied."""
    if owner() is None:
        raise ValueError("the arrays are on another device than the context: copy=False is not possible")


def _on_the_backend(arrays: Any, context: Any) -> bool:
    """Whether the arrays are in the memory that the backend computes in, as far as their kind is known."""
    return arrays[0].on_device == (context.backend != "suitesparse")


def _reason(arrays: Any, stored: Any, target: Any, context: Any, row_ptr: Any, cols: Any, ncols: int) -> Optional[str]:
    backend = context.backend
    if stored is not target:
        return f"values have dtype {dtype_of(stored)} in place of {dtype_of(target)}"
    if not _on_the_backend(arrays, context):
        kind = "a device" if arrays[0].on_device else "the host"
        return f"the backend '{backend}' copies arrays of {kind} into its own memory"
    if arrays[0].on_device:
        wide = ncols >= 2**32
        if row_ptr is not None and row_ptr.dtype.itemsize != 8:
            return f"the backend '{backend}' stores offsets of 64 bits, and indptr has 32"
        if cols is not None and (cols.dtype.itemsize == 8) != wide:
            return f"the backend '{backend}' stores columns of {64 if wide else 32} bits, and indices has {8 * cols.dtype.itemsize}"
        if len({ordinal(a.address) for a in arrays if a.size}) > 1:
            return "the arrays are on different devices"
        if any(a.size and a.address % _ALIGNMENT for a in arrays):
            return f"an array is not aligned to {_ALIGNMENT} bytes"
        return None
    if not all(a.writable for a in arrays):
        return "an array is read-only, and the library writes its arrays"
    if cols is not None and (row_ptr.dtype.itemsize != 8 or cols.dtype.itemsize != 8):
        return "this backend stores indices of 64 bits, and not of 32"
    return None


@functools.cache
def _driver() -> Any:
    """The driver's library, which the backend has loaded; None on an emulated device."""
    import ctypes

    try:
        return ctypes.CDLL("libcuda.so.1")
    except OSError:
        return None


def ordinal(pointer: int) -> int:
    """The number of the GPU whose memory it is."""
    import ctypes

    number, device_ordinal = ctypes.c_int(0), 9  # CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL
    driver = _driver()
    if driver is None or not pointer:
        return 0
    if driver.cuPointerGetAttribute(ctypes.byref(number), device_ordinal, ctypes.c_uint64(pointer)) != 0:
        return 0
    return number.value
