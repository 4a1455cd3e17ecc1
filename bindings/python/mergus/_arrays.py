"""Arrays of NumPy and of devices as arguments and results, with and without a copy.

What shares memory: arrays that come in with ``copy=False`` or ``copy=None``, if they are in the backend's memory and of the
dtypes that it stores (_sharing.py); the matrix keeps their owner alive. Arrays that a matrix gives up are never copied. All
other arrays are copied, those of a device within the device, in the order of their stream.
"""

from __future__ import annotations

import weakref
from typing import Any, Optional

from . import _core, _sharing
from ._base import address, dimension
from ._context import stream_address
from ._data import DEFAULT_STREAM, data_of, integers, normal
from ._device_array import DeviceArray, release_csr, release_list
from ._errors import DimensionMismatch, InvalidValue
from ._lazy import np
from ._types import dtype_of, type_of

__all__ = ["DeviceArray", "export_csr", "import_csr", "import_full", "release_csr", "release_list", "set_values"]

FULL = 2
#: Libraries whose arrays are read by _data.py: PyTorch's interface names no stream.
_READ_HERE = ("numpy", "torch", "builtins")


class _Owners(list):
    """Keeps arrays alive while the library uses them."""


def import_csr(
    indptr: Any,
    indices: Any,
    values: Any,
    shape: Any,
    dtype: Any,
    copy: Optional[bool],
    context: Any,
    stream: Any,
    iso: bool,
    check: bool = True,
) -> Any:
    library = type(values).__module__.partition(".")[0]
    # Of arrays that are not CuPy's, the module does not know the device, which copy=False asks for.
    if dtype is None and not iso and library not in _READ_HERE and (library == "cupy" or copy is not False):
        nrows, ncols = dimension(shape[0], "rows"), dimension(shape[1], "columns")
        address = None if stream is None else stream_address(stream)
        made = _core.import_device_csr(
            context, indptr, indices, values, nrows, ncols, copy, address, not check, library == "cupy"
        )
        if made is not None:
            return made
    may_copy = copy is not False
    row_ptr, cols = integers(indptr, "indptr", may_copy), integers(indices, "indices", may_copy)
    data = data_of(values, "values", may_copy)
    stored = type_of(data.dtype)
    data = normal(data, dtype_of(stored), "values", may_copy)
    nrows, ncols = dimension(shape[0], "rows"), dimension(shape[1], "columns")
    if row_ptr.size != nrows + 1:
        raise DimensionMismatch(
            f"DIMENSION_MISMATCH: indptr has {row_ptr.size} elements; {nrows} rows need {nrows + 1}"
        )
    if data.size != (1 if iso else cols.size):
        raise DimensionMismatch(f"DIMENSION_MISMATCH: {cols.size} indices but {data.size} values")
    places = {row_ptr.on_device, cols.on_device, data.on_device}
    if len(places) != 1:
        raise InvalidValue("indptr, indices and values must all be on the host, or all on one device")
    on_device = data.on_device
    arrays = (row_ptr, cols, data)
    target = stored if dtype is None else type_of(dtype)
    if copy is False:
        _sharing.check(arrays, stored, target, context, row_ptr, cols, ncols)
    owner = _Owners(a.owner for a in arrays) if _sharing.may_share(arrays, copy, context) else None
    made = _core.import_csr(
        context,
        stored,
        (nrows, ncols, cols.size),
        (row_ptr.address, 8 * row_ptr.dtype.itemsize),
        (cols.address, 8 * cols.dtype.itemsize),
        data.address,
        iso,
        on_device,
        _stream(stream, arrays, context.backend),
        not check,
        owner,
    )
    del arrays
    if copy is False:
        kept = weakref.ref(owner)
        del owner
        _sharing.check_kept(kept)
    return made if target is stored else _core.extract_region(made, None, None, None, target, None, None, 0)


def _stream(given: Any, arrays: Any, backend: str) -> int:
    """The stream on which the caller uses the arrays: the one given, or that of the arrays' interface."""
    if given is not None:
        return stream_address(given)
    found = next((a.stream for a in arrays if a.stream), 0)
    # Only CUDA has a stream of that name; without a stream the backend waits for its copies.
    return 0 if found == DEFAULT_STREAM and backend != "cuda" else found


def import_full(array: Any, dtype: Any, copy: Optional[bool], context: Any) -> Any:
    data = data_of(array, "the array", copy is not False)
    stored = type_of(data.dtype)
    data = normal(data, dtype_of(stored), "the array", copy is not False)
    target = stored if dtype is None else type_of(dtype)
    if copy is False:
        _sharing.check([data], stored, target, context)
    owner = _Owners([data.owner]) if data.size and _sharing.may_share([data], copy, context) else None
    made = _core.import_vector(
        context,
        stored,
        data.size,
        data.size,
        FULL,
        (0, 64),
        0,
        data.address,
        False,
        data.on_device,
        _stream(None, [data], context.backend),
        owner,
    )
    if copy is False and data.size:
        kept = weakref.ref(owner)
        del owner
        _sharing.check_kept(kept)
    return made if target is stored else _core.extract_region(made, None, None, None, target, None, None, 0)


def export_csr(native: Any, index_dtype: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """New arrays of the host."""
    index = np.dtype(index_dtype)
    if index.kind not in "iu" or index.itemsize not in (4, 8):
        raise TypeError(f"index_dtype must be an integer of 32 or 64 bits, not {index}")
    nvals, nrows = native.nvals, native.nrows
    if index.itemsize == 4 and index.kind == "i" and max(nvals, native.ncols - 1) >= 2**31:
        raise InvalidValue(f"INVALID_VALUE: {nvals} entries and {native.ncols} columns do not fit into int32")
    row_ptr, cols = np.empty(nrows + 1, index), np.empty(nvals, index)
    values = np.empty(nvals, dtype_of(native.type))
    bits = 8 * index.itemsize
    _core.export_csr(native, (address(row_ptr), bits), (address(cols), bits), address(values), nvals, False, 0)
    return row_ptr, cols, values


def set_values(matrix: Any, values: Any, stream: Any) -> None:
    data = data_of(values, "values")
    wanted = matrix.dtype
    data = normal(data, wanted, "values", True)
    _core.set_values(
        matrix._native,
        data.address,
        data.size,
        matrix._native.type,
        data.on_device,
        _stream(stream, [data], matrix._native.context.backend),
    )
