/// \file symmetry.cpp
#include "symmetry.hpp"

#include <array>

namespace mergus::cuda {

KernelRequest symmetry_kernel(const Matrix& matrix) {
    return {"graphs/symmetry.cuh", "fingerprint_asymmetry", KernelKey{nullptr, matrix.wide() ? 1u : 0u},
            [wide = matrix.wide()] {
                Bindings bindings;
                bindings.index("Index", wide);
                return bindings;
            }};
}

bool has_symmetric_pattern(Context& context, const Matrix& matrix) {
    using Sums = std::array<std::uint64_t, 2>;
    if (matrix.symmetric) return *matrix.symmetric;
    Device& device = context.device;
    const Buffer memory(device, sizeof(Sums));
    auto* const sums = static_cast<std::uint64_t*>(memory.data());
    device.fill(sums, 0, sizeof(Sums));
    const void* const col = matrix.col.data();
    device.launch(context.jit.kernel(symmetry_kernel(matrix)),
                  grid_for(context, matrix.nvals / 8 + 1, block_threads), {block_threads}, 0,
                  static_cast<const std::uint64_t*>(matrix.ptr.data()), col, matrix.nrows, matrix.nvals,
                  sums);
    matrix.symmetric = device.read(static_cast<const Sums*>(memory.data())) == Sums{};
    return *matrix.symmetric;
}

} // namespace mergus::cuda
