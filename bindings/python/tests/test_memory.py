"""Objects come and go without growth, and in any order."""

import gc
import resource

import mergus as mg
import numpy as np
import pytest


def resident() -> int:
    """Bytes of this process in memory now."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize()


def churn(count):
    rows, cols, values = np.array([0, 1]), np.array([1, 0]), np.array([1.0, 2.0])
    for n in range(count):
        A = mg.Matrix((3, 3)) if n % 4 else mg.Matrix.from_coo(rows, cols, values, shape=(3, 3))
        u = mg.Vector(3)
        view, mask = A.T, ~A.S
        assert view.T is A and mask.parent is A
        del A, u


def test_a_hundred_thousand_objects_do_not_grow():
    churn(2000)
    gc.collect()
    before = resident()
    churn(100_000)
    gc.collect()
    assert resident() - before < 8 << 20


def test_results_and_errors_do_not_grow():
    A = mg.Matrix.from_dense(np.eye(4))
    wrong = mg.Matrix((3, 3))

    def work(count):
        for _ in range(count):
            A @ A
            A[0], A[0:2, 1:3], A + A
            with pytest.raises(mg.DimensionMismatch):
                A @ wrong
            with mg.explain():
                A.reduce()

    work(200)
    gc.collect()
    before = resident()
    work(3000)
    gc.collect()
    assert resident() - before < 8 << 20


def test_contexts_end_with_their_last_object():
    objects = []
    for _ in range(20):
        context = mg.Context("suitesparse", threads=1)
        objects.append(mg.Matrix.from_coo([0], [0], [1.0], context=context))
        del context
    assert all(A[0, 0] == 1.0 for A in objects)
    objects.clear()
    gc.collect()


def test_native_classes_cannot_be_made_empty():
    from mergus import _core

    for name in ("Object", "Context", "Op", "Monoid", "Semiring", "MxmPlan", "Released", "Type"):
        with pytest.raises(TypeError):
            getattr(_core, name)()
