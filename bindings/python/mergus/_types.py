"""NumPy's dtypes and the library's types."""

from __future__ import annotations

import re
from typing import Any

from . import _core
from ._errors import DomainMismatch, InvalidValue
from ._lazy import np

DTypeLike = Any

#: Built-in types, by the library's names, in the order of their codes, and NumPy's names.
_NAMES = {
    "bool": "bool",
    "int8": "int8",
    "int16": "int16",
    "int32": "int32",
    "int64": "int64",
    "uint8": "uint8",
    "uint16": "uint16",
    "uint32": "uint32",
    "uint64": "uint64",
    "fp32": "float32",
    "fp64": "float64",
    "fc32": "complex64",
    "fc64": "complex128",
}

_DTYPES: dict[Any, np.dtype] = {}
_TYPES: dict[Any, Any] = {}
_PROMOTED: dict[tuple[Any, Any], Any] = {}


def _native(name: str) -> Any:
    found = _core.type_from_name(name)
    assert found is not None, name
    return found


_BUILTIN = {name: _native(name) for name in _NAMES}


def _fill() -> None:
    """The tables of dtypes, when NumPy is needed first."""
    for name, type in _BUILTIN.items():
        dtype = np.dtype(_NAMES[name])
        _DTYPES[type] = dtype
        _TYPES[dtype] = _TYPES[dtype.type] = _TYPES[_NAMES[name]] = type


_TYPES[bool], _TYPES[int], _TYPES[float], _TYPES[complex] = (_native(n) for n in ("bool", "int64", "fp64", "fc64"))

BOOL, INT32, INT64, UINT64, FP32, FP64, FC32, FC64 = (
    _native(n) for n in ("bool", "int32", "int64", "uint64", "fp32", "fp64", "fc32", "fc64")
)
BOOL_CODE, INT_CODES = BOOL.code, range(2, 10)
USER_CODE = 100


def type_of(dtype: DTypeLike) -> Any:
    """The library's type of a dtype. Raises TypeError for dtypes without one."""
    try:
        return _TYPES[dtype]
    except (KeyError, TypeError):
        if not _DTYPES:
            _fill()
            return type_of(dtype)
    if isinstance(dtype, _core.Type):
        return dtype
    if isinstance(dtype, str) and (named := _core.type_from_name(dtype)) is not None:
        return named
    normal = np.dtype(dtype)
    found = _TYPES.get(normal.newbyteorder("="))
    if found is None:
        raise DomainMismatch(
            f"no type of the library is {normal!r}: the dtypes are bool, int8 to int64, uint8 to uint64, float32, "
            "float64, complex64, complex128, and those of define_type"
        )
    return found


def dtype_of(type: Any) -> np.dtype:
    """The dtype of a type of the library."""
    if not _DTYPES:
        _fill()
    return _DTYPES[type]


def promote(a: Any, b: Any) -> Any:
    """The type to which NumPy promotes two types. Of a user's type: that type, if both are."""
    if a is b:
        return a
    found = _PROMOTED.get((a, b))
    if found is None:
        if a.code == USER_CODE or b.code == USER_CODE:
            raise DomainMismatch(f"{a.name} and {b.name} have no common type; give an operator for them")
        found = type_of(np.result_type(dtype_of(a), dtype_of(b)))
        _PROMOTED[a, b] = found
    return found


def promote_scalar(a: Any, value: Any) -> Any:
    """The type to which NumPy promotes an array of a type with a Python number."""
    if a.code == USER_CODE:
        return a
    if isinstance(value, np.generic):
        return promote(a, type_of(value.dtype))
    if isinstance(value, bool):
        return a
    if isinstance(value, int):
        return INT64 if a.code == BOOL_CODE else a
    if isinstance(value, float):
        return FP64 if a.code in INT_CODES or a.code == BOOL_CODE else a
    if isinstance(value, complex):
        return FC32 if a is FP32 else FC64 if a.code < FC32.code else a
    return a


def scalar(value: Any, type: Any) -> Any:
    """A value as the module takes it: a Python number, or the bytes of a struct with its type."""
    if value.__class__ in (int, float, bool, complex):
        return value
    if type.code == USER_CODE:
        dtype = dtype_of(type)
        try:
            return (type, np.array(value, dtype=dtype).tobytes())
        except (TypeError, ValueError) as error:
            raise InvalidValue(f"{value!r} is no value of {dtype}: {error}") from None
    if isinstance(value, (np.generic, np.ndarray)) and value.ndim == 0:
        return value.item()
    if isinstance(value, (int, float, bool, complex)):
        return value
    raise TypeError(f"{value!r} of {value.__class__.__name__} is no number")


def python_value(value: Any, type: Any) -> Any:
    """A value from the module, for the user."""
    if value is None or type.code != USER_CODE:
        return value
    return np.frombuffer(value, dtype=_DTYPES[type])[0]


_C_NAMES = {
    "bool": "bool",
    "float32": "float",
    "float64": "double",
    **{f"{u}int{bits}": f"{u}int{bits}_t" for u in ("", "u") for bits in (8, 16, 32, 64)},
}
_IDENTIFIER = re.compile(r"[A-Za-z]\w*")


def _member(name: str, dtype: np.dtype) -> str:
    shape = "".join(f"[{n}]" for n in dtype.shape)
    if dtype.base.name in _C_NAMES:
        return f"{_C_NAMES[dtype.base.name]} {name}{shape};"
    raise DomainMismatch(f"the field {name} has a dtype that C has no type for: {dtype}")


def define_type(name: str, fields: DTypeLike) -> np.dtype:
    """A struct as a type of entries: its name in texts of operators, and a structured dtype.

    The result is the dtype with the alignment of C (``align=True``), to be given as ``dtype``. Fields are numbers, or
    arrays of them; complex numbers are two fields.

    >>> way = mg.define_type("Way", [("length", float), ("via", int)])
    >>> A = mg.Matrix((3, 3), dtype=way)
    """
    given: Any = np.dtype(fields)
    if given.names is None:
        raise DomainMismatch(f"define_type: {given} has no fields")
    for field in (name, *given.names):
        if not _IDENTIFIER.fullmatch(field):
            raise InvalidValue(f"define_type: '{field}' is no name in C")
    dtype: Any = np.dtype([(field, given[field].newbyteorder("=")) for field in given.names], align=True)
    text = f"struct {name} {{ " + " ".join(_member(field, dtype[field]) for field in given.names) + " };"
    known = _TYPES.get(dtype)
    if known is not None and known.name != name:
        raise InvalidValue(f"define_type: {dtype} is already the type {known.name}")
    type = _core.define_type(name, text, dtype.itemsize)
    _DTYPES[type] = dtype
    _TYPES[dtype] = type
    return dtype
