"""Random shapes, patterns, dtypes and options against NumPy (hypothesis)."""

import mergus as mg
import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

settings.register_profile(
    "mergus",
    deadline=None,
    max_examples=60,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.load_profile("mergus")

DTYPES = [np.int32, np.int64, np.float64, np.uint8]


@st.composite
def dense(draw, rows=st.integers(0, 7), cols=st.integers(0, 7), dtype=None):
    """A matrix as an array, in which 0 is a missing entry."""
    shape = (draw(rows), draw(cols))
    return draw(hnp.arrays(dtype or draw(st.sampled_from(DTYPES)), shape, elements=st.integers(0, 3)))


@given(st.data())
def test_products_under_masks(data):
    m, k, n = (data.draw(st.integers(1, 6)) for _ in range(3))
    exact = st.just
    a = data.draw(dense(exact(m), exact(k), np.int64))
    b = data.draw(dense(exact(k), exact(n), np.int64))
    mask = data.draw(dense(exact(m), exact(n), np.int64))
    old = data.draw(dense(exact(m), exact(n), np.int64))
    complement, structure, replace, accumulate = (data.draw(st.booleans()) for _ in range(4))
    A, B, M, C = (mg.Matrix.from_dense(x) for x in (a, b, mask, old))
    chosen = M.S if structure else M.V
    chosen = ~chosen if complement else chosen
    A.mxm(B, mask=chosen, accum="plus" if accumulate else None, replace=replace, out=C)
    admitted = (mask != 0) != complement
    product, pattern = a @ b, (a != 0).astype(int) @ (b != 0).astype(int) > 0
    values = np.where(pattern, product, 0) + (old if accumulate else 0)
    wanted = np.where(admitted, values, 0 if replace else old)
    assert np.array_equal(C.to_dense(), wanted)


@given(dense(), st.data())
def test_any_part(a, data):
    A = mg.Matrix.from_dense(a)
    rows = data.draw(
        st.one_of(
            st.slices(a.shape[0]), st.lists(st.integers(0, a.shape[0] - 1), max_size=5) if a.shape[0] else st.just([])
        )
    )
    cols = data.draw(st.slices(a.shape[1]))
    wanted = a[np.array(rows, dtype=int) if isinstance(rows, list) else rows][:, cols]
    assert np.array_equal(A[rows, cols].to_dense(), wanted)
    assert np.array_equal(A.T[cols, rows].to_dense(), wanted.T)


@given(dense(), st.sampled_from(["plus", "times", "min", "max", "minus"]), st.data())
def test_elementwise(a, op, data):
    b = data.draw(hnp.arrays(np.int64, a.shape, elements=st.integers(0, 3)))
    a = a.astype(np.int64)
    functions = {"plus": np.add, "times": np.multiply, "min": np.minimum, "max": np.maximum, "minus": np.subtract}
    A, B = mg.Matrix.from_dense(a), mg.Matrix.from_dense(b)
    both = (a != 0) & (b != 0)
    whole = functions[op](a, b)
    assert np.array_equal(A.ewise_mult(B, op).to_dense(), np.where(both, whole, 0))
    assert np.array_equal(A.ewise_add(B, op).to_dense(), np.where(both, whole, a + b))


@given(dense())
def test_round_trips(a):
    A = mg.Matrix.from_dense(a)
    assert A.dtype == a.dtype and A.nvals == np.count_nonzero(a)
    assert np.array_equal(A.to_dense(), a)
    assert mg.Matrix(A.to_scipy()) == A
    assert mg.Matrix.from_coo(*A.to_coo(), shape=A.shape) == A
    assert mg.Matrix.from_csr(*A.to_csr(), A.shape) == A
    assert mg.Matrix.from_csc(*A.to_csc(), A.shape) == A
    assert A.T.T == A and A.T.copy().T.copy() == A


@given(st.binary(max_size=200), st.booleans())
def test_bytes_that_are_no_matrix(data, is_vector):
    """Damaged pickles give exceptions."""
    from mergus import _core

    try:
        _core.deserialize(mg.default_context()._native, data, None, is_vector)
    except mg.Error:
        pass


@given(st.data())
def test_damaged_bytes(data):
    from mergus import _core

    whole = bytearray(mg.Matrix.from_coo([0, 3], [1, 2], [1.0, 2.0])._native.serialize())
    place = data.draw(st.integers(0, len(whole) - 1))
    whole[place] ^= data.draw(st.integers(1, 255))
    try:
        M = mg.Matrix._of(_core.deserialize(mg.default_context()._native, bytes(whole), None, False))
    except (mg.Error, MemoryError):
        return
    assert len(M.to_coo()[0]) == M.nvals


@given(
    hnp.arrays(hnp.integer_dtypes() | hnp.unsigned_integer_dtypes() | hnp.floating_dtypes(), st.integers(0, 6)),
    hnp.arrays(hnp.integer_dtypes() | hnp.floating_dtypes() | hnp.boolean_dtypes(), st.integers(0, 6)),
    hnp.arrays(hnp.scalar_dtypes(), st.integers(0, 6)),
)
def test_any_arrays_as_csr(indptr, indices, values):
    """Whatever the arrays are: a matrix or an exception."""
    try:
        M = mg.Matrix.from_csr(indptr, indices, values, (max(len(indptr) - 1, 0), 5))
    except (mg.Error, TypeError, ValueError, IndexError, OverflowError):
        return
    assert M.nvals == len(indices)


@given(
    st.one_of(st.integers(), st.floats(), st.none(), st.text(), st.complex_numbers(), st.booleans()),
    st.sampled_from([bool, np.int8, np.uint64, np.float32, np.complex128]),
)
def test_any_value_as_an_element(value, dtype):
    u = mg.Vector(1, dtype)
    try:
        u[0] = value
    except (mg.Error, TypeError, ValueError):
        return
    assert u.nvals == 1
