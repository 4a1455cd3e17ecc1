"""Arrays in and out: what is shared and what is copied, lifetimes, and arrays that must be refused without a crash."""

import gc
import weakref

import mergus as mg
import numpy as np
import pytest
from conftest import random_csr, same

pytestmark = pytest.mark.device

ON_HOST = mg.default_context().backend == "suitesparse"


def parts(dtype=np.float64, index=np.int64, seed=5):
    csr = random_csr(9, 7, 0.4, seed, dtype)
    return csr, (csr.indptr.astype(index), csr.indices.astype(index), csr.data)


def pointer(array):
    interface = getattr(array, "__array_interface__", None) or array.__cuda_array_interface__
    return interface["data"][0]


@pytest.mark.parametrize("index", [np.int32, np.int64, np.uint32, np.uint64, np.int16])
@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.int32, np.bool_])
def test_csr_round_trip(index, dtype):
    csr, arrays = parts(dtype, index)
    M = mg.Matrix.from_csr(*arrays, csr.shape)
    assert same(M, csr) and M.dtype == dtype
    for wide in (np.int32, np.int64, np.uint64):
        indptr, indices, values = M.to_csr(index_dtype=wide)
        assert indptr.dtype == indices.dtype == wide
        assert (
            np.array_equal(indptr, csr.indptr)
            and np.array_equal(indices, csr.indices)
            and np.array_equal(values, csr.data)
        )
    csc = csr.tocsc()
    csc.sort_indices()
    for found, wanted in zip(M.to_csc(), (csc.indptr, csc.indices, csc.data)):
        assert np.array_equal(found, wanted)
    assert mg.Matrix.from_csc(csc.indptr, csc.indices, csc.data, csr.shape) == M


@pytest.mark.parametrize("mixed", [(np.int32, np.int64), (np.int64, np.int32)])
def test_offsets_and_columns_of_different_widths(mixed):
    csr, (indptr, indices, values) = parts()
    assert same(mg.Matrix.from_csr(indptr.astype(mixed[0]), indices.astype(mixed[1]), values, csr.shape), csr)


@pytest.mark.skipif(not ON_HOST, reason="arrays of the host are copied to a device")
def test_arrays_of_the_host_without_a_copy():
    csr, arrays = parts()
    M = mg.Matrix.from_csr(*arrays, csr.shape, copy=False)
    assert same(M, csr)
    moved = M.release_csr()
    assert [pointer(a) for a in moved] == [pointer(a) for a in arrays]
    assert M.nvals == 0 and M.shape == csr.shape


@pytest.mark.skipif(not ON_HOST, reason="arrays of the host are copied to a device")
def test_shared_arrays_live_as_long_as_the_matrix():
    csr, arrays = parts()
    array = np.array(arrays[2])
    watched = weakref.ref(array)
    M = mg.Matrix.from_csr(arrays[0], arrays[1], array, csr.shape, copy=False)
    del array, arrays
    gc.collect()
    assert watched() is not None and same(M, csr)
    del M
    gc.collect()
    assert watched() is None


def test_moved_arrays_outlive_the_matrix():
    csr, arrays = parts()
    M = mg.Matrix.from_csr(*arrays, csr.shape)
    moved = M.release_csr()
    del M
    gc.collect()
    again = mg.Matrix.from_csr(*moved, csr.shape)
    del moved
    gc.collect()
    assert same(again, csr)


@pytest.mark.skipif(ON_HOST, reason="needs a backend with a device")
def test_arrays_of_the_device_stay_there():
    csr, arrays = parts()
    context = mg.default_context()
    M = mg.Matrix.from_csr(*arrays, csr.shape)
    before = context.counters()
    moved = M.release_csr()
    assert all(isinstance(a, mg.DeviceArray) and not hasattr(a, "__array_interface__") for a in moved)
    assert [a.__cuda_array_interface__["typestr"] for a in moved] == ["<i8", "<i4", "<f8"]
    again = mg.Matrix.from_csr(*moved, csr.shape)
    after = context.counters()
    copied = after["bytes_to_host"] - before["bytes_to_host"]
    assert copied < csr.data.nbytes / 2 and after["bytes_to_device"] - before["bytes_to_device"] < csr.data.nbytes / 2
    assert same(again, csr)
    with pytest.raises(ValueError, match="copy=False"):
        mg.Matrix.from_csr(*arrays, csr.shape, copy=False)
    with pytest.raises(ValueError):
        mg.Matrix.from_csr(moved[0], arrays[1], moved[2], csr.shape)
    other = mg.Matrix.from_csr(*moved, csr.shape, dtype=np.float32)
    assert other.dtype == np.float32 and other.nvals == csr.nnz
    again.set_values(moved[2])
    assert same(again, csr)


