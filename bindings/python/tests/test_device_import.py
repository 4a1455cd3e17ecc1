"""Matrices from three arrays of a device in one call of the module, with classes that stand for those of CuPy."""

import gc
import sys
import weakref
from types import SimpleNamespace

import mergus as mg
import numpy as np
import pytest
from conftest import random_csr, same
from mergus import _core
from test_device_arrays import OnDevice, aligned, device_parts, pointers
from test_device_arrays import pytestmark as pytestmark


class Ndarray:
    """The attributes of cupy.ndarray."""

    def __init__(self, array, device=0):
        self.array, self.shape, self.strides, self.dtype = array, array.shape, array.strides, array.dtype
        self.data = SimpleNamespace(ptr=array.ctypes.data, device_id=device)


Ndarray.__module__ = "cupy"


@pytest.fixture
def csr():
    return random_csr(9, 7, 0.4, 5)


@pytest.fixture
def stream(monkeypatch):
    """CuPy, with a current stream that tests set."""
    current = SimpleNamespace(ptr=0)
    cuda = SimpleNamespace(get_current_stream=lambda: current)
    monkeypatch.setitem(sys.modules, "cupy", SimpleNamespace(ndarray=Ndarray, cuda=cuda))
    return current


@pytest.fixture
def only_here(monkeypatch):
    """The general way is an error."""

    def unexpected(*arguments):
        raise AssertionError(arguments)

    monkeypatch.setattr("mergus._arrays.data_of", unexpected)
    monkeypatch.setattr("mergus._arrays.integers", unexpected)


def in_one_call(arrays, shape, copy=None, of_cupy=True, stream=None, check=True):
    context = mg.default_context()._native
    return _core.import_device_csr(context, *arrays, *shape, copy, stream, not check, of_cupy)


@pytest.mark.parametrize("copy", [True, None, False])
def test_arrays_of_cupy(csr, stream, only_here, copy):
    arrays = device_parts(csr)[0]
    M = mg.Matrix.from_csr(*map(Ndarray, arrays), csr.shape, copy=copy)
    assert same(M, csr)
    moved = pointers(M.release_csr())
    assert [a == b.ctypes.data for a, b in zip(moved, arrays)] == [copy is not True] * 3


@pytest.mark.parametrize("dtype", ["bool", "int8", "uint16", "int32", "uint64", "float32", "complex64", "complex128"])
@pytest.mark.parametrize("index", [np.int32, np.uint32, np.int64, np.uint64])
def test_types(csr, only_here, dtype, index):
    csr.data = csr.data.astype(dtype)
    lent = device_parts(csr, index, index)[1]
    M = mg.Matrix.from_csr(*lent, csr.shape)
    assert M.dtype == np.dtype(dtype) and same(M, csr)
    shared = mg.Matrix.from_csr(*lent, csr.shape, copy=None, check=False)
    assert shared.dtype == np.dtype(dtype) and same(shared, csr)


def test_matrices_without_entries(stream, only_here):
    arrays = aligned(np.zeros(4), np.int64), aligned([], np.int32), aligned([], np.float64)
    for kind in (Ndarray, OnDevice):
        assert mg.Matrix.from_csr(*map(kind, arrays), (3, 5)).nvals == 0


def test_what_is_left_to_the_general_way(csr, stream):
    arrays, lent = device_parts(csr)
    shape = csr.shape
    good = list(map(Ndarray, arrays))
    assert in_one_call(good, shape) is not None and in_one_call(lent, shape, of_cupy=False) is not None
    assert in_one_call(good, shape, False) is not None
    assert in_one_call(lent, shape, False, of_cupy=False) is None  # their devices are unknown
    for wrong in (
        [good[0], good[1], arrays[2]],  # of the host
        [good[0], good[1], Ndarray(np.repeat(csr.data, 2)[::2])],
        [good[0], good[1], Ndarray(csr.data.astype(">f8"))],
        [good[0], good[1], Ndarray(csr.data.reshape(1, -1))],
        [good[0], good[1], Ndarray(csr.data.astype(np.float16))],
        [good[0], Ndarray(csr.indices.astype(np.float64)), good[2]],
        [good[1], good[1], good[2]],
        [None, good[1], good[2]],
    ):
        assert in_one_call(wrong, shape) is None
    shifted = Ndarray(aligned(csr.data, csr.dtype, 8))
    other = Ndarray(arrays[2], device=1)
    narrow = Ndarray(aligned(csr.indptr, np.int32))
    for copied in ([good[0], good[1], shifted], [good[0], good[1], other], [narrow, good[1], good[2]]):
        assert in_one_call(copied, shape, False) is None and in_one_call(copied, shape) is not None
    masked = OnDevice(arrays[2])
    for broken in ({"mask": arrays[2]}, {"data": None}, {"shape": [3]}, {"typestr": None}, {"typestr": "<M8"}):
        interface = {**masked.__cuda_array_interface__, **broken}
        assert (
            in_one_call([lent[0], lent[1], SimpleNamespace(__cuda_array_interface__=interface)], shape, of_cupy=False)
            is None
        )
    cpu = mg.Context("suitesparse")._native
    assert _core.import_device_csr(cpu, *good, *shape, None, None, False, True) is None
    with pytest.raises(mg.DimensionMismatch, match="indptr has 10 elements"):
        mg.Matrix.from_csr(*good, (8, 7))
    with pytest.raises(mg.DimensionMismatch, match="values"):
        mg.Matrix.from_csr(good[0], good[1], Ndarray(aligned(csr.data[:-1], csr.dtype)), shape)


def test_owners(csr, stream):
    arrays = device_parts(csr)[0]
    lent = list(map(Ndarray, arrays))
    watched = [weakref.ref(array) for array in lent]
    M = mg.Matrix.from_csr(*lent, csr.shape, copy=False)
    del lent
    gc.collect()
    assert all(w() is not None for w in watched) and same(M, csr)
    del M
    gc.collect()
    assert all(w() is None for w in watched)

    arrays[1][0] = 7  # outside
    lent = list(map(Ndarray, arrays))
    watched = [weakref.ref(array) for array in lent]
    with pytest.raises(IndexError):
        mg.Matrix.from_csr(*lent, csr.shape, copy=False)
    del lent
    gc.collect()
    assert all(w() is None for w in watched)


def test_exceptions_of_other_kinds_pass(csr, stream):
    class Broken(Ndarray):
        @property
        def strides(self):
            raise RuntimeError("no strides")

        @strides.setter
        def strides(self, value):
            pass

    Broken.__module__ = "cupy"
    arrays = device_parts(csr)[0]
    with pytest.raises(RuntimeError, match="no strides"):
        mg.Matrix.from_csr(Ndarray(arrays[0]), Ndarray(arrays[1]), Broken(arrays[2]), csr.shape)
