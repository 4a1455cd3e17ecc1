"""The order of streams between the package and CuPy or PyTorch: a long kernel is still running when arrays change hands."""

import gc

import mergus as mg
import numpy as np
import pytest
from conftest import random_csr, same
from gpu_libraries import OnlyDlpack, library, needs_gpu

pytestmark = [pytest.mark.device, pytest.mark.gpu, needs_gpu]


@pytest.fixture(params=["cupy", "torch"])
def lib(request):
    return library(request.param)


@pytest.fixture
def csr():
    return random_csr(300, 200, 0.1, 5)


def device_parts(lib, csr):
    return [lib.array(part) for part in (csr.indptr.astype(np.int64), csr.indices.astype(np.int32), csr.data)]


@pytest.mark.parametrize("copy", [True, False])
@pytest.mark.parametrize("named", [False, True], ids=["of the interface", "named"])
def test_an_import_waits_for_the_stream_that_fills_the_arrays(lib, csr, copy, named):
    indptr, indices, values = device_parts(lib, csr)
    mg.Matrix.from_csr(indptr, indices, values, csr.shape, copy=copy)  # kernels are compiled
    filled = lib.zeros_like(values)
    lib.wait()
    with lib.stream() as stream:
        lib.busy()
        lib.fill(filled, values)
        M = mg.Matrix.from_csr(indptr, indices, filled, csr.shape, copy=copy, stream=stream if named else None)
        C = M @ M.T
    assert same(M, csr)
    assert np.array_equal(C.to_dense(), (csr @ csr.T).toarray())


def test_an_import_waits_for_the_default_stream(lib, csr):
    indptr, indices, values = device_parts(lib, csr)
    filled = lib.zeros_like(values)
    lib.wait()
    lib.busy()
    lib.fill(filled, values)
    assert same(mg.Matrix.from_csr(indptr, indices, filled, csr.shape), csr)


def test_dlpack_waits_for_the_default_stream(lib, csr):
    indptr, indices, values = device_parts(lib, csr)
    filled = lib.zeros_like(values)
    lib.wait()
    lib.busy()
    lib.fill(filled, values)
    M = mg.Matrix.from_csr(*(OnlyDlpack(a) for a in (indptr, indices, filled)), csr.shape, copy=False)
    assert same(M, csr)


def test_dlpack_waits_for_the_current_stream(lib, csr):
    """The producer orders its current stream before the one that the package names."""
    indptr, indices, values = device_parts(lib, csr)
    filled = lib.zeros_like(values)
    lib.wait()
    with lib.stream():
        lib.busy()
        lib.fill(filled, values)
        M = mg.Matrix.from_csr(*(OnlyDlpack(a) for a in (indptr, indices, filled)), csr.shape, copy=False)
    assert same(M, csr)


def test_what_follows_on_the_stream_comes_after_the_copies(lib, csr):
    indptr, indices, values = device_parts(lib, csr)
    with lib.stream() as stream:
        lib.busy()
        M = mg.Matrix.from_csr(indptr, indices, values, csr.shape, stream=stream)
        lib.fill(values, lib.zeros_like(values))
    assert same(M, csr)


def test_exported_arrays_are_complete_on_any_stream(lib, csr):
    with lib.stream() as own:
        context = mg.Context("cuda", stream=own)
        A = mg.Matrix.from_csr(csr.indptr, csr.indices, csr.data, csr.shape, context=context)
        warm = A @ A.T
        lib.busy()
        C = A @ A.T
        moved = C.release_csr()
    with lib.stream():  # another one, which does not wait for `own`
        values = lib.taken(moved[2]) + 0
    lib.wait()
    assert np.array_equal(np.sort(lib.host(values)), np.sort(warm.to_csr()[2]))


def test_arrays_come_back_after_the_work_on_them(lib, csr):
    """The matrix is deleted while the context still reads its arrays; the library's pool hands their memory out again."""
    with lib.stream() as own:
        context = mg.Context("cuda", stream=own)
        arrays = device_parts(lib, csr)
        A = mg.Matrix.from_csr(*arrays, csr.shape, copy=False, context=context)
        B = A.apply("ainv")  # kernels are compiled
        lib.busy()
        B = A.apply("ainv")
        del A, arrays
        gc.collect()
        # Other arrays in the same memory.
        fresh = [
            lib.array(np.zeros(n, t)) for n, t in ((csr.shape[0] + 1, np.int64), (csr.nnz, np.int32), (csr.nnz, float))
        ]
    assert np.array_equal(B.to_dense(), -csr.toarray())
    del fresh


def test_values_follow_their_stream(lib, csr):
    indptr, indices, values = device_parts(lib, csr)
    M = mg.Matrix.from_csr(indptr, indices, values, csr.shape)
    filled, twice = lib.zeros_like(values), values * 2
    lib.wait()
    with lib.stream() as stream:
        lib.busy()
        lib.fill(filled, twice)
        M.set_values(filled, stream=stream)
    assert same(M, 2 * csr)
