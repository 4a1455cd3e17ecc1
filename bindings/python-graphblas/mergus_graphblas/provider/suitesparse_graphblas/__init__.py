"""The GraphBLAS C API of Mergus under the names of the package suitesparse-graphblas, which python-graphblas imports."""
from . import exceptions as ex
from . import utils
from ._graphblas import ffi, lib

#: The version of SuiteSparse:GraphBLAS whose names the library has.
__version__ = f"{lib.GxB_IMPLEMENTATION_MAJOR}.{lib.GxB_IMPLEMENTATION_MINOR}.{lib.GxB_IMPLEMENTATION_SUB}.0"


def is_initialized():
    """Whether GrB_init has been called."""
    mode = ffi.new("int32_t*")
    return lib.GxB_Global_Option_get_INT32(lib.GxB_MODE, mode) != lib.GrB_PANIC


def supports_complex():
    """Whether there are complex numbers."""
    return hasattr(lib, "GxB_FC64")


def initialize(*, blocking=False, memory_manager="numpy"):
    """Calls GrB_init, which the other functions need. Arrays are allocated by malloc, so NumPy can own them.

    blocking: GrB_BLOCKING in place of GrB_NONBLOCKING.
    memory_manager: "numpy" or "c", which are the same here.
    """
    if is_initialized():
        raise RuntimeError("GraphBLAS is already initialized!  Unable to initialize again.")
    if memory_manager.lower() not in ("numpy", "c"):
        raise ValueError(f'memory_manager argument must be "numpy" or "c"; got: {memory_manager!r}')
    info = lib.GrB_init(lib.GrB_BLOCKING if blocking else lib.GrB_NONBLOCKING)
    if info != lib.GrB_SUCCESS:
        raise _error_code_lookup[info]("GrB_init failed")
    # vars(lib) has the names that have been read.
    for name in dir(lib):
        getattr(lib, name)


def vararg(value):
    """An argument of a function with a variable number of them."""
    return value


def libget(name):
    """The object GrB_… or GxB_… of that name, which is given with GrB_."""
    try:
        return getattr(lib, name)
    except AttributeError:
        extension = "GxB_" + name[4:]
        if hasattr(lib, extension):
            return getattr(lib, extension)
        raise


def _types(*names):
    return frozenset(libget("GrB_" + name) for name in names)


bool_types = _types("BOOL")
signed_integer_types = _types("INT8", "INT16", "INT32", "INT64")
unsigned_integer_types = _types("UINT8", "UINT16", "UINT32", "UINT64")
integer_types = signed_integer_types | unsigned_integer_types
real_types = _types("FP32", "FP64")
complex_types = _types("FC32", "FC64")
grb_types = bool_types | integer_types | real_types | complex_types

GrB_SUCCESS = lib.GrB_SUCCESS
GrB_NO_VALUE = lib.GrB_NO_VALUE

_error_code_lookup = {
    lib.GrB_NO_VALUE: ex.NoValue,
    lib.GrB_UNINITIALIZED_OBJECT: ex.UninitializedObject,
    lib.GrB_INVALID_OBJECT: ex.InvalidObject,
    lib.GrB_NULL_POINTER: ex.NullPointer,
    lib.GrB_INVALID_VALUE: ex.InvalidValue,
    lib.GrB_INVALID_INDEX: ex.InvalidIndex,
    lib.GrB_DOMAIN_MISMATCH: ex.DomainMismatch,
    lib.GrB_DIMENSION_MISMATCH: ex.DimensionMismatch,
    lib.GrB_OUTPUT_NOT_EMPTY: ex.OutputNotEmpty,
    lib.GrB_EMPTY_OBJECT: ex.EmptyObject,
    lib.GrB_ALREADY_SET: ex.InvalidValue,
    lib.GrB_OUT_OF_MEMORY: ex.OutOfMemory,
    lib.GrB_INSUFFICIENT_SPACE: ex.InsufficientSpace,
    lib.GrB_INDEX_OUT_OF_BOUNDS: ex.IndexOutOfBound,
    lib.GrB_PANIC: ex.Panic,
    lib.GrB_NOT_IMPLEMENTED: ex.NotImplementedException,
    lib.GxB_EXHAUSTED: StopIteration,
    lib.GxB_JIT_ERROR: ex.JitError,
}

_error_func_lookup = {
    f"struct GB_{name}_opaque *": libget(f"GrB_{name}_error")
    for name in ("Type", "UnaryOp", "BinaryOp", "IndexUnaryOp", "IndexBinaryOp", "Monoid", "Semiring", "Descriptor",
                 "Scalar", "Vector", "Matrix", "Context")
}


def check_status(obj, response_code):
    """Raises the exception of a code, with the message of the object (a handle, or a pointer to it) of the failed call."""
    if response_code == GrB_SUCCESS:
        return None
    if response_code == GrB_NO_VALUE:
        return ex.NoValue
    if ffi.typeof(obj).item.kind == "pointer":
        obj = obj[0]
    cname = ffi.typeof(obj).cname
    error_func = _error_func_lookup.get(cname)
    if error_func is None:
        raise TypeError(f"{cname} is no handle of an object")
    text = ffi.new("char**")
    error_func(text, obj)
    raise _error_code_lookup[response_code](ffi.string(text[0]).decode())


class _Burble:
    """The option GxB_BURBLE, which Mergus keeps and does not use (MERGUS_LOG=explain reports the calls). As a context manager it
    is on inside of the block."""

    def __init__(self):
        self._before = []

    @property
    def is_enabled(self):
        value = ffi.new("int32_t*")
        self._check(lib.GxB_Global_Option_get_INT32(lib.GxB_BURBLE, value))
        return value[0]

    def enable(self):
        self._check(lib.GxB_Global_Option_set_INT32(lib.GxB_BURBLE, 1))

    def disable(self):
        self._check(lib.GxB_Global_Option_set_INT32(lib.GxB_BURBLE, 0))

    def __enter__(self):
        self._before.append(self.is_enabled)
        self.enable()
        return self

    def __exit__(self, kind, value, traceback):
        if not self._before.pop():
            self.disable()

    def __reduce__(self):
        return "burble"

    def __repr__(self):
        return f"<burble is_enabled={self.is_enabled}>"

    @staticmethod
    def _check(info):
        if info != GrB_SUCCESS:
            raise _error_code_lookup[info]("GraphBLAS has not been initialized")


burble = _Burble()
