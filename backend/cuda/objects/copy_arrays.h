// copy_arrays.h: the arguments of copy_arrays.cuh, as one text for the host and the kernels. The host
// includes <cstdint> first.
#ifndef MERGUS_OPS_COPY_ARRAYS_H
#define MERGUS_OPS_COPY_ARRAYS_H

namespace mergus {

struct CopiedArray {
    const void* from;
    void* to;
    uint64_t bytes; // both pointers are aligned to 8 bytes
};

constexpr unsigned copied_arrays = 3; // of a launch at most

struct CopiedArrays {
    CopiedArray array[copied_arrays]; // those that are not used have no bytes
};

static_assert(sizeof(CopiedArrays) == 72, "the same for both compilers");

} // namespace mergus

#endif
