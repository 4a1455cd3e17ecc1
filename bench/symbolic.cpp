/// \file symbolic.cpp
#include "symbolic.hpp"

#include "../backend/frontend/support/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <limits>
#include <numeric>

namespace mergus::bench {

namespace {

/// Counts the distinct columns of rows. Stamps make clearing between rows unnecessary.
class ColumnCounter {
public:
    explicit ColumnCounter(std::uint64_t columns) : stamp_(columns, 0) {}

    std::uint64_t count(const HostCsr& a, const HostCsr& b, const HostCsr* mask, std::uint64_t row) {
        // Two stamps per row: `open` for columns of the mask, `taken` for counted columns. Without a mask all
        // older stamps count as open.
        if (mark_ > std::numeric_limits<std::uint32_t>::max() - 2) {
            std::fill(stamp_.begin(), stamp_.end(), 0);
            mark_ = 0;
        }
        const std::uint32_t open = mark_ + 1;
        const std::uint32_t taken = mark_ + 2;
        mark_ += 2;
        if (mask != nullptr)
            for (std::uint64_t e = mask->ptr[row]; e < mask->ptr[row + 1]; ++e) stamp_[mask->cols[e]] = open;
        std::uint64_t length = 0;
        for (std::uint64_t e = a.ptr[row]; e < a.ptr[row + 1]; ++e) {
            const std::uint32_t k = a.cols[e];
            for (std::uint64_t f = b.ptr[k]; f < b.ptr[std::uint64_t{k} + 1]; ++f) {
                std::uint32_t& seen = stamp_[b.cols[f]];
                const bool is_new = mask != nullptr ? seen == open : seen != taken;
                if (!is_new) continue;
                seen = taken;
                ++length;
            }
        }
        return length;
    }

private:
    std::vector<std::uint32_t> stamp_;
    std::uint32_t mark_ = 0;
};

} // namespace

Array<std::uint64_t> row_lengths(const HostCsr& a, const HostCsr& b, const HostCsr* mask) {
    Array<std::uint64_t> lengths(a.nrows);
    // Small chunks, because one row may have most of the work. Each thread has one counter for all its
    // chunks.
    constexpr std::uint64_t chunk = 16;
    std::atomic<std::uint64_t> next{0};
    const unsigned threads = core::thread_count();
    core::parallel_for(threads, 1, threads, [&](std::uint64_t, std::uint64_t) {
        ColumnCounter counter(b.ncols);
        for (std::uint64_t begin = next.fetch_add(chunk); begin < a.nrows; begin = next.fetch_add(chunk))
            for (std::uint64_t row = begin; row < std::min(begin + chunk, a.nrows); ++row)
                lengths[row] = counter.count(a, b, mask, row);
    });
    return lengths;
}

std::uint64_t chain_products(const std::vector<const HostCsr*>& factors, bool right_first) {
    if (factors.size() == 2) return products_of(*factors[0], *factors[1]);
    const HostCsr& a = *factors[right_first ? 1 : 0];
    const HostCsr& b = *factors[right_first ? 2 : 1];
    const Array<std::uint64_t> lengths = row_lengths(a, b);
    return products_of(a, b) + std::accumulate(lengths.begin(), lengths.end(), std::uint64_t{0});
}

} // namespace mergus::bench
