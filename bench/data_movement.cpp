/// \file data_movement.cpp
#include "data_movement.hpp"

#include "symbolic.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <random>

namespace mergus::bench {

namespace {

std::uint64_t length_of(const HostCsr& matrix, std::uint64_t row) {
    return matrix.ptr[row + 1] - matrix.ptr[row];
}

std::uint64_t bandwidth_of(const HostCsr& matrix) {
    std::uint64_t widest = 0;
    for (std::uint64_t i = 0; i < matrix.nrows; ++i)
        for (std::uint64_t e = matrix.ptr[i]; e < matrix.ptr[i + 1]; ++e) {
            const std::uint64_t j = matrix.cols[e];
            widest = std::max(widest, i < j ? j - i : i - j);
        }
    return widest;
}

/// Entries of rows of B that are read if successive rows of `rows` form blocks: a block takes rows while its
/// entries of A and C and its distinct rows of B have at most `capacity` entries.
std::uint64_t entries_of_blocks(const HostCsr& a, const HostCsr& b, const Array<std::uint64_t>& c_lengths,
                                const Order& rows, std::uint64_t capacity) {
    constexpr std::uint64_t never = std::numeric_limits<std::uint64_t>::max();
    std::vector<std::uint64_t> seen(b.nrows, never); // the block that read the row last
    std::uint64_t block = 0, used = 0, read = 0;
    const auto fresh = [&](std::uint64_t row) {
        std::uint64_t entries = 0;
        for (std::uint64_t e = a.ptr[row]; e < a.ptr[row + 1]; ++e)
            if (seen[a.cols[e]] != block) entries += length_of(b, a.cols[e]);
        return entries;
    };
    for (const std::uint32_t row : rows) {
        const std::uint64_t own = length_of(a, row) + c_lengths[row];
        std::uint64_t more = fresh(row);
        if (used != 0 && used + own + more > capacity) {
            ++block;
            used = 0;
            more = fresh(row);
        }
        for (std::uint64_t e = a.ptr[row]; e < a.ptr[row + 1]; ++e) seen[a.cols[e]] = block;
        used += own + more;
        read += more;
    }
    return read;
}

/// Entries of rows of B that are read, row of A by row of A, through a cache that keeps the rows of B used
/// last, up to `capacity` entries.
std::uint64_t entries_through_cache(const HostCsr& a, const HostCsr& b, std::uint64_t capacity) {
    // A ring through all rows of B in the order of their last use; row b.nrows is its start.
    const std::uint64_t none = b.nrows;
    std::vector<std::uint64_t> before(b.nrows + 1, none), after(b.nrows + 1, none);
    std::vector<bool> kept(b.nrows, false);
    std::uint64_t used = 0, read = 0;
    const auto unlink = [&](std::uint64_t k) {
        after[before[k]] = after[k];
        before[after[k]] = before[k];
    };
    for (const std::uint32_t k : a.cols) {
        const std::uint64_t length = length_of(b, k);
        if (kept[k]) {
            unlink(k);
        } else {
            read += length;
            if (length > capacity) continue;
            kept[k] = true;
            used += length;
        }
        before[k] = before[none];
        after[k] = none;
        after[before[none]] = k;
        before[none] = k;
        while (used > capacity) {
            const std::uint64_t oldest = after[none];
            unlink(oldest);
            kept[oldest] = false;
            used -= length_of(b, oldest);
        }
    }
    return read;
}

} // namespace

HostCsr permuted(const HostCsr& matrix, const Order& order) {
    std::vector<std::uint32_t> number(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) number[order[i]] = static_cast<std::uint32_t>(i);
    HostCsr result;
    result.nrows = matrix.nrows;
    result.ncols = matrix.ncols;
    for (const std::uint32_t row : order) {
        for (std::uint64_t e = matrix.ptr[row]; e < matrix.ptr[std::uint64_t{row} + 1]; ++e)
            result.cols.push_back(number[matrix.cols[e]]);
        std::sort(result.cols.begin() + static_cast<std::ptrdiff_t>(result.ptr.back()), result.cols.end());
        result.ptr.push_back(result.cols.size());
    }
    return result;
}

Order random_order(std::uint64_t rows, std::uint64_t seed) {
    Order order(rows);
    std::iota(order.begin(), order.end(), 0U);
    std::mt19937_64 random(seed);
    for (std::uint64_t i = rows; i > 1; --i) std::swap(order[i - 1], order[random() % i]);
    return order;
}

DataMovement data_movement(const HostCsr& matrix, std::uint64_t entry, std::uint64_t cache) {
    constexpr std::uint64_t column = sizeof(std::uint32_t);
    const Array<std::uint64_t> c_lengths = row_lengths(matrix, matrix);
    const std::uint64_t a = matrix.nvals(), b = a,
                        c = std::accumulate(c_lengths.begin(), c_lengths.end(), std::uint64_t{0});
    const auto bytes = [](std::uint64_t entries, std::uint64_t of_an_entry) {
        return static_cast<double>(entries) * static_cast<double>(of_an_entry);
    };
    DataMovement moved;
    moved.bandwidth = bandwidth_of(matrix);
    moved.products = products_of(matrix, matrix);
    moved.lower = bytes(a + b + c, entry);
    Order rows(matrix.nrows);
    std::iota(rows.begin(), rows.end(), 0U);
    const auto in_blocks = [&](const Order& order) {
        return bytes(a + c + entries_of_blocks(matrix, matrix, c_lengths, order, cache / entry), entry);
    };
    moved.blocks = in_blocks(rows);
    const auto parts = static_cast<unsigned>(2 * moved.lower / static_cast<double>(cache) + 2);
    if (const std::optional<Order> order = partitioned_rows(matrix, matrix, parts))
        moved.hypergraph = in_blocks(*order);
    moved.kernels = bytes(a + entries_through_cache(matrix, matrix, cache / column), column) +
                    bytes(a + c + entries_through_cache(matrix, matrix, cache / entry), entry);
    moved.uncached = bytes(a + moved.products, column) + bytes(a + c + moved.products, entry);
    return moved;
}

} // namespace mergus::bench
