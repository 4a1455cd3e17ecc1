"""Products against SciPy and NumPy: semirings, masks, accumulators, transposes, given outputs."""

import itertools

import mergus as mg
import numpy as np
import pytest
from conftest import random_csr, same

pytestmark = pytest.mark.device


def test_matmul(A, B):
    assert same(mg.Matrix(A) @ mg.Matrix(B), A @ B)


def test_transposed_factors_are_views(A):
    M = mg.Matrix(A)
    assert M.T.shape == (11, 13) and M.T.T is M
    assert same(M @ M.T, A @ A.T)
    assert same(M.T @ M, A.T @ A)
    assert same(M.T.copy(), A.T)


def test_transpose_of_both():
    A, B = random_csr(5, 7, 0.4, 4), random_csr(6, 5, 0.4, 5)
    assert same(mg.Matrix(A).T @ mg.Matrix(B).T, (B @ A).T)


def test_vectors(A):
    M, u, v = mg.Matrix(A), np.arange(11.0), np.arange(13.0)
    wanted = A @ u
    result = M @ mg.Vector.from_dense(u)
    places, values = result.to_coo()
    assert np.array_equal(values, wanted[places.astype(int)])
    assert set(places) == set(np.flatnonzero(np.diff(A.indptr)))
    assert np.array_equal((mg.Vector.from_dense(v) @ M).to_dense(), v @ A)
    assert np.array_equal((v @ M).to_dense(), v @ A)
    assert np.array_equal((M @ u).to_dense(), A @ u)
    assert mg.Vector.from_dense(u) @ mg.Vector.from_dense(u) == u @ u


def dense_min_plus(A, B):
    a = np.where(A.toarray() == 0, np.inf, A.toarray())
    b = np.where(B.toarray() == 0, np.inf, B.toarray())
    return (a[:, :, None] + b[None, :, :]).min(axis=1)


@pytest.mark.parametrize("semiring", ["min_plus", mg.min_plus, mg.semiring.min_plus])
def test_min_plus(A, B, semiring):
    assert np.array_equal(mg.Matrix(A).mxm(mg.Matrix(B), semiring).to_dense(np.inf), dense_min_plus(A, B))


def test_masks_and_complements(S):
    M = mg.Matrix(S)
    dense, pattern = (S @ S).toarray(), S.toarray() != 0
    assert np.array_equal(M.mxm(M, mask=M.S).to_dense(), np.where(pattern, dense, 0))
    assert np.array_equal(M.mxm(M, mask=~M.S).to_dense(), np.where(pattern, 0, dense))
    assert (~~M.S)._flags == M.S._flags


def test_value_masks_and_structural_masks_differ(S):
    M = mg.Matrix(S)
    flags = mg.Matrix.from_coo([0, 1], [0, 1], [True, False], shape=S.shape)
    all_ = mg.Matrix.from_dense(np.ones(S.shape), missing=None)
    assert M.mxm(all_, mask=flags.V).nvals == 1
    assert M.mxm(all_, mask=flags.S).nvals == 2
    assert M.mxm(all_, mask=flags) == M.mxm(all_, mask=flags.V)


def test_accumulate_replace_and_out(S):
    M = mg.Matrix(S)
    C = mg.Matrix.from_dense(np.full(S.shape, 100.0), missing=None)
    result = M.mxm(M, "plus_times", mask=M.S, accum=mg.plus, replace=True, out=C)
    assert result is C
    product, pattern = (S @ S).toarray(), S.toarray() != 0
    assert np.array_equal(C.to_dense(), np.where(pattern, 100 + product, 0))
    assert C.nvals == S.nnz


def test_out_keeps_what_the_mask_protects(S):
    M = mg.Matrix(S)
    C = mg.Matrix.from_dense(np.full(S.shape, 7.0), missing=None)
    M.mxm(M, mask=M.S, out=C)
    assert np.array_equal(C.to_dense()[S.toarray() == 0], np.full((S.toarray() == 0).sum(), 7.0))


