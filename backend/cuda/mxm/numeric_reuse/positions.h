// positions.h: the bytes of a product's position in its row of C, as one text for the host and the kernels.
// The host includes <cstdint> first.
#ifndef MERGUS_POSITIONS_H
#define MERGUS_POSITIONS_H

namespace mergus {

// A position has a bit that marks the first product of an entry of C; all other bits set: C has no such
// entry, because of a mask. The greatest rows with positions of 1 and 2 bytes, and with positions at all:
constexpr uint64_t most_of_1_byte = 127, most_of_2_bytes = 32767, most_of_4_bytes = 0x7fffffff;

} // namespace mergus

#endif
