"""Memory that moves between GraphBLAS and NumPy without a copy."""
from ._memory import claim, unclaim


def claim_buffer(ffi, cdata, size, dtype):
    """An array of `size` elements that owns the memory at `cdata`."""
    return claim(int(ffi.cast("uintptr_t", cdata)), (int(size),), dtype, False)


def claim_buffer_2d(ffi, cdata, cdata_size, nrows, ncols, dtype, is_c_order):
    """A matrix that owns the memory at `cdata`, of `cdata_size` elements."""
    size = nrows * ncols
    if cdata_size < size:
        raise ValueError(f"{cdata_size} elements are too few for {nrows} x {ncols}")
    if cdata_size == size:
        return claim(int(ffi.cast("uintptr_t", cdata)), (int(nrows), int(ncols)), dtype, not is_c_order)
    array = claim_buffer(ffi, cdata, cdata_size, dtype)[:size]
    return array.reshape((nrows, ncols)) if is_c_order else array.reshape((ncols, nrows)).T


def unclaim_buffer(array):
    """Leaves the memory of an array to GraphBLAS."""
    unclaim(array)
