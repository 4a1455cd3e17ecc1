"""Matrices and vectors as Python objects: elements, parts, copies, text, pickling, comparison."""

import copy
import pickle

import mergus as mg
import numpy as np
import pytest
from conftest import same

pytestmark = pytest.mark.device


def test_new_objects_are_empty():
    A = mg.Matrix((3, 4))
    assert (A.shape, A.nvals, A.dtype, A.nrows, A.ncols, A.ndim, len(A)) == ((3, 4), 0, np.float64, 3, 4, 2, 3)
    u = mg.Vector(5, dtype="int8")
    assert (u.shape, u.nvals, u.dtype, u.size, u.ndim, len(u)) == ((5,), 0, np.int8, 5, 1, 5)


@pytest.mark.parametrize(
    "dtype",
    [
        bool,
        "int8",
        "uint8",
        "int16",
        "uint16",
        "int32",
        "uint32",
        "int64",
        "uint64",
        "float32",
        "float64",
        "complex64",
        "complex128",
    ],
)
def test_every_dtype(dtype):
    A = mg.Matrix.from_coo([0, 1], [1, 0], np.array([1, 0], dtype=dtype), shape=(2, 2))
    assert A.dtype == np.dtype(dtype) and A[0, 1] == 1 and A[1, 0] == 0 and A[0, 0] is None
    assert A.to_coo()[2].dtype == np.dtype(dtype)
    assert pickle.loads(pickle.dumps(A)) == A
    A[1, 1] = np.dtype(dtype).type(1)
    assert A[1, 1] == 1


def test_dtypes_by_names_and_unknown_ones():
    assert mg.Matrix((1, 1), "fp32").dtype == np.float32
    assert mg.Matrix((1, 1), ">f8").dtype == np.float64
    for dtype in (np.float16, object, "U3", "datetime64[s]"):
        with pytest.raises(TypeError):
            mg.Matrix((1, 1), dtype)


def test_elements(A):
    M = mg.Matrix(A)
    i, j = (int(x[0]) for x in A.nonzero())
    assert M[i, j] == A[i, j] == M.get(i, j) == M[i - 13, j - 11] == M.T[j, i]
    hole = tuple(int(x[0]) for x in np.nonzero(A.toarray() == 0))
    assert M[hole] is None and M.get(*hole, default=-1) == -1 and hole not in M and (i, j) in M
    M[hole] = 5
    assert M[hole] == 5.0 and M.nvals == A.nnz + 1
    del M[hole]
    assert same(M, A)
    for key in ((13, 0), (0, 11), (-14, 0)):
        with pytest.raises(IndexError):
            M[key]
    with pytest.raises(TypeError):
        M[0.5, 1]
    with pytest.raises(TypeError):
        M["a", 1]
    with pytest.raises(IndexError):
        M[1, 2, 3]


def test_values_must_be_representable():
    A = mg.Matrix((2, 2), int)
    for value, error in ((0.5, ValueError), (2**64, ValueError), ("x", TypeError), (1j, ValueError), (None, TypeError)):
        with pytest.raises(error):
            A[0, 0] = value
    A[0, 0] = 2.0
    assert A[0, 0] == 2


@pytest.mark.parametrize(
    "rows,cols",
    [
        (slice(2, 9), slice(None)),
        (slice(None, None, 3), slice(1, 8, 2)),
        (slice(None, None, -1), slice(None)),
        ([3, 1, 1, 0], [10, 2]),
        (np.array([5, 4], dtype=np.int16), slice(None)),
        ([], [1]),
    ],
)
def test_parts(A, rows, cols):
    wanted = A.toarray()[rows][:, cols] if not isinstance(rows, list) or rows else np.empty((0, 1))
    assert np.array_equal(mg.Matrix(A)[rows, cols].to_dense(), wanted)
    assert np.array_equal(mg.Matrix(A).T[cols, rows].to_dense(), wanted.T)


def test_rows_and_columns_are_vectors(A):
    M = mg.Matrix(A)
    assert np.array_equal(M[4].to_dense(), A.toarray()[4])
    assert np.array_equal(M[4, [1, 0]].to_dense(), A.toarray()[4, [1, 0]])
    assert np.array_equal(M[:, -1].to_dense(), A.toarray()[:, -1])
    assert np.array_equal(M.T[3].to_dense(), A.toarray()[:, 3])
    keep = A.toarray().sum(axis=1) > 5
    assert np.array_equal(M[keep].to_dense(), A.toarray()[keep])


def test_bad_lists(A):
    M = mg.Matrix(A)
    for rows, error in (
        ([13], IndexError),
        ([-1], IndexError),
        ([0.5], TypeError),
        ([np.nan], TypeError),
        ([[1, 2]], ValueError),
        (np.array([True, False]), ValueError),
    ):
        with pytest.raises(error):
            M[rows, :]
    with pytest.raises(ValueError):
        M[[1, 1], :] = M[[1, 2], :]


