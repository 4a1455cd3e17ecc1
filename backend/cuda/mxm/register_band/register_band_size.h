// register_band_size.h: what the groups of rows of a product need, as host and device see it.

#ifndef MERGUS_REGISTER_BAND_SIZE_H
#define MERGUS_REGISTER_BAND_SIZE_H

namespace mergus {

constexpr unsigned band_warps = 4; // of a block, each of which has a group of rows

struct RegisterBandSize {
    unsigned long long products;
    unsigned width;              // blocks of 32 columns that a group's columns span, at most
    unsigned a_blocks, b_blocks; // of the patterns of A and B
    unsigned unused;
};
static_assert(sizeof(RegisterBandSize) == 24, "the same for both compilers");

} // namespace mergus

#endif
