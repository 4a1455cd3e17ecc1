// communities.h: labels of vertices that edges must not leave, as host and kernels see them. The host
// includes it after <cstdint>.
#ifndef MERGUS_COMMUNITIES_H
#define MERGUS_COMMUNITIES_H

namespace mergus {

struct Communities {
    const int64_t* labels; // null: one community
    uint64_t stride;       // 0 if all labels are equal

    // Whether two vertices are of one community.
    bool joins(uint64_t u, uint64_t v) const {
        return labels == nullptr || labels[u * stride] == labels[v * stride];
    }
};

static_assert(sizeof(Communities) == 16, "host and device lay it out alike");

} // namespace mergus

#endif
