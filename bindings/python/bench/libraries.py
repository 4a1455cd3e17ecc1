"""The libraries that are installed: CuPy and PyTorch, with a GPU or not at all; NetworkX and its backends."""

import importlib

import mergus as mg


def optional(name):
    """The module, or None."""
    try:
        return importlib.import_module(name)
    except Exception:  # also a library that finds no driver
        return None


def cupy_with_gpu():
    """CuPy and its sparse matrices, or None."""
    cupy = optional("cupy")
    try:
        if cupy is None or cupy.cuda.runtime.getDeviceCount() == 0:
            return None
        importlib.import_module("cupyx.scipy.sparse")
        return cupy
    except Exception:
        return None


def torch_with_gpu():
    """PyTorch with CUDA, or None."""
    torch = optional("torch")
    return torch if torch is not None and torch.cuda.is_available() else None


def networkx_backends():
    """Backends of NetworkX to compare with, of those that are installed."""
    nx = optional("networkx")
    installed = set(nx.utils.backends.backends) if nx is not None else set()
    return [name for name in ("cugraph", "graphblas") if name in installed]


def on_gpu():
    return mg.default_context().backend == "cuda"


def describe():
    """Versions, as lines."""
    found = []
    for name in ("numpy", "scipy", "cupy", "torch", "networkx", "nx_cugraph", "graphblas_algorithms"):
        module = optional(name)
        found.append(f"{name} {module.__version__ if module is not None else 'is missing'}")
    found.append(
        "GPU libraries: " + ", ".join(n for n, m in (("cupy", cupy_with_gpu()), ("torch", torch_with_gpu())) if m)
        or "none"
    )
    context = mg.default_context()
    return [f"mergus {mg.info()['version']}, {context.backend}: {context.description}", *found]
