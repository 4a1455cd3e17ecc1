// scan_at_once.h: where a launch of scan_at_once.cuh puts its results, as host and device see it. The host
// includes <cstdint> first.
#ifndef MERGUS_PRIMITIVES_SCAN_AT_ONCE_H
#define MERGUS_PRIMITIVES_SCAN_AT_ONCE_H

namespace mergus {

// Threads of a block, and the blocks that a multiprocessor has at the same time, at least.
constexpr unsigned scan_threads = 256, scan_resident = 2;
// The largest number that a word of the host mailbox has. It stands for larger sums, which no memory has room
// for.
constexpr uint64_t scan_most_posted = (uint64_t(1) << 48) - 1;
// Numbers may be pairs: one in the low bits, and one above.
constexpr unsigned scan_pair_shift = 40;

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
