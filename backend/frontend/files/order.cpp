/// \file order.cpp
/// Sorting of entries by place: a stable split into ranges of rows, then a sort within each range.
#include "order.hpp"

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

/// Whether (major, minor) rises strictly.
bool rises(const Indices& major, const Indices& minor) {
    for (std::size_t e = 1; e < major.size(); ++e) {
        if (major[e - 1] > major[e] || (major[e - 1] == major[e] && minor[e - 1] >= minor[e])) return false;
    }
    return true;
}

bool same_place(const Tuples& tuples, std::uint64_t a, std::uint64_t b) {
    return tuples.rows[a] == tuples.rows[b] && tuples.cols[a] == tuples.cols[b];
}

/// Puts entries into ranges of 2^shift rows, keeping their order. Returns where the ranges begin, and the
/// end.
Indices split_by_rows(const Indices& rows, unsigned shift, std::size_t buckets, unsigned threads,
                      Indices& order) {
    // The pieces are few, since each has a counter a bucket.
    const std::uint64_t pieces = std::min<std::uint64_t>(4 * std::uint64_t{thread_count(threads)}, 256);
    const std::uint64_t piece_size = std::max<std::uint64_t>(rows.size() / pieces + 1, 1 << bucket_bits);
    std::vector<Indices> next(rows.size() / piece_size + 1, Indices(buckets));
    parallel_for(rows.size(), piece_size, threads, [&](std::uint64_t begin, std::uint64_t end) {
        Indices& counts = next[begin / piece_size];
        for (std::uint64_t e = begin; e < end; ++e) ++counts[rows[e] >> shift];
    });
    Indices begins(buckets + 1);
    std::uint64_t sum = 0;
    for (std::size_t bucket = 0; bucket < buckets; ++bucket) {
        begins[bucket] = sum;
        for (Indices& counts : next) sum += std::exchange(counts[bucket], sum);
    }
    begins[buckets] = sum;
    parallel_for(rows.size(), piece_size, threads, [&](std::uint64_t begin, std::uint64_t end) {
        Indices& cursors = next[begin / piece_size];
        for (std::uint64_t e = begin; e < end; ++e) order[cursors[rows[e] >> shift]++] = e;
    });
    return begins;
}

struct Place {
    std::uint64_t row;
    std::uint64_t col;
    std::uint64_t entry;

    bool operator<(const Place& other) const noexcept {
        return std::tie(row, col, entry) < std::tie(other.row, other.col, other.entry);
    }
};

} // namespace

void check_tuples(const Tuples& tuples, std::string_view operation, unsigned threads) {
    const std::uint64_t count = tuples.rows.size();
    const std::uint64_t values = tuples.field == Field::integer   ? tuples.integers.size()
                                 : tuples.field == Field::real    ? tuples.reals.size()
                                 : tuples.field == Field::complex ? tuples.complexes.size()
                                                                  : count;
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
    return rises(tuples.rows, tuples.cols);
}

bool is_strictly_sorted(const Tuples& tuples) {
    return is_row_major(tuples) || rises(tuples.cols, tuples.rows);
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
        std::vector<Place> places;
        places.reserve(begins[bucket + 1] - begins[bucket]);
        for (std::uint64_t k = begins[bucket]; k < begins[bucket + 1]; ++k) {
            places.push_back({tuples.rows[order[k]], tuples.cols[order[k]], order[k]});
        }
        if (!std::is_sorted(places.begin(), places.end())) std::sort(places.begin(), places.end());
        for (std::uint64_t k = begins[bucket]; const Place& place : places) order[k++] = place.entry;
    });
    return order;
}

std::optional<DuplicatePair> first_duplicate(const Tuples& tuples, const Indices& order) {
    std::optional<DuplicatePair> found;
    for (std::size_t k = 1; k < order.size(); ++k) {
        if (same_place(tuples, order[k - 1], order[k]) && (!found || order[k] < found->second)) {
            found = DuplicatePair{order[k - 1], order[k]};
        }
    }
    return found;
}

void keep_last(Tuples& tuples, const Indices& order) {
    std::vector<bool> dropped(order.size());
    for (std::size_t k = 1; k < order.size(); ++k) {
        if (same_place(tuples, order[k - 1], order[k])) dropped[order[k - 1]] = true;
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
    compact(tuples.integers); // at most one of these is not empty
    compact(tuples.reals);
    compact(tuples.complexes);
}

} // namespace mergus::core
