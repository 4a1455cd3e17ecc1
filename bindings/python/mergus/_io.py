"""Files and generators."""

from __future__ import annotations

import os
from typing import Any, Optional, Union

from . import _core
from ._base import dimension
from ._context import Context, native_context
from ._definitions import as_binary
from ._errors import DomainMismatch, InvalidValue
from ._matrix import Matrix
from ._types import BOOL, FC64, FP64, INT64, type_of

Path = Union[str, "os.PathLike[str]"]


def read(
    file: Path,
    *,
    dtype: Any = None,
    dup: Any = None,
    duplicates: Optional[str] = None,
    vertices: int = 0,
    context: Optional[Context] = None,
) -> Matrix:
    """The matrix in a MatrixMarket file or a SNAP edge list, plain or gzipped, recognized by its content.

    :param dtype: default: bool, int64, float64 or complex128, as the file says
    :param dup: the operator that combines entries of one place
    :param duplicates: without dup: "fail" (default of MatrixMarket files) or "last" (of edge lists)
    :param vertices: of an edge list, at least; 0: what the file says or the largest index + 1
    """
    type = None if dtype is None else type_of(dtype)
    combine = None if dup is None else [_defined(as_binary(dup), type or field) for field in (BOOL, INT64, FP64, FC64)]
    native = _core.read(
        native_context(context), os.fspath(file), type, combine, duplicates, dimension(vertices, "vertices")
    )
    return Matrix._of(native)


def _defined(op: Any, type: Any) -> Any:
    """The operator on a type, or None."""
    try:
        return op.typed(type, type)
    except DomainMismatch:
        return None


def write(A: Any, file: Path, *, format: Optional[str] = None) -> None:
    """Writes a MatrixMarket file, or a SNAP edge list (format="edges", or a name that ends in .txt, .tsv, .edges or .el),
    gzipped if the name ends in .gz. A file that exists is replaced when the new one is complete."""
    name = os.fspath(file)
    plain = name[:-3] if name.endswith(".gz") else name
    if format is None:
        format = "edges" if plain.endswith((".txt", ".tsv", ".edges", ".el")) else "mtx"
    if format not in ("mtx", "edges"):
        raise InvalidValue(f"write: format '{format}' is none of 'mtx' and 'edges'")
    _core.write(A._plain()._native, name, format == "edges")


def generate(spec: str, *, dtype: Any = None, context: Optional[Context] = None) -> Matrix:
    """A matrix of a generator: "rmat:scale=10,seed=1", "er:rows=1000,degree=4", "poisson2d5:n=64", "banded:…",
    "powerlaw:…". ``print(mg.generators())`` shows all with their parameters."""
    return Matrix._of(_core.generate(native_context(context), spec, None if dtype is None else type_of(dtype)))


def generators() -> str:
    """The generators and their parameters, a line each."""
    return _core.generators()
