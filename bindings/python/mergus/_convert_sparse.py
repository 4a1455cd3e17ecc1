"""Matrices from and to those of SciPy, CuPy and PyTorch. The libraries are imported by the call that needs them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional

from ._context import Context, native_context
from ._convert_arrays import ArrayConversions
from ._errors import DimensionMismatch
from ._lazy import np

if TYPE_CHECKING:
    from ._matrix import Matrix


class SparseConversions(ArrayConversions):
    """The methods of Matrix that convert sparse matrices of other libraries."""

    __slots__ = ()

    # ---- SciPy and CuPy

    @classmethod
    def from_scipy(cls, matrix: Any, *, dtype: Any = None, context: Optional[Context] = None) -> Matrix:
        """From a sparse matrix or array of SciPy of any format. Duplicates are added, as SciPy means them."""
        if getattr(matrix, "ndim", 2) != 2:
            raise DimensionMismatch(f"DIMENSION_MISMATCH: an array of shape {matrix.shape} is no matrix")
        csr = matrix.tocsr()
        if not csr.has_canonical_format:
            csr = csr.copy()
            csr.sum_duplicates()
        return cls.from_csr(csr.indptr, csr.indices, csr.data, csr.shape, dtype=dtype, copy=True, context=context)

    def to_scipy(self, format: str = "csr") -> Any:
        """A sparse array of SciPy: "csr", "csc", "coo", …"""
        import scipy.sparse

        indptr, indices, values = self.to_csr(index_dtype=np.int32 if self._fits_int32() else np.int64)
        csr = scipy.sparse.csr_array((values, indices, indptr), shape=self.shape)  # type: ignore[attr-defined]
        csr.has_canonical_format = True
        return csr if format == "csr" else csr.asformat(format)

    def _fits_int32(self) -> bool:
        return max(self._native.nvals, self._native.ncols, self._native.nrows) < 2**31

    @classmethod
    def from_cupy(
        cls, matrix: Any, *, dtype: Any = None, copy: Optional[bool] = True, context: Optional[Context] = None
    ) -> Matrix:
        """From a sparse matrix of CuPy, of any format; the arrays stay on the device. `copy` as in from_csr: CuPy's offsets
        have 32 bits, so with ``copy=None`` the indices and values are shared, and ``copy=False`` is never possible."""
        if native_context(context).backend == "suitesparse" and copy is not False:
            return cls.from_scipy(matrix.get(), dtype=dtype, context=context)
        csr = matrix.tocsr()
        if copy is False and (csr is not matrix or not csr.has_canonical_format):
            raise ValueError("the matrix is not in canonical CSR format: copy=False is not possible")
        if not csr.has_canonical_format:
            csr = csr.copy()
            csr.sum_duplicates()
        return cls.from_csr(csr.indptr, csr.indices, csr.data, csr.shape, dtype=dtype, copy=copy, context=context)

    def to_cupy(self, *, copy: Optional[bool] = True) -> Any:
        """A ``cupyx.scipy.sparse.csr_matrix`` on the device.

        :param copy: None: the indices and values are those of view_csr, which must not be written
        """
        import cupy
        import cupyx.scipy.sparse

        indptr, indices, values = (cupy.asarray(part) for part in self._parts(copy))
        if indices.dtype != np.int32 or indptr.dtype != np.int32:
            if not self._fits_int32():
                raise ValueError("CuPy's matrices have indices of 32 bits")
            indptr, indices = indptr.astype(np.int32), indices.astype(np.int32)
        return cupyx.scipy.sparse.csr_matrix((values, indices, indptr), shape=self.shape)  # type: ignore[attr-defined]

    def _parts(self, copy: Optional[bool]) -> tuple[Any, Any, Any]:
        if copy is False:
            raise ValueError("the widths of indices differ: copy=False is not possible; None shares what can be shared")
        if copy is None:
            return self.view_csr()
        return self.copy().release_csr()  # type: ignore[attr-defined, no-any-return]

    # ---- PyTorch

    @classmethod
    def from_torch(
        cls, tensor: Any, *, dtype: Any = None, copy: Optional[bool] = True, context: Optional[Context] = None
    ) -> Matrix:
        """From a tensor of PyTorch in the layout sparse_csr, sparse_coo or strided. On a GPU the entries stay there, and the
        work of the current stream comes first. `copy` as in from_csr."""
        import torch

        tensor = tensor.detach()
        on_device = tensor.device.type == "cuda"
        if on_device and copy is not False:
            if native_context(context).backend == "suitesparse":
                tensor, on_device = tensor.cpu(), False
            elif tensor.layout != torch.sparse_csr:
                tensor = tensor.coalesce() if tensor.layout == torch.sparse_coo else tensor
                tensor, copy = tensor.to_sparse_csr(), None
        if tensor.layout == torch.sparse_csr:
            parts = (tensor.crow_indices(), tensor.col_indices(), tensor.values())
            indptr, indices, values = parts if on_device else (part.numpy() for part in parts)
            # PyTorch's default stream has the address 0, which stands for no stream here; 1 is cudaStreamLegacy.
            stream = torch.cuda.current_stream(tensor.device).cuda_stream or 1 if on_device else None
            return cls.from_csr(
                indptr, indices, values, tuple(tensor.shape), dtype=dtype, copy=copy, stream=stream, context=context
            )
        if copy is False:
            raise ValueError(f"a tensor of layout {tensor.layout} is converted: copy=False is not possible")
        if tensor.layout == torch.sparse_coo:
            tensor = tensor.coalesce()
            rows, cols = tensor.indices().numpy()
            return cls.from_coo(  # type: ignore[attr-defined, no-any-return]
                rows, cols, tensor.values().numpy(), shape=tuple(tensor.shape), dtype=dtype, context=context
            )
        return cls.from_dense(tensor.numpy(), dtype=dtype, context=context)

    def to_torch(self, layout: str = "csr", *, copy: Optional[bool] = True) -> Any:
        """A tensor of PyTorch in the layout "csr", "coo" or "strided", on the device of the backend.

        :param copy: None: offsets and values of the layout "csr" are those of view_csr, which must not be written
        """
        import torch

        if layout != "csr" and self._native.context.backend == "cuda":
            csr = self.to_torch(copy=None if layout == "strided" else True)
            return csr.to_dense() if layout == "strided" else csr.to_sparse_coo().coalesce()
        if layout == "strided":
            return torch.from_numpy(self.to_dense())
        if layout == "coo":
            rows, cols, values = self.to_coo()  # type: ignore[attr-defined]
            places = torch.from_numpy(np.stack([rows, cols]).astype(np.int64))
            return torch.sparse_coo_tensor(places, torch.from_numpy(values), self.shape)  # type: ignore[attr-defined]
        indptr, indices, values = (torch.from_dlpack(part) for part in self._parts(copy))
        if indptr.dtype != indices.dtype:
            indptr, indices = indptr.long(), indices.long()
        return torch.sparse_csr_tensor(indptr, indices, values, self.shape)  # type: ignore[attr-defined]
