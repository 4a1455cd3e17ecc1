// truss_numbers.h: what the host and the kernel of truss numbers share. The host includes it after <cstdint>,
// and it is embedded in the kernel's text.
#ifndef MERGUS_TRUSS_NUMBERS_H
#define MERGUS_TRUSS_NUMBERS_H

namespace mergus {

// Zero at the start.
struct TrussCounts {
    uint32_t
        queued[3];     // edges of the rounds, in turns: of this one, of the next one, and one that is cleared
    uint32_t least[2]; // triangles of an edge that is left, in turns
    uint32_t unused;
};

// A symmetric pattern without loops, and device memory of an element for each entry. The number of an edge is
// that of its entry (i, j), i < j; the elements of other entries are used where that is said.
struct TrussMemory {
    const uint64_t* ptr;
    const uint32_t* col;
    uint64_t n;
    uint64_t nvals;
    uint32_t* row;
    uint32_t* edge;      // of each entry: the number of the edge
    uint32_t* triangles; // that are left; of a removed edge its truss number
    uint32_t* round;     // in which the edge is removed; ~0: not known yet; 0: no edge
    uint32_t* queue[2];  // edges that a round removes, in turns
    TrussCounts* counts;
    uint32_t* barrier;
};

static_assert(sizeof(TrussCounts) == 24 && sizeof(TrussMemory) == 96, "host and device lay them out alike");

} // namespace mergus

#endif
