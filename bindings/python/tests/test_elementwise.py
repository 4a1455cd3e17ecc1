"""Element-wise operations, apply, select and reductions against NumPy."""

import mergus as mg
import numpy as np
import pytest
from conftest import random_csr, same

pytestmark = pytest.mark.device


@pytest.fixture
def C():
    return random_csr(13, 11, 0.3, 7)


def test_sum_and_difference(A, C):
    assert same(mg.Matrix(A) + mg.Matrix(C), A + C)
    difference = mg.Matrix(A) - mg.Matrix(C)
    assert np.array_equal(difference.to_dense(), (A - C).toarray())
    assert difference.nvals == (A + C).nnz  # entries that cancel stay


def test_product_and_quotient(A, C):
    both = (A.toarray() != 0) & (C.toarray() != 0)
    assert np.array_equal((mg.Matrix(A) * mg.Matrix(C)).to_dense(), (A.multiply(C)).toarray())
    quotient = mg.Matrix(A.astype(np.int64)) / mg.Matrix(C.astype(np.int64))
    assert quotient.dtype == np.float64
    wanted = np.divide(A.toarray(), C.toarray(), out=np.zeros(A.shape), where=both)
    assert np.array_equal(quotient.to_dense(), wanted)


def test_scalars(A):
    M = mg.Matrix(A)
    dense = A.toarray()
    assert np.array_equal((M * 2).to_dense(), dense * 2)
    assert np.array_equal((2 * M).to_dense(), dense * 2)
    assert np.array_equal((np.float64(2) * M).to_dense(), dense * 2)
    assert np.array_equal((M / 4).to_dense(), dense / 4)
    assert np.array_equal((1 / M).to_dense(), np.divide(1, dense, out=np.zeros(A.shape), where=dense != 0))
    assert np.array_equal((-M).to_dense(), -dense)
    assert np.array_equal(abs(-M).to_dense(), dense)
    assert np.array_equal((M**2).to_dense(), dense**2)
    with pytest.raises(TypeError):
        M + 1


def test_scalars_promote_as_numpy_does():
    ints = mg.Matrix.from_coo([0], [0], [3], shape=(1, 1), dtype=np.int32)
    assert (ints * 2).dtype == np.int32
    assert (ints * 0.5).dtype == np.float64 and (ints * 0.5)[0, 0] == 1.5
    floats = ints.astype(np.float32)
    assert (floats * 0.5).dtype == np.float32
    assert (floats / 2).dtype == np.float32


def test_union_and_intersection_by_name(A, C):
    both = (A.toarray() != 0) & (C.toarray() != 0)
    assert mg.Matrix(A).ewise_mult(mg.Matrix(C), "pair").nvals == both.sum()
    least = mg.Matrix(A).ewise_add(mg.Matrix(C), mg.min).to_dense()
    a, c = A.toarray(), C.toarray()
    assert np.array_equal(least, np.where(both, np.minimum(a, c), a + c))
    union = mg.Matrix(A).ewise_union(mg.Matrix(C), "max", left=4, right=4).to_dense()
    either = (a != 0) | (c != 0)
    assert np.array_equal(union, np.where(either, np.maximum(np.where(a == 0, 4, a), np.where(c == 0, 4, c)), 0))


def test_transposed_operands(A, C):
    assert same(mg.Matrix(A).T + mg.Matrix(C).T, (A + C).T)
    assert same(mg.Matrix(A).T.select("tril"), np.tril(A.T.toarray()))


@pytest.mark.parametrize("name", ["sqrt", "exp", "abs", "ainv", "minv", "floor", "one"])
def test_apply_by_name(A, name):
    functions = {
        "sqrt": np.sqrt,
        "exp": np.exp,
        "abs": np.abs,
        "ainv": np.negative,
        "minv": np.reciprocal,
        "floor": np.floor,
        "one": np.ones_like,
    }
    assert np.allclose(mg.Matrix(A).apply(name).to_scipy().data, functions[name](A.data), rtol=1e-14)


def test_apply_of_floats_to_integers_is_float():
    assert mg.Matrix.from_coo([0], [0], [9]).apply("sqrt")[0, 0] == 3.0


def test_apply_with_bound_scalars(A):
    assert np.array_equal(mg.Matrix(A).apply("minus", right=1).to_scipy().data, A.data - 1)
    assert np.array_equal(mg.Matrix(A).apply("minus", left=1).to_scipy().data, 1 - A.data)
    assert np.array_equal(mg.Matrix(A).apply("rowindex").to_scipy().data, A.tocoo().row)
    assert np.array_equal(mg.Matrix(A).apply("colindex", 1).to_scipy().data, A.tocoo().col + 1)
    for call in (
        lambda: mg.Matrix(A).apply("minus"),
        lambda: mg.Matrix(A).apply("minus", 1, left=1),
        lambda: mg.Matrix(A).apply("sqrt", right=1),
        lambda: mg.Matrix(A).apply(mg.plus_times),
    ):
        with pytest.raises(TypeError):
            call()


