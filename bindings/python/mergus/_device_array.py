"""Arrays that matrices and vectors give away, on a device or on the host."""

from __future__ import annotations

from typing import Any

from . import _core, _sharing
from ._lazy import np
from ._types import dtype_of

_CUDA, _CPU = 2, 1
_LIST = 1
#: DLPack's codes of types.
_DLPACK_KINDS = {"i": 0, "u": 1, "f": 2, "c": 5, "b": 6}


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
    members = _core.release_vector(native, _LIST)
    values = _given_up(members["values"], dtype, 1 if members["iso"] else members["nvals"], members)
    if members["iso"]:
        values = np.full(members["nvals"], np.asarray(values)[0] if members["nvals"] else 0, dtype)
    return _given_up(members["indices"], np.dtype(f"i{members['index_bits'] // 8}"), members["nvals"], members), values
