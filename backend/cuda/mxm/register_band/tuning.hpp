/// \file tuning.hpp
/// Products of bands, fitted by hand on an H200 to the matrices of bench/matrices.txt
/// (docs/laboratory/register-bands.md).
#pragma once

#include <array>

#include <cstddef>
#include <cstdint>

namespace mergus::cuda::tuning {

/// Products by groups of consecutive rows (register_band.hpp): for at least `band_min_rows` rows, of at least
/// `band_average` entries on average.
inline constexpr std::uint64_t band_min_rows = 16384;
inline constexpr std::uint64_t band_average = 9;
/// The average row of A has at least this share of the longest distance between the first and the last column
/// of a row: else rows of a group have few columns in common.
inline constexpr double band_density = 0.3;
/// Rows of a group when its span of columns is measured.
inline constexpr std::uint32_t measured_rows = 8;
/// The sums of a group, in registers: the first size that the values and the columns of all groups fit. A
/// kernel is compiled for each.
struct BandSize {
    std::uint32_t blocks;    ///< of 32 columns, spanned by measured_rows rows
    std::size_t value_bytes; ///< of the widest value of A, B and C
    std::uint32_t rows;      ///< a divisor of measured_rows
    std::uint32_t resident;  ///< blocks of a multiprocessor, which bounds the registers
};
inline constexpr std::array<BandSize, 7> band_sizes = {{
    {2, 8, 8, 4},
    {3, 8, 8, 4},
    {5, 8, 8, 4},
    {8, 8, 4, 4},
    {3, 16, 4, 4},
    {5, 16, 4, 4},
    {8, 16, 2, 4},
}};

/// Sums of groups of rows (register_band.hpp) for wider values than those of `band_sizes`: one block of 32
/// columns after the other, of the `blocks` that a group spans.
inline constexpr std::array<BandSize, 6> wide_band_sizes = {{
    {3, 32, 8, 4},
    {5, 32, 8, 4},
    {8, 32, 8, 4},
    {3, 64, 4, 4},
    {5, 64, 4, 4},
    {8, 64, 4, 4},
}};

} // namespace mergus::cuda::tuning
