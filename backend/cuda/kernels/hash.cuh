// hash.cuh: where a key goes first in a table; of the result the low bits are used. Multiplicative (Knuth), the well mixed bits down.

namespace mergus {

__device__ __forceinline__ unsigned hash_of(uint32_t key) {
    const unsigned mixed = key * 0x9e3779b1u;
    return mixed >> 15 ^ mixed;
}
__device__ __forceinline__ unsigned hash_of(uint64_t key) { return unsigned(key * 0x9e3779b97f4a7c15ull >> 32); }

} // namespace mergus
