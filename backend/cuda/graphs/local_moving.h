// local_moving.h: what the host and the kernels of local moving share. The host includes it after <cstdint>,
// and it is embedded in the kernels' text.
#ifndef MERGUS_LOCAL_MOVING_H
#define MERGUS_LOCAL_MOVING_H

namespace mergus {

// The classes of vertices by their entries: for a warp, for a block with a small table, and with a large one.
constexpr uint32_t moving_classes = 3;
constexpr uint32_t warp_entries = 192; // most of a warp, whose table has warp_slots slots
constexpr uint32_t warp_slots = 256;
constexpr uint32_t block_entries = 1536; // most of a block with a small table

// n vertices; labels are below another number, of which there are totals and sizes.
struct MovingGraph {
    const uint64_t* ptr;
    const uint32_t* col;
    const double* weights;
    uint64_t stride; // 0 if all weights have one value
    uint64_t n;
    const double* x[2];
    const double* y[2];
    uint32_t x_stride[2], y_stride[2]; // 0 if all elements have one value
    uint64_t terms;
    double least_gain;
    uint32_t* labels;
    uint32_t* targets;               // of the vertices of the lists; their label if they stay
    uint8_t* open;                   // 1: may move; null in a refinement
    const uint32_t* community;       // of a refinement: parts stay within them; else null
    uint32_t* sizes;                 // of a refinement: vertices of a label
    double* totals[2];               // sums of y
    uint32_t* lists[moving_classes]; // the vertices of a group, by class
    uint64_t* counts;                // of the lists
};

// Those of the vertices that move at the same time: that are open, or single in a refinement.
struct MovingGroup {
    uint64_t group, groups, seed;
};

static_assert(sizeof(MovingGraph) == 192 && sizeof(MovingGroup) == 24, "host and device lay them out alike");

} // namespace mergus

#endif
