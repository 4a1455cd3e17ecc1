"""Products of matrices whose patterns stay while their values change."""

from __future__ import annotations

from typing import Any

from . import _core
from ._base import write_arguments
from ._definitions import as_semiring
from ._matrix import Matrix
from ._matrix_like import MatrixLike


class MxmPlan:
    """A product whose pattern is computed once. ``result`` is C; ``run(A, B)`` computes its values again.

    >>> plan = mg.mxm_plan(A, B)
    >>> A.set_values(values)
    >>> C = plan.run(A, B)
    """

    def __init__(self, native: Any, flags: tuple[int, int]) -> None:
        self._native, self._flags = native, flags
        self._result = Matrix._of(native.result())

    @property
    def result(self) -> Matrix:
        """C. The plan alone writes it; it lives as long as the plan or this object."""
        return self._result

    def run(self, A: MatrixLike, B: MatrixLike) -> Matrix:
        """The values of the product of A and B, the matrices of the plan with the same patterns."""
        if (A._flags, B._flags) != self._flags:
            raise ValueError("A and B must be transposed as they were when the plan was made")
        self._native.run(A._native, B._native)
        return self._result


def mxm_plan(A: MatrixLike, B: MatrixLike, semiring: Any = "plus_times", *, mask: Any = None) -> MxmPlan:
    """Computes C = A ⊕.⊗ B and keeps what further runs need."""
    typed = as_semiring(semiring).typed(A._native.type, B._native.type)
    _, _, masked, _, flags = write_arguments(None, mask, None, False, A._flags | (B._flags << 1), None)
    return MxmPlan(_core.mxm_plan(typed, A._native, B._native, masked, flags), (A._flags, B._flags))
