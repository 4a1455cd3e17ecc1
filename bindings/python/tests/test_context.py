"""Contexts, reports, determinism, threads, signals and processes."""

import gc
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
import weakref

import mergus as mg
import numpy as np
import pytest
from conftest import random_csr
from mergus import algorithms as alg


@pytest.mark.device
def test_info():
    info = mg.info()
    assert info["version"] == mg.__version__
    assert {"suitesparse", mg.default_context().backend} <= {backend["name"] for backend in info["backends"]}
    assert all(backend["score"] > 0 or backend["reason"] for backend in info["backends"])


@pytest.mark.device
def test_default_context_and_blocks():
    assert mg.default_context() == mg.default_context()
    other = mg.Context("suitesparse", threads=1)
    with other as entered:
        assert entered is other and mg.default_context() is other
        A = mg.Matrix((2, 2))
    assert A.context == other and mg.default_context() != other
    assert mg.Matrix((2, 2), context=other).context == other
    assert A.to(mg.default_context()).context == mg.default_context()
    assert other.backend == "suitesparse" and other.description and isinstance(other.counters()["allocated_bytes"], int)
    other.wait()
    assert other.release_derived() >= 0


def test_bad_contexts():
    with pytest.raises(mg.NoBackend):
        mg.Context("no-such-backend")
    with pytest.raises(ValueError):
        mg.Context("suitesparse", device=1000)
    with pytest.raises(ValueError):
        mg.Context("suitesparse", threads=-1)
    with pytest.raises(TypeError):
        mg.Context("suitesparse", stream="x")
    with pytest.raises(mg.InvalidObject):
        mg.Matrix((2, 2)) @ mg.Matrix((2, 2), context=mg.Context("suitesparse"))


@pytest.mark.device
def test_explain(S):
    M = mg.Matrix(S)
    with mg.explain() as calls:
        M @ M
        with mg.explain() as inner:
            M.reduce()
        M.select("tril")
    assert [call["operation"] for call in calls] == ["mxm", "select"] and [call["operation"] for call in inner] == [
        "reduce"
    ]
    assert calls[0]["inputs"] == "A 12x12 fp64, B 12x12 fp64" and calls[0]["seconds"] > 0 and calls[0]["method"]
    M @ M
    assert len(calls) == 2


@pytest.mark.device
def test_deterministic(S):
    M = mg.Matrix(S)
    with mg.deterministic():
        a = M @ M
    assert a == M @ M  # sums of small integers are exact in any order
    assert mg.Context(deterministic=True).is_deterministic


def test_scopes_are_those_of_a_thread(S):
    M = mg.Matrix(S)
    with mg.explain() as calls:
        thread = threading.Thread(target=lambda: M @ M)
        thread.start()
        thread.join()
    assert calls == []


