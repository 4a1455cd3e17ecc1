"""How users annotate: mypy checks this file (the test python-types), and pytest runs it."""

from __future__ import annotations

from pathlib import Path
from typing import Optional

import mergus as mg
import numpy as np
from mergus import algorithms as alg


def two_steps(A: mg.Matrix, u: mg.Vector) -> mg.Vector:
    B: mg.Matrix = A @ A
    w: mg.Vector = B @ u
    view: mg.TransposedMatrix = A.T
    again: mg.Matrix = view.T
    x: mg.Vector = again @ np.ones(A.ncols)
    total: mg.Vector = w + x.apply("plus", right=1.0)
    return total.select(">", 0.5)


def masked(A: mg.Matrix, mask: Optional[mg.Mask] = None, out: Optional[mg.Matrix] = None) -> mg.Matrix:
    return A.mxm(A.T, mg.semiring("plus_pair"), mask=mask, out=out, dtype=np.int64)


def make() -> tuple[mg.Semiring, mg.BinaryOp, mg.Monoid]:
    op: mg.BinaryOp = mg.binary_op(lambda x, y: x + y)
    return mg.semiring(add="fmin(x, y)", mul="x + y", identity="INFINITY"), op, mg.monoid(op, 0)


def kept(A: mg.Matrix, directory: Path) -> alg.PageRank:
    return alg.pagerank(A, checkpoints=alg.Checkpoints(directory, seconds=60))


def rows(A: mg.Matrix) -> list[tuple[int, int, float]]:
    found = []
    for i, j, value in A:
        found.append((i, j, value))
    return found


def test_annotated_functions_run(tmp_path: Path) -> None:
    A = mg.Matrix.from_dense(np.array([[0.0, 2.0], [3.0, 0.0]]))
    assert two_steps(A, mg.Vector.from_dense(np.ones(2))).nvals == 2
    assert masked(A, ~A.S).to_dense().tolist() == [[1, 0], [0, 1]]
    assert rows(A) == [(0, 1, 2.0), (1, 0, 3.0)]
    assert make()[2].identity(float) == 0.0
    rank: alg.PageRank = kept(A, tmp_path)
    assert rank.iterations > 0 and isinstance(rank.rank, mg.Vector)
