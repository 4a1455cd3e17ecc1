/// \file rows.hpp
/// Builds a CSR in two passes over its rows: lengths, then entries. Arrays are allocated with their final
/// size, so the result needs no additional memory.
#pragma once

#include "parallel.hpp"
#include "random.hpp"

#include <mergus/host_data.hpp>

#include <cstdint>
#include <string_view>
#include <vector>

namespace mergus::generate {

/// Rows per chunk of a thread.
inline constexpr std::uint64_t row_grain = 1024;

/// Purposes of the random streams of a seed.
enum Purpose : std::uint64_t {
    structure_stream,
    value_stream,
    row_order_stream,
    column_order_stream,
    length_stream
};

/// \throws Error invalid_value "generate: NAME: …" unless `holds`
void require(bool holds, std::string_view generator, std::string_view requirement);

/// The largest number of rows and of columns, GraphBLAS's own limit: 2^60.
inline constexpr std::uint64_t largest_side = std::uint64_t{1} << 60;

/// The size of the matrix that a generator will build.
struct Plan {
    std::string_view generator;
    std::uint64_t nrows;
    std::uint64_t ncols;
    Field field;
    Wide entries;        ///< Exact or a lower bound.
    Wide more_bytes = 0; ///< Working memory in addition to the result.
};

/// Must be called before allocations. \throws Error out_of_memory with the sizes if result and working memory
/// exceed the available memory
void require_room(const Plan& plan);

/// A matrix without entries; the first pass stores the length of row i in row_ptr[i + 1].
Csr start_rows(std::uint64_t nrows, std::uint64_t ncols, Field field);

/// Converts lengths to offsets and allocates the entries. \throws Error out_of_memory if the sum of the
/// lengths exceeds 64 bits or the available memory
void allocate_entries(std::string_view generator, Csr& csr);

/// The permutation as a table.
std::vector<std::uint64_t> permutation_table(const Permutation& permutation, std::uint64_t size);

/// Calls row(i) for all rows in parallel.
template <class Row>
void for_rows(std::uint64_t nrows, const Row& row) {
    core::parallel_for(nrows, row_grain, 0, [&](std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t i = begin; i < end; ++i) row(i);
    });
}

} // namespace mergus::generate
