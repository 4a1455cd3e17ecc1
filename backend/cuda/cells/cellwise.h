// cellwise.h: the arrays of a cellwise kernel, as host and device see them. The host includes <cstdint>
// first.

#ifndef MERGUS_CELLWISE_H
#define MERGUS_CELLWISE_H

namespace mergus {

// Operands that an operation does not have are null. C may be any of the others: a thread reads and writes
// one cell.
struct CellwiseArrays {
    const uint32_t *a_bits, *b_bits, *mask_bits;
    const void *a_val, *b_val, *mask_val;
    uint32_t* c_bits;
    void* c_val;
    uint64_t cells, ncols;
    uint64_t warp_words; // words of bits that a warp takes at a time, at most 32
};
static_assert(sizeof(CellwiseArrays) == 88, "the same for both compilers");

// What T has in a cell.
enum CellwiseForm {
    cellwise_union = 0,
    cellwise_intersection = 1,
    cellwise_map = 2, // f of A's value
    cellwise_select = 3,
    cellwise_copy = 4,  // A's value
    cellwise_scalar = 5 // the scalar, in all cells
};

} // namespace mergus

#endif
