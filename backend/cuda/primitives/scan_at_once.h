// scan_at_once.h: where a launch of scan_at_once.cuh puts its results, as host and device see it. The host
// includes <cstdint> first.
#ifndef MERGUS_PRIMITIVES_SCAN_AT_ONCE_H
#define MERGUS_PRIMITIVES_SCAN_AT_ONCE_H

namespace mergus {

// Threads of a block, and the blocks that a multiprocessor has at the same time, at least.
constexpr unsigned scan_threads = 256, scan_resident = 2;
// A word of the host mailbox has so many bits of the sum, the next word has the others.
constexpr unsigned scan_posted_bits = 48;

struct ScanOutput {
    uint64_t* offsets; // one more than numbers
    uint64_t* totals;  // one for each block
    uint32_t* barrier; // Device::grid_barrier_word()
    uint64_t* posted;
    uint32_t ticket;
};
static_assert(sizeof(ScanOutput) == 40, "ScanOutput: size");
static_assert(__builtin_offsetof(ScanOutput, ticket) == 32, "ScanOutput: ticket");

} // namespace mergus

#endif