def test_assignments(A):
    M, dense = mg.Matrix(A), A.toarray()
    M[[1, 3], 2:5] = 9
    dense[np.ix_([1, 3], range(2, 5))] = 9
    assert np.array_equal(M.to_dense(), dense)
    M[0] = np.arange(11.0)
    dense[0] = np.arange(11.0)
    M[:, 1] = mg.Vector.from_coo([4], [7.0], size=13)
    dense[:, 1] = 0
    dense[4, 1] = 7
    assert np.array_equal(M.to_dense(), dense)
    M[0:2, 0:3] = mg.Matrix.from_dense(np.ones((3, 2))).T
    dense[0:2, 0:3] = 1
    assert np.array_equal(M.to_dense(), dense)
    M.assign(100, [5, 6], accum=mg.plus)
    dense[[5, 6]] = np.where(dense[[5, 6]] != 0, dense[[5, 6]] + 100, 100)
    assert np.array_equal(M.to_dense(), dense)
    del M[2:4, :]
    dense[2:4] = 0
    assert np.array_equal(M.to_dense(), dense)
    with pytest.raises(ValueError):
        M[0:2, 0:2] = mg.Matrix((3, 3))
    with pytest.raises(ValueError):
        M[0:2, 0:2] = mg.Vector(2)


def test_assignment_under_a_mask(S):
    M = mg.Matrix((12, 12))
    M.assign(1, mask=mg.Matrix(S).S)
    assert np.array_equal(M.to_dense(), (S.toarray() != 0).astype(float))


def test_vector_parts():
    u = mg.Vector.from_dense(np.arange(6.0))
    assert (
        u[2] == 2.0
        and u[-1] == 5.0
        and u[1:4].to_dense().tolist() == [1, 2, 3]
        and u[[5, 0]].to_dense().tolist() == [5, 0]
    )
    u[[0, 1]] = 8
    u[2:4] = np.array([1.0, 2.0])
    u[5] = 3
    del u[4]
    assert u.to_dict() == {0: 8, 1: 8, 2: 1, 3: 2, 5: 3}
    u.resize(2)
    assert u.size == 2 and u.nvals == 2
    u.clear()
    assert u.nvals == 0


def test_comparison_copy_and_bool(A):
    M = mg.Matrix(A)
    other = M.copy()
    assert M == other and M == copy.copy(M) == copy.deepcopy(M) and M.T == mg.Matrix(A.T) and M.T != M
    other[0, 0] = 17
    assert M != other and M != "x" and M != mg.Matrix(A.astype(np.float32))
    assert M.astype(int).astype(float) == M
    with pytest.raises(ValueError):
        bool(M)
    with pytest.raises(TypeError):
        hash(M)


def test_pickling(A):
    M, u = mg.Matrix(A), mg.Vector.from_coo([1, 5], [2, 3], size=9)
    assert pickle.loads(pickle.dumps(M)) == M and pickle.loads(pickle.dumps(u)) == u
    assert pickle.loads(pickle.dumps(M.T)) == M.T
    for named in (mg.plus, mg.min_plus, mg.monoid.max, mg.tril, mg.semiring("max_second")):
        assert pickle.loads(pickle.dumps(named)) is named
    with pytest.raises(TypeError):
        pickle.dumps(mg.binary_op("x + 2 * y"))
    with pytest.raises(TypeError):
        pickle.dumps(mg.default_context())


def test_iteration():
    M = mg.Matrix.from_coo([1, 0], [0, 2], [5, 6], shape=(2, 3))
    assert list(M) == [(0, 2, 6), (1, 0, 5)] and list(M.T) == [(0, 1, 5), (2, 0, 6)]
    assert list(mg.Vector.from_dict({4: 1.5, 2: 2.5})) == [(2, 2.5), (4, 1.5)]


def test_text():
    M = mg.Matrix.from_coo([0, 1], [2, 0], [1.5, 2.5], shape=(2, 3))
    assert repr(M) == "<Matrix 2 × 3, float64, 2 entries>\n  (0, 2)  1.5\n  (1, 0)  2.5"
    assert "<td>0</td><td>2</td><td>1.5</td>" in M._repr_html_()
    large = mg.generate("er:rows=100,degree=3")
    assert len(repr(large).splitlines()) == 12 and "more" in large._repr_html_()
    assert repr(mg.Vector.from_dict({1: 2})) == "<Vector 2 elements, int64, 1 entry>\n  (1)  2"
    for thing in (mg.plus, mg.min_plus, mg.monoid.plus, M.S, ~M.V, mg.semiring, mg.default_context()):
        assert str(thing)


def test_resize_and_clear():
    M = mg.Matrix.from_coo([0, 4], [0, 4], [1, 2])
    M.resize(3, 9)
    assert M.shape == (3, 9) and M.nvals == 1
    M.clear()
    assert M.nvals == 0


def test_tiles(A):
    M = mg.Matrix(A)
    grid = M.split([3, 10], [5, 6])
    assert grid[1][0].shape == (10, 5) and mg.concat(grid) == M
    assert same(mg.concat([[M.T, M.T]]), np.hstack([A.T.toarray()] * 2))


def test_huge_dimensions():
    u = mg.Vector(2**40)
    u[2**39] = 1.0
    assert u.to_dict() == {2**39: 1.0} and len(repr(u)) > 0
    for shape in ((2**63, 1), (-1, 2), (2**70, 1)):
        with pytest.raises(ValueError):
            mg.Matrix(shape)
    with pytest.raises(ValueError):
        mg.Vector(-1)
    with pytest.raises(TypeError):
        mg.Matrix((2.5, 1))
    with pytest.raises((ValueError, MemoryError)):
        mg.Vector(2**59).to_dense()


def test_an_object_is_assigned_to_one_place():
    for _ in range(20):
        C = mg.Matrix((3, 3))
        C.assign(mg.Matrix.from_coo([0], [0], [7.0], shape=(1, 1)), 2, 1)
        assert list(C) == [(2, 1, 7.0)]
