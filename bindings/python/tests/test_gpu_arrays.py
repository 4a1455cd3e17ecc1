"""Arrays of CuPy and PyTorch on a GPU: what is shared, shown by pointers, and how long it lives."""

import gc

import mergus as mg
import numpy as np
import pytest
import scipy.sparse
from conftest import random_csr, same
from gpu_libraries import OnlyDlpack, library, needs_gpu

pytestmark = [pytest.mark.device, pytest.mark.gpu, needs_gpu]


@pytest.fixture(params=["cupy", "torch"])
def lib(request):
    return library(request.param)


@pytest.fixture
def csr():
    return random_csr(300, 200, 0.1, 5)


def device_parts(lib, csr, offsets=np.int64, columns=np.int32):
    return [lib.array(part) for part in (csr.indptr.astype(offsets), csr.indices.astype(columns), csr.data)]


def moved_pointers(M):
    return [part.__cuda_array_interface__["data"][0] for part in M.release_csr()]


@pytest.mark.parametrize("wrap", [lambda array: array, OnlyDlpack], ids=["interface", "dlpack"])
@pytest.mark.parametrize("copy", [False, None])
def test_import_without_a_copy(lib, csr, wrap, copy):
    arrays = device_parts(lib, csr)
    before = mg.default_context().counters()
    M = mg.Matrix.from_csr(*(wrap(a) for a in arrays), csr.shape, copy=copy)
    after = mg.default_context().counters()
    assert after["allocated_bytes"] == before["allocated_bytes"]
    assert after["bytes_to_device"] == before["bytes_to_device"]
    assert same(M, csr)
    assert moved_pointers(M) == [lib.pointer(a) for a in arrays]


@pytest.mark.parametrize("index", [np.int32, np.int64])
@pytest.mark.parametrize("wrap", [lambda array: array, OnlyDlpack], ids=["interface", "dlpack"])
def test_widths_that_are_converted(lib, csr, index, wrap):
    """Offsets are stored with 64 bits, columns with 32: of equal widths one array is converted on the device."""
    arrays = device_parts(lib, csr, index, index)
    before = mg.default_context().counters()["bytes_to_host"]
    M = mg.Matrix.from_csr(*(wrap(a) for a in arrays), csr.shape, copy=None)
    assert mg.default_context().counters()["bytes_to_host"] - before < 1000
    assert same(M, csr)
    shared = [a == lib.pointer(b) for a, b in zip(moved_pointers(M), arrays)]
    assert shared == [index == np.int64, index == np.int32, True]
    with pytest.raises(ValueError, match="copy=False is not possible"):
        mg.Matrix.from_csr(*(wrap(a) for a in arrays), csr.shape, copy=False)


def test_copies_are_copies(lib, csr):
    arrays = device_parts(lib, csr)
    M = mg.Matrix.from_csr(*arrays, csr.shape)
    lib.fill(arrays[2], lib.zeros_like(arrays[2]))
    lib.wait()
    assert same(M, csr)


@pytest.mark.parametrize("dtype", [np.bool_, np.int8, np.int64, np.float32, np.float64, np.complex128])
def test_dtypes(lib, dtype):
    csr = random_csr(50, 40, 0.2, 3, dtype)
    arrays = device_parts(lib, csr)
    M = mg.Matrix.from_csr(*arrays, csr.shape, copy=False)
    assert M.dtype == dtype and same(M, csr)
    values = lib.taken(M.release_csr()[2])
    assert lib.pointer(values) == lib.pointer(arrays[2])


def test_matrices_of_the_library(lib, csr):
    for layout in (lib.csr, lib.coo):
        before = mg.default_context().counters()["bytes_to_device"]
        M = lib.of_any(layout(csr))
        assert mg.default_context().counters()["bytes_to_device"] - before < 1000
        assert same(M, csr)
        assert same(mg.Matrix(layout(csr)), csr)
    theirs = lib.csr(csr)
    assert lib.pointer(lib.parts(theirs)[2]) == moved_pointers(lib.of_any(theirs, copy=None))[2]
    with pytest.raises(ValueError, match="copy=False is not possible"):
        lib.of_any(lib.coo(csr), copy=False)
    with mg.Context("suitesparse"):
        assert same(lib.of_any(theirs), csr)


def test_coordinates(lib, csr):
    coo = csr.tocoo()
    rows, cols, values = (lib.array(part) for part in (coo.row.astype(np.int64), coo.col.astype(np.int32), coo.data))
    assert same(mg.Matrix.from_coo(rows, cols, values, shape=csr.shape), csr)


def test_dense_arrays(lib, csr):
    dense = csr.toarray()
    assert same(mg.Matrix(lib.array(dense)), csr) and same(mg.Matrix.from_dense(lib.array(dense)), csr)
    M = (
        mg.Matrix.from_torch(lib.array(dense))
        if lib.module.__name__ == "torch"
        else mg.Matrix.from_cupy(lib.csr(scipy.sparse.csr_matrix(dense)))
    )
    assert same(M, csr)
    array = lib.array(np.arange(1000.0))
    for copy in (True, False, None):
        u = mg.Vector.from_dense(array, copy=copy)
        assert np.array_equal(u.to_dense(), np.arange(1000.0))
        values = u.release_coo()[1].__cuda_array_interface__["data"][0]
        assert (values == lib.pointer(array)) == (copy is not True)
    with pytest.raises(ValueError, match="aligned"):
        mg.Vector.from_dense(array[1:], copy=False)
    with pytest.raises(ValueError, match="contiguous"):
        mg.Vector.from_dense(array[::2])


