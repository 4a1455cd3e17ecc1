"""C = A·A (A'·A where A is not square) beside SciPy, CuPy and PyTorch; every result is compared with SciPy's."""

import mergus as mg
import numpy as np
import scipy.sparse as sp
from libraries import cupy_with_gpu, torch_with_gpu
from timing import verdict

MATRICES = {
    "er16k_4": "er:rows=16384,degree=4",
    "p5_256": "poisson2d5:n=256",
    "band20k_8": "banded:n=20000,half=8",
    "r12_8": "rmat:scale=12,ef=8",
    "er1m_4": "er:rows=1000000,degree=4",
    "p5_1500": "poisson2d5:n=1500",
    "p7_100": "poisson3d7:n=100",
    "band500k_16": "banded:n=500000,half=16",
    "r14_8": "rmat:scale=14,ef=8",
    "r16_8": "rmat:scale=16,ef=8",
}
SMALL = {"er1k_4": "er:rows=1000,degree=4", "p5_32": "poisson2d5:n=32", "r8_8": "rmat:scale=8,ef=8"}
#: The operands of cupy issue 10033: X'·X of a random X of 50,000 rows, 5,000 columns and density 0.05 in float32.
ZEROS = "cupy10033"


def operand(spec):
    """A matrix of SciPy with small integers as values, whose sums are exact."""
    A = mg.generate(spec, dtype=float).to_scipy()
    A.data = np.random.default_rng(1).integers(1, 8, A.nnz).astype(np.float64)
    return sp.csr_matrix(A)


def tall(small):
    """The operand X of the issue, by rows: the same number of entries in each."""
    rows, cols, each = (500, 100, 5) if small else (50_000, 5_000, 250)
    rng = np.random.default_rng(42)
    indices = np.sort((np.arange(each) * (cols // each)) + rng.integers(0, cols // each, (rows, each)), axis=1)
    values = rng.integers(1, 4, rows * each).astype(np.float32)
    X = sp.csr_matrix(
        (values, indices.ravel().astype(np.int32), np.arange(0, rows * each + 1, each, dtype=np.int32)), (rows, cols)
    )
    return X


def equal(found, wanted):
    """Whether two matrices of SciPy have the same entries; zeros that are stored count."""
    found, wanted = sp.csr_matrix(found), sp.csr_matrix(wanted)
    found.sort_indices()
    return (
        found.shape == wanted.shape
        and np.array_equal(found.indptr, wanted.indptr)
        and np.array_equal(found.indices, wanted.indices)
        and np.array_equal(found.data, wanted.data)
    )


def run(results, small):
    for case, spec in (SMALL if small else MATRICES).items():
        A = operand(spec)
        compare(results, case, A, A)
    X = tall(small)
    compare(results, ZEROS, sp.csr_matrix(X.T), X, dense=True)


def compare(results, case, A, B, dense=False):
    """:param dense: the product is checked by dense arrays, where SciPy would take a minute"""
    wait = mg.default_context().wait
    same = A is B
    C = (
        results.measure("products", case, "scipy", "A @ B", lambda: A @ B)
        if not dense
        else dense_product(results, case, A, B)
    )
    if C is None:
        return
    C.sort_indices()

    def check(found):
        return verdict(equal(found, C))

    M = results.measure("products", case, "mergus", "convert", lambda: mg.Matrix.from_scipy(A), wait=wait)
    N = M if same else mg.Matrix.from_scipy(B)
    results.measure("products", case, "mergus", "A @ B", lambda: M @ N, wait=wait, check=lambda R: check(R.to_scipy()))
    with_cupy(results, case, A, B, check, wait)
    if (cupy := cupy_with_gpu()) is not None:
        cupy.get_default_memory_pool().free_all_blocks()
    with_torch(results, case, A, B, check)
    if (torch := torch_with_gpu()) is not None:
        torch.cuda.empty_cache()


def dense_product(results, case, A, B):
    a, b = A.toarray(), B.toarray()
    D = results.measure("products", case, "numpy", "dense", lambda: a @ b)
    return None if D is None else sp.csr_matrix(D)


def with_cupy(results, case, A, B, check, wait):
    cupy = cupy_with_gpu()
    if cupy is None:
        return results.add("products", case, "cupy", "A @ B", note="CuPy or its GPU is missing")
    from cupyx.scipy.sparse import csr_matrix

    def synchronize():
        cupy.cuda.Device().synchronize()

    a = results.measure("products", case, "cupy", "convert", lambda: csr_matrix(A), wait=synchronize)
    b = a if A is B else csr_matrix(B)
    results.measure("products", case, "cupy", "A @ B", lambda: a @ b, wait=synchronize, check=lambda R: check(R.get()))
    shared = results.measure(
        "products",
        case,
        "mergus",
        "from CuPy",
        lambda: mg.Matrix.from_cupy(a, copy=None) @ mg.Matrix.from_cupy(b, copy=None),
        wait=wait,
        check=lambda R: check(R.to_scipy()),
    )
    if shared is not None:
        results.measure("products", case, "mergus", "to CuPy", lambda: shared.to_cupy(copy=None), wait=synchronize)


def with_torch(results, case, A, B, check):
    torch = torch_with_gpu()
    if torch is None:
        return results.add("products", case, "torch", "A @ B", note="PyTorch or its GPU is missing")

    def tensor(M):
        parts = (torch.from_numpy(part).cuda() for part in (M.indptr, M.indices, M.data))
        return torch.sparse_csr_tensor(*parts, M.shape)

    def host(R):
        return sp.csr_matrix(
            (R.values().cpu().numpy(), R.col_indices().cpu().numpy(), R.crow_indices().cpu().numpy()), R.shape
        )

    a = results.measure("products", case, "torch", "convert", lambda: tensor(A), wait=torch.cuda.synchronize)
    b = a if A is B else tensor(B)
    results.measure(
        "products", case, "torch", "A @ B", lambda: a @ b, wait=torch.cuda.synchronize, check=lambda R: check(host(R))
    )
