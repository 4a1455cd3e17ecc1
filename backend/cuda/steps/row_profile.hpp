/// \file row_profile.hpp
/// What the rows of a matrix are like: the host side of steps/row_profile.cuh.
#pragma once

#include "objects/matrix.hpp"
#include "row_profile.h"

#include <array>

namespace mergus::cuda {

[[nodiscard]] KernelRequest row_profile_kernel(const Matrix& matrix);

/// The profile, or null if it was not found yet.
[[nodiscard]] const RowProfile* known_row_profile(const Matrix& matrix) noexcept;

/// The operands of a product whose rows matter to the choice of a method: null pointers are left out.
using ProfiledMatrices = std::array<const Matrix*, 3>;

/// Whether find_row_profiles() neither launches nor waits.
[[nodiscard]] bool are_profiled(const ProfiledMatrices& matrices) noexcept;
/// Adds the kernels of find_row_profiles().
void request_row_profiles(KernelRequests& list, const ProfiledMatrices& matrices);
/// Finds the profiles that are not known. Waits once.
void find_row_profiles(Context& context, const ProfiledMatrices& matrices);

/// Found at the first call for a matrix, which waits for the device, and kept until the matrix changes.
[[nodiscard]] const RowProfile& row_profile(Context& context, const Matrix& matrix);

/// Keeps the profile of a matrix that is known to have exactly the entries of its diagonal, without a launch.
void set_diagonal_profile(Context& context, const Matrix& matrix);

/// Whether the matrix has exactly the entries of its diagonal.
[[nodiscard]] inline bool is_diagonal(const MatrixShape& matrix, const RowProfile& profile) noexcept {
    return profile.diagonal == matrix.nrows && matrix.nvals == matrix.nrows && matrix.nrows == matrix.ncols;
}

/// Whether most neighbouring rows have columns that are close to each other, so that threads that have
/// neighbouring rows of a product read the same lines of memory. Not where no two neighbours have entries.
[[nodiscard]] inline bool has_locality(const RowProfile& profile) noexcept {
    return profile.near != 0 && profile.near >= profile.sampled / 2;
}

/// Whether at least 7 in 8 rows with entries have a pattern that a row close to it repeats at other columns.
/// Rows at the sides of a stencil may not: less than 1 in 32 of p5_1500, 1 in 12 of a cube of 90³ points with
/// a reach of 3. With 1 in 5, as in a small world with 2 % of its edges rewired, rows have patterns of their
/// own, of which there are too many for recipes.
[[nodiscard]] inline bool repeats_rows(const RowProfile& profile) noexcept {
    return profile.sampled_rows != 0 && profile.repeated * 8 >= profile.sampled_rows * 7;
}

} // namespace mergus::cuda
