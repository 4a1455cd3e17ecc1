"""The source of a function as a tree."""

from __future__ import annotations

import ast
import linecache
import types
from collections.abc import Callable
from typing import Any

from ._errors import TranslationError


def source_of(function: Callable[..., Any]) -> tuple[ast.AST, str]:
    """The lambda or definition of a function, and the name of its file."""
    code = function.__code__
    linecache.checkcache(code.co_filename)
    lines = linecache.getlines(code.co_filename, getattr(function, "__globals__", None))
    if not lines:
        raise TranslationError(
            f"{code.co_filename}: the source of {function.__qualname__} cannot be read; give the operator as text"
        )
    tree = ast.parse("".join(lines))
    arguments = list(code.co_varnames[: code.co_argcount])
    found: list[ast.AST] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Lambda):
            first = node.lineno
        elif isinstance(node, ast.FunctionDef):
            first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
        else:
            continue
        is_lambda = code.co_name == "<lambda>"
        if is_lambda == isinstance(node, ast.Lambda) and [a.arg for a in node.args.args] == arguments:
            if first == code.co_firstlineno and (is_lambda or node.name == code.co_name):  # type: ignore[union-attr]
                found.append(node)
    if len(found) > 1:  # lambdas of one line: by their code
        found = [node for node in found if _same_code(node, code)] or found
    if len(found) > 1 and len({ast.dump(node) for node in found}) > 1:
        raise TranslationError(
            f"{code.co_filename}:{code.co_firstlineno}: several functions on one line cannot be told "
            "apart; write them on lines of their own"
        )
    if not found:
        raise TranslationError(
            f"{code.co_filename}:{code.co_firstlineno}: the source of {function.__qualname__} is not there; "
            "give the operator as text"
        )
    return found[0], code.co_filename


def _same_code(node: ast.AST, code: types.CodeType) -> bool:
    assert isinstance(node, ast.Lambda)
    if hasattr(code, "co_positions"):  # Python 3.11: the code knows its columns
        columns = [p[2] for p in code.co_positions() if p[0] is not None and p[2] is not None and p[1] is not None]
        lines = [p[0] for p in code.co_positions() if p[0] is not None]
        body = node.body
        inside = [c for c, line in zip(columns, lines) if line == body.lineno and c is not None and c > 0]
        end = body.end_col_offset if body.end_lineno == body.lineno else None
        if inside:
            return min(inside) >= body.col_offset and (end is None or max(inside) < end)
    compiled = compile(ast.fix_missing_locations(ast.Expression(node)), "<lambda>", "eval").co_consts[0]
    return (compiled.co_code, compiled.co_consts, compiled.co_names) == (code.co_code, code.co_consts, code.co_names)
