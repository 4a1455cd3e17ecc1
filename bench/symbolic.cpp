/// \file symbolic.cpp
#include "symbolic.hpp"

#include "../backend/core/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <numeric>

namespace mergus::bench {

Array<std::uint64_t> row_lengths(const HostCsr& a, const HostCsr& b) {
    Array<std::uint64_t> lengths(a.nrows);
    // Rows are taken from a common counter in small pieces, since one may hold most of the work; stamps stay with
    // their thread, so that they are cleared once.
    std::atomic<std::uint64_t> next{0};
    constexpr std::uint64_t piece = 16;
    const unsigned threads = core::thread_count();
    core::parallel_for(threads, 1, threads, [&](std::uint64_t, std::uint64_t) {
        // Marked with row + 1; rows are fewer than 2^32 wherever the products are few enough to count.
        std::vector<std::uint32_t> stamp(b.ncols, 0);
        for (std::uint64_t begin = next.fetch_add(piece); begin < a.nrows; begin = next.fetch_add(piece))
            for (std::uint64_t row = begin; row < std::min(begin + piece, a.nrows); ++row) {
                const auto mark = static_cast<std::uint32_t>(row + 1);
                std::uint64_t length = 0;
                for (std::uint64_t e = a.ptr[row]; e < a.ptr[row + 1]; ++e) {
                    const std::uint32_t k = a.cols[e];
                    for (std::uint64_t f = b.ptr[k]; f < b.ptr[std::uint64_t{k} + 1]; ++f) {
                        std::uint32_t& seen = stamp[b.cols[f]];
                        length += seen != mark ? 1 : 0;
                        seen = mark;
                    }
                }
                lengths[row] = length;
            }
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
