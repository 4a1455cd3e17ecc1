// bitmap_forms.h: the arrays of a bitmap_forms kernel, as host and device see them. The host includes
// <cstdint> first.

#ifndef MERGUS_BITMAP_FORMS_H
#define MERGUS_BITMAP_FORMS_H

namespace mergus {

// Operands that an operation does not have are null. C may be any of the others: a thread reads and writes
// one cell.
struct BitmapArrays {
    const uint32_t *a_bits, *b_bits, *mask_bits;
    const void *a_val, *b_val, *mask_val;
    uint32_t* c_bits;
    void* c_val;
    uint64_t cells, ncols;
    uint64_t warp_words; // words of bits that a warp takes at a time, at most 32
};
static_assert(sizeof(BitmapArrays) == 88, "the same for both compilers");

// What T has in a cell.
enum BitmapForm {
    bitmap_union = 0,
    bitmap_intersection = 1,
    bitmap_map = 2, // f of A's value
    bitmap_select = 3,
    bitmap_copy = 4,  // A's value
    bitmap_scalar = 5 // the scalar, in all cells
};

} // namespace mergus

#endif
