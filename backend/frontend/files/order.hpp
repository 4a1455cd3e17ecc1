/// \file order.hpp
/// Order of entries by row and column, and duplicates. Memory is proportional to the number of entries,
/// independent of the number of rows.
#pragma once

#include <mergus/host_data.hpp>

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace mergus::core {

/// \throws Error dimension_mismatch unless the numbers of rows, columns and values are equal; invalid_index
/// for an entry outside the shape
void check_tuples(const Tuples& tuples, std::string_view operation, unsigned threads);

/// Whether (row, column) is strictly increasing.
bool is_row_major(const Tuples& tuples);

/// Whether (row, column) or (column, row) is strictly increasing. Then there are no duplicates.
bool is_strictly_sorted(const Tuples& tuples);

/// The indices of the entries, sorted by row, column and index. Parallel; the result is independent of
/// `threads`.
std::vector<std::uint64_t> sorted_order(const Tuples& tuples, unsigned threads);

struct DuplicatePair {
    std::uint64_t first = 0;
    std::uint64_t second = 0;
};

/// The duplicate with the lowest index, and the preceding entry at its position.
std::optional<DuplicatePair> first_duplicate(const Tuples& tuples, const std::vector<std::uint64_t>& order);

/// Keeps only the last of the entries at each position. The order does not change.
void keep_last(Tuples& tuples, const std::vector<std::uint64_t>& order);

} // namespace mergus::core
