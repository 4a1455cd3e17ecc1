"""Words of C for those of Python: functions, operators, numbers."""

from __future__ import annotations

import ast
import math
from typing import Any

from ._errors import TranslationError
from ._lazy import np
from ._types import BOOL, FP32, FP64, INT_CODES, dtype_of

# Python's name, or NumPy's: the function of C.
FUNCTIONS = {
    **{
        name: name
        for name in (
            "sqrt",
            "cbrt",
            "exp",
            "exp2",
            "expm1",
            "log",
            "log2",
            "log10",
            "log1p",
            "sin",
            "cos",
            "tan",
            "asin",
            "acos",
            "atan",
            "sinh",
            "cosh",
            "tanh",
            "asinh",
            "acosh",
            "atanh",
            "atan2",
            "hypot",
            "fmod",
            "copysign",
            "pow",
            "erf",
            "erfc",
            "lgamma",
            "fabs",
            "remainder",
            "ldexp",
        )
    },
    "gamma": "tgamma",
    "arcsin": "asin",
    "arccos": "acos",
    "arctan": "atan",
    "arctan2": "atan2",
    "arcsinh": "asinh",
    "arccosh": "acosh",
    "arctanh": "atanh",
    "power": "pow",
    "fmin": "fmin",
    "fmax": "fmax",
}
ROUNDING = {"floor": "floor", "ceil": "ceil", "trunc": "trunc", "rint": "rint"}
TESTS = {"isnan", "isinf", "isfinite"}
ARITHMETIC = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*"}
BITWISE = {ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^", ast.LShift: "<<", ast.RShift: ">>"}
COMPARISONS = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}


class Value:
    """An expression of C and its type. A number of Python has no type yet: ``number`` is its value."""

    def __init__(self, text: str, type: Any, number: Any = None) -> None:
        self.text, self.type, self.number = text, type, number


def is_float(type: Any) -> bool:
    return type is FP32 or type is FP64


def side(number: Any, type: Any) -> int:
    """-1: a number is less than every value of an integer type; 1: it is greater; 0: neither, or no integer."""
    if type is None or type.code not in INT_CODES or not isinstance(number, int):
        return 0
    limits = np.iinfo(dtype_of(type))
    return -1 if number < limits.min else 1 if number > limits.max else 0


def literal(number: Any, type: Any) -> str:
    """A number as text of a type."""
    if type is BOOL:
        return "true" if number else "false"
    if is_float(type):
        number = float(number)
        if math.isnan(number):
            return "NAN"
        if math.isinf(number):
            return "INFINITY" if number > 0 else "(-INFINITY)"
        text = repr(float(np.float32(number))) if type is FP32 else repr(number)
        text = f"({text})" if number < 0 else text
        return f"(float){text}" if type is FP32 else text
    if isinstance(number, float) and not number.is_integer():
        raise TranslationError(f"{number} is no value of {type.name}")
    number = int(number)
    if number == -(2**63):
        return "INT64_MIN"
    text = str(number) if abs(number) < 2**31 else f"{number}LL" if abs(number) < 2**63 else f"{number}ULL"
    return f"({text})" if number < 0 else text
