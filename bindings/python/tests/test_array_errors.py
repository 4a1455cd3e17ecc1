"""Arrays that are refused, with a reason and without a crash."""

import mergus as mg
import numpy as np
import pytest
from test_arrays import ON_HOST, parts

pytestmark = pytest.mark.device


@pytest.mark.skipif(not ON_HOST, reason="of the host")
def test_copy_false_says_why_not():
    csr, arrays = parts(index=np.int32)
    with pytest.raises(ValueError, match="64 bits"):
        mg.Matrix.from_csr(*arrays, csr.shape, copy=False)
    csr, arrays = parts()
    with pytest.raises(ValueError, match="float32"):
        mg.Matrix.from_csr(*arrays, csr.shape, copy=False, dtype=np.float32)
    with pytest.raises(ValueError):
        mg.Matrix((2, 2)).__array__(copy=False)


def test_malformed_csr():
    csr, (indptr, indices, values) = parts()
    bad_offsets, bad_columns = indptr.copy(), indices.copy()
    bad_offsets[3] = 1000
    bad_columns[0] = 7
    unsorted = indices.copy()
    row = int(np.flatnonzero(np.diff(indptr) > 1)[0])
    unsorted[indptr[row] : indptr[row] + 2] = unsorted[indptr[row] : indptr[row] + 2][::-1].copy()
    negative = indices.copy()
    negative[-1] = -1
    for arrays, error in (
        ((bad_offsets, indices, values), ValueError),
        ((indptr, bad_columns, values), IndexError),
        ((indptr, unsorted, values), ValueError),
        ((indptr, negative, values), IndexError),
        ((indptr[:-1], indices, values), ValueError),
        ((indptr, indices[:-1], values), ValueError),
        ((indptr, indices, values[:-1]), ValueError),
        ((-indptr, indices, values), ValueError),
        ((indptr.astype(float), indices, values), TypeError),
        ((indptr, indices * np.nan, values), TypeError),
        ((indptr.reshape(1, -1), indices, values), ValueError),
        ((indptr, indices, values.astype(np.float16)), TypeError),
        ((indptr, indices, values.astype(object)), TypeError),
        ((indptr, indices, np.ma.masked_array(values)), ValueError),
    ):
        with pytest.raises(error):
            mg.Matrix.from_csr(*arrays, csr.shape)
    with pytest.raises(ValueError):
        mg.Matrix.from_csr(indptr, indices, values.astype(np.uint8).view(np.bool_), csr.shape)


def test_malformed_coordinates():
    for rows, cols, values, error in (
        ([0, -1], [0, 0], [1, 2], IndexError),
        ([0, 1.5], [0, 0], [1, 2], TypeError),
        ([0, np.nan], [0, 0], [1, 2], TypeError),
        ([0, 5], [0, 0], [1, 2], IndexError),
        ([0, 1], [0], [1, 2], ValueError),
        ([0, 1], [0, 0], [1], ValueError),
        ([0, 0], [0, 0], [1, 2], ValueError),
        ([[0, 1]], [0, 0], [1, 2], ValueError),
        (["a"], [0], [1], TypeError),
        ([0], [0], ["x"], TypeError),
        ([2**64], [0], [1], (TypeError, OverflowError)),
    ):
        with pytest.raises(error):
            mg.Matrix.from_coo(rows, cols, values, shape=(3, 3))
    M = mg.Matrix.from_coo([0, 0], [0, 0], [1, 2], shape=(3, 3), dup="plus")
    assert M[0, 0] == 3
    assert mg.Matrix.from_coo([], [], [], shape=(2, 2)).nvals == 0
    assert mg.Vector.from_coo([0, 0], [5, 3], dup=mg.min)[0] == 3
    with pytest.raises(ValueError):
        mg.Matrix.from_coo([0, 0], [0, 0], [1, 2], shape=(3, 3))


def test_bool_values_are_checked():
    wrong = np.array([2], dtype=np.uint8).view(np.bool_)
    with pytest.raises(ValueError):
        mg.Matrix.from_csr(np.array([0, 1]), np.array([0]), wrong, (1, 1))


def test_what_is_converted_is_refused_without_a_copy():
    for matrix in (
        lambda: mg.Matrix.from_csr([0, 1], np.array([0]), np.array([1.0]), (1, 1), copy=False),
        lambda: mg.Matrix.from_csr(np.array([0, 1]), np.array([0]), [1.0], (1, 1), copy=False),
        lambda: mg.Vector.from_dense([1.0, 2.0], copy=False),
        lambda: mg.Vector.from_dense(np.array([1.0, 0.0]), missing=0, copy=False),
    ):
        with pytest.raises(ValueError, match="copy=False is not possible"):
            matrix()
    if ON_HOST:
        assert mg.Vector.from_dense(memoryview(np.array([1.0, 2.0])), copy=False).to_dict() == {0: 1.0, 1: 2.0}


def test_masks_of_numpy_are_refused():
    masked = np.ma.array([[1.0, 2.0]], mask=[[False, True]])
    for make in (
        lambda: mg.Matrix.from_dense(masked),
        lambda: mg.Vector.from_dense(masked[0], missing=0),
        lambda: mg.Vector.from_coo([0, 1], masked[0]),
    ):
        with pytest.raises(mg.InvalidValue, match="mask"):
            make()


def test_numbers_of_python_do_not_wrap():
    for value in (300, [300], [-129]):
        with pytest.raises(mg.InvalidValue, match="outside of int8"):
            mg.Matrix.from_coo([0], [0], value, dtype="int8")
    assert mg.Matrix.from_coo([0], [0], [127], dtype="int8")[0, 0] == 127


def test_dlpack_names_the_device(monkeypatch):
    monkeypatch.setattr("mergus._sharing.ordinal", lambda pointer: 3)
    array = mg.DeviceArray(4096, np.dtype(float), 1, True, None)
    assert array.__dlpack_device__() == (2, 3)
    for device in ((2, 0), (1, 0)):
        with pytest.raises(BufferError, match="device"):
            array.__dlpack__(dl_device=device)
