"""Python functions as operators: the same results as in Python, and errors that name what cannot be translated."""

import math
import re

import mergus as mg
import numpy as np
import pytest

OFFSET = 2.5


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
    line = int(re.search(r"test_translation\.py:(\d+): ", str(error.value))[1])
    assert first <= line < first + 4
    assert isinstance(error.value, TypeError) and isinstance(error.value, mg.Error)


def test_functions_without_source():
    with pytest.raises(mg.TranslationError, match="source"):
        mg.unary_op(eval("lambda x: x + 1"))(1.0)
    with pytest.raises(mg.TranslationError, match="arguments"):
        mg.unary_op(lambda x, y: x)(1.0)
    with pytest.raises(mg.TranslationError):
        mg.unary_op(math.sqrt)(1.0)


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
