/// \file product_shape.cpp
#include "product_shape.hpp"

#include "method.hpp"
#include "mxm/two_launch/tuning.hpp"

#include <algorithm>

namespace mergus::cuda {

std::uint32_t rows_of_tile(const MxmProblem& problem) noexcept {
    const double products = problem.average_products();
    return products > tuning::two_launch_products_of_16   ? 8
           : products > tuning::two_launch_products_of_32 ? 16
                                                          : 32;
}

std::uint64_t tile_long_row(const MxmProblem& problem) noexcept {
    return tuning::two_launch_long_row * (tuning::two_launch_threads / rows_of_tile(problem));
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

bool is_small_and_even(const MxmProblem& problem) {
    if (!is_small(problem)) return false;
    if (problem.choice.given()) return true;
    const std::uint64_t longest = known_row_profile(problem.A)->longest;
    if (longest > tile_long_row(problem)) return false;
    if (problem.average_products() <= tuning::two_launch_few) return true;
    const auto is_even = [](const Matrix& matrix) {
        const double average =
            static_cast<double>(matrix.nvals) / static_cast<double>(std::max<std::uint64_t>(1, matrix.nrows));
        return static_cast<double>(known_row_profile(matrix)->longest) <= tuning::two_launch_spread * average;
    };
    return is_even(problem.A) && is_even(problem.B);
}

} // namespace mergus::cuda
