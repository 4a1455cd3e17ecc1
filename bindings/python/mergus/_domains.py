"""The dtypes on which a built-in operator runs."""

from __future__ import annotations

from typing import Any

from ._errors import DomainMismatch
from ._types import BOOL, BOOL_CODE, FC32, FC64, FP32, FP64, INT32, INT64, INT_CODES, USER_CODE, dtype_of


def fit(domain: str, type: Any, name: str) -> Any:
    """The type on which an operator of a domain runs for operands of `type`."""
    code = type.code
    if code == USER_CODE:
        if domain == "untyped":
            return BOOL
        raise DomainMismatch(f"{name} is not defined on the struct {type.name}")
    is_bool, is_complex = code == BOOL_CODE, code >= FC32.code
    is_int = code in INT_CODES
    if domain == "all":
        return type
    if domain == "untyped":
        return BOOL
    if domain == "boolean":
        return BOOL
    if domain == "position":
        return INT32 if type is INT32 else INT64
    if domain == "numeric":
        return INT64 if is_bool else type
    if domain == "complex":
        return type if is_complex else FC32 if type is FP32 else FC64
    if domain == "inexact":
        return FP64 if is_bool or is_int else type
    if is_complex:
        raise DomainMismatch(f"{name} is not defined on complex numbers")
    if domain == "ordered":
        return type
    if domain == "real":
        return INT64 if is_bool else type
    if domain == "floating":
        return FP64 if is_bool or is_int else type
    if domain == "integer":
        if is_bool:
            return INT64
        if not is_int:
            raise DomainMismatch(f"{name} is defined on integers only, not on {dtype_of(type)}")
        return type
    raise AssertionError(domain)
