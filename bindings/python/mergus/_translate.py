"""Python functions as texts of operators.

A function is read from its source by ``ast`` and written as C, which every backend compiles, so CPU and GPU run the same
text and no Python runs per entry. What can be translated: arithmetic, comparisons, ``and``, ``or``, ``not``, conditional
expressions, ``min``, ``max``, ``abs``, ``math`` functions and their NumPy names, fields of structs, tuples as structs,
numbers from outside of the function, local variables and ``if`` statements that end with ``return``. Anything else is
a TranslationError that names the construct and its line.

Types follow NumPy: the operands of an operation are promoted, and numbers in the text take the type of what they meet.
"""

from __future__ import annotations

import ast
import inspect
import types
from typing import Any, Callable, NoReturn, Optional

from ._c_text import ARITHMETIC, BITWISE, COMPARISONS, FUNCTIONS, ROUNDING, TESTS, Value, is_float, literal, side
from ._errors import TranslationError
from ._lazy import np
from ._source import source_of
from ._types import BOOL, FP32, FP64, INT64, USER_CODE, dtype_of, promote, promote_scalar, type_of


class Translation:
    """One function with arguments of given types. ``text`` is the definition, ``type`` its result's type."""

    def __init__(self, function: Callable[..., Any], argument_types: list[Any], result: Optional[Any] = None) -> None:
        if not isinstance(function, types.FunctionType):
            raise TranslationError(f"{function!r} is no Python function; give the operator as text")
        self._node, self._file = source_of(function)
        node = self._node
        assert isinstance(node, (ast.Lambda, ast.FunctionDef))
        if node.args.vararg or node.args.kwarg or node.args.kwonlyargs or node.args.defaults:
            self._fail(node, "arguments with defaults, * or **")
        names = [a.arg for a in node.args.args]
        if len(names) != len(argument_types):
            raise TranslationError(
                f"{self._file}:{node.lineno}: a function of {len(argument_types)} arguments is needed, "
                f"this one has {len(names)}"
            )
        outside = inspect.getclosurevars(function)
        self._outside = {**outside.builtins, **outside.globals, **outside.nonlocals}
        self._given = result
        self.type = result
        self._locals = 0
        self._before: list[str] = []  # statements that the expression being read needs before it
        self._variables = {name: Value(f"v_{name}", type) for name, type in zip(names, argument_types)}
        if isinstance(node, ast.Lambda):
            text = self._result(self._expression(node.body))
            body = [*self._taken("    "), f"    *result = {text};"]
        else:
            body = self._block(node.body, "    ")
        self.body = "\n".join(body)
        assert self.type is not None

    # ---- statements

    def _block(self, statements: list[ast.stmt], indent: str) -> list[str]:
        """The text of statements, the last of which returns."""
        lines: list[str] = []
        for place, statement in enumerate(statements):
            if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
                continue  # a docstring
            if isinstance(statement, ast.Return):
                if statement.value is None:
                    self._fail(statement, "a return without a value")
                text = self._result(self._expression(statement.value))
                return [*lines, *self._taken(indent), f"{indent}*result = {text};", f"{indent}return;"]
            if isinstance(statement, ast.If):
                return [*lines, *self._branches(statement, statements[place + 1 :], indent)]
            if (
                isinstance(statement, ast.Assign)
                and len(statement.targets) == 1
                and isinstance(statement.targets[0], ast.Name)
            ):
                lines += self._assign(statement.targets[0].id, statement.value, indent)
            elif (
                isinstance(statement, ast.AnnAssign)
                and isinstance(statement.target, ast.Name)
                and statement.value is not None
            ):
                lines += self._assign(statement.target.id, statement.value, indent)
            else:
                self._fail(statement, self._name(statement))
        self._fail(self._node, "a path without a return")

    def _branches(self, statement: ast.If, rest: list[ast.stmt], indent: str) -> list[str]:
        test = self._truth(self._expression(statement.test))
        needed = self._taken(indent)
        before = dict(self._variables)
        then = self._block(
            [*statement.body, *rest] if not _returns(statement.body) else statement.body, indent + "    "
        )
        self._variables = dict(before)
        other = self._block(
            [*statement.orelse, *rest] if not _returns(statement.orelse) else statement.orelse, indent + "    "
        )
        self._variables = before
        return [*needed, f"{indent}if ({test}) {{", *then, f"{indent}}} else {{", *other, f"{indent}}}"]

    def _assign(self, name: str, expression: ast.expr, indent: str) -> list[str]:
        value = self._expression(expression)
        if value.type is None:  # a number: it stays one
            self._variables[name] = value
            return []
        self._variables[name] = self._local(value, name)
        return self._taken(indent)

    def _new_name(self, name: str) -> str:
        self._locals += 1
        return f"l{self._locals}_{name}"

    def _local(self, value: Value, name: str) -> Value:
        """The value as a constant, which is computed before the statement."""
        local = self._new_name(name)
        self._before.append(f"const {value.type.text_name} {local} = {value.text};")
        return Value(local, value.type)

    def _taken(self, indent: str) -> list[str]:
        """The statements that the expression just read needs before it."""
        lines = [indent + line for line in self._before]
        self._before.clear()
        return lines

    def _result(self, value: Value) -> str:
        if value.type is None:
            value = self._typed(value, self.type or self._default_type(value))
        if self._given is None:
            self.type = value.type if self.type is None or self.type is value.type else promote(self.type, value.type)
        assert self.type is not None
        if USER_CODE in (self.type.code, value.type.code):
            if self.type is not value.type:
                self._fail(self._node, f"a result of type {value.type.name} where {self.type.name} is needed")
            return value.text
        return f"({self.type.text_name})({value.text})"

    # ---- expressions

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

    def _on_call(self, node: ast.Call) -> Value:
        if node.keywords:
            self._fail(node, "keyword arguments")
        found = self._outside_object(node.func)
        if found is None:
            self._fail(node, f"a call of {ast.unparse(node.func)}")
        name = getattr(found[0], "__name__", "")
        if (
            found[0] not in _KNOWN_CALLABLES
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

    # ---- types

    def _number(self, node: ast.AST, number: Any, name: str = "") -> Value:
        if isinstance(number, np.generic):
            number = number.item()
        if isinstance(number, (bool, int, float)):
            return Value("", None, number)
        self._fail(node, f"{name or 'a constant'}, which is of type {type(number).__name__}: only numbers can be used")

    def _typed(self, value: Value, type: Any) -> Value:
        """A number as text of a type; other values with a cast where types differ."""
        if value.type is None:
            return Value(literal(value.number, type), type)
        if value.type is type or USER_CODE in (value.type.code, type.code):
            return value
        return Value(f"({type.text_name})({value.text})", type)

    def _default_type(self, value: Value) -> Any:
        return BOOL if isinstance(value.number, bool) else INT64 if isinstance(value.number, int) else FP64

    def _common(self, node: ast.AST, a: Value, b: Value) -> Any:
        if a.type is None and b.type is None:
            return promote(self._default_type(a), self._default_type(b))
        if a.type is None:
            return promote_scalar(b.type, a.number)
        if b.type is None:
            return promote_scalar(a.type, b.number)
        if a.type is not b.type and USER_CODE in (a.type.code, b.type.code):
            self._fail(node, f"values of the types {a.type.name} and {b.type.name} in one place")
        return promote(a.type, b.type)

    def _pair(self, node: ast.AST, left: ast.expr, right: ast.expr) -> tuple[Value, Value, Any]:
        a, b = self._expression(left), self._expression(right)
        if a.type is None and b.type is None:
            return a, b, None
        common = self._common(node, a, b)
        x, y = self._typed(a, common), self._typed(b, common)
        x.number, y.number = a.number, b.number
        return x, y, common

    def _real(self, values: list[Value]) -> Any:
        return FP32 if all(v.type is None or v.type is FP32 for v in values) else FP64

    def _arithmetic_type(self, node: ast.AST, value: Value) -> None:
        if value.type.code == USER_CODE:
            self._fail(node, f"arithmetic of the struct {value.type.name}; use its fields")

    def _truth(self, value: Value) -> str:
        if value.type is None:
            return "true" if value.number else "false"
        return value.text if value.type is BOOL else f"({value.text} != 0)"

    # ---- names

    def _outside_object(self, node: ast.expr) -> Optional[tuple[Any]]:
        """The object that a dotted name of the outside means: math.sqrt."""
        if isinstance(node, ast.Name) and node.id not in self._variables and node.id in self._outside:
            return (self._outside[node.id],)
        if isinstance(node, ast.Attribute):
            base = self._outside_object(node.value)
            if base is not None and isinstance(base[0], types.ModuleType) and hasattr(base[0], node.attr):
                return (getattr(base[0], node.attr),)
        return None

    def _name(self, node: ast.AST) -> str:
        return {
            "ListComp": "a list",
            "List": "a list",
            "Dict": "a dict",
            "Subscript": "an index []",
            "For": "a loop (for)",
            "While": "a loop (while)",
            "AugAssign": "an assignment such as +=",
            "Lambda": "a function in a function",
            "In": "the operator 'in'",
            "NotIn": "the operator 'not in'",
            "Is": "the operator 'is'",
            "IsNot": "the operator 'is not'",
            "MatMult": "the operator @",
        }.get(type(node).__name__, type(node).__name__)

    def _fail(self, node: ast.AST, what: str) -> NoReturn:
        line = getattr(node, "lineno", getattr(self._node, "lineno", 0))
        raise TranslationError(f"{self._file}:{line}: cannot translate {what}")


_KNOWN_CALLABLES = (min, max, abs, int, float, bool)


def _returns(statements: list[ast.stmt]) -> bool:
    return bool(statements) and (
        isinstance(statements[-1], ast.Return)
        or (isinstance(statements[-1], ast.If) and _returns(statements[-1].body) and _returns(statements[-1].orelse))
    )


def translate(function: Callable[..., Any], kind: int, x: Any, y: Any, result: Optional[Any]) -> tuple[str, Any]:
    """The definition of an operator of a kind (mergus_op_kind) on the types x and y, and the type of its result."""
    count = function.__code__.co_argcount if isinstance(function, types.FunctionType) else 0
    if kind == 3:  # x, i, j and the scalar y, which may be left out
        argument_types = [x, INT64, INT64, y][: 4 if count == 4 else 3]
    elif kind == 4:  # x, y, i, k, j
        argument_types = [x, y, INT64, INT64, INT64]
    else:
        argument_types = [x, y] if kind == 2 else [x]
    translation = Translation(function, argument_types, result)
    node = translation._node
    assert isinstance(node, (ast.Lambda, ast.FunctionDef))
    names = [a.arg for a in node.args.args]
    z: Any = translation.type
    lines = []

    def load(name: str, type: Any, pointer: str) -> None:
        lines.append(f"    const {type.text_name} v_{name} = *{pointer};")

    def index(name: str, text: str) -> None:
        lines.append(f"    const int64_t v_{name} = (int64_t){text};")

    load(names[0], x, "px")
    parameters = f"{z.text_name}* result, const {x.text_name}* px"
    if kind == 2:
        parameters += f", const {y.text_name}* py"
        load(names[1], y, "py")
    elif kind == 3:
        parameters += f", GrB_Index pi, GrB_Index pj, const {y.text_name}* py"
        index(names[1], "pi")
        index(names[2], "pj")
        if len(names) == 4:
            load(names[3], y, "py")
    elif kind == 4:
        parameters += (
            f", GrB_Index pi, GrB_Index pk, const {y.text_name}* py, GrB_Index pl, GrB_Index pj, const double* theta"
        )
        load(names[1], y, "py")
        index(names[2], "pi")
        index(names[3], "pk")
        index(names[4], "pj")
    return f"void translated({parameters}) {{\n" + "\n".join(lines) + f"\n{translation.body}\n}}", z