def test_select_by_position_and_by_value(S):
    M, dense = mg.Matrix(S), S.toarray()
    assert np.array_equal(M.select("tril", -1).to_dense(), np.tril(dense, -1))
    assert np.array_equal(M.select(mg.triu, 1).to_dense(), np.triu(dense, 1))
    assert np.array_equal(M.select(">", 2.5).to_dense(), np.where(dense > 2.5, dense, 0))
    assert np.array_equal(M.select("valuele", 2).to_dense(), np.where(dense <= 2, dense, 0))
    assert np.array_equal(M.select("==", 3).to_dense(), np.where(dense == 3, dense, 0))
    ints = mg.Matrix(S.astype(np.int64))
    assert ints.select(">", 2.5).nvals == (dense > 2.5).sum()  # compared as floats, not with 2
    with pytest.raises(TypeError):
        M.select("plus", 1)


def test_reductions(A):
    M, dense = mg.Matrix(A), A.toarray()
    assert M.reduce() == dense.sum() and M.reduce(mg.max) == dense.max() and M.reduce("times") == np.prod(A.data)
    rows = M.reduce_rows(mg.max)
    present = np.flatnonzero(np.diff(A.indptr))
    assert np.array_equal(rows.to_coo()[0], present)
    assert np.array_equal(rows.to_coo()[1], dense.max(axis=1)[present])
    assert np.array_equal(M.reduce_columns().to_dense(), dense.sum(axis=0))
    assert M.T.reduce_rows() == M.reduce_columns()
    assert mg.Matrix((3, 3)).reduce("min") == np.inf
    assert mg.Matrix.from_coo([0, 1], [0, 1], True).reduce() == 2  # bool is counted
    with pytest.raises(TypeError):
        M.reduce("minus")


def test_vector_operations():
    u = mg.Vector.from_coo([0, 2], [1.0, 2.0], size=4)
    v = mg.Vector.from_coo([2, 3], [10.0, 20.0], size=4)
    assert (u + v).to_dict() == {0: 1.0, 2: 12.0, 3: 20.0}
    assert (u * v).to_dict() == {2: 20.0}
    assert (u - v).to_dict() == {0: 1.0, 2: -8.0, 3: -20.0}
    assert u.select(">", 1).to_dict() == {2: 2.0}
    assert u.apply("plus", right=1).reduce() == 5.0
    with pytest.raises(TypeError):
        u + mg.Matrix((4, 4))
    with pytest.raises(mg.DimensionMismatch):
        u + mg.Vector(5)


def test_diagonals(S):
    M = mg.Matrix(S)
    for k in (-2, 0, 3):
        assert np.array_equal(M.diag(k).to_dense(), np.diag(S.toarray(), k))
        assert np.array_equal(M.T.diag(k).to_dense(), np.diag(S.toarray().T, k))
    u = np.arange(1.0, 4.0)
    assert np.array_equal(mg.diag(u, 1).to_dense(), np.diag(u, 1))
    assert np.array_equal(mg.Vector.from_dense(u).diag(-1).to_dense(), np.diag(u, -1))


def test_rows(A):
    M, dense = mg.Matrix(A), A.toarray()
    assert np.array_equal(M.degrees().to_dense(), (dense != 0).sum(axis=1))
    assert np.array_equal(M.degrees(columns=True).to_dense(), (dense != 0).sum(axis=0))
    assert M.T.degrees() == M.degrees(columns=True)
    filled = np.flatnonzero(np.diff(A.indptr))
    assert np.array_equal(M.argmax().to_coo()[1], dense.argmax(axis=1)[filled])
    values, columns = M.top_k(2)
    for i in filled:
        best = sorted(dense[i][dense[i] != 0], reverse=True)[:2]
        assert [values[int(i), n] for n in range(len(best))] == best
        assert dense[i, columns[int(i), 0]] == best[0]
    ordered, places = M.sort("gt")
    assert [ordered[int(filled[0]), n] for n in range(2)] == [values[int(filled[0]), n] for n in range(2)]
    assert places.dtype == np.int64
    u, p = mg.Vector.from_coo([3, 7], [5, 2], size=9).sort()
    assert u.to_dict() == {0: 2, 1: 5} and p.to_dict() == {0: 7, 1: 3}
