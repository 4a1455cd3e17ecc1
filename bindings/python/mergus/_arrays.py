"""Arrays of NumPy and of devices as arguments and results, with and without a copy.

What shares memory: arrays that come in with ``copy=False`` or ``copy=None``, if they are in the backend's memory and of the
dtypes that it stores (_sharing.py); the matrix keeps their owner alive. Arrays that a matrix gives up are never copied. All
other arrays are copied, those of a device within the device, in the order of their stream.
"""

from __future__ import annotations

import weakref
from typing import Any, Optional

from . import _core, _sharing
from ._base import address, dimension, unmasked
from ._context import stream_address
from ._errors import DimensionMismatch, InvalidValue
from ._lazy import np
from ._types import dtype_of, type_of

FULL, LIST = 2, 1
_CUDA, _CUDA_HOST, _CUDA_MANAGED, _CPU = 2, 3, 13, 1
#: cudaStreamLegacy: DLPack orders an array before it, if its consumer names no stream.
_DEFAULT_STREAM = 1
#: DLPack's codes of types.
_DLPACK_KINDS = {"i": 0, "u": 1, "f": 2, "c": 5, "b": 6}
_KINDS = {code: kind for kind, code in _DLPACK_KINDS.items()}


class Data:
    """One-dimensional memory: its address, dtype and length, and the object that owns it."""

    __slots__ = ("address", "dtype", "size", "on_device", "owner", "stream", "writable", "stride")

    def __init__(
        self,
        address: int,
        dtype: np.dtype,
        size: int,
        on_device: bool,
        owner: Any,
        stream: int,
        writable: bool,
        stride: int,
    ) -> None:
        self.address, self.dtype, self.size, self.on_device = address, dtype, size, on_device
        self.owner, self.stream, self.writable, self.stride = owner, stream, writable, stride

    @property
    def contiguous(self) -> bool:
        return self.size <= 1 or self.stride == self.dtype.itemsize


def data_of(array: Any, what: str, may_copy: bool = True) -> Data:
    """Any array as Data: ``__cuda_array_interface__``, DLPack, or what numpy.asarray takes."""
    if isinstance(array, np.ndarray):
        return _host(array, what)
    if (interface := getattr(array, "__cuda_array_interface__", None)) is not None:
        shape = interface["shape"]
        if len(shape) != 1:
            raise InvalidValue(f"{what} must be one-dimensional, not of shape {shape}")
        if interface.get("mask") is not None:
            raise InvalidValue(f"{what} has a mask")
        dtype = np.dtype(interface["typestr"])
        strides = interface.get("strides")
        pointer, read_only = interface["data"]
        # None: no synchronization is needed. Before version 3 of the protocol nothing is said.
        stream = interface["stream"] or 0 if "stream" in interface else _unnamed_stream(array)
        return Data(
            pointer or 0,
            dtype,
            shape[0],
            True,
            array,
            stream,
            not read_only,
            dtype.itemsize if strides is None else strides[0],
        )
    if hasattr(array, "__dlpack_device__") and array.__dlpack_device__()[0] not in (_CPU, _CUDA_HOST):
        # Named, because PyTorch takes no name for no order.
        members = _core.from_dlpack(array.__dlpack__(stream=_DEFAULT_STREAM))
        if len(members["shape"]) != 1:
            raise InvalidValue(f"{what} must be one-dimensional, not of shape {tuple(members['shape'])}")
        dtype = np.dtype(f"{_KINDS[members['code']]}{members['bits'] // 8}")
        return Data(
            members["data"],
            dtype,
            members["shape"][0],
            members["device_type"] in (_CUDA, _CUDA_MANAGED),
            members["owner"],
            _DEFAULT_STREAM,
            True,
            members["strides"][0] * dtype.itemsize,
        )
    converted = unmasked(array, what)
    if not may_copy and converted.flags.owndata:
        raise ValueError(f"{what} is a {type(array).__name__} and no array: copy=False is not possible")
    return _host(converted, what)


def _unnamed_stream(array: Any) -> int:
    """The stream of an array whose interface names none: PyTorch's current one, which the default stream does not wait for."""
    if type(array).__module__.partition(".")[0] != "torch":
        return _DEFAULT_STREAM
    import torch

    return torch.cuda.current_stream(array.device).cuda_stream or _DEFAULT_STREAM


def _host(array: np.ndarray, what: str) -> Data:
    if array.ndim != 1:
        raise InvalidValue(f"{what} must be one-dimensional, not of shape {array.shape}")
    unmasked(array, what)
    return Data(address(array), array.dtype, len(array), False, array, 0, bool(array.flags.writeable), array.strides[0])


def _normal(data: Data, dtype: np.dtype, what: str, may_copy: bool) -> Data:
    """The same values as a contiguous array of a dtype in the machine's byte order."""
    aligned = data.address % dtype.alignment == 0
    if data.dtype == dtype and data.contiguous and aligned:
        return data
    reason = (
        f"a dtype of {data.dtype} in place of {dtype}"
        if data.dtype != dtype
        else "elements that are not contiguous"
        if not data.contiguous
        else "an address that is not aligned"
    )
    if data.on_device:
        raise InvalidValue(f"{what}: {reason}, in memory of a device; convert it there first")
    if not may_copy:
        raise ValueError(f"{what} has {reason}: copy=False is not possible")
    return _host(np.ascontiguousarray(data.owner, dtype=dtype), what)


