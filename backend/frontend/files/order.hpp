/// \file order.hpp
/// The order of entries by place, and what follows from it: duplicates. Memory grows with the number of
/// entries, never with the number of rows.
#pragma once

#include <mergus/host_data.hpp>

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace mergus::core {

/// \throws Error dimension_mismatch unless rows, columns and values are equally many; invalid_index for an
/// entry outside the shape.
void check_tuples(const Tuples& tuples, std::string_view operation, unsigned threads);

/// Whether the places rise strictly, by row and column.
bool is_row_major(const Tuples& tuples);

/// Whether the places rise strictly, by row and column or by column and row: then there is no duplicate.
bool is_strictly_sorted(const Tuples& tuples);

/// The entries' numbers, sorted by row, column and number. In parallel; the same for every number of threads.
std::vector<std::uint64_t> sorted_order(const Tuples& tuples, unsigned threads);

struct DuplicatePair {
    std::uint64_t first = 0;
    std::uint64_t second = 0;
};

/// Of all entries that stand where one before them stood, the one with the lowest number, and that before it.
std::optional<DuplicatePair> first_duplicate(const Tuples& tuples, const std::vector<std::uint64_t>& order);

/// Of the entries at one place keeps that with the highest number; the others keep their order.
void keep_last(Tuples& tuples, const std::vector<std::uint64_t>& order);

} // namespace mergus::core
