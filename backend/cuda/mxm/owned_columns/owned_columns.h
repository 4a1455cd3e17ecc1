// owned_columns.h: numbers that the kernels and the host side of owned_columns.cuh share.

#ifndef MERGUS_MXM_OWNED_COLUMNS_H
#define MERGUS_MXM_OWNED_COLUMNS_H

namespace mergus {

constexpr unsigned owned_threads = 256;     // of a block that weighs and arranges
constexpr unsigned work_classes = 128;      // rows of about equal work, four classes for each power of two
constexpr unsigned column_buckets = 1024;   // neighbouring columns whose entries are counted together
constexpr unsigned most_owned_words = 1024; // of 32 columns each

// Zero before the first launch.
struct OwnedWeights {
    uint32_t rows[work_classes];      // of each class, the one with the most work first
    uint32_t placed[work_classes];    // rows of the class that have got a place
    uint32_t entries[column_buckets]; // of B in each bucket
};

} // namespace mergus

#endif
