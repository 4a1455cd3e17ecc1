/// \file symmetry.cpp
#include "symmetry.hpp"

#include <array>

namespace mergus::cuda {

namespace {

struct PatternSymmetry : Derived {
    bool symmetric = false;
};
/// Of pattern and values.
struct ValueSymmetry : Derived {
    bool symmetric = false;
    [[nodiscard]] bool depends_on_values() const noexcept override { return true; }
};

/// Of the pattern, and of pattern and values.
using Sums = std::array<std::uint64_t, 4>;

Sums fingerprints(Context& context, const Matrix& matrix, bool values, std::uint64_t first = 0) {
    Device& device = context.device;
    const Buffer memory(device, sizeof(Sums));
    auto* const sums = static_cast<std::uint64_t*>(memory.data());
    device.fill(sums, 0, sizeof(Sums));
    const void *const col = matrix.col.data(), *const val = matrix.val.data();
    device.launch(context.jit.kernel(symmetry_kernel(matrix, values)),
                  grid_for(context, matrix.nvals / 8 + 1, block_threads), {block_threads}, 0,
                  static_cast<const std::uint64_t*>(matrix.ptr.data()), col, val, matrix.nrows, first,
                  matrix.nvals, sums);
    return device.read(static_cast<const Sums*>(memory.data()));
}

} // namespace

KernelRequest symmetry_kernel(const Matrix& matrix, bool values) {
    const std::size_t size = values ? matrix.type->size : 0;
    const bool words = size % 4 == 0 && matrix.type->alignment % 4 == 0;
    return {"steps/symmetry.cuh", "fingerprint_asymmetry",
            KernelKey{nullptr, std::uint64_t{size} << 2 | unsigned{words} << 1 | unsigned{matrix.wide()}},
            [wide = matrix.wide(), size, words] {
                Bindings bindings;
                bindings.index("Index", wide)
                    .constant("value_words", static_cast<std::int64_t>(words ? size / 4 : size))
                    .line(words ? Literal("typedef uint32_t Word;") : Literal("typedef uint8_t Word;"));
                return bindings;
            }};
}

std::optional<bool> known_symmetry(const Matrix& matrix, bool values) noexcept {
    const auto* const pattern = derived<PatternSymmetry>(matrix);
    if (!values || matrix.iso || (pattern != nullptr && !pattern->symmetric))
        return pattern != nullptr ? std::optional(pattern->symmetric) : std::nullopt;
    const auto* const with_values = derived<ValueSymmetry>(matrix);
    return with_values != nullptr ? std::optional(with_values->symmetric) : std::nullopt;
}

bool has_symmetric_pattern(Context& context, const Matrix& matrix) {
    if (const std::optional<bool> known = known_symmetry(matrix)) return *known;
    const Sums sums = fingerprints(context, matrix, false);
    return derive<PatternSymmetry>(context, matrix).symmetric = sums[0] == 0 && sums[1] == 0;
}

std::array<std::uint64_t, 2> asymmetry_of_rows(Context& context, const Matrix& matrix, std::uint64_t first) {
    KernelRequests requests(context.jit);
    requests.push_back(symmetry_kernel(matrix));
    context.jit.compile(requests);
    const Sums sums = fingerprints(context, matrix, false, first);
    return {sums[0], sums[1]};
}

bool has_symmetric_values(Context& context, const Matrix& matrix) {
    if (matrix.iso) return has_symmetric_pattern(context, matrix);
    if (const std::optional<bool> known = known_symmetry(matrix, true)) return *known;
    const Sums sums = fingerprints(context, matrix, true);
    const bool pattern = derive<PatternSymmetry>(context, matrix).symmetric = sums[0] == 0 && sums[1] == 0;
    return derive<ValueSymmetry>(context, matrix).symmetric = pattern && sums[2] == 0 && sums[3] == 0;
}

} // namespace mergus::cuda
