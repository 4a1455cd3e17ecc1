"""Arrays of a device that matrices use without a copy, on the emulated device: its memory is the host's, so an array of
NumPy with an interface of CUDA stands for one of CuPy. test_gpu_arrays.py has the libraries themselves."""

import gc
import subprocess
import sys
import weakref
from types import SimpleNamespace

import mergus as mg
import numpy as np
import pytest
from conftest import random_csr, same

pytestmark = [
    pytest.mark.device,
    pytest.mark.skipif(
        mg.default_context().backend != "cuda-emulated",
        reason="arrays of the host stand for those of the emulated device",
    ),
]


class OnDevice:
    """An array of CuPy, as far as the interface says."""

    def __init__(self, array, stream=None):
        self.array, self.stream = array, stream

    @property
    def __cuda_array_interface__(self):
        interface = {**self.array.__array_interface__, "stream": self.stream}
        return {name: interface[name] for name in ("shape", "typestr", "data", "strides", "version", "stream")}


def aligned(values, dtype, offset=0):
    """A copy of `values`, `offset` bytes behind an address that kernels may read from."""
    dtype = np.dtype(dtype)
    memory = np.empty(len(values) * dtype.itemsize + 64, np.uint8)
    start = -memory.ctypes.data % 64 + offset
    array = memory[start : start + len(values) * dtype.itemsize].view(dtype)
    array[:] = values
    return array


def device_parts(csr, offsets=np.int64, columns=np.int32):
    arrays = aligned(csr.indptr, offsets), aligned(csr.indices, columns), aligned(csr.data, csr.dtype)
    return arrays, [OnDevice(array) for array in arrays]


def pointers(arrays):
    return [a.__cuda_array_interface__["data"][0] for a in arrays]


@pytest.fixture
def csr():
    return random_csr(9, 7, 0.4, 5)


@pytest.mark.parametrize("copy", [False, None])
def test_without_a_copy(csr, copy):
    arrays, lent = device_parts(csr)
    before = mg.default_context().counters()["allocated_bytes"]
    M = mg.Matrix.from_csr(*lent, csr.shape, copy=copy)
    assert mg.default_context().counters()["allocated_bytes"] == before
    assert same(M, csr)
    assert pointers(M.release_csr()) == pointers(lent)


def test_copies_are_copies(csr):
    arrays, lent = device_parts(csr)
    M = mg.Matrix.from_csr(*lent, csr.shape)
    arrays[2][:] = 0
    assert same(M, csr)
    assert not set(pointers(M.release_csr())) & set(pointers(lent))


def test_offsets_of_32_bits_are_widened(csr):
    """As those of CuPy's matrices: the other arrays are shared."""
    arrays, lent = device_parts(csr, offsets=np.int32)
    with pytest.raises(ValueError, match="indptr has 32: copy=False is not possible"):
        mg.Matrix.from_csr(*lent, csr.shape, copy=False)
    M = mg.Matrix.from_csr(*lent, csr.shape, copy=None)
    assert same(M, csr)
    moved = pointers(M.release_csr())
    assert moved[0] != pointers(lent)[0] and moved[1:] == pointers(lent)[1:]


def test_columns_of_64_bits_are_narrowed(csr):
    arrays, lent = device_parts(csr, columns=np.int64)
    with pytest.raises(ValueError, match="indices has 64: copy=False is not possible"):
        mg.Matrix.from_csr(*lent, csr.shape, copy=False)
    M = mg.Matrix.from_csr(*lent, csr.shape, copy=None)
    assert same(M, csr)
    moved = pointers(M.release_csr())
    assert [a == b for a, b in zip(moved, pointers(lent))] == [True, False, True]


def test_copy_false_says_why_not(csr):
    arrays, lent = device_parts(csr)
    shifted = OnDevice(aligned(csr.data, csr.dtype, 8))
    for values, options, reason in (
        (shifted, {}, "not aligned to 16 bytes"),
        (lent[2], {"dtype": np.float32}, "float64 in place of float32"),
        (OnDevice(np.repeat(csr.data, 2)[::2]), {}, "not contiguous"),
    ):
        with pytest.raises(ValueError, match=reason):
            mg.Matrix.from_csr(lent[0], lent[1], values, csr.shape, copy=False, **options)
    with pytest.raises(ValueError, match="copies arrays of the host"):
        mg.Matrix.from_csr(*arrays, csr.shape, copy=False)
    with pytest.raises(ValueError, match="all be on the host, or all on one device"):
        mg.Matrix.from_csr(lent[0], lent[1], arrays[2], csr.shape)
    M = mg.Matrix.from_csr(lent[0], lent[1], shifted, csr.shape, copy=None)
    assert same(M, csr)


