/// \file product_work.cpp
#include "product_work.hpp"

#include "bitmap/convert.hpp"

#include <algorithm>

namespace mergus::cuda {

void product_work(Context& context, const Matrix& A, const Matrix& B, std::span<std::uint64_t> sums) {
    const Matrix &a = csr(context, A), &b = csr(context, B);
    if (a.ncols != b.nrows) throw Error(Code::dimension_mismatch, "the factors of a product do not fit");
    if (a.nvals == 0 || sums.empty()) {
        std::fill(sums.begin(), sums.end(), 0);
        return;
    }
    Device& device = context.device;
    Bindings bindings;
    bindings.index("Index", a.wide());
    const KernelRequest kernel{"ops/product_work.cuh", "sum_products", std::move(bindings)};
    Array<std::uint64_t> found(device, sums.size());
    device.fill(found.data(), 0, sums.size_bytes());
    const std::uint64_t *const ptr = a.ptr.data(), *const b_ptr = b.ptr.data();
    const void* const col = a.col.data();
    device.launch(context.jit.kernel(kernel), grid_for(context, a.nvals / 8 + 1, block_threads),
                  {block_threads}, 0, ptr, col, a.nrows, a.nvals, b_ptr, std::uint64_t{sums.size()},
                  found.data());
    device.copy_to_host(sums.data(), found.data(), sums.size_bytes());
}

} // namespace mergus::cuda
