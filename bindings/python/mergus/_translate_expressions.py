"""Expressions of Python as text of C: a method for each kind of node of ``ast``."""

from __future__ import annotations

import ast

from ._c_text import ARITHMETIC, BITWISE, COMPARISONS, Value, is_float, side
from ._translate_calls import Calls
from ._types import BOOL, FP64, INT64, USER_CODE, dtype_of, type_of


class Expressions(Calls):
    """The methods ``_on_...``, which translate a node; those of calls are in Calls."""

    def _expression(self, node: ast.expr) -> Value:
        handler = getattr(self, "_on_" + type(node).__name__.lower(), None)
        if handler is None:
            self._fail(node, self._name(node))
        return handler(node)

    def _on_constant(self, node: ast.Constant) -> Value:
        return self._number(node, node.value)

    def _on_name(self, node: ast.Name) -> Value:
        if node.id in self._variables:
            return self._variables[node.id]
        if node.id in self._outside:
            return self._number(node, self._outside[node.id], node.id)
        self._fail(node, f"the name '{node.id}', which is not defined")

    def _on_attribute(self, node: ast.Attribute) -> Value:
        outside = self._outside_object(node)
        if outside is not None:
            return self._number(node, outside[0], ast.unparse(node))
        base = self._expression(node.value)
        if base.type is not None and base.type.code == USER_CODE:
            dtype = dtype_of(base.type)
            if node.attr not in (dtype.names or ()):
                self._fail(node, f"the field '{node.attr}', which {base.type.name} does not have")
            return Value(f"{base.text}.{node.attr}", type_of(dtype[node.attr]))
        self._fail(node, f"the attribute '{node.attr}'")

    def _on_tuple(self, node: ast.Tuple) -> Value:
        if self._given is None or self._given.code != USER_CODE:
            self._fail(node, "a tuple, unless the operator's out_dtype is a struct")
        fields = [dtype_of(self._given)[name] for name in dtype_of(self._given).names or ()]
        if len(fields) != len(node.elts):
            self._fail(node, f"a tuple of {len(node.elts)} values for the {len(fields)} fields of {self._given.name}")
        values = [
            f"({type_of(field).text_name})({self._typed(self._expression(element), type_of(field)).text})"
            for field, element in zip(fields, node.elts)
        ]
        return Value(f"{self._given.text_name}{{{', '.join(values)}}}", self._given)

    def _on_unaryop(self, node: ast.UnaryOp) -> Value:
        value = self._expression(node.operand)
        if isinstance(node.op, ast.Not):
            return Value(f"!({self._truth(value)})", BOOL)
        if value.type is None:
            return self._number(
                node,
                {ast.USub: lambda v: -v, ast.UAdd: lambda v: v, ast.Invert: lambda v: ~v}[type(node.op)](value.number),
            )
        self._arithmetic_type(node, value)
        sign = "-" if isinstance(node.op, ast.USub) else "+" if isinstance(node.op, ast.UAdd) else "~"
        if value.type is BOOL and sign == "-":
            self._fail(node, "the negative of bool; NumPy refuses it too")
        if value.type is BOOL and sign == "~":
            return Value(f"!({value.text})", BOOL)
        if is_float(value.type) and sign == "~":
            self._fail(node, "bits of floating-point numbers")
        # One of int8 and the like is an int in C; the cast keeps NumPy's wrapping.
        return Value(f"(({value.type.text_name})({sign}{value.text}))", value.type)

    def _on_binop(self, node: ast.BinOp) -> Value:
        a, b, common = self._pair(node, node.left, node.right)
        if common is None:
            folded = ast.Expression(ast.BinOp(ast.Constant(a.number), node.op, ast.Constant(b.number)))
            return self._number(node, eval(compile(ast.fix_missing_locations(folded), "", "eval")))  # noqa: S307
        self._arithmetic_type(node, Value("", common))
        kind = type(node.op)
        if common is BOOL and kind not in BITWISE:
            common = INT64
            a, b = self._typed(a, common), Value(self._typed(b, common).text, common, b.number)
        if kind in ARITHMETIC:
            # One of int8 and the like is an int in C; the cast keeps NumPy's wrapping.
            return Value(f"({common.text_name})({a.text} {ARITHMETIC[kind]} {b.text})", common)
        if kind in BITWISE:
            if is_float(common):
                self._fail(node, "bits of floating-point numbers")
            return Value(f"({common.text_name})({a.text} {BITWISE[kind]} {b.text})", common)
        if kind is ast.Div:
            real = common if is_float(common) else FP64
            return Value(f"(({real.text_name}){a.text} / ({real.text_name}){b.text})", real)
        if kind in (ast.FloorDiv, ast.Mod) and is_float(common):
            return self._float_division(kind is ast.FloorDiv, self._local(a, "a"), self._local(b, "b"))
        if kind in (ast.FloorDiv, ast.Mod):  # towards minus infinity, as Python does
            remainder = f"({a.text} % {b.text})"
            wrong = f"({remainder} != 0 && (({remainder} < 0) != ({b.text} < 0)))"
            # A processor stops the process for x / 0 and for the least integer / -1; NumPy gives 0, and wraps.
            unsafe = f"{b.text} == 0" if common.name.startswith("u") else f"({b.text} == 0 || {b.text} == -1)"
            if kind is ast.Mod:
                return Value(f"({common.text_name})({unsafe} ? 0 : {remainder} + ({wrong} ? {b.text} : 0))", common)
            by_minus_one = "0" if common.name.startswith("u") else f"({b.text} == 0 ? 0 : 0 - {a.text})"
            return Value(f"({common.text_name})({unsafe} ? {by_minus_one} : {a.text} / {b.text} - {wrong})", common)
        if kind is ast.Pow:
            if b.number == 2:
                a = self._local(a, "a")
                return Value(f"({common.text_name})({a.text} * {a.text})", common)
            if not is_float(common) and (b.number is None or b.number >= 0):
                return self._integer_power(a, b)
            real = common if is_float(common) else FP64
            return Value(f"({real.text_name})pow(({real.text_name}){a.text}, ({real.text_name}){b.text})", real)
        self._fail(node, self._name(node.op))

    def _float_division(self, quotient: bool, a: Value, b: Value) -> Value:
        """Towards minus infinity, rounded as in Python: from the exact remainder of fmod."""
        type = a.type
        rest = self._local(Value(f"({type.text_name})fmod({a.text}, {b.text})", type), "rest").text
        wrong = f"({rest} != 0 && ({rest} < 0) != ({b.text} < 0))"
        if not quotient:
            return Value(f"({wrong} ? {rest} + {b.text} : {rest})", type)
        near = self._local(Value(f"({a.text} - {rest}) / {b.text} - ({wrong} ? 1 : 0)", type), "near").text
        whole = self._local(Value(f"({type.text_name})floor({near})", type), "whole").text
        return Value(f"({b.text} == 0 ? {a.text} / {b.text} : {near} - {whole} > 0.5 ? {whole} + 1 : {whole})", type)

    def _integer_power(self, a: Value, b: Value) -> Value:
        """By multiplications, which wrap; a negative exponent that is no number of the text gives the integer part."""
        type = a.type
        a, b = self._local(a, "a"), self._local(b, "b")
        base, power, left = (self._new_name(name) for name in ("base", "power", "left"))
        unsigned = type.name.startswith("u")
        start = "1" if unsigned else f"({b.text} >= 0 || {a.text} == 1 || {a.text} == -1 ? 1 : 0)"
        count = b.text if unsigned else f"({b.text} < 0 ? -({b.text} % 2) : {b.text})"
        self._before += [
            f"uint64_t {base} = (uint64_t){a.text}, {power} = {start};",
            f"for (uint64_t {left} = (uint64_t){count}; {left} != 0; {left} >>= 1) {{",
            f"    if ({left} & 1) {power} *= {base};",
            f"    {base} *= {base};",
            "}",
        ]
        return Value(f"({type.text_name}){power}", type)

    def _on_compare(self, node: ast.Compare) -> Value:
        parts, left = [], node.left
        for op, right in zip(node.ops, node.comparators):
            if type(op) not in COMPARISONS:
                self._fail(node, self._name(op))
            a, b, common = self._pair(node, left, right)
            if common is not None and common.code == USER_CODE:
                self._fail(node, "a comparison of structs; compare their fields")
            # C would convert the number to the type of the other side: -1 would be the largest uint64.
            above = side(b.number, common) - side(a.number, common)
            if above != 0:
                holds = ("!=", "<", "<=") if above > 0 else ("!=", ">", ">=")
                parts.append("true" if COMPARISONS[type(op)] in holds else "false")
                left = right
                continue
            if common is None:
                a, b = self._typed(a, FP64), self._typed(b, FP64)
            parts.append(f"({a.text} {COMPARISONS[type(op)]} {b.text})")
            left = right
        return Value(parts[0] if len(parts) == 1 else "(" + " && ".join(parts) + ")", BOOL)

    def _on_boolop(self, node: ast.BoolOp) -> Value:
        *rest, last = [self._expression(value) for value in node.values]
        for value in reversed(rest):
            common = self._common(node, value, last)
            a, b = self._typed(value, common), self._typed(last, common)
            if common is BOOL:
                last = Value(f"({a.text} {'&&' if isinstance(node.op, ast.And) else '||'} {b.text})", BOOL)
            elif isinstance(node.op, ast.And):
                last = Value(f"({self._truth(value)} ? {b.text} : {a.text})", common)
            else:
                last = Value(f"({self._truth(value)} ? {a.text} : {b.text})", common)
        return last

    def _on_ifexp(self, node: ast.IfExp) -> Value:
        test = self._truth(self._expression(node.test))
        a, b = self._expression(node.body), self._expression(node.orelse)
        common = self._common(node, a, b)
        return Value(f"({test} ? {self._typed(a, common).text} : {self._typed(b, common).text})", common)