def test_attributes_of_cupy_and_pytorch(csr, monkeypatch):
    """The attributes that are read in place of the interfaces, of classes that stand for those of the libraries."""
    arrays = device_parts(csr)[0]
    stream = SimpleNamespace(ptr=0, cuda_stream=0)

    class ndarray:
        def __init__(self, array):
            self.shape, self.strides, self.dtype = array.shape, array.strides, array.dtype
            self.data = SimpleNamespace(ptr=array.ctypes.data)

    class Tensor:
        is_cuda, layout, device = True, "strided", None
        is_conj = is_neg = lambda self: False

        def __init__(self, array):
            self.array, self.shape, self.dtype = array, array.shape, f"torch.{array.dtype}"

        def data_ptr(self):
            return self.array.ctypes.data

        def stride(self, axis):
            return self.array.strides[axis] // self.array.itemsize

    cupy = SimpleNamespace(ndarray=ndarray, cuda=SimpleNamespace(get_current_stream=lambda: stream))
    torch = SimpleNamespace(
        Tensor=Tensor, strided="strided", cuda=SimpleNamespace(current_stream=lambda device: stream)
    )
    for name, module, kind in (("cupy", cupy, ndarray), ("torch", torch, Tensor)):
        kind.__module__ = name
        monkeypatch.setitem(sys.modules, name, module)
        M = mg.Matrix.from_csr(*map(kind, arrays), csr.shape, copy=False)
        assert same(M, csr)
        assert pointers(M.release_csr()) == [a.ctypes.data for a in arrays]
        with pytest.raises(ValueError, match="contiguous"):
            mg.Vector.from_dense(kind(arrays[2][::2]))
        with pytest.raises(ValueError, match="one-dimensional"):
            mg.Vector.from_dense(kind(arrays[2].reshape(1, -1)))


def test_another_device(csr, monkeypatch):
    """The import copies what the context's device does not reach, and gives the arrays back at once."""
    arrays, lent = device_parts(csr)
    monkeypatch.setattr("mergus._sharing.ordinal", lambda pointer: 0 if pointer == pointers(lent)[0] else 1)
    with pytest.raises(ValueError, match="different devices"):
        mg.Matrix.from_csr(*lent, csr.shape, copy=False)
    owner = weakref.ref(OnDevice(arrays[0]))
    with pytest.raises(ValueError, match="another device than the context"):
        mg._sharing.check_kept(owner)


def test_the_matrix_keeps_the_arrays(csr):
    arrays, lent = device_parts(csr)
    watched = [weakref.ref(array) for array in lent]
    M = mg.Matrix.from_csr(*lent, csr.shape, copy=False)
    del arrays, lent
    gc.collect()
    assert all(w() is not None for w in watched) and same(M, csr)
    moved = M.release_csr()
    del M
    gc.collect()
    assert all(w() is not None for w in watched)
    again = mg.Matrix.from_csr(*moved, csr.shape, copy=False)
    del moved
    gc.collect()
    assert all(w() is not None for w in watched) and same(again, csr)
    del again
    gc.collect()
    assert all(w() is None for w in watched)


def test_arrays_are_given_back_after_an_error(csr):
    arrays, lent = device_parts(csr)
    arrays[1][0] = 7
    watched = weakref.ref(lent[1])
    with pytest.raises(IndexError):
        mg.Matrix.from_csr(*lent, csr.shape, copy=False)
    del lent
    gc.collect()
    assert watched() is None


def test_writes_leave_the_arrays_as_they_are(csr):
    writers = [
        lambda M: M.__setitem__((0, 0), 9.0),
        lambda M: M.__delitem__((slice(None), 1)),
        lambda M: M.set_values(np.arange(csr.nnz, dtype=float)),
        lambda M: M.assign(3.0, mask=M.S),
        lambda M: M.assign(M.copy(), accum="plus"),
        lambda M: M.apply("ainv", out=M),
        lambda M: M.resize(3, 3),
        lambda M: M.clear(),
    ]
    for write in writers:
        arrays, lent = device_parts(csr)
        M, N = mg.Matrix.from_csr(*lent, csr.shape, copy=False), mg.Matrix.from_csr(*lent, csr.shape)
        write(M)
        write(N)
        assert M == N
        for array, wanted in zip(arrays, (csr.indptr, csr.indices, csr.data)):
            assert np.array_equal(array, wanted)


