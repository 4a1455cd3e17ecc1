// copy_arrays.cuh: several small arrays copied at once. No bindings.

#include "objects/copy_arrays.h"

extern "C" __global__ void copy_arrays(mergus::CopiedArrays arrays) {
    mergus::trigger_dependents();
    mergus::wait_for_dependency();
    const uint64_t thread = mergus::grid_thread(), threads = mergus::grid_threads();
    for (unsigned a = 0; a < mergus::copied_arrays; ++a) {
        const mergus::CopiedArray array = arrays.array[a];
        const uint64_t words = array.bytes / sizeof(uint64_t);
        for (uint64_t w = thread; w < words; w += threads)
            static_cast<uint64_t*>(array.to)[w] = static_cast<const uint64_t*>(array.from)[w];
        for (uint64_t b = words * sizeof(uint64_t) + thread; b < array.bytes; b += threads)
            static_cast<uint8_t*>(array.to)[b] = static_cast<const uint8_t*>(array.from)[b];
    }
}
