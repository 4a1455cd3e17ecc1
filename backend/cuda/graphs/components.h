// components.h: what host and kernels of the connected components share. The host includes it after
// <cstdint>.
#ifndef MERGUS_COMPONENTS_H
#define MERGUS_COMPONENTS_H

namespace mergus {

// What unite_rest() gets and leaves.
struct ComponentsRest {
    uint64_t largest;  // the root of the largest component, probably
    uint64_t has_long; // whether rows are left that are too long for a warp
};

static_assert(sizeof(ComponentsRest) == 16, "host and device lay it out alike");

} // namespace mergus

#endif