def test_views(csr):
    """Arrays of a matrix that keeps them: they stay as they are when it changes, and outlive it."""
    M = mg.Matrix.from_csr(csr.indptr, csr.indices, csr.data, csr.shape)
    before = mg.default_context().counters()
    view, again = M.view_csr(), M.view_csr()
    after = mg.default_context().counters()
    assert after["allocated_bytes"] == before["allocated_bytes"] and pointers(view) == pointers(again)
    assert same(M, csr)
    M[0, 0] = 9.0
    M.set_values(np.zeros(M.nvals))
    del M, again
    gc.collect()
    assert same(mg.Matrix.from_csr(*view, csr.shape), csr)
    shared = mg.Matrix.from_csr(*view, csr.shape, copy=False)
    assert pointers(shared.view_csr()) == pointers(view)


#: The owners of a chain of 20,000 views would end one inside the other, on a stack of this size.
MANY_VIEWS = """
import threading
import mergus as mg

def run():
    M = mg.generate("er:rows=9,degree=3", dtype=float)
    wanted = M.to_dense().tolist()
    first = view = M.view_csr()
    for _ in range(20_000):
        view = M.view_csr()
    assert [a.__cuda_array_interface__["data"] for a in view] == [a.__cuda_array_interface__["data"] for a in first]
    del first, view
    assert M.to_dense().tolist() == wanted
    del M
    done.append(True)

done = []
mg.default_context()
threading.stack_size(256 * 1024)
thread = threading.Thread(target=run)
thread.start()
thread.join()
assert done
"""


def test_many_views():
    """Views of views have one owner."""
    assert subprocess.run([sys.executable, "-c", MANY_VIEWS], timeout=120).returncode == 0


def test_plans_own_their_values(csr):
    """set_values() writes where a plan reads, and never into arrays of the caller."""
    arrays, lent = device_parts(csr)
    A = mg.Matrix.from_csr(*lent, csr.shape, copy=False)
    B = mg.Matrix.from_csr(csr.indptr, csr.indices, csr.data, csr.shape)
    plan = mg.mxm_plan(A, B.T)
    before = arrays[2].copy()
    A.set_values(2 * before)
    assert np.array_equal(arrays[2], before)
    assert np.array_equal(plan.run(A, B.T).to_dense(), 2 * (csr @ csr.T).toarray())


def test_coordinates(csr):
    coo = csr.tocoo()
    rows, cols = (OnDevice(aligned(a, np.int64)) for a in (coo.row, coo.col))
    assert same(mg.Matrix.from_coo(rows, cols, OnDevice(aligned(coo.data, float)), shape=csr.shape), csr)
    u = mg.Vector.from_coo(OnDevice(aligned([4, 1], np.int32)), OnDevice(aligned([2, 3], np.float32)))
    assert u.to_dict() == {4: 2, 1: 3} and u.dtype == np.float32


def test_read_only_arrays_are_shared(csr):
    arrays, lent = device_parts(csr)
    for array in arrays:
        array.flags.writeable = False
    assert pointers(mg.Matrix.from_csr(*lent, csr.shape, copy=False).release_csr()) == pointers(lent)


def test_vectors():
    array = aligned(np.arange(5), np.float64)
    watched = weakref.ref(array)
    v = mg.Vector.from_dense(OnDevice(array), copy=False)
    assert pointers(v.release_coo()[1:])[0] == array.ctypes.data
    u = mg.Vector.from_dense(OnDevice(array), copy=False)
    u[1] = 7.0
    u.assign(u.copy(), accum="plus")
    assert u.to_dense().tolist() == [0, 14, 4, 6, 8] and array.tolist() == [0, 1, 2, 3, 4]
    with pytest.raises(ValueError, match="not aligned"):
        mg.Vector.from_dense(OnDevice(aligned(np.arange(5), np.float64, 8)), copy=False)
    del array
    gc.collect()
    assert watched() is None
