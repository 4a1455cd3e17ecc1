"""Calls of functions as text of C."""

from __future__ import annotations

import ast

from ._c_text import FUNCTIONS, ROUNDING, TESTS, Value, is_float, side
from ._lazy import np
from ._translate_values import Values
from ._types import BOOL, FP64, INT64

_BUILTINS = (min, max, abs, int, float, bool)


class Calls(Values):
    """Calls of functions of Python, math and NumPy."""

    def _on_call(self, node: ast.Call) -> Value:
        if node.keywords:
            self._fail(node, "keyword arguments")
        found = self._outside_object(node.func)
        if found is None:
            self._fail(node, f"a call of {ast.unparse(node.func)}")
        name = getattr(found[0], "__name__", "")
        if (
            found[0] not in _BUILTINS
            and getattr(found[0], "__module__", None) not in ("math", "cmath")
            and not isinstance(found[0], np.ufunc)
        ):
            self._fail(node, f"a call of {ast.unparse(node.func)}")
        values = [self._expression(argument) for argument in node.args]
        if not values:
            self._fail(node, f"a call of {name} without arguments")
        if all(value.type is None for value in values):
            return self._number(node, found[0](*(value.number for value in values)))
        if name in ("min", "max", "minimum", "maximum") and len(values) > 1:
            return self._least(node, values, "<" if name.startswith("min") else ">")
        if name in ("abs", "absolute") and len(values) == 1:
            self._arithmetic_type(node, values[0])
            text = (
                f"fabs({values[0].text})"
                if is_float(values[0].type)
                else f"({values[0].text} < 0 ? -{values[0].text} : {values[0].text})"
            )
            return Value(f"({values[0].type.text_name})({text})", values[0].type)
        if found[0] in (int, float, bool) and len(values) == 1:
            target = {int: INT64, float: FP64, bool: BOOL}[found[0]]
            return Value(f"({target.text_name})({values[0].text})", target)
        if name in TESTS and len(values) == 1:
            real = self._typed(values[0], self._real(values))
            # Without the macros of math.h, which devices do not have.
            text = {
                "isnan": f"({real.text} != {real.text})",
                "isinf": f"(fabs({real.text}) == INFINITY)",
                "isfinite": f"(fabs({real.text}) < INFINITY)",
            }[name]
            return Value(text, BOOL)
        if name in ROUNDING and len(values) == 1:
            real = self._real(values)
            out = INT64 if getattr(found[0], "__module__", None) == "math" else real
            return Value(f"({out.text_name}){ROUNDING[name]}({self._typed(values[0], real).text})", out)
        if name in FUNCTIONS:
            real = self._real(values)
            return Value(
                f"({real.text_name}){FUNCTIONS[name]}({', '.join(self._typed(v, real).text for v in values)})", real
            )
        self._fail(node, f"a call of {ast.unparse(node.func)}")

    def _least(self, node: ast.Call, values: list[Value], sign: str) -> Value:
        best = values[0]
        for value in values[1:]:
            common = self._common(node, best, value)
            above = side(value.number, common) - side(best.number, common)
            if above != 0:  # every value is less, or greater, than the number
                if (best if (above > 0) == (sign == "<") else value).type is None:
                    self._fail(node, f"a number that is no value of {common.name}")
                best = best if (above > 0) == (sign == "<") else value
                continue
            a, b = self._typed(best, common), self._typed(value, common)
            best = Value(
                f"({b.text} {sign} {a.text} ? {b.text} : {a.text})", common
            )  # Python's: the first of equal ones
        return best
