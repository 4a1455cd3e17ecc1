// column_map.h: new columns of copied entries, as one text for the host and the kernels.
#ifndef MERGUS_STEPS_COLUMN_MAP_H
#define MERGUS_STEPS_COLUMN_MAP_H

namespace mergus {

// Column j of an entry becomes list[j] or narrow[j], or (j & keep) + shift without lists; sums wrap around.
struct ColumnMap {
    const uint64_t* list;
    const uint32_t* narrow;
    uint64_t keep, shift;
};
static_assert(sizeof(ColumnMap) == 32, "ColumnMap: size");
static_assert(__builtin_offsetof(ColumnMap, keep) == 16, "ColumnMap: keep");

} // namespace mergus

#endif
