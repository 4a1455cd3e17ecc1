"""Arrays of NumPy, CuPy, PyTorch and others as addresses, dtypes and lengths."""

from __future__ import annotations

import functools
from typing import Any, Optional

from . import _core
from ._base import address, unmasked
from ._errors import InvalidValue
from ._lazy import np

_CUDA, _CUDA_HOST, _CUDA_MANAGED, _CPU = 2, 3, 13, 1
#: cudaStreamLegacy: DLPack orders an array before it, if its consumer names no stream.
DEFAULT_STREAM = 1
#: Kinds of dtypes by DLPack's codes of types.
_KINDS = {0: "i", 1: "u", 2: "f", 5: "c", 6: "b"}


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
    reader = _READERS.get(type(array).__module__.partition(".")[0])
    if reader is not None and (data := reader(array, what)) is not None:
        return data
    if (interface := getattr(array, "__cuda_array_interface__", None)) is not None:
        shape = interface["shape"]
        _one_dimension(shape, what)
        if interface.get("mask") is not None:
            raise InvalidValue(f"{what} has a mask")
        dtype = np.dtype(interface["typestr"])
        strides = interface.get("strides")
        pointer, read_only = interface["data"]
        # None: no synchronization is needed. Before version 3 of the protocol nothing is said.
        stream = interface.get("stream", DEFAULT_STREAM) or 0
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
        # The stream is named, because some producers take no name for no order.
        members = _core.from_dlpack(array.__dlpack__(stream=DEFAULT_STREAM))
        _one_dimension(members["shape"], what)
        dtype = np.dtype(f"{_KINDS[members['code']]}{members['bits'] // 8}")
        return Data(
            members["data"],
            dtype,
            members["shape"][0],
            members["device_type"] in (_CUDA, _CUDA_MANAGED),
            members["owner"],
            DEFAULT_STREAM,
            True,
            members["strides"][0] * dtype.itemsize,
        )
    converted = unmasked(array, what)
    if not may_copy and converted.flags.owndata:
        raise ValueError(f"{what} is a {type(array).__name__} and no array: copy=False is not possible")
    return _host(converted, what)


def _one_dimension(shape: Any, what: str) -> None:
    if len(shape) != 1:
        raise InvalidValue(f"{what} must be one-dimensional, not of shape {tuple(shape)}")


# The interfaces of CuPy and PyTorch take several microseconds; their own attributes say the same.


def _of_cupy(array: Any, what: str) -> Optional[Data]:
    """An array of CuPy, in the order of the current stream."""
    import cupy

    if not isinstance(array, cupy.ndarray):
        return None
    _one_dimension(array.shape, what)
    stream = cupy.cuda.get_current_stream().ptr or DEFAULT_STREAM
    return Data(array.data.ptr, array.dtype, array.shape[0], True, array, stream, True, array.strides[0])


def _of_torch(tensor: Any, what: str) -> Optional[Data]:
    """A strided tensor of PyTorch on a GPU, in the order of the current stream: its interface names none, and the default stream
    does not wait for others."""
    import torch

    if not isinstance(tensor, torch.Tensor) or not tensor.is_cuda or tensor.layout is not torch.strided:
        return None
    _one_dimension(tensor.shape, what)
    if tensor.is_conj() or tensor.is_neg():
        tensor = tensor.resolve_conj().resolve_neg()
    dtype = _torch_dtype(tensor.dtype)
    stream = torch.cuda.current_stream(tensor.device).cuda_stream or DEFAULT_STREAM
    return Data(
        tensor.data_ptr(), dtype, tensor.shape[0], True, tensor, stream, True, tensor.stride(0) * dtype.itemsize
    )


@functools.cache
def _torch_dtype(dtype: Any) -> np.dtype:
    return np.dtype(str(dtype).rpartition(".")[2])


_READERS = {"cupy": _of_cupy, "torch": _of_torch}


def _host(array: np.ndarray, what: str) -> Data:
    _one_dimension(array.shape, what)
    if type(array) is not np.ndarray:
        unmasked(array, what)
    return Data(address(array), array.dtype, len(array), False, array, 0, bool(array.flags.writeable), array.strides[0])


def normal(data: Data, dtype: np.dtype, what: str, may_copy: bool) -> Data:
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


def integers(array: Any, what: str, may_copy: bool) -> Data:
    data = data_of(array, what, may_copy)
    if data.dtype.kind not in "iu":
        if data.size == 0 and not data.on_device:
            return _host(np.empty(0, np.int64), what)
        raise TypeError(f"{what} must be integers, not {data.dtype}")
    # The library reads 32 or 64 bits without sign and checks the range, so negative numbers are found there.
    itemsize, signed = data.dtype.itemsize, data.dtype.kind
    if itemsize in (4, 8) and data.dtype.isnative and data.contiguous and data.address % itemsize == 0:
        return data
    bits = 8 * itemsize
    return normal(data, np.dtype(f"{signed}{8 if bits == 64 else 4}"), what, may_copy)