def test_export(lib, csr):
    M = mg.Matrix.from_csr(csr.indptr, csr.indices, csr.data, csr.shape)
    moved = M.release_csr()
    taken = [lib.taken(part) for part in moved]
    assert [lib.pointer(t) for t in taken] == [m.__cuda_array_interface__["data"][0] for m in moved]
    del M, moved
    gc.collect()
    for array, wanted in zip(taken, (csr.indptr, csr.indices, csr.data)):
        assert np.array_equal(lib.host(array), wanted)


def test_export_as_matrices(lib, csr):
    M = mg.Matrix.from_csr(csr.indptr, csr.indices, csr.data, csr.shape)
    if lib.module.__name__ == "cupy":
        assert (scipy.sparse.csr_array(M.to_cupy().get()) != csr).nnz == 0
        return
    for layout in ("csr", "coo", "strided"):
        tensor = M.to_torch(layout)
        assert tensor.device.type == "cuda"
        dense = tensor if layout == "strided" else tensor.to_dense()
        assert np.array_equal(lib.host(dense), csr.toarray())
    assert same(M, csr)


def test_views(lib, csr):
    M = mg.Matrix.from_csr(csr.indptr, csr.indices, csr.data, csr.shape)
    view = M.view_csr()
    taken = [lib.taken(part) for part in view]
    assert [lib.pointer(t) for t in taken] == [v.__cuda_array_interface__["data"][0] for v in view]
    theirs = M.to_cupy(copy=None) if lib.module.__name__ == "cupy" else M.to_torch(copy=None)
    assert lib.pointer(lib.parts(theirs)[2]) == lib.pointer(taken[2])
    M.set_values(np.zeros(csr.nnz))
    del M, view
    gc.collect()
    assert np.array_equal(lib.host(taken[2]), csr.data) and np.array_equal(lib.host(lib.parts(theirs)[2]), csr.data)


def test_products_of_their_arrays(lib, csr):
    arrays = device_parts(lib, csr)
    A = mg.Matrix.from_csr(*arrays, csr.shape, copy=False)
    C = A @ A.T
    assert np.array_equal(C.to_dense(), (csr @ csr.T).toarray())
    A.set_values(arrays[2] * 2)
    assert np.array_equal((A @ A.T).to_dense(), 4 * (csr @ csr.T).toarray())
    assert np.array_equal(lib.host(arrays[2]), csr.data)  # the values went to a new array


@pytest.mark.parametrize("first", ["arrays", "matrix"])
def test_lifetimes(lib, csr, first):
    """Memory stays allocated until both the arrays and the matrix are deleted, in either order; then the pool of the library has it."""
    lib.array(np.zeros(1))
    lib.wait()
    gc.collect()
    before = lib.used_bytes()
    arrays = device_parts(lib, csr)
    M = mg.Matrix.from_csr(*arrays, csr.shape, copy=False)
    used = lib.used_bytes()
    assert used > before
    if first == "arrays":
        del arrays
        gc.collect()
        assert lib.used_bytes() == used and same(M, csr)
        del M
    else:
        del M
        gc.collect()
        mg.default_context().wait()  # for the check of the arrays
        assert lib.used_bytes() == used
        assert np.array_equal(lib.host(arrays[2]), csr.data)
        del arrays
    gc.collect()
    assert lib.used_bytes() == before


def test_exported_memory_returns_to_the_context(lib, csr):
    context = mg.Context()
    M = mg.Matrix.from_csr(csr.indptr, csr.indices, csr.data, csr.shape, context=context)
    held = context.counters()["allocated_bytes"]
    taken = [lib.taken(part) for part in M.release_csr()]
    del M
    gc.collect()
    assert context.counters()["allocated_bytes"] >= held - 10_000
    del taken
    gc.collect()
    assert context.counters()["allocated_bytes"] < held / 2  # workspaces may stay


def test_arrays_of_another_device(lib, csr):
    if lib.devices() < 2:
        pytest.skip("needs two GPUs")
    with mg.Context("cuda", device=0):
        parts = csr.indptr.astype(np.int64), csr.indices.astype(np.int32), csr.data
        there, here = ([lib.on_device(n, part) for part in parts] for n in (1, 0))
        assert same(mg.Matrix.from_csr(*there, csr.shape), csr)
        assert same(mg.Matrix.from_csr(*there, csr.shape, copy=None), csr)
        for arrays in (there, [*here[:2], there[2]]):
            with pytest.raises(ValueError, match="device"):
                mg.Matrix.from_csr(*arrays, csr.shape, copy=False)


def test_malformed_arrays(lib, csr):
    indptr, indices, values = device_parts(lib, csr)
    wrong = lib.array(np.full(csr.nnz, csr.shape[1], np.int32))
    for copy in (True, False):
        with pytest.raises(IndexError, match="import_csr"):  # of shared arrays the first use says so
            mg.Matrix.from_csr(indptr, wrong, values, csr.shape, copy=copy).reduce()
    with pytest.raises(ValueError):
        mg.Matrix.from_csr(indptr[:-1], indices, values, csr.shape)
    with pytest.raises(ValueError, match="all be on the host"):
        mg.Matrix.from_csr(csr.indptr, indices, values, csr.shape)
    with pytest.raises(TypeError):
        mg.Matrix.from_csr(values, indices, values, csr.shape)
    with pytest.raises(ValueError):
        mg.Matrix.from_csr(indptr, indices, lib.array(np.ones((2, 2))), csr.shape)
    with pytest.raises(ValueError, match="suitesparse"), mg.Context("suitesparse"):
        mg.Matrix.from_csr(indptr, indices, values, csr.shape, copy=False)
