// compact.h: which entries of a matrix stay, as host and device see it. The host includes <cstdint> first.
#ifndef MERGUS_STEPS_COMPACT_H
#define MERGUS_STEPS_COMPACT_H

namespace mergus {

// A block marks neighbouring entries, a tile, at once.
constexpr unsigned compact_threads = 256, compact_rounds = 8;
constexpr unsigned compact_tile = compact_threads * compact_rounds, compact_words = compact_tile / 32;

// A bit for each entry says whether it stays. The tiles are whole; bits behind the last entry are 0.
struct KeptEntries {
    uint64_t* words;  // of 32 entries: their bits, and above these the kept entries before them in the tile
    uint64_t* before; // the kept entries before each tile, and in all tiles
    uint64_t tiles;
    uint64_t count; // of the entries
};
static_assert(sizeof(KeptEntries) == 32, "KeptEntries: size");
static_assert(__builtin_offsetof(KeptEntries, tiles) == 16, "KeptEntries: tiles");

// Zero before and after each launch that marks.
struct CompactCounter {
    unsigned ended; // blocks
};
static_assert(sizeof(CompactCounter) == 4, "CompactCounter: size");

// Where a launch that marks puts its marks, and posts the number of kept entries.
struct MarkOutput {
    KeptEntries kept;
    CompactCounter* counter;
    uint64_t* posted;
    uint32_t ticket;
};
static_assert(sizeof(MarkOutput) == 56, "MarkOutput: size");
static_assert(__builtin_offsetof(MarkOutput, posted) == 40, "MarkOutput: posted");

} // namespace mergus

#endif
