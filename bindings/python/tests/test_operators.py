"""Operators, monoids and semirings: built-in names, texts, Python functions, structs, errors."""

import math
import re

import mergus as mg
import numpy as np
import pytest
from conftest import random_csr

OFFSET = 2.5


def test_every_built_in_operator_runs():
    """Each operator on its own types, on the host."""
    for name in mg.unary:
        assert mg.unary[name](1.0 if name not in ("bnot", "lnot") else 1) is not None, name
    for name in mg.binary:
        value = 1 if name.startswith("b") else 1.0
        assert mg.binary[name](value, value) is not None, name
    assert len(mg.unary) > 30 and len(mg.binary) > 30 and len(mg.monoid) > 10 and len(mg.semiring) > 40
    assert mg.plus(2, 3) == 5 and mg.min(2.5, 1.5) == 1.5 and mg.sqrt(9.0) == 3.0


def test_names():
    assert mg.plus is mg.binary.plus is mg.binary("plus") and mg.min_plus is mg.semiring.min_plus
    assert "sqrt" in dir(mg) and "sqrt" in dir(mg.unary) and "tril" in mg.index_unary
    assert mg.monoid("plus").identity(int) == 0 and mg.monoid.min.identity(float) == math.inf
    for missing in (lambda: mg.no_such_operator, lambda: mg.unary.plus, lambda: mg.semiring.foo_bar):
        with pytest.raises(AttributeError):
            missing()


@pytest.mark.device
def test_semiring_from_text(S):
    M = mg.Matrix(S)
    shortest = mg.semiring(add="fmin(x, y)", mul="x + y", identity="INFINITY")
    assert M.mxm(M, shortest) == M.mxm(M, mg.min_plus)


@pytest.mark.device
def test_semiring_from_python_functions(S):
    M = mg.Matrix(S)
    shortest = mg.semiring(add=lambda x, y: min(x, y), mul=lambda x, y: x + y, identity=math.inf)
    assert M.mxm(M, shortest) == M.mxm(M, mg.min_plus)
    # Python's min of a NaN depends on the order: the laws hold for numbers.
    assert [row for row in shortest.broken_laws() if not row["only_special"]] == []


def test_the_same_text_serves_several_dtypes():
    op = mg.binary_op("x * 2 + y")
    assert mg.Vector.from_dict({0: 3}).apply(op, right=1).to_dict() == {0: 7}
    assert mg.Vector.from_dict({0: 1.5}).apply(op, right=1).to_dict() == {0: 4.0}


def test_c_functions():
    op = mg.binary_op(
        "void dist(double *z, const double *x, const double *y) { double d = *x - *y; *z = d < 0 ? -d : d; }",
        name="dist",
        dtype=float,
    )
    assert op(3.0, 5.0) == 2.0
    assert mg.unary_op("x * x")(3.0) == 9.0
    assert mg.unary_op("x > 2", out_dtype=bool)(3.0) is True


def test_index_operators():
    M = mg.Matrix.from_dense(np.arange(9.0).reshape(3, 3), missing=None)
    assert M.select(mg.index_unary_op("i + j == y"), 2).nvals == 3
    assert M.select(lambda x, i, j: i < j).nvals == 3
    assert M.select(lambda x, i, j, y: x > y, 4.0).nvals == 4
    assert M.select("i == j").nvals == 3
    first = mg.semiring(add="min", mul="k", identity=2**62, dtype=bool, out_dtype=int)
    assert M.mxm(M, first).reduce("max") == 0
    by_function = mg.semiring(add=mg.min, mul=lambda x, y, i, k, j: i * 100 + k * 10 + j)
    assert M.astype(int).mxm(M.astype(int), by_function)[2, 1] == 201


