/// \file matrix_market_header.hpp
/// The header of a MatrixMarket file: kind and size of the matrix.
#pragma once

#include "input.hpp"

#include <mergus/host_data.hpp>

#include <cstdint>

namespace mergus::core {

enum class Layout { coordinate, array };
enum class Symmetry { general, symmetric, skew, hermitian };

struct MatrixMarketHeader {
    Layout layout = Layout::coordinate;
    Field field = Field::real;
    Symmetry symmetry = Symmetry::general; ///< hermitian only if the field is complex, else symmetric
    std::uint64_t nrows = 0;
    std::uint64_t ncols = 0;
    std::uint64_t entries = 0; ///< In the file, without mirrored ones.
};

/// Reads up to and including the line of sizes. \throws Error parse_error
MatrixMarketHeader read_matrix_market_header(const InputFile& file, LineSource& lines);

} // namespace mergus::core
