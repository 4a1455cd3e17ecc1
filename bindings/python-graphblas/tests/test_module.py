"""The module suitesparse_graphblas: names, messages, memory that changes its owner."""
import gc
import subprocess
import sys

import mergus_graphblas
import numpy as np
import pytest
import suitesparse_graphblas as ssgb
from suitesparse_graphblas import ffi, lib, utils
from suitesparse_graphblas.exceptions import DimensionMismatch, InvalidIndex, UninitializedObject


@pytest.fixture(scope="module", autouse=True)
def initialised():
    assert not ssgb.is_initialized()
    ssgb.initialize()
    assert ssgb.is_initialized()
    with pytest.raises(RuntimeError):
        ssgb.initialize()


def new(kind, *arguments):
    handle = ffi.new(f"GrB_{kind}*")
    ssgb.check_status(handle, getattr(lib, f"GrB_{kind}_new")(handle, *arguments))
    return handle


def test_the_module_is_that_of_mergus():
    assert ssgb.__file__.startswith(mergus_graphblas.PATH)
    assert int(ssgb.__version__.split(".")[0]) >= 8
    name = ffi.new("char**")
    assert lib.GxB_Global_Option_get_CHAR(lib.GxB_LIBRARY_NAME, name) == lib.GrB_SUCCESS
    assert ffi.string(name[0]) == b"Mergus"


def test_vars_has_every_name():
    # python-graphblas reads them so.
    assert {"GrB_mxm", "GxB_SQRT_FC64", "GxB_TIMES_ISLE_UINT8", "GxB_BACKWARDS", "GxB_JIT_ERROR", "GrB_ALL"} <= vars(lib).keys()
    assert sum(name.startswith("Gx") for name in dir(lib)) > 2000


def test_messages_of_calls_that_make_nothing():
    with pytest.raises(UninitializedObject, match="GrB_Matrix_new: type is a null handle"):
        new("Matrix", ffi.NULL, 3, 3)
    matrix = new("Matrix", lib.GrB_FP64, 3, 3)
    with pytest.raises(InvalidIndex, match="GrB_Matrix_setElement_FP64"):
        ssgb.check_status(matrix, lib.GrB_Matrix_setElement_FP64(matrix[0], 1.5, 3, 0))
    assert lib.GrB_Matrix_free(matrix) == lib.GrB_SUCCESS
    assert matrix[0] == ffi.NULL


def test_a_product_and_the_exception_of_a_wrong_one():
    a, c, u = new("Matrix", lib.GrB_FP64, 2, 2), new("Matrix", lib.GrB_FP64, 2, 2), new("Vector", lib.GrB_FP64, 3)
    for i, j, x in ((0, 0, 2.0), (0, 1, 3.0), (1, 1, 5.0)):
        ssgb.check_status(a, lib.GrB_Matrix_setElement_FP64(a[0], x, i, j))
    ssgb.check_status(c, lib.GrB_mxm(c[0], ffi.NULL, ffi.NULL, lib.GxB_PLUS_MAX_FP64, a[0], a[0], ffi.NULL))
    value = ffi.new("double*")
    ssgb.check_status(c, lib.GrB_Matrix_extractElement_FP64(value, c[0], 0, 1))
    assert value[0] == max(2, 3) + max(3, 5)
    with pytest.raises(DimensionMismatch):
        ssgb.check_status(u, lib.GrB_mxv(u[0], ffi.NULL, ffi.NULL, lib.GrB_PLUS_TIMES_SEMIRING_FP64, a[0], u[0], ffi.NULL))
    for handle, kind in ((a, "Matrix"), (c, "Matrix"), (u, "Vector")):
        getattr(lib, f"GrB_{kind}_free")(handle)


def test_arrays_move_into_a_vector_and_out_of_it():
    values = np.arange(1000, dtype=np.float64)
    address = ffi.new("void**", ffi.from_buffer(values))
    vector = new("Vector", lib.GrB_FP64, values.size)
    nbytes = values.nbytes
    ssgb.check_status(vector, lib.GxB_Vector_pack_Full(vector[0], address, nbytes, False, ffi.NULL))
    utils.unclaim_buffer(values)
    assert not values.flags.owndata
    assert not values.flags.writeable
    del values
    gc.collect()
    size, iso = ffi.new("GrB_Index*"), ffi.new("bool*")
    ssgb.check_status(vector, lib.GxB_Vector_unpack_Full(vector[0], address, size, iso, ffi.NULL))
    back = utils.claim_buffer(ffi, address[0], size[0] // 8, np.dtype(np.float64))
    assert back.flags.owndata
    assert (back == np.arange(1000)).all()
    lib.GrB_Vector_free(vector)


@pytest.mark.parametrize("c_order", [True, False])
def test_matrices_of_foreign_memory(c_order):
    matrix = new("Matrix", lib.GrB_INT32, 2, 3)
    one = ffi.cast("int32_t", 1)
    ssgb.check_status(
        matrix, lib.GrB_Matrix_assign_INT32(matrix[0], ffi.NULL, ffi.NULL, one, lib.GrB_ALL, 2, lib.GrB_ALL, 3, ffi.NULL)
    )
    ssgb.check_status(matrix, lib.GrB_Matrix_setElement_INT32(matrix[0], 7, 0, 2))
    address, size, iso = ffi.new("void**"), ffi.new("GrB_Index*"), ffi.new("bool*")
    unpack = lib.GxB_Matrix_unpack_FullR if c_order else lib.GxB_Matrix_unpack_FullC
    ssgb.check_status(matrix, unpack(matrix[0], address, size, iso, ffi.NULL))
    array = utils.claim_buffer_2d(ffi, address[0], size[0] // 4, 2, 3, np.dtype(np.int32), c_order)
    assert array.tolist() == [[1, 1, 7], [1, 1, 1]]
    lib.GrB_Matrix_free(matrix)


def test_another_module_of_that_name_is_refused(tmp_path):
    (tmp_path / "suitesparse_graphblas.py").write_text("")
    program = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import suitesparse_graphblas; import mergus_graphblas"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert run.returncode == 1
    assert "import mergus_graphblas before" in run.stderr


def test_programs_run_with_the_module(tmp_path):
    program = tmp_path / "program.py"
    program.write_text("import sys, suitesparse_graphblas; print(suitesparse_graphblas.__file__, sys.argv[1:])")
    command = [sys.executable, "-m", "mergus_graphblas"]
    run = subprocess.run([*command, str(program), "an argument"], capture_output=True, text=True, check=True)
    assert run.stdout.startswith(mergus_graphblas.PATH)
    assert run.stdout.endswith("['an argument']\n")
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip() == mergus_graphblas.PATH