FUNCTIONS = [
    (lambda x, y: x + y, 2),
    (lambda x, y: x - y if x > y else y - x, 2),
    (lambda x, y: max(x, y, 2), 2),
    (lambda x, y: min(abs(x), abs(y)), 2),
    (lambda x, y: math.sqrt(x * x + y * y), 2),
    (lambda x, y: (x + OFFSET) * math.pi, 2),
    (lambda x, y: 1 < x <= y, 2),
    (lambda x, y: not x or y == 3, 2),
    (lambda x, y: x**2 + y**2, 2),
    (lambda x, y: -x, 2),
    (lambda x, y: float(x) / y, 2),
    (lambda x, y: math.hypot(x, y) + math.floor(x / 2), 2),
    (lambda x, y: int(x) // 3 + int(y) % 3, 2),
    (lambda x, y: x and y, 2),
    (lambda x, y: math.exp(-x) + math.atan2(y, x), 2),
    (lambda x, y: math.isnan(x) or math.isinf(y), 2),
    (lambda x, y: np.minimum(x, y) + np.sqrt(y), 2),
    (lambda x, y: x + 2 * 3, 2),
]


@pytest.mark.parametrize("place", range(len(FUNCTIONS)))
@pytest.mark.parametrize("values", [(3.0, 5.0), (-4.5, 2.0), (7, 3), (-7, 3)])
def test_python_functions_mean_the_same(place, values):
    function, _ = FUNCTIONS[place]
    try:
        wanted = function(*values)
    except ValueError:
        pytest.skip("not defined for these values in Python")
    found = mg.binary_op(function)(*values)
    assert found == pytest.approx(wanted, rel=1e-14)
    assert isinstance(found, bool) == isinstance(wanted, bool)


@pytest.mark.parametrize("dtype", [np.int64, np.int32, np.int8, np.uint8])
def test_integer_division_never_ends_the_process(dtype):
    quotient, rest = mg.binary_op(lambda x, y: x // y), mg.binary_op(lambda x, y: x % y)
    least = np.iinfo(dtype).min
    values = [(dtype(7), dtype(0)), (dtype(least), dtype(255 if dtype is np.uint8 else -1)), (dtype(9), dtype(4))]
    with np.errstate(all="ignore"):
        for x, y in values:
            assert quotient(x, y) == x // y and rest(x, y) == x % y


def clamp(x, y):
    """Statements, local variables and branches."""
    low, scale = 0, 2
    if x < low:
        return low
    difference = x - y
    if difference > 1:
        result = difference * scale
    else:
        result = difference
    return result


def clamp_without_tuples(x, y):
    """Statements, local variables and branches."""
    low = 0
    if x < low:
        return low
    difference: float = x - y
    if difference > 1:
        result = difference * 2
    else:
        result = difference
    return result


@pytest.mark.parametrize("values", [(-1.0, 2.0), (5.0, 1.0), (1.5, 1.0)])
def test_functions_with_statements(values):
    assert mg.binary_op(clamp_without_tuples)(*values) == clamp_without_tuples(*values)


def with_loop(x, y):
    for _ in range(3):
        x += y
    return x


BAD = [
    (with_loop, "a loop"),
    (clamp, "Assign"),
    (lambda x, y: [x, y], "a list"),
    (lambda x, y: x[0], "an index"),
    (lambda x, y: print(x), "a call of print"),
    (lambda x, y: len("abc") + x, "a call of len"),
    (lambda x, y: undefined_name + x, "undefined_name"),  # type: ignore[name-defined]  # noqa: F821
    (lambda x, y: "text", "a constant"),
    (lambda x, y: x.real, "the attribute 'real'"),
    (lambda x, y: x @ y, "@"),
    (lambda x, y: math.fsum([x, y]), "a list"),
    (lambda x, y: math.gcd(x, y), "gcd"),
]


@pytest.mark.parametrize("place", range(len(BAD)))
def test_what_cannot_be_translated_is_named_with_its_line(place):
    function, words = BAD[place]
    with pytest.raises(mg.TranslationError, match=words) as error:
        mg.binary_op(function)(1.0, 2.0)
    first = function.__code__.co_firstlineno
    line = int(re.search(r"test_operators\.py:(\d+): ", str(error.value))[1])
    assert first <= line < first + 4
    assert isinstance(error.value, TypeError) and isinstance(error.value, mg.Error)


def test_functions_without_source():
    with pytest.raises(mg.TranslationError, match="source"):
        mg.unary_op(eval("lambda x: x + 1"))(1.0)
    with pytest.raises(mg.TranslationError, match="arguments"):
        mg.unary_op(lambda x, y: x)(1.0)
    with pytest.raises(mg.TranslationError):
        mg.unary_op(math.sqrt)(1.0)


def test_compile_errors_have_the_compilers_words():
    with pytest.raises(mg.CompileError, match="nonsense") as error:
        mg.binary_op("x + nonsense", dtype=float)
    assert "line 1" in str(error.value) or ":1" in str(error.value)
    with pytest.raises(mg.Error):
        mg.unary_op("#define X", dtype=float)


def test_laws():
    broken = mg.monoid("x - y", 0).broken_laws(int)
    assert {row["law"] for row in broken} >= {"associative", "commutative"} and broken[0]["counter_example"]
    assert mg.monoid("x + y", 0).broken_laws(int) == []
    assert mg.monoid("x - y", 0, associative=False, commutative=False).broken_laws(int) != broken


def test_identities():
    assert mg.monoid("x + y", "1 - 1").identity(int) == 0
    assert mg.monoid(lambda x, y: max(x, y), "-inf").identity(float) == -math.inf
    assert mg.monoid("x < y ? x : y", "INT64_MAX").identity(int) == 2**63 - 1
    with pytest.raises(mg.InvalidValue, match="identity"):
        mg.monoid("x + y")
    with pytest.raises(ValueError):
        mg.monoid("x + y", math.inf).identity(int)
    with pytest.raises(mg.DomainMismatch):
        mg.Vector.from_dict({0: 1.5}).reduce(mg.monoid(mg.binary_op("x < y", out_dtype=bool), 0))
    with pytest.raises(mg.InvalidValue):
        mg.semiring(add="minus", mul="times")


def test_domains():
    ints = mg.Matrix.from_coo([0], [0], [6], shape=(1, 1))
    assert ints.apply("band", right=3)[0, 0] == 2
    with pytest.raises(mg.DomainMismatch):
        ints.astype(float).apply("band", right=3)
    with pytest.raises(mg.DomainMismatch):
        ints.astype(complex).reduce("max")
    assert ints.astype(complex).apply("creal").dtype == np.float64


@pytest.mark.device
def test_structs():
    way = mg.define_type("Way", [("length", "f8"), ("via", "i8")])
    assert way.itemsize == 16
    lengths = random_csr(6, 6, 0.5, 11)
    M = mg.Matrix(lengths)

    def shorter(x, y):
        if x.length != y.length:
            return x if x.length < y.length else y
        return x if x.via < y.via else y

    shortest = mg.semiring(add=shorter, mul=lambda a, b, i, k, j: (a + b, k), identity=(math.inf, 2**62), out_dtype=way)
    C = M.mxm(M, shortest)
    assert C.dtype == way
    dense = np.where(lengths.toarray() == 0, np.inf, lengths.toarray())
    sums = dense[:, :, None] + dense[None]
    for i, j, value in C:
        assert value[0] == sums[i, :, j].min() and value[1] == sums[i, :, j].argmin()
    rows, cols, values = C.to_coo()
    again = mg.Matrix.from_coo(rows, cols, values, shape=C.shape, dtype=way)
    assert again == C
    assert C[int(rows[0]), int(cols[0])]["length"] == values[0]["length"]
    C[0, 0] = (1.5, 7)
    assert C[0, 0]["via"] == 7
    lengths_again = C.apply(mg.unary_op(lambda x: x.length))
    assert lengths_again.dtype == np.float64 and lengths_again[0, 0] == 1.5


def test_struct_errors():
    with pytest.raises(mg.InvalidValue):
        mg.define_type("not a name", [("a", "f8")])
    with pytest.raises(mg.DomainMismatch):
        mg.define_type("Words", [("a", "U4")])
    with pytest.raises(mg.DomainMismatch):
        mg.define_type("Plain", float)
    pair = mg.define_type("Pair", [("a", "i4"), ("b", "i4")])
    assert mg.define_type("Pair", [("a", "i4"), ("b", "i4")]) == pair
    with pytest.raises(mg.InvalidValue):
        mg.define_type("Other", [("a", "i4"), ("b", "i4")])
    with pytest.raises(mg.Error):
        mg.Matrix((1, 1), pair) @ mg.Matrix((1, 1), pair)
    u = mg.Vector(3, pair)
    with pytest.raises(mg.InvalidValue):
        u[0] = "x"


@pytest.mark.parametrize("x, n", [(300001, 3), (-7, 5), (2, 62), (5, 0), (-1, 9)])
def test_integer_powers_are_exact(x, n):
    assert mg.binary_op(lambda x, y: x**y)(x, n) == x**n
    cube = mg.unary_op(lambda x: x**3)
    assert mg.Vector.from_dict({0: x}).apply(cube)[0] == np.array([x])[0] ** 3
    assert mg.unary_op(lambda x: x**-2)(4) == 4**-2
    assert mg.binary_op(lambda x, y: x**y)(np.int8(7), np.int8(3)) == np.array([7], np.int8)[0] ** np.int8(3)


def test_numbers_outside_of_the_type_compare_as_numbers():
    u = mg.Vector.from_dense(np.array([0, 5, 2**64 - 1], np.uint64))
    for function in (
        lambda x: x > -1,
        lambda x: x != -1,
        lambda x: -1 <= x,
        lambda x: -1 < x < 2**64,
        lambda x: not x == -1,
        lambda x: not x < -1,
    ):
        assert u.apply(function).to_dict() == {0: True, 1: True, 2: True}
    assert u.apply(lambda x: max(x, -1)).to_dense().tolist() == [0, 5, 2**64 - 1]
    with pytest.raises(mg.TranslationError, match="no value of"):
        u.apply(lambda x: min(x, -1))


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_floating_point_division_towards_minus_infinity(dtype):
    quotient, rest = mg.binary_op(lambda x, y: x // y), mg.binary_op(lambda x, y: x % y)
    values = [(1.0, 0.1), (-1.0, 0.1), (1e300 if dtype is np.float64 else 1e30, 3.0), (5.5, -2.0), (-5.5, 2.0)]
    values += [(6.0, 2.0), (-1e-20, 1.0), (-1.0, math.inf), (1.0, 0.0)]
    for x, y in values:
        a, b = dtype(x), dtype(y)
        with np.errstate(all="ignore"):
            np.testing.assert_equal(dtype(rest(a, b)), a % b)
            np.testing.assert_equal(dtype(quotient(a, b)), a // b)


def test_signs_keep_the_type():
    u = mg.Vector.from_dense(np.array([1, 200], np.uint8))
    assert u.apply(lambda x: (~x) > 100).to_dense().tolist() == [True, False]
    assert u.apply(lambda x: (-x) / 1).to_dense().tolist() == [255.0, 56.0]
    b = mg.Vector.from_dense(np.array([True, False]))
    assert b.apply(lambda x: ~x).to_dense().tolist() == [False, True]
    with pytest.raises(mg.TranslationError, match="negative of bool"):
        b.apply(lambda x: -x)
    with pytest.raises(mg.TranslationError, match="bits"):
        mg.unary_op(lambda x: ~x)(1.5)


def assigned_often(x):
    x = x + 1
    x = x * 2
    x = x - 3
    x = x * x
    x = x % 7
    return x


def test_a_variable_is_assigned_often():
    assert mg.unary_op(assigned_often)(5) == assigned_often(5)
    assert mg.unary_op(assigned_often)(-2.5) == assigned_often(-2.5)


def test_select_of_structs_without_a_scalar():
    way = mg.define_type("Way", [("length", "f8"), ("via", "i8")])
    u = mg.Vector.from_coo([0, 1], np.array([(1.5, 2), (2.5, 3)], way), dtype=way)
    assert u.select(lambda x, i, j: x.length > 2).to_coo()[0].tolist() == [1]
    assert u.apply(mg.index_unary_op(lambda x, i, j: x.via + i)).to_dict() == {0: 2, 1: 4}
