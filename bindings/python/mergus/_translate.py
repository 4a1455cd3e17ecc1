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
from typing import Any, Callable, Optional

from ._c_text import Value
from ._errors import TranslationError
from ._source import source_of
from ._translate_expressions import Expressions
from ._types import INT64, USER_CODE, promote


class Translation(Expressions):
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
        self._before = []
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
