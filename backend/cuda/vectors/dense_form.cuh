// dense_form.cuh: a vector's entries as bits, and their values at their indices.
//
// Bindings: Index, Value, truth(value); constant scatters (values too).

// Sets the bits of the entries that are true.
extern "C" __global__ void set_bits(const Index* indices, const Value* values, uint64_t count, uint32_t* bits,
                                    Value* dense) {
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads()) {
        const uint64_t i = indices[e];
        if (!truth(values[e])) continue;
        atomicOr(&bits[i >> 5], 1u << (i & 31u));
        if (scatters) dense[i] = values[e];
    }
}
