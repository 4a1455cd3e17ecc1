"""Contexts, the default context, and scopes: explain and deterministic."""

from __future__ import annotations

import contextlib
import contextvars
import functools
import glob
import importlib.util
import os
import re
import threading
from collections.abc import Iterator
from typing import Any, Optional

from . import _core


def packaged_nvrtc() -> Optional[str]:
    """The file of CUDA's run-time compiler in the packages nvidia-cuda-nvrtc, or None. No package is imported."""
    spec = importlib.util.find_spec("nvidia")
    found = [
        file
        for folder in (spec.submodule_search_locations or () if spec is not None else ())
        for file in glob.glob(os.path.join(glob.escape(folder), "*", "lib", "libnvrtc.so.*"))
    ]
    # The newest: libnvrtc.so.13 before libnvrtc.so.12.
    return max(found, key=lambda file: [int(part) for part in re.findall(r"\d+", os.path.basename(file))], default=None)


@functools.cache
def _offer_nvrtc() -> None:
    """Who has installed the package means it: it comes before a compiler of the system, but not before MERGUS_NVRTC."""
    if "MERGUS_NVRTC" not in os.environ and (file := packaged_nvrtc()) is not None:
        os.environ["MERGUS_NVRTC"] = file


class Context:
    """One backend on one device. Matrices and vectors belong to a context; operands of a call belong to one.

    ``Context()`` is the backend of ``MERGUS_BACKEND``, or the best one of this machine. In a ``with`` block it is the
    default context.

    :param backend: ``"cuda"``, ``"suitesparse"``, …
    :param device: the number of a device; -1: the backend chooses
    :param threads: of CPU backends; 0: the backend chooses
    :param stream: a stream of the caller (``cudaStream_t`` as an int, or an object with ``ptr`` or ``cuda_stream``,
        which lives as long as the context and its matrices)
    """

    __slots__ = ("_native", "__weakref__")

    def __init__(
        self,
        backend: str = "",
        *,
        device: int = -1,
        threads: int = 0,
        stream: Any = None,
        deterministic: bool = False,
        cache_derived: bool = True,
        fallback_to_cpu: bool = False,
    ) -> None:
        if threads < 0:
            raise ValueError(f"threads: {threads} is negative")
        if threads == 0 and _core.fork_generation() != 0:
            threads = 1  # the threads of OpenMP do not survive a fork
        _offer_nvrtc()
        self._native = _core.make_context(
            backend, device, threads, stream_address(stream), stream, deterministic, cache_derived, fallback_to_cpu
        )

    @classmethod
    def _of(cls, native: Any) -> Context:
        context = cls.__new__(cls)
        context._native = native
        return context

    @property
    def backend(self) -> str:
        """The name of the backend."""
        return self._native.backend

    @property
    def description(self) -> str:
        """What the backend runs on, with versions."""
        return self._native.description

    @property
    def is_deterministic(self) -> bool:
        """Whether every call gives the same bits in every run."""
        return self._native.deterministic

    def wait(self) -> None:
        """Waits until all work of the context is done."""
        self._native.wait()

    def counters(self, *, reset_high_water: bool = False) -> dict[str, Any]:
        """Totals since the context was made: copies, launches, bytes, compiled kernels."""
        return self._native.counters(reset_high_water)

    def release_derived(self) -> int:
        """Gives back what matrices keep for later calls, in bytes."""
        return self._native.release_derived()

    def __enter__(self) -> Context:
        _current.set((*_current.get(), self))
        return self

    def __exit__(self, *unused: object) -> None:
        # The last of its entries, which need not be the last one: blocks of generators end in any order.
        stack = _current.get()
        place = max((n for n, context in enumerate(stack) if context is self), default=len(stack))
        _current.set(stack[:place] + stack[place + 1 :])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Context) and self._native.is_same(other._native)

    def __hash__(self) -> int:
        return hash(self.backend)

    def __repr__(self) -> str:
        return f"Context({self.backend!r})"

    def __reduce__(self) -> Any:
        raise TypeError("a context belongs to its process and is not pickled")


#: The contexts of the `with` blocks, the innermost last. Threads that share a context have stacks of their own.
_current: contextvars.ContextVar[tuple[Context, ...]] = contextvars.ContextVar("mergus_context", default=())
_lock = threading.Lock()
_default: Optional[tuple[int, Context]] = None


def default_context() -> Context:
    """The context of new objects: that of the ``with`` block, of set_default_context, or the best backend's.

    It is made by the first call that needs it. A process made by fork makes one of its own.
    """
    global _default
    if stack := _current.get():
        return stack[-1]
    generation = _core.fork_generation()
    with _lock:
        if _default is None or _default[0] != generation:
            _default = (generation, Context())
        return _default[1]


def set_default_context(context: Context) -> None:
    """The context of new objects that are given none, in all threads."""
    global _default
    with _lock:
        _default = (_core.fork_generation(), context)


def native_context(context: Optional[Context]) -> Any:
    """\\internal"""
    return (default_context() if context is None else context)._native


def _after_fork() -> None:
    global _lock
    _lock = threading.Lock()  # another thread may have held it
    _current.set(())


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


def stream_address(stream: Any) -> int:
    """A stream of CuPy (``ptr``), PyTorch (``cuda_stream``) or CUDA (an int) as an address; None: 0."""
    if stream is None:
        return 0
    if isinstance(stream, int):
        return stream
    for name in ("ptr", "cuda_stream"):
        if isinstance(address := getattr(stream, name, None), int):
            return address
    raise TypeError(f"{stream!r} is no stream: an int, or an object with 'ptr' or 'cuda_stream' is needed")


def info() -> dict[str, Any]:
    """The version of the library, and all backends with their devices and the reason why one cannot run here."""
    _offer_nvrtc()
    return {"version": _core.version, "backends": _core.backends()}


@contextlib.contextmanager
def explain() -> Iterator[list[dict[str, Any]]]:
    """Reports of the calls in a ``with`` block, on this thread, as a list of dicts.

    >>> with mg.explain() as calls:
    ...     C = A @ B
    >>> calls[0]["method"], calls[0]["seconds"]
    """
    calls: list[dict[str, Any]] = []
    scope = _core.ExplainScope(calls.append)
    try:
        yield calls
    finally:
        scope.close()


@contextlib.contextmanager
def deterministic() -> Iterator[None]:
    """All calls in a ``with`` block, on this thread, give the same bits in every run and on every model of GPU."""
    scope = _core.DeterministicScope()
    try:
        yield
    finally:
        scope.close()