def test_dtype_of_the_result(S):
    M = mg.Matrix(S)
    assert M.mxm(M, dtype=np.float32).dtype == np.float32
    assert M.mxm(M, mg.plus_pair).dtype == np.float64
    assert M.mxm(M, "any_secondi").dtype == np.int64
    assert M.mxm(M, "lor_land").dtype == np.bool_


def test_mixed_dtypes_are_promoted(S):
    ints = mg.Matrix(S.astype(np.int32))
    floats = mg.Matrix(S.astype(np.float32))
    assert (ints @ floats).dtype == np.float64  # as numpy.result_type
    assert same(ints @ floats, S @ S)
    assert (ints @ ints).dtype == np.int32


def test_products_of_bool_count_paths(S):
    pattern = mg.Matrix((S != 0).astype(bool))
    product = pattern @ pattern
    assert product.dtype == np.int64
    ones = (S.toarray() != 0).astype(int)
    assert np.array_equal(product.to_dense(), ones @ ones)


def test_any_combination_of_built_in_names(S):
    M = mg.Matrix(S)
    dense = S.toarray()
    products = np.where(dense[:, :, None] * dense[None] != 0, dense[:, :, None] * dense[None], -np.inf)
    assert np.array_equal(M.mxm(M, "max_times").to_dense(-np.inf), products.max(axis=1))


def test_kronecker(A):
    small = random_csr(3, 2, 0.7, 9)
    assert np.array_equal(mg.kron(mg.Matrix(small), mg.Matrix(A)).to_dense(), np.kron(small.toarray(), A.toarray()))
    assert np.array_equal(
        mg.Matrix(small).T.kronecker(mg.Matrix(A), mg.plus).to_dense()[:11, :11][:, :11],
        mg.kron(mg.Matrix(small.T), mg.Matrix(A), "plus").to_dense()[:11, :11][:, :11],
    )


def test_plan(S):
    M = mg.Matrix(S)
    plan = mg.mxm_plan(M, M)
    assert same(plan.result, S @ S)
    values = np.arange(1.0, S.nnz + 1)
    M.set_values(values)
    changed = S.copy()
    changed.data = values
    result = plan.run(M, M)
    assert np.array_equal(result.to_dense(), (changed @ changed).toarray())
    with pytest.raises(mg.InvalidObject):
        result[0, 0] = 1.0
    del plan  # the result keeps it alive
    assert np.array_equal(result.to_dense(), (changed @ changed).toarray())


def test_plan_under_a_mask(S):
    M = mg.Matrix(S)
    plan = mg.mxm_plan(M, M.T, mg.plus_pair, mask=M.S)
    assert plan.result == M.mxm(M.T, mg.plus_pair, mask=M.S)


@pytest.mark.parametrize("transpose_a,transpose_b", list(itertools.product([False, True], repeat=2)))
def test_wrong_shapes(transpose_a, transpose_b):
    A, B = mg.Matrix((2, 3)), mg.Matrix((4, 5))
    a, b = A.T if transpose_a else A, B.T if transpose_b else B
    with pytest.raises(mg.DimensionMismatch, match="mxm"):
        a @ b


def test_wrong_kinds():
    A, u = mg.Matrix((2, 2)), mg.Vector(2)
    for call in (
        lambda: A.mxm(u),
        lambda: A.mxv(A),
        lambda: A.mxm(A, "no_such"),
        lambda: A.mxm(A, mask=3),
        lambda: A.mxm(A, out=u),
        lambda: A.mxm(A, mask=u.S),
        lambda: A @ "x",
        lambda: A.mxm(A, out=A.T),
    ):
        with pytest.raises((TypeError, mg.DimensionMismatch)):
            call()
    with pytest.raises(mg.InvalidValue):
        A.mxm(A, accum="plus")