def _integers(array: Any, what: str, may_copy: bool) -> Data:
    data = data_of(array, what, may_copy)
    if data.dtype.kind not in "iu":
        if data.size == 0 and not data.on_device:
            return _host(np.empty(0, np.int64), what)
        raise TypeError(f"{what} must be integers, not {data.dtype}")
    bits = 8 * data.dtype.itemsize
    signed = data.dtype.kind
    # The library reads 32 or 64 bits without sign and checks the range, so negative numbers are found there.
    return _normal(data, np.dtype(f"{signed}{8 if bits == 64 else 4}"), what, may_copy)


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
    may_copy = copy is not False
    row_ptr, cols = _integers(indptr, "indptr", may_copy), _integers(indices, "indices", may_copy)
    data = data_of(values, "values", may_copy)
    stored = type_of(data.dtype)
    data = _normal(data, dtype_of(stored), "values", may_copy)
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
    return 0 if found == _DEFAULT_STREAM and backend != "cuda" else found


def import_full(array: Any, dtype: Any, copy: Optional[bool], context: Any) -> Any:
    data = data_of(array, "the array", copy is not False)
    stored = type_of(data.dtype)
    data = _normal(data, dtype_of(stored), "the array", copy is not False)
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


class DeviceArray:
    """One-dimensional memory that a matrix or vector has given up. CuPy, PyTorch and Numba take it without a copy
    (``__cuda_array_interface__``, DLPack), NumPy if it is memory of the host."""

    def __init__(self, pointer: int, dtype: np.dtype, size: int, on_device: bool, owner: Any) -> None:
        self._pointer, self.dtype, self.size, self._on_device, self._owner = pointer, dtype, size, on_device, owner

    @property
    def shape(self) -> tuple[int]:
        """(size,)"""
        return (self.size,)

    def _interface(self) -> dict[str, Any]:
        return {
            "shape": self.shape,
            "typestr": self.dtype.str,
            "data": (self._pointer if self.size else 0, False),
            "version": 3,
            "strides": None,
        }

    @property
    def __array_interface__(self) -> dict[str, Any]:
        if self._on_device:
            raise AttributeError("memory of a device has no __array_interface__; cupy.asarray takes it")
        return self._interface()

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        if not self._on_device:
            raise AttributeError("memory of the host has no __cuda_array_interface__")
        # The arrays can be read at once on any stream.
        return {**self._interface(), "stream": None}

    def _dlpack(self) -> Any:
        code = _DLPACK_KINDS.get(self.dtype.kind)
        if code is None:
            raise BufferError(f"DLPack has no {self.dtype}")
        return _core.as_dlpack(
            self._pointer, self.size, code, 8 * self.dtype.itemsize, self._owner, *self.__dlpack_device__()
        )

    def __dlpack__(self, **options: Any) -> Any:
        options.pop("max_version", None)
        if options.get("dl_device") not in (None, self.__dlpack_device__()):
            raise BufferError(f"the array is on the device {self.__dlpack_device__()}, not on {options['dl_device']}")
        if options.pop("copy", None):
            raise BufferError("a copy is made by the library that asks")
        return self._dlpack()  # the array can be read at once on any stream

    def __dlpack_device__(self) -> tuple[int, int]:
        return (_CUDA, _sharing.ordinal(self._pointer)) if self._on_device else (_CPU, 0)

    def __len__(self) -> int:
        return self.size

    def __repr__(self) -> str:
        return f"<DeviceArray of {self.size} {self.dtype}>"


# No backend of a device moves arrays with one value for all entries out: its exports have a value for each.
def _given_up(pointer: int, dtype: np.dtype, size: int, members: dict[str, Any]) -> Any:
    array = DeviceArray(pointer, dtype, size, members["on_device"], members["owner"])
    if members["on_device"]:
        return array
    return np.asarray(array) if size else np.empty(0, dtype)


def release_csr(matrix: Any, keep: bool = False) -> tuple[Any, Any, Any]:
    """The arrays of a matrix, which keeps them or is left without entries."""
    native = matrix._native
    nrows, dtype = native.nrows, dtype_of(native.type)
    members = _core.view_csr(native) if keep else _core.release_csr(native)
    nvals = members["nvals"]
    values = _given_up(members["values"], dtype, 1 if members["iso"] else nvals, members)
    if members["iso"]:
        values = np.full(nvals, np.asarray(values)[0] if nvals else 0, dtype)
    return (
        _given_up(members["row_ptr"], np.dtype(f"i{members['pointer_bits'] // 8}"), nrows + 1, members),
        _given_up(members["cols"], np.dtype(f"i{members['index_bits'] // 8}"), nvals, members),
        values,
    )


def release_list(vector: Any) -> tuple[Any, Any]:
    native = vector._native
    dtype = dtype_of(native.type)
    members = _core.release_vector(native, LIST)
    values = _given_up(members["values"], dtype, 1 if members["iso"] else members["nvals"], members)
    if members["iso"]:
        values = np.full(members["nvals"], np.asarray(values)[0] if members["nvals"] else 0, dtype)
    return _given_up(members["indices"], np.dtype(f"i{members['index_bits'] // 8}"), members["nvals"], members), values


def set_values(matrix: Any, values: Any, stream: Any) -> None:
    data = data_of(values, "values")
    wanted = matrix.dtype
    data = _normal(data, wanted, "values", True)
    _core.set_values(
        matrix._native,
        data.address,
        data.size,
        matrix._native.type,
        data.on_device,
        _stream(stream, [data], matrix._native.context.backend),
    )