def test_threads_share_a_matrix(S):
    M = mg.Matrix(S)
    wanted = M @ M
    wrong = []

    def work():
        for _ in range(20):
            if M @ M != wanted:
                wrong.append(1)

    threads = [threading.Thread(target=work) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_the_gil_is_released():
    """A thread counts while a product runs."""
    G = mg.generate("er:rows=8000,degree=30", dtype=float)
    counted, ended = [0], threading.Event()

    def count():
        while not ended.is_set():
            counted[0] += 1
            time.sleep(0.0005)

    thread = threading.Thread(target=count)
    thread.start()
    time.sleep(0.01)
    before, start = counted[0], time.perf_counter()
    G @ G
    seconds, steps = time.perf_counter() - start, counted[0] - before
    ended.set()
    thread.join()
    assert seconds > 0.02 and steps >= 3  # with the GIL held it would not count at all


def test_control_c_ends_an_algorithm():
    A = mg.generate("er:rows=4000,degree=8", dtype=float)

    def interrupt(step):
        if step["step"] == 2:
            signal.raise_signal(signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        alg.pagerank(A, tolerance=0, max_iterations=10**6, progress=interrupt)
    assert alg.pagerank(A).converged


CHILD = """
import os, pickle, sys
import mergus as mg
A = mg.Matrix.from_coo([0, 1], [1, 0], [2.0, 3.0])
data = pickle.dumps(A)
context = mg.default_context()
backend = context.backend
if os.fork() == 0:
    code = 1
    try:
        A @ A
    except mg.InvalidObject as error:
        if "forked" in str(error):
            code = 2
    try:
        mg.Matrix((2, 2), context=context)
        code = 3
    except mg.InvalidObject:
        pass
    try:
        mg.Context("cuda")
        if backend == "cuda":
            code = 4
    except mg.NoBackend as error:
        if backend == "cuda" and "fork" not in str(error):
            code = 5
    # In a context of the child: of the same backend, but CUDA does not work there.
    if backend == "cuda":
        os.environ.pop("MERGUS_BACKEND", None)
    B = pickle.loads(data)
    if code == 2 and (B @ B)[0, 0] == 6.0:
        code = 0
    del A, context  # the parent's are not freed here
    os._exit(code)
status = os.wait()[1]
assert A[0, 1] == 2.0
sys.exit(os.waitstatus_to_exitcode(status))
"""


class Stream:
    """The context's own stream, by the attribute of CuPy."""

    ptr = 0


@pytest.mark.device
def test_a_stream_lives_as_long_as_the_context():
    stream = Stream()
    alive = weakref.ref(stream)
    context = mg.Context(mg.default_context().backend, stream=stream)
    A = mg.Matrix.from_coo([0], [0], [2.0], shape=(1, 1), context=context)
    del stream, context
    gc.collect()
    assert alive() is not None and (A @ A)[0, 0] == 4.0
    del A
    gc.collect()
    assert alive() is None


@pytest.mark.device
def test_a_forked_child_gets_a_clear_error():
    assert subprocess.run([sys.executable, "-c", CHILD], timeout=120).returncode == 0


def product_of(data):
    A = pickle.loads(data) if isinstance(data, bytes) else data
    return (A @ A).reduce()


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_multiprocessing(method, S):
    """Arguments travel by pickle; the parent has used its threads before."""
    with mg.Context("suitesparse", threads=2):
        M = mg.Matrix(random_csr(300, 300, 0.2, 8))
        wanted = (M @ M).reduce()
        with multiprocessing.get_context(method).Pool(1) as pool:
            assert pool.map(product_of, [M, M]) == [wanted] * 2


def test_the_packages_with_nvrtc_are_found(tmp_path, monkeypatch):
    from mergus._context import packaged_nvrtc

    for name in (
        "cuda_nvrtc/lib/libnvrtc.so.12",
        "cu13/lib/libnvrtc.so.13",
        "cu13/lib/libnvrtc-builtins.so.13.0",
        "cuda_nvrtc/lib/libnvrtc.alt.so.12",
    ):
        file = tmp_path / "nvidia" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    monkeypatch.syspath_prepend(tmp_path)
    assert packaged_nvrtc() == str(tmp_path / "nvidia/cu13/lib/libnvrtc.so.13")
    (tmp_path / "nvidia/cu13/lib/libnvrtc.so.13").unlink()
    assert packaged_nvrtc() == str(tmp_path / "nvidia/cuda_nvrtc/lib/libnvrtc.so.12")


def test_import_needs_neither_numpy_nor_a_compiler():
    program = "import sys, mergus; sys.exit(int('numpy' in sys.modules or 'scipy' in sys.modules))"
    environment = {**os.environ, "MERGUS_CC": "/nonexistent", "PATH": "/nonexistent"}
    assert subprocess.run([sys.executable, "-c", program], env=environment).returncode == 0


def test_errors_have_the_codes_of_the_library():
    with pytest.raises(mg.Error) as error:
        mg.Matrix((2, 3)) @ mg.Matrix((2, 3))
    assert isinstance(error.value, mg.DimensionMismatch) and isinstance(error.value, ValueError)
    assert (error.value.code, error.value.code_name) == (-6, "DIMENSION_MISMATCH")
    assert "2 x 3" in str(error.value)


def test_numpy_arrays_leave_operators_to_the_matrix():
    A = mg.Matrix.from_dense(np.eye(3))
    assert (np.float64(3) * A)[0, 0] == 3.0
    with pytest.raises(TypeError):
        np.ones((3, 3)) + A


def held(block):
    with block as entered:
        yield entered


def test_blocks_end_in_any_order(S):
    M = mg.Matrix(S)
    first, second = held(mg.explain()), held(mg.explain())
    outer, inner = next(first), next(second)
    first.close()
    M.reduce()
    second.close()
    M.reduce()
    assert outer == [] and len(inner) == 1

    one, two = mg.Context("suitesparse"), mg.Context("suitesparse")
    first, second = held(one), held(two)
    next(first), next(second)
    first.close()
    assert mg.default_context() is two
    second.close()
    assert mg.default_context() is not two


def test_threads_share_a_context_in_blocks():
    shared, errors = mg.Context("suitesparse"), []
    entered, left = threading.Event(), threading.Event()

    def work():
        try:
            with shared:
                entered.set()
                left.wait(60)
                assert mg.default_context() is shared
            assert mg.default_context() is not shared
        except BaseException as error:
            errors.append(error)

    thread = threading.Thread(target=work)
    with shared:
        thread.start()
        assert entered.wait(60)
    assert mg.default_context() is not shared
    left.set()
    thread.join()
    assert errors == []
