// spread_slots.cuh: an order of the sums of each class of rows (pattern_classes.cuh) in shared memory, with
// fewer conflicts of banks.
//
// A warp adds a row of B in waves of `banks` neighbouring products, which take as many cycles as products
// fall on one bank. Each sum, in the order of columns, gets the bank that the fewest products of its waves
// have so far. A class whose columns are consecutive keeps its order.
//
// Bindings: A_index, Index; constants banks: of shared memory, as wide as a sum, 32 at most; most_entries: of
// a row of the product, and most_waves: classes with more keep their order.

#include "kernels/smaller.cuh"
#include "mxm/pattern_classes/class_recipe.cuh"

namespace mergus {

// Calls use(wave) for each product of sum `slot`. The whole warp.
template <class Use>
__device__ __forceinline__ void for_waves(const uint16_t* slots, const uint16_t* waves, unsigned products,
                                          unsigned slot, const Use& use) {
    for (unsigned base = 0; base < products; base += 32) {
        const unsigned p = base + lane();
        unsigned found = __ballot_sync(full_mask, p < products && (slots[p] & (first_product - 1)) == slot);
        for (; found != 0; found &= found - 1) use(waves[base + unsigned(__ffs(int(found)) - 1)]);
    }
}

// waves[p] = the wave of product p of row i of A. Returns their number. The whole warp.
__device__ __forceinline__ unsigned find_waves(const uint64_t* a_ptr, const A_index* a_col,
                                               const uint64_t* b_ptr, uint64_t i, uint16_t* waves) {
    unsigned products = 0, count = 0;
    for (uint64_t e = a_ptr[i]; e < a_ptr[i + 1]; ++e) {
        const unsigned length = unsigned(b_ptr[a_col[e] + 1] - b_ptr[a_col[e]]);
        for (unsigned f = lane(); f < length; f += 32) waves[products + f] = uint16_t(count + f / banks);
        products += length;
        count += (length + banks - 1) / banks;
    }
    __syncwarp();
    return count;
}

} // namespace mergus

// A block of one warp has a class, of which rows[blockIdx.x] is a row. homes[s]: the offset of sum s in
// shared memory. `to`: the products of `from` with homes in place of slots. used: 0, then one more than the
// greatest home. Shared memory: most_waves * banks bytes, then 2 bytes for each product of a class.
extern "C" __global__ void __launch_bounds__(32)
    spread_slots(const uint64_t* a_ptr, const A_index* a_col, const uint64_t* b_ptr, const unsigned* rows,
                 const mergus::RowRecipe* recipes, const uint16_t* from, uint64_t stride, uint16_t* to,
                 uint16_t* homes, unsigned* used) {
    extern __shared__ __align__(16) unsigned char shared_bytes[];
    unsigned char* const taken = shared_bytes; // products of each wave on each bank
    uint16_t* const waves = reinterpret_cast<uint16_t*>(shared_bytes + most_waves * banks);
    const mergus::RowRecipe recipe = recipes[blockIdx.x];
    from += blockIdx.x * stride;
    to += blockIdx.x * stride;
    homes += blockIdx.x * stride;
    const unsigned lane = mergus::lane();
    const unsigned count = mergus::find_waves(a_ptr, a_col, b_ptr, rows[blockIdx.x], waves);
    const bool spreads = count <= unsigned(most_waves) && recipe.entries <= unsigned(most_entries);
    for (unsigned n = lane; spreads && n < count * banks; n += 32) taken[n] = 0;
    __syncwarp();
    unsigned level = 0, last = 0; // sums on the lane's bank; the greatest home
    for (unsigned s = 0; s < recipe.entries; ++s) {
        unsigned home = s;
        if (spreads) {
            unsigned conflicts = 0;
            mergus::for_waves(from, waves, recipe.products, s, [&](unsigned wave) {
                if (lane < unsigned(banks)) conflicts += taken[wave * banks + lane];
            });
            // The bank of the least conflicts, then of the fewest sums, then the next in order.
            const uint64_t mine = lane < unsigned(banks) ? uint64_t(conflicts * 64 + level) << 8 |
                                                               (lane + banks - s % banks) % banks
                                                         : ~uint64_t(0);
            const unsigned bank = unsigned(mergus::warp_reduce(mine, mergus::Smaller()) & 255) + s % banks;
            const unsigned best = bank % banks;
            home = mergus::shuffle(mergus::full_mask, level, int(best)) * banks + best;
            mergus::for_waves(from, waves, recipe.products, s, [&](unsigned wave) {
                if (lane == best) ++taken[wave * banks + lane];
            });
            if (lane == best) ++level;
        }
        if (lane == 0) homes[s] = uint16_t(home);
        last = mergus::max_of(last, home);
        __syncwarp();
    }
    for (unsigned p = lane; p < recipe.products; p += 32) {
        const unsigned code = from[p];
        to[p] = uint16_t((code & mergus::first_product) | homes[code & (mergus::first_product - 1)]);
    }
    if (lane == 0) atomicMax(used, last + 1);
}
