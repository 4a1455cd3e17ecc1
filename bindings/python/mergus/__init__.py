"""Sparse matrix algebra and graph algorithms over user-defined semirings, on GPUs and CPUs.

>>> import mergus as mg
>>> A = mg.Matrix.from_coo([0, 0, 1], [1, 2, 2], [5.0, 9.0, 1.0], shape=(3, 3))
>>> A.mxm(A, mg.min_plus)

Operators, monoids and semirings are attributes: ``mg.plus``, ``mg.sqrt``, ``mg.tril``, ``mg.min_plus``; the namespaces
``mg.unary``, ``mg.binary``, ``mg.index_unary``, ``mg.monoid`` and ``mg.semiring`` list them, and make new ones when they
are called.
"""

from __future__ import annotations

from typing import Any

from . import _core, algorithms
from ._algebra import Monoid, Semiring
from ._arrays import DeviceArray
from ._base import Mask
from ._context import Context, default_context, deterministic, explain, info, set_default_context
from ._definitions import binary_op, index_binary_op, index_unary_op, unary_op
from ._errors import (
    BadPlugin,
    CompileError,
    DeviceLost,
    DimensionMismatch,
    DomainMismatch,
    EmptyObject,
    Error,
    IndexOutOfBounds,
    InsufficientSpace,
    InvalidIndex,
    InvalidObject,
    InvalidValue,
    IoError,
    NoBackend,
    NotImplementedByBackend,
    NullPointer,
    OutOfMemory,
    OutputNotEmpty,
    Panic,
    ParseError,
    Stopped,
    TranslationError,
    UninitializedObject,
)
from ._graph import Graph
from ._io import generate, generators, read, write
from ._matrix import Matrix, TransposedMatrix, concat, diag, kron
from ._namespaces import binary, index_binary, index_unary, monoid, semiring, short_name, short_names, unary
from ._operators import BinaryOp, IndexBinaryOp, IndexUnaryOp, UnaryOp
from ._plan import MxmPlan, mxm_plan
from ._plot import SVG, plot
from ._types import define_type
from ._vector import Vector

__version__: str = _core.version

__all__ = [
    "BadPlugin",
    "BinaryOp",
    "CompileError",
    "Context",
    "DeviceArray",
    "DeviceLost",
    "DimensionMismatch",
    "DomainMismatch",
    "EmptyObject",
    "Error",
    "Graph",
    "IndexBinaryOp",
    "IndexOutOfBounds",
    "IndexUnaryOp",
    "InsufficientSpace",
    "InvalidIndex",
    "InvalidObject",
    "InvalidValue",
    "IoError",
    "Mask",
    "Matrix",
    "Monoid",
    "MxmPlan",
    "NoBackend",
    "NotImplementedByBackend",
    "NullPointer",
    "OutOfMemory",
    "OutputNotEmpty",
    "Panic",
    "ParseError",
    "SVG",
    "Semiring",
    "Stopped",
    "TranslationError",
    "TransposedMatrix",
    "UnaryOp",
    "UninitializedObject",
    "Vector",
    "algorithms",
    "binary",
    "binary_op",
    "concat",
    "default_context",
    "define_type",
    "deterministic",
    "diag",
    "explain",
    "generate",
    "generators",
    "index_binary",
    "index_binary_op",
    "index_unary",
    "index_unary_op",
    "info",
    "kron",
    "monoid",
    "mxm_plan",
    "plot",
    "read",
    "semiring",
    "set_default_context",
    "unary",
    "unary_op",
    "write",
]


def __getattr__(name: str) -> Any:
    found = None if name.startswith("_") else short_name(name)
    if found is None:
        raise AttributeError(f"module 'mergus' has no attribute '{name}'")
    return found


def __dir__() -> list[str]:
    return sorted({*__all__, *short_names()})
