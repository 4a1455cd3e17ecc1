"""An exception for each error code of GraphBLAS."""


class GraphBLASException(Exception):
    """The base of the others."""


def _of(name):
    return type(name, (GraphBLASException,), {"__module__": __name__})


NoValue = _of("NoValue")
UninitializedObject = _of("UninitializedObject")
InvalidObject = _of("InvalidObject")
NullPointer = _of("NullPointer")
InvalidValue = _of("InvalidValue")
InvalidIndex = _of("InvalidIndex")
DomainMismatch = _of("DomainMismatch")
DimensionMismatch = _of("DimensionMismatch")
OutputNotEmpty = _of("OutputNotEmpty")
EmptyObject = _of("EmptyObject")
OutOfMemory = _of("OutOfMemory")
InsufficientSpace = _of("InsufficientSpace")
IndexOutOfBound = _of("IndexOutOfBound")
Panic = _of("Panic")
NotImplementedException = _of("NotImplementedException")
JitError = _of("JitError")
