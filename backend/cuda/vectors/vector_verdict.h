// vector_verdict.h: the first faults of a vector's arrays, as one text for the host and the kernels. The host
// includes <cstdint> first.
#ifndef MERGUS_VECTORS_VECTOR_VERDICT_H
#define MERGUS_VECTORS_VECTOR_VERDICT_H

namespace mergus {

constexpr uint64_t no_vector_fault = ~uint64_t(0);

// The positions of the first faults, no_vector_fault where there is none, and what the first one is: the
// number found, and the index before it.
struct VectorVerdict {
    uint64_t index;
    uint64_t present; // byte of a bitmap
    uint64_t value;   // truth value
    uint64_t found, before;
};
static_assert(sizeof(VectorVerdict) == 40, "VectorVerdict: size");
static_assert(__builtin_offsetof(VectorVerdict, found) == 24, "VectorVerdict: found");

} // namespace mergus

#endif
