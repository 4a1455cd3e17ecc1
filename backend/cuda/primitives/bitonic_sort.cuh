// bitonic_sort.cuh: sorts of a power of two of items, without further memory.
//
// Source: Batcher 1968.

namespace mergus {

// Sorts n items in memory, by thread `rank` of `threads`: calls order(low, high, ascending) for two items,
// which exchanges them where they are not in that order, and sync(), a barrier of these threads, after each
// round.
template <class Order, class Sync>
__device__ __forceinline__ void bitonic_sort(unsigned n, unsigned rank, unsigned threads, const Order& order,
                                             const Sync& sync) {
    for (unsigned run = 2; run <= n; run *= 2)
        for (unsigned distance = run / 2; distance > 0; distance /= 2) {
            for (unsigned pair = rank; pair < n / 2; pair += threads) {
                const unsigned low = 2 * pair - (pair & (distance - 1));
                order(low, low + distance, (low & run) == 0);
            }
            sync();
        }
}

// Sorts 32 << each_log2 words in the registers of a warp. Word u * 32 + lane is word[u] of that lane.
template <int each_log2, class Word>
__device__ __forceinline__ void warp_sort(Word (&word)[1 << each_log2]) {
    // Fully unrolled: words that are indexed at run time would not stay in registers.
#pragma unroll
    for (int run_log2 = 1; run_log2 <= 5 + each_log2; ++run_log2) {
#pragma unroll
        for (int distance_log2 = run_log2 - 1; distance_log2 >= 0; --distance_log2) {
#pragma unroll
            for (int u = 0; u < 1 << each_log2; ++u) {
                const bool up = ((unsigned(u) * 32 + lane()) >> run_log2 & 1u) == 0;
                if (distance_log2 >= 5) {
                    // Both words are this lane's; the lower one handles the pair.
                    const int other = u | 1 << (distance_log2 >= 5 ? distance_log2 - 5 : 0);
                    if (other == u) continue;
                    const Word low = min_of(word[u], word[other]), high = max_of(word[u], word[other]);
                    word[u] = up ? low : high;
                    word[other] = up ? high : low;
                } else {
                    const Word other = shuffle_xor(full_mask, word[u], 1 << distance_log2);
                    const bool lower = (lane() >> distance_log2 & 1u) == 0;
                    word[u] = lower == up ? min_of(word[u], other) : max_of(word[u], other);
                }
            }
        }
    }
}

} // namespace mergus
