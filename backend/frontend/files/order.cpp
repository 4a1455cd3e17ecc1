/// \file order.cpp
/// Sorts entries by row and column: a stable partition into ranges of rows, then a sort of each range.
#include "order.hpp"

#include "field_values.hpp"

#include "parallel.hpp"

#include <mergus/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <tuple>

namespace mergus::core {

namespace {

using Indices = std::vector<std::uint64_t>;

constexpr unsigned bucket_bits = 12;
constexpr std::uint64_t check_grain = std::uint64_t{1} << 18;

/// Whether (major, minor) is strictly increasing.
bool is_increasing(const Indices& major, const Indices& minor) {
    for (std::size_t e = 1; e < major.size(); ++e) {
        if (major[e - 1] > major[e] || (major[e - 1] == major[e] && minor[e - 1] >= minor[e])) return false;
    }
    return true;
}

bool same_position(const Tuples& tuples, std::uint64_t a, std::uint64_t b) {
    return tuples.rows[a] == tuples.rows[b] && tuples.cols[a] == tuples.cols[b];
}

/// Partitions entries stably into ranges of 2^shift rows. \return the start of each range, and the end
Indices split_by_rows(const Indices& rows, unsigned shift, std::size_t buckets, unsigned threads,
                      Indices& order) {
    // Few chunks, because each has a counter for each bucket.
    const std::uint64_t chunks = std::min<std::uint64_t>(4 * std::uint64_t{thread_count(threads)}, 256);
    const std::uint64_t chunk_size = std::max<std::uint64_t>(rows.size() / chunks + 1, 1 << bucket_bits);
    std::vector<Indices> next(rows.size() / chunk_size + 1, Indices(buckets));
    parallel_for(rows.size(), chunk_size, threads, [&](std::uint64_t begin, std::uint64_t end) {
        Indices& counts = next[begin / chunk_size];
        for (std::uint64_t e = begin; e < end; ++e) ++counts[rows[e] >> shift];
    });
    Indices begins(buckets + 1);
    std::uint64_t sum = 0;
    for (std::size_t bucket = 0; bucket < buckets; ++bucket) {
        begins[bucket] = sum;
        for (Indices& counts : next) sum += std::exchange(counts[bucket], sum);
    }
    begins[buckets] = sum;
    parallel_for(rows.size(), chunk_size, threads, [&](std::uint64_t begin, std::uint64_t end) {
        Indices& cursors = next[begin / chunk_size];
        for (std::uint64_t e = begin; e < end; ++e) order[cursors[rows[e] >> shift]++] = e;
    });
    return begins;
}

struct Position {
    std::uint64_t row;
    std::uint64_t col;
    std::uint64_t entry;

    bool operator<(const Position& other) const noexcept {
        return std::tie(row, col, entry) < std::tie(other.row, other.col, other.entry);
    }
};

} // namespace

void check_tuples(const Tuples& tuples, std::string_view operation, unsigned threads) {
    const std::uint64_t count = tuples.rows.size();
    const std::uint64_t values = value_count(tuples);
    if (tuples.cols.size() != count || values != count) {
        throw Error(Code::dimension_mismatch, fmt::format("{}: {} rows, {} columns and {} values", operation,
                                                          count, tuples.cols.size(), values));
    }
    parallel_for(count, check_grain, threads, [&](std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t e = begin; e < end; ++e) {
            if (tuples.rows[e] >= tuples.nrows || tuples.cols[e] >= tuples.ncols) {
                throw Error(
                    Code::invalid_index,
                    fmt::format("{}: entry {} at row {}, column {} (from 0) is outside the {} by {} matrix",
                                operation, e, tuples.rows[e], tuples.cols[e], tuples.nrows, tuples.ncols));
            }
        }
    });
}

bool is_row_major(const Tuples& tuples) {
    return is_increasing(tuples.rows, tuples.cols);
}

bool is_strictly_sorted(const Tuples& tuples) {
    return is_row_major(tuples) || is_increasing(tuples.cols, tuples.rows);
}

Indices sorted_order(const Tuples& tuples, unsigned threads) {
    Indices order(tuples.rows.size());
    if (order.empty()) return order;
    const std::uint64_t last_row = *std::max_element(tuples.rows.begin(), tuples.rows.end());
    const auto bits = static_cast<unsigned>(std::bit_width(last_row));
    const unsigned shift = bits > bucket_bits ? bits - bucket_bits : 0;
    const auto buckets = static_cast<std::size_t>((last_row >> shift) + 1);
    const Indices begins = split_by_rows(tuples.rows, shift, buckets, threads, order);

    parallel_for(buckets, 1, threads, [&](std::uint64_t bucket, std::uint64_t) {
        std::vector<Position> positions;
        positions.reserve(begins[bucket + 1] - begins[bucket]);
        for (std::uint64_t k = begins[bucket]; k < begins[bucket + 1]; ++k) {
            positions.push_back({tuples.rows[order[k]], tuples.cols[order[k]], order[k]});
        }
        if (!std::is_sorted(positions.begin(), positions.end()))
            std::sort(positions.begin(), positions.end());
        for (std::uint64_t k = begins[bucket]; const Position& position : positions)
            order[k++] = position.entry;
    });
    return order;
}

std::optional<DuplicatePair> first_duplicate(const Tuples& tuples, const Indices& order) {
    std::optional<DuplicatePair> found;
    for (std::size_t k = 1; k < order.size(); ++k) {
        if (same_position(tuples, order[k - 1], order[k]) && (!found || order[k] < found->second)) {
            found = DuplicatePair{order[k - 1], order[k]};
        }
    }
    return found;
}

void keep_last(Tuples& tuples, const Indices& order) {
    std::vector<bool> dropped(order.size());
    for (std::size_t k = 1; k < order.size(); ++k) {
        if (same_position(tuples, order[k - 1], order[k])) dropped[order[k - 1]] = true;
    }
    const auto compact = [&dropped](auto& array) {
        std::size_t kept = 0;
        for (std::size_t e = 0; e < array.size(); ++e) {
            if (!dropped[e]) array[kept++] = array[e];
        }
        array.resize(kept);
    };
    compact(tuples.rows);
    compact(tuples.cols);
    with_values(tuples.field, compact, tuples);
}

} // namespace mergus::core
