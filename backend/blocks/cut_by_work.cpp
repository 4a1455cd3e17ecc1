/// \file cut_by_work.cpp
#include "product.hpp"
#include "turns.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace mergus::blocks {

bool is_cut_by_work(const mergus_context& context, const Product& product) {
    constexpr std::uint64_t least = 1 << 14; // entries, below which it takes longer than it saves
    const mergus_transfers* const transfers = context.devices.front()->transfers();
    const std::uint64_t limit = context.caches.front().limit();
    const Part all_of_B{&product.B, {0, product.B.rows.size()}, {0, product.B.cols.size()}};
    return product.entry == &mergus_backend::mxm && context.concurrent && context.options.p == 0 &&
           context.peers.size() == 1 && transfers != nullptr && transfers->product_work != nullptr &&
           !product.a_transposed && !product.b_transposed && product.A.cols.parts() == 1 &&
           product.B.cols.parts() == 1 && product.A.rows.parts() > 1 && product.A.nvals() >= least &&
           (limit == 0 || bytes_of_part(all_of_B) <= limit / 4);
}

Cuts cut_by_work(mergus_context& context, const Product& product) {
    constexpr std::uint64_t ranges = 1024; // of a block of A
    const Cuts& rows = product.A.rows;
    const Part all_of_B{&product.B, {0, product.B.rows.size()}, {0, product.B.cols.size()}};
    std::vector<std::vector<std::uint64_t>> sums(rows.parts());
    for_each_device(context, [&](std::size_t, Cache& cache) {
        for (std::uint64_t i = 0; i < rows.parts(); ++i) {
            if (&context.home(i, rows.parts()) != &cache || product.A.block(i, 0) == nullptr) continue;
            const LocalPtr A = product.A.block(i, 0)->on(cache),
                           B = gather_and_keep(context, cache, all_of_B);
            sums[i].resize(std::min(ranges, rows[i].count));
            cache.device().call([&](mergus_status* status) {
                return cache.device().transfers()->product_work(cache.device().handle(), A->handle(),
                                                                B->handle(), sums[i].size(), sums[i].data(),
                                                                status);
            });
        }
    });
    // A block as it is needs no copy.
    std::vector<std::uint64_t> of_block;
    for (const std::vector<std::uint64_t>& ranges_of_block : sums)
        of_block.push_back(std::accumulate(ranges_of_block.begin(), ranges_of_block.end(), std::uint64_t{0}));
    const std::uint64_t total = std::accumulate(of_block.begin(), of_block.end(), std::uint64_t{0}),
                        largest = *std::max_element(of_block.begin(), of_block.end());
    if (rows.parts() == context.devices.size() && largest <= (total + total / 10) / rows.parts()) return rows;
    // Where the ranges end, and the multiplications before.
    std::vector<std::uint64_t> ends{0}, before{0};
    for (std::uint64_t i = 0; i < rows.parts(); ++i) {
        if (sums[i].empty()) sums[i].push_back(0);
        for (std::uint64_t n = 1; n <= sums[i].size(); ++n) {
            ends.push_back(rows[i].first + rows[i].count * n / sums[i].size());
            before.push_back(before.back() + sums[i][n - 1]);
        }
    }
    const Cuts by_range = Cuts::by_prefix(ends.size() - 1, context.devices.size(),
                                          [&](std::uint64_t range) { return before[range]; });
    return by_range.mapped(ends);
}

} // namespace mergus::blocks
