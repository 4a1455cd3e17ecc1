/// \file symmetry.cpp
#include "symmetry.hpp"

#include <array>

namespace mergus::cuda {

namespace {

/// Of the pattern, and of pattern and values.
using Sums = std::array<std::uint64_t, 4>;

Sums fingerprints(Context& context, const Matrix& matrix, bool values) {
    Device& device = context.device;
    const Buffer memory(device, sizeof(Sums));
    auto* const sums = static_cast<std::uint64_t*>(memory.data());
    device.fill(sums, 0, sizeof(Sums));
    const void *const col = matrix.col.data(), *const val = matrix.val.data();
    device.launch(context.jit.kernel(symmetry_kernel(matrix, values)),
                  grid_for(context, matrix.nvals / 8 + 1, block_threads), {block_threads}, 0,
                  static_cast<const std::uint64_t*>(matrix.ptr.data()), col, val, matrix.nrows, matrix.nvals,
                  sums);
    return device.read(static_cast<const Sums*>(memory.data()));
}

} // namespace

KernelRequest symmetry_kernel(const Matrix& matrix, bool values) {
    const std::size_t size = values ? matrix.type->size : 0;
    const bool words = size % 4 == 0 && matrix.type->alignment % 4 == 0;
    return {"graphs/symmetry.cuh", "fingerprint_asymmetry",
            KernelKey{nullptr, std::uint64_t{size} << 2 | unsigned{words} << 1 | unsigned{matrix.wide()}},
            [wide = matrix.wide(), size, words] {
                Bindings bindings;
                bindings.index("Index", wide)
                    .constant("value_words", static_cast<std::int64_t>(words ? size / 4 : size))
                    .line(words ? Literal("typedef uint32_t Word;") : Literal("typedef uint8_t Word;"));
                return bindings;
            }};
}

bool has_symmetric_pattern(Context& context, const Matrix& matrix) {
    if (matrix.symmetric) return *matrix.symmetric;
    const Sums sums = fingerprints(context, matrix, false);
    matrix.symmetric = sums[0] == 0 && sums[1] == 0;
    return *matrix.symmetric;
}

bool has_symmetric_values(Context& context, const Matrix& matrix) {
    if (matrix.iso) return has_symmetric_pattern(context, matrix);
    if (matrix.symmetric_values) return *matrix.symmetric_values;
    const Sums sums = fingerprints(context, matrix, true);
    matrix.symmetric = sums[0] == 0 && sums[1] == 0;
    matrix.symmetric_values = *matrix.symmetric && sums[2] == 0 && sums[3] == 0;
    return *matrix.symmetric_values;
}

} // namespace mergus::cuda
