// hash.cuh: where a key goes first in a table; of the result the low bits are used. Multiplicative (Knuth),
// from the middle of a wide product: the low bits of a narrow one leave runs of neighbouring columns in each
// other's way.

namespace mergus {

__device__ __forceinline__ unsigned hash_of(uint64_t key) {
    return unsigned(key * 0x9e3779b97f4a7c15ull >> 32);
}

} // namespace mergus