@pytest.mark.skipif(ON_HOST, reason="needs a backend with a device")
def test_dlpack_of_a_device():
    csr, arrays = parts()

    class OnlyDlpack:
        def __init__(self, array):
            self.array = array

        def __dlpack__(self, **options):
            return self.array.__dlpack__(**options)

        def __dlpack_device__(self):
            return self.array.__dlpack_device__()

    moved = mg.Matrix.from_csr(*arrays, csr.shape).release_csr()
    assert moved[0].__dlpack_device__() == (2, 0)
    M = mg.Matrix.from_csr(*(OnlyDlpack(a) for a in moved), csr.shape)
    del moved
    gc.collect()
    assert same(M, csr)


@pytest.mark.skipif(not ON_HOST, reason="of the host")
def test_dlpack_of_the_host():
    u = mg.Vector.from_dense(np.arange(5.0))
    places, values = u.release_coo()
    assert np.from_dlpack(values).tolist() == [0, 1, 2, 3, 4] and places.tolist() == [0, 1, 2, 3, 4]
    assert u.nvals == 0


def test_views_of_the_host_are_copies(A):
    M = mg.Matrix(A)
    indptr, indices, values = M.view_csr()
    if ON_HOST:
        values[:] = 0
    assert same(M, A)


class Interface:
    """What has no class of NumPy."""

    def __init__(self, array):
        self.array, self.__array_interface__ = array, array.__array_interface__


def test_array_interface():
    csr, arrays = parts()
    assert same(mg.Matrix.from_csr(*(Interface(a) for a in arrays), csr.shape), csr)


@pytest.mark.parametrize(
    "change",
    [
        lambda a: np.repeat(a, 2)[::2],
        lambda a: a[::-1].copy()[::-1],
        lambda a: a.astype(a.dtype.newbyteorder()),
        lambda a: np.frombuffer(bytearray(1) + a.tobytes(), dtype=np.uint8)[1:].view(a.dtype),
    ],
)
def test_unusual_memory_is_copied(change):
    """Strided, reversed, byte-swapped and unaligned arrays."""
    csr, arrays = parts()
    assert same(mg.Matrix.from_csr(*(change(a) for a in arrays), csr.shape), csr)
    with pytest.raises(ValueError, match="copy=False|device"):
        mg.Matrix.from_csr(*(change(a) for a in arrays), csr.shape, copy=False)
    coo = csr.tocoo()
    M = mg.Matrix.from_coo(
        change(coo.row.astype(np.int64)), change(coo.col.astype(np.int64)), change(coo.data), shape=csr.shape
    )
    assert same(M, csr)
    assert mg.Vector.from_dense(change(coo.data)) == mg.Vector.from_dense(coo.data)


def test_read_only_arrays_are_copied():
    csr, arrays = parts()
    for array in arrays:
        array.flags.writeable = False
    M = mg.Matrix.from_csr(*arrays, csr.shape)
    M[0, 0] = 5
    assert np.array_equal(arrays[2], csr.data)
    with pytest.raises(ValueError):
        mg.Matrix.from_csr(*arrays, csr.shape, copy=False)


def test_dense():
    dense = np.array([[0.0, 1.0, np.nan], [2.0, 0.0, 0.0]])
    M = mg.Matrix.from_dense(dense)
    assert M.nvals == 3 and np.isnan(M[0, 2])
    assert mg.Matrix.from_dense(dense, missing=np.nan).nvals == 5
    assert mg.Matrix.from_dense(dense, missing=None).nvals == 6
    assert np.array_equal(np.asarray(mg.Matrix(dense[1:])), dense[1:])
    with pytest.raises(ValueError):
        mg.Matrix.from_dense(np.zeros(3))
    with pytest.raises(ValueError):
        mg.Vector.from_dense(np.zeros((2, 2)))
    assert mg.Vector.from_dense([0, 3, 0], missing=0).to_dict() == {1: 3}
    assert mg.Vector.from_dense(np.array([1, 2]), dtype=float).dtype == np.float64
    assert mg.Vector.from_dense(np.empty(0)).size == 0


def test_set_values():
    csr, arrays = parts()
    M = mg.Matrix.from_csr(*arrays, csr.shape)
    M.set_values(np.arange(csr.nnz))  # cast to float64
    assert np.array_equal(M.to_csr()[2], np.arange(csr.nnz))
    with pytest.raises(ValueError):
        M.set_values(np.arange(3.0))


def test_binsparse_descriptor():
    description = mg.Matrix.from_coo([0], [1], [2.0]).__binsparse_descriptor__["binsparse"]
    assert description["format"] == "CSR" and description["shape"] == [1, 2]
    assert description["data_types"]["values"] == "float64"


def test_a_transposed_view_as_an_array(A):
    M = mg.Matrix(A)
    assert np.array_equal(np.asarray(M.T), A.toarray().T)
    assert np.asarray(M.T, dtype=np.float32).dtype == np.float32
    assert M.T.__binsparse_descriptor__ == M.T.copy().__binsparse_descriptor__
