// symmetry.cuh: a fingerprint of the difference between a pattern and its transpose.
//
// Each entry (i, j) adds h(i, j) − h(j, i), for two hashes h of 64 bits. The sums are zero if the pattern is
// symmetric. Otherwise both are zero with a probability of about 2⁻¹²⁸. Two more sums do the same for the
// entries with their values: h(i, j, v) − h(j, i, v).
//
// Bindings: Index; Word; constant value_words (words of a value; 0: values are not read).

#include "kernels/search.cuh"

namespace mergus {

// splitmix64's finaliser.
__device__ __forceinline__ uint64_t mix(uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
    return x ^ (x >> 31);
}

// Of a value's bytes.
__device__ __forceinline__ uint64_t hash_value(const Word* words, uint64_t e) {
    uint64_t hash = 0;
    for (unsigned w = 0; w < value_words; ++w) hash = mix(hash + words[e * value_words + w]);
    return hash;
}

// What an entry adds to two sums.
struct Difference {
    uint64_t one, two;

    __device__ __forceinline__ void add(uint64_t i, uint64_t j, uint64_t v) {
        constexpr uint64_t first = 0x9e3779b97f4a7c15ull, second = 0xd1342543de82ef95ull;
        one += mix((i * first + j * second) ^ v) - mix((j * first + i * second) ^ v);
        two += mix(((i + 1) * second ^ (j * first)) + v) - mix(((j + 1) * second ^ (i * first)) + v);
    }
    // All lanes of a warp call it.
    __device__ __forceinline__ void add_to(uint64_t* sums) {
        one = warp_reduce(one, Plus());
        two = warp_reduce(two, Plus());
        if (lane() != 0) return;
        atomicAdd(&sums[0], one);
        atomicAdd(&sums[1], two);
    }
};

} // namespace mergus

// The four sums begin as zeros. A block has a run of neighbouring entries. The first row is row `first` of
// the pattern.
extern "C" __global__ void __launch_bounds__(256)
    fingerprint_asymmetry(const uint64_t* ptr, const Index* col, const Word* val, uint64_t nrows,
                          uint64_t first, uint64_t nvals, uint64_t* sums) {
    constexpr unsigned each = 8;
    __shared__ uint64_t found[2];
    const uint64_t tile = uint64_t(blockDim.x) * each;
    mergus::Difference pattern{}, values{};
    for (uint64_t e0 = blockIdx.x * tile; e0 < nvals; e0 += gridDim.x * tile) {
        const mergus::RowsOfTile rows =
            mergus::rows_of_tile(ptr, nrows, e0, mergus::min_of(e0 + tile, nvals), found);
        for (unsigned u = 0; u < each; ++u) {
            const uint64_t e = e0 + u * blockDim.x + threadIdx.x;
            if (e >= nvals) break;
            const uint64_t i = first + rows.row(e), j = col[e];
            pattern.add(i, j, 0);
            if constexpr (value_words != 0) values.add(i, j, mergus::hash_value(val, e));
        }
        __syncthreads();
    }
    pattern.add_to(sums);
    if constexpr (value_words != 0) values.add_to(sums + 2);
}
