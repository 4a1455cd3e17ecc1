// positions.cuh: the position of each product in its row of C.
//
// The products of a row are those of its entries of A in their order, each with a row of B by ascending
// column. A row's positions begin at a multiple of 4 bytes and have 1, 2 or 4 bytes (positions.h).

#include "mxm/numeric_reuse/positions.h"

namespace mergus {

constexpr unsigned first_bit = 0x80000000u, absent = 0x7fffffffu;

__device__ __forceinline__ unsigned position_bytes_for(uint64_t row_size) {
    return row_size <= most_of_1_byte ? 1 : row_size <= most_of_2_bytes ? 2 : 4;
}

// Position p of a row, widened to 32 bits. `bytes` is a constant in most kernels.
__device__ __forceinline__ unsigned load_position(const unsigned char* row, uint64_t p, unsigned bytes) {
    if (bytes == 1) {
        const unsigned x = row[p], at = x & 0x7fu;
        return (x >> 7) << 31 | (at == 0x7fu ? absent : at);
    }
    if (bytes == 2) {
        const unsigned x = reinterpret_cast<const uint16_t*>(row)[p], at = x & 0x7fffu;
        return (x >> 15) << 31 | (at == 0x7fffu ? absent : at);
    }
    return reinterpret_cast<const unsigned*>(row)[p];
}
__device__ __forceinline__ void store_position(unsigned char* row, uint64_t p, unsigned bytes, unsigned x) {
    if (bytes == 1)
        row[p] = static_cast<unsigned char>((x & 0x7fu) | (x >> 31) << 7);
    else if (bytes == 2)
        reinterpret_cast<uint16_t*>(row)[p] = static_cast<uint16_t>((x & 0x7fffu) | (x >> 31) << 15);
    else
        reinterpret_cast<unsigned*>(row)[p] = x;
}

} // namespace mergus
