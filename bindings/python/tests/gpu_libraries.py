"""CuPy and PyTorch by the same names, for test_gpu_arrays.py and test_gpu_streams.py."""

import contextlib

import mergus as mg
import numpy as np
import pytest

CYCLES = 200_000_000  # about 100 ms

needs_gpu = pytest.mark.skipif(mg.default_context().backend != "cuda", reason="needs the backend cuda: a GPU")


class Cupy:
    """Arrays of CuPy."""

    def __init__(self):
        self.module = pytest.importorskip("cupy", reason="needs CuPy")
        self._spin = self.module.RawKernel(
            'extern "C" __global__ void spin(long long n) { long long t = clock64(); while (clock64() - t < n) {} }',
            "spin",
        )

    def array(self, values):
        return self.module.asarray(values)

    def zeros_like(self, array):
        return self.module.zeros_like(array)

    def host(self, array):
        return self.module.asnumpy(array)

    def pointer(self, array):
        return array.data.ptr

    def busy(self):
        """The current stream does nothing else for about 100 ms."""
        self._spin((1,), (1,), (np.int64(CYCLES),))

    def fill(self, array, values):
        array[...] = values

    @contextlib.contextmanager
    def stream(self):
        """A stream that the default stream does not wait for, as the current one."""
        with self.module.cuda.Stream(non_blocking=True) as stream:
            yield stream

    def wait(self):
        self.module.cuda.Device().synchronize()

    def used_bytes(self):
        return self.module.get_default_memory_pool().used_bytes()

    def devices(self):
        return self.module.cuda.runtime.getDeviceCount()

    def on_device(self, number, values):
        with self.module.cuda.Device(number):
            return self.module.asarray(values)

    def taken(self, exported):
        """An array that shares the memory of one of the package."""
        return self.module.asarray(exported)

    def csr(self, matrix):
        import cupyx.scipy.sparse

        return cupyx.scipy.sparse.csr_matrix(matrix)

    def coo(self, matrix):
        import cupyx.scipy.sparse

        return cupyx.scipy.sparse.coo_matrix(matrix.tocoo())

    def of_any(self, matrix, **options):
        return mg.Matrix.from_cupy(matrix, **options)

    def parts(self, matrix):
        return matrix.indptr, matrix.indices, matrix.data


class Torch:
    """Tensors of PyTorch."""

    def __init__(self):
        self.module = pytest.importorskip("torch", reason="needs PyTorch")
        if not self.module.cuda.is_available():
            pytest.skip("needs PyTorch with CUDA")

    def array(self, values):
        return self.module.as_tensor(np.ascontiguousarray(values), device="cuda")

    def zeros_like(self, array):
        return self.module.zeros_like(array)

    def host(self, array):
        return array.cpu().numpy()

    def pointer(self, array):
        return array.data_ptr()

    def busy(self):
        self.module.cuda._sleep(CYCLES)

    def fill(self, array, values):
        array.copy_(values)

    @contextlib.contextmanager
    def stream(self):
        stream = self.module.cuda.Stream()
        with self.module.cuda.stream(stream):
            yield stream

    def wait(self):
        self.module.cuda.synchronize()

    def used_bytes(self):
        return self.module.cuda.memory_allocated()

    def devices(self):
        return self.module.cuda.device_count()

    def on_device(self, number, values):
        return self.module.as_tensor(np.ascontiguousarray(values), device=f"cuda:{number}")

    def taken(self, exported):
        return self.module.from_dlpack(exported)

    def csr(self, matrix):
        return self.module.sparse_csr_tensor(
            *(self.array(part) for part in (matrix.indptr, matrix.indices, matrix.data)), matrix.shape
        )

    def coo(self, matrix):
        coo = matrix.tocoo()
        places = self.array(np.stack([coo.row, coo.col]).astype(np.int64))
        return self.module.sparse_coo_tensor(places, self.array(coo.data), coo.shape)

    def of_any(self, matrix, **options):
        return mg.Matrix.from_torch(matrix, **options)

    def parts(self, matrix):
        return matrix.crow_indices(), matrix.col_indices(), matrix.values()


def library(name):
    return {"cupy": Cupy, "torch": Torch}[name]()


class OnlyDlpack:
    """An array without ``__cuda_array_interface__``."""

    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **options):
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()
