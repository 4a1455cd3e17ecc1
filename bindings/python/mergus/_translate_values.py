"""What the parts of a translation share: values and their types, names from outside of the function, and errors."""

from __future__ import annotations

import ast
import types
from typing import Any, NoReturn, Optional

from ._c_text import Value, literal
from ._errors import TranslationError
from ._lazy import np
from ._types import BOOL, FP32, FP64, INT64, USER_CODE, promote, promote_scalar


class Values:
    """The state of a translation, and what is derived from values."""

    _node: ast.AST
    _file: str
    _outside: dict[str, Any]  # names from outside of the function
    _variables: dict[str, Value]
    _given: Optional[Any]  # the type of the result, if the operator has one
    _before: list[str]  # statements that the expression being read needs before it
    _locals: int

    def _expression(self, node: ast.expr) -> Value:
        raise NotImplementedError

    def _new_name(self, name: str) -> str:
        self._locals += 1
        return f"l{self._locals}_{name}"

    def _local(self, value: Value, name: str) -> Value:
        """The value as a constant, which is computed before the statement."""
        local = self._new_name(name)
        self._before.append(f"const {value.type.text_name} {local} = {value.text};")
        return Value(local, value.type)

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
