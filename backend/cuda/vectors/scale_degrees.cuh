// scale_degrees.cuh: sums of rows whose entries have one value.
//
// Bindings: X_value, Z_value, convert(x); constant wraps (Z_value is an integer type).

// out[e] = degrees[e] · *value. Integers wrap as a sum does.
extern "C" __global__ void scale_degrees(const uint64_t* degrees, const X_value* value, uint64_t count,
                                         Z_value* out) {
    const Z_value z = convert(*value);
    for (uint64_t e = mergus::grid_thread(); e < count; e += mergus::grid_threads())
        out[e] = wraps ? Z_value(degrees[e] * uint64_t(z)) : Z_value(Z_value(degrees[e]) * z);
}
