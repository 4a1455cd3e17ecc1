// check_indices.cuh: whether the caller's arrays are those of a vector. Each kernel records the first fault
// that it finds.
//
// Bindings: Index (of the caller's indices).

#include "vectors/vector_verdict.h"

// Indices are below size and increase.
extern "C" __global__ void check_indices(const Index* indices, uint64_t count, uint64_t size,
                                         mergus::VectorVerdict* verdict) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads())
        if (uint64_t(indices[e]) >= size || (e > 0 && indices[e] <= indices[e - 1]))
            atomicMin(&verdict->index, e);
}

// Bytes are 0 or 1. A thread reads eight at a time: arrays are aligned to words.
extern "C" __global__ void check_bytes(const unsigned char* bytes, uint64_t count,
                                       mergus::VectorVerdict* verdict, int is_value) {
    const uint64_t words = count / 8;
    for (uint64_t w = mergus::grid_thread(); w <= words; w += mergus::grid_threads()) {
        if (w < words && (reinterpret_cast<const uint64_t*>(bytes)[w] & 0xfefefefefefefefeull) == 0) continue;
        for (uint64_t e = 8 * w; e < mergus::min_of<uint64_t>(8 * w + 8, count); ++e)
            if (bytes[e] > 1) atomicMin(is_value != 0 ? &verdict->value : &verdict->present, e);
    }
}

// The numbers of the error message. One thread.
extern "C" __global__ void describe_vector(const Index* indices, const unsigned char* present,
                                           const unsigned char* values, mergus::VectorVerdict* verdict) {
    if (verdict->index != mergus::no_vector_fault) {
        const uint64_t e = verdict->index;
        verdict->found = indices[e];
        verdict->before = e == 0 ? 0 : uint64_t(indices[e - 1]);
    } else if (verdict->present != mergus::no_vector_fault) {
        verdict->found = present[verdict->present];
    } else if (verdict->value != mergus::no_vector_fault) {
        verdict->found = values[verdict->value];
    }
}
