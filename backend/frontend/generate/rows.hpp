/// \file rows.hpp
/// Building a CSR in two passes over its rows: lengths, then entries. The arrays have their final size from
/// the start, so that the memory is the result's.
#pragma once

#include "parallel.hpp"
#include "random.hpp"

#include <mergus/host_data.hpp>

#include <cstdint>
#include <string_view>
#include <vector>

namespace mergus::generate {

/// Rows a thread takes at a time.
inline constexpr std::uint64_t row_grain = 1024;

/// What the streams of random numbers of one seed are for.
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

/// What a generator is about to make.
struct Plan {
    std::string_view generator;
    std::uint64_t nrows;
    std::uint64_t ncols;
    Field field;
    Wide entries;        ///< or an estimate from below
    Wide more_bytes = 0; ///< of working memory beside the result
};

/// To be called before anything is allocated. \throws Error out_of_memory with the sizes if the result and
/// the working memory do not fit the memory that there is.
void require_room(const Plan& plan);

/// A matrix without entries whose row_ptr[i + 1] will take the length of row i.
Csr start_rows(std::uint64_t nrows, std::uint64_t ncols, Field field);

/// Makes offsets of the lengths, and room for the entries. \throws Error out_of_memory if the sum of the
/// lengths does not fit 64 bits or the memory
void allocate_entries(std::string_view generator, Csr& csr);

/// The permutation as a table.
std::vector<std::uint64_t> permutation_table(const Permutation& permutation, std::uint64_t size);

/// row(i) for all rows, in parallel.
template <class Row>
void for_rows(std::uint64_t nrows, const Row& row) {
    core::parallel_for(nrows, row_grain, 0, [&](std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t i = begin; i < end; ++i) row(i);
    });
}

} // namespace mergus::generate
