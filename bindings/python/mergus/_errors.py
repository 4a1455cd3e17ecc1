"""Exceptions: one class for each error code of the library.

Every class derives from ``Error`` and from the class of Python that one would expect, so ``except IndexError`` catches an
index outside of a matrix, and ``except mg.Error`` everything that the library reports. ``code`` is the library's number.
"""

from __future__ import annotations

from . import _core


class Error(Exception):
    """Every failure that the library reports. ``code`` and ``code_name`` are those of the C++ library."""

    code: int = 0
    code_name: str = ""


class UninitializedObject(Error, ValueError):
    """An object that was released or never made."""


class NullPointer(Error, ValueError):
    """An operator or an array is missing."""


class InvalidValue(Error, ValueError):
    """A value out of its range: a dimension, an option, the content of arrays."""


class InvalidIndex(Error, IndexError):
    """A row, column or index outside of the object."""


class DomainMismatch(Error, TypeError):
    """Types between which nothing is cast, or on which an operator is not defined."""


class DimensionMismatch(Error, ValueError):
    """Shapes that do not fit."""


class OutputNotEmpty(Error, ValueError):
    """Entries are put into an object that has some."""


class NotImplementedByBackend(Error, NotImplementedError):
    """The backend does not support the call."""


class Panic(Error, RuntimeError):
    """An unexpected failure inside a backend."""


class OutOfMemory(Error, MemoryError):
    """No memory, of the host or of the device."""


class InsufficientSpace(Error, ValueError):
    """An export into arrays that are too small."""


class InvalidObject(Error, ValueError):
    """Objects of different contexts in one call, or of another process."""


class IndexOutOfBounds(Error, IndexError):
    """An index of a list is outside of the object."""


class EmptyObject(Error, ValueError):
    """A scalar without a value where one is needed."""


class NoBackend(Error, RuntimeError):
    """No backend of that name, or none that can run here."""


class BadPlugin(Error, ImportError):
    """A file with the name of a backend cannot be used."""


class DeviceLost(Error, RuntimeError):
    """The device has failed; make a new context."""


class IoError(Error, OSError):
    """A file cannot be opened, read or written."""


class ParseError(Error, ValueError):
    """The content of a file or of bytes violates its format."""


class CompileError(Error, RuntimeError):
    """The text of an operator or type does not compile; the message has the compiler's words."""


class Stopped(Error, RuntimeError):
    """A progress callback has ended an algorithm."""


class TranslationError(Error, TypeError):
    """A Python function that cannot become an operator; the message names the construct and its line."""


_BY_NAME: dict[str, type[Error]] = {
    "UNINITIALIZED_OBJECT": UninitializedObject,
    "NULL_POINTER": NullPointer,
    "INVALID_VALUE": InvalidValue,
    "INVALID_INDEX": InvalidIndex,
    "DOMAIN_MISMATCH": DomainMismatch,
    "DIMENSION_MISMATCH": DimensionMismatch,
    "OUTPUT_NOT_EMPTY": OutputNotEmpty,
    "NOT_IMPLEMENTED": NotImplementedByBackend,
    "PANIC": Panic,
    "OUT_OF_MEMORY": OutOfMemory,
    "INSUFFICIENT_SPACE": InsufficientSpace,
    "INVALID_OBJECT": InvalidObject,
    "INDEX_OUT_OF_BOUNDS": IndexOutOfBounds,
    "EMPTY_OBJECT": EmptyObject,
    "NO_BACKEND": NoBackend,
    "BAD_PLUGIN": BadPlugin,
    "DEVICE_LOST": DeviceLost,
    "IO_ERROR": IoError,
    "PARSE_ERROR": ParseError,
    "COMPILE_ERROR": CompileError,
    "STOPPED": Stopped,
}


def _register() -> None:
    by_code: dict[int, type[Error]] = {}
    for name, code in _core.error_codes().items():
        cls = _BY_NAME[name]
        cls.code, cls.code_name = code, name
        by_code[code] = cls
    _core.set_error_classes(by_code)


_register()
