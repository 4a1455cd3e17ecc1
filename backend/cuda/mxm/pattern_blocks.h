// pattern_blocks.h: a block of the pattern of a row, as host and device see it.

#ifndef MERGUS_PATTERN_BLOCKS_H
#define MERGUS_PATTERN_BLOCKS_H

namespace mergus {

// The entries of a row with columns [32 * id, 32 * id + 32): bit b is column 32 * id + b.
struct PatternBlock {
    unsigned id, mask;
};
static_assert(sizeof(PatternBlock) == 8, "the same for both compilers");

} // namespace mergus

#endif
