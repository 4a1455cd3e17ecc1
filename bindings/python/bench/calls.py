"""The price of a call: `A @ B` of tiny matrices beside the same call without Python, and from arrays of CuPy."""

import statistics
import time

import mergus as mg
import numpy as np
from libraries import cupy_with_gpu, torch_with_gpu
from timing import verdict


def each(call, count):
    """Seconds of one call, the median of nine rounds."""
    call()
    rounds = []
    for _ in range(9):
        begin = time.perf_counter()
        for _ in range(count):
            call()
        rounds.append((time.perf_counter() - begin) / count)
    return rounds


STEPS = "import", "first product", "next product", "free"


def steps(results, of, make, count):
    """Adds a row for each step of a product of imported arrays, timed apart: each ends when the device is idle."""
    wait = mg.default_context().wait
    rounds = {step: [] for step in STEPS}
    for measured in (False, *9 * (True,)):
        matrices, kept = [], []
        for step, call in (
            ("import", lambda: matrices.append(make())),
            ("first product", lambda: kept.append(matrices[len(kept)] @ matrices[len(kept)])),
            ("next product", lambda: kept.append(matrices[len(kept) - count] @ matrices[len(kept) - count])),
            ("free", lambda: matrices.pop()),
        ):
            begin = time.perf_counter()
            for _ in range(count):
                call()
            wait()
            if measured:
                rounds[step].append((time.perf_counter() - begin) / count)
    for step in STEPS:
        results.add("calls", "100 rows", "mergus", f"{of}: {step}", rounds[step])


def run(results, small):
    context = mg.default_context()
    count = 20 if small or context.backend == "cuda-emulated" else 500
    A = mg.generate("er:rows=100,degree=4", dtype=float)
    typed = mg.plus_times.typed(A._native.type, A._native.type)
    bare = mg._core.product_seconds(typed, A._native, A._native, count)
    bare = [mg._core.product_seconds(typed, A._native, A._native, count) for _ in range(9)]
    base = statistics.median(bare)
    results.add("calls", "100 rows", "C++", "mxm", bare)

    def over(library, what, rounds, base=base, check=""):
        results.add(
            "calls",
            "100 rows",
            library,
            what,
            rounds,
            check,
            f"{1e6 * (statistics.median(rounds) - base):+.2f} us over C++",
        )

    u = mg.Vector.from_dense(np.ones(100))
    out = A @ A
    over("mergus", "A @ A", each(lambda: A @ A, count))
    over("mergus", "A.mxm(A)", each(lambda: A.mxm(A), count))
    over("mergus", "A.mxm, out=", each(lambda: A.mxm(A, "plus_times", out=out), count))
    over("mergus", "A.mxm, mask", each(lambda: A.mxm(A, mg.min_plus, mask=A.S), count))
    for name, call in (
        ("A @ u", lambda: A @ u),
        ("A + A", lambda: A + A),
        ("A.apply", lambda: A.apply("abs")),
        ("A.reduce", lambda: A.reduce()),
        ("A.nvals", lambda: A.nvals),
        ("A[0, 1]", lambda: A[0, 1]),
    ):
        results.add("calls", "100 rows", "mergus", name, each(call, count))
    S = A.to_scipy()
    results.add("calls", "100 rows", "scipy", "A @ A", each(lambda: S @ S, count))
    wanted = (S @ S).toarray()
    steps(results, "SciPy", lambda: mg.Matrix.from_scipy(S), count // 10)
    cupy = cupy_with_gpu()
    if cupy is not None:
        from_cupy(results, over, S, wanted, A, count)
    torch = torch_with_gpu()
    if torch is not None:
        parts = [torch.from_numpy(p).cuda() for p in (S.indptr, S.indices, S.data)]
        T = torch.sparse_csr_tensor(*parts, S.shape)

        def product():
            return mg.Matrix.from_torch(T, copy=None) @ mg.Matrix.from_torch(T, copy=None)

        right = verdict(np.array_equal(product().to_dense(), wanted))
        over("mergus", "from PyTorch", each(product, count), check=right)
        over("torch", "A @ A", each(lambda: T @ T, count))
    return None


def from_cupy(results, over, S, wanted, A, count):
    import cupy
    from cupyx.scipy.sparse import csr_matrix

    C = csr_matrix(S)
    synchronize = cupy.cuda.Device().synchronize
    arrays = cupy.asarray(S.indptr.astype(np.int64)), C.indices, C.data

    def matrices():
        return mg.Matrix.from_cupy(C, copy=None) @ mg.Matrix.from_cupy(C, copy=None)

    def shared():
        M = mg.Matrix.from_csr(*arrays, S.shape, copy=False)
        return M @ M

    def trusted():
        M = mg.Matrix.from_csr(*arrays, S.shape, copy=False, check=False)
        return M @ M

    for name, call in (
        ("from CuPy", matrices),
        ("arrays", shared),
        ("arrays, check=False", trusted),
    ):
        right = verdict(np.array_equal(call().to_dense(), wanted))
        over("mergus", name, each(call, count), check=right)
    for name, check in (("CuPy", True), ("check=False", False)):
        steps(results, name, lambda: mg.Matrix.from_csr(*arrays, S.shape, copy=False, check=check), count // 10)

    def theirs():
        result = C @ C
        synchronize()
        return result

    over("cupy", "A @ A", each(theirs, min(count, 50)))
