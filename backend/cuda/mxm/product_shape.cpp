/// \file product_shape.cpp
#include "product_shape.hpp"

#include "method.hpp"
#include "mxm/two_launch/tuning.hpp"

#include "mxm/two_launch/two_launch.h"

#include <algorithm>

namespace mergus::cuda {

std::uint32_t rows_of_tile(const MxmProblem& problem) noexcept {
    const double products = problem.average_products();
    return products > tuning::two_launch_products_of_16   ? 8
           : products > tuning::two_launch_products_of_32 ? 16
                                                          : 32;
}

std::size_t tile_rank_bytes(std::uint64_t ncols) noexcept {
    return ncols <= std::uint64_t{1} << 16 ? 2 : 4;
}

std::uint64_t tile_long_row(const MxmProblem& problem) noexcept {
    return tuning::two_launch_long_row * (two_launch_threads / rows_of_tile(problem));
}

bool is_small(const MxmProblem& problem) {
    if (!problem.choice.allows(product_methods::two_launch)) return false;
    // Dense rows of tiles add by atomics; numbers of rows are posted with 24 bits.
    if (problem.mask_kind != MaskKind::none || problem.ordered_fold || problem.sizes.key == 0 ||
        problem.nrows >= std::uint64_t{1} << 24 || needs_wide(problem.B.nvals))
        return false;
    if (problem.choice.given()) return true;
    return problem.average_products() * static_cast<double>(problem.nrows) <= tuning::two_launch_estimate &&
           problem.A.nvals <= tuning::two_launch_entries && problem.nrows <= tuning::two_launch_rows;
}

namespace {

double average_row(const Matrix& matrix) noexcept {
    return static_cast<double>(matrix.nvals) / static_cast<double>(std::max<std::uint64_t>(1, matrix.nrows));
}

/// Whether rows that are too long to be sorted are heavy, and a row of A of that length is one if its rows of
/// B are average ones. The count would find that too, after its launch.
bool is_heavy_row(const MxmProblem& problem, std::uint64_t length) {
    return problem.B.ncols > tuning::two_launch_columns &&
           static_cast<double>(length) * average_row(problem.B) >
               static_cast<double>(tuning::narrow_esc_sizes.back().products());
}

/// Whether rows of A fit tiles. \param longest entries of a row, at most \param filled rows with entries, at
/// least
bool fit_tiles(const MxmProblem& problem, std::uint64_t longest, std::uint64_t filled) {
    return longest <= tile_long_row(problem) && !is_heavy_row(problem, longest) &&
           problem.A.nrows <= filled + tuning::two_launch_empty_rows;
}

/// Passes of dense rows of tiles over their products, if most rows are dense. The entries of a row are taken
/// for the blocks of 32 columns of its products. Values count 8 bytes at most: wider ones take the bins as
/// many passes.
double dense_passes(const MxmProblem& problem) {
    const double products = problem.average_products();
    const std::uint64_t ncols = problem.B.ncols;
    if (products <= tuning::two_launch_dense_products) return 0;
    const std::size_t rank = tile_rank_bytes(ncols), groups = rank == 2 ? two_launch_threads / 32 : 1;
    const std::size_t memory = tuning::two_launch_shared / groups, bits = (ncols + 31) / 32 * (4 + rank);
    const std::size_t slot = std::clamp<std::size_t>(problem.sizes.slot, 1, 8);
    const std::size_t slots =
        std::max(memory > bits ? (memory - bits) / slot : 0, tuning::two_launch_least_slots);
    const double blocks = static_cast<double>(known_row_profile(problem.B)->blocks) /
                          static_cast<double>(std::max<std::uint64_t>(problem.B.nvals, 1));
    return std::min(products, static_cast<double>(ncols)) * blocks / static_cast<double>(slots);
}

} // namespace

bool fits_tiles_by_size(const MxmProblem& problem) {
    return fit_tiles(problem, problem.A.nvals, 0);
}

bool is_small_and_even(const MxmProblem& problem) {
    if (!is_small(problem)) return false;
    if (problem.choice.given()) return true;
    if (!fits_tiles_by_size(problem)) {
        const RowProfile& A = *known_row_profile(problem.A);
        if (!fit_tiles(problem, A.longest, A.filled_rows)) return false;
    }
    if (dense_passes(problem) > tuning::two_launch_passes) return false;
    if (problem.average_products() <= tuning::two_launch_few) return true;
    const auto is_even = [](const Matrix& matrix) {
        return static_cast<double>(known_row_profile(matrix)->longest) <=
               tuning::two_launch_spread * average_row(matrix);
    };
    return is_even(problem.A) && is_even(problem.B);
}

} // namespace mergus::cuda
