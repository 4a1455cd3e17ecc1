// repeat.cuh: an array of equal values of any type. No bindings.

// out: `bytes` bytes, a multiple of `size`; 4-byte aligned. one: a value of `size` bytes, aligned as one of
// its type. Words are written where the values are words, or where a word holds several values.
extern "C" __global__ void repeat_value(const uint8_t* one, uint64_t size, uint64_t bytes, uint8_t* out) {
    const uint64_t thread = mergus::grid_thread(), threads = mergus::grid_threads();
    const bool small = size <= 2;
    uint64_t begin = 0; // of the bytes that are written one by one
    if (small || (size % 4 == 0 && (reinterpret_cast<uintptr_t>(one) & 3u) == 0)) {
        const uint64_t words = bytes / 4, in_value = small ? 1 : size / 4;
        const uint32_t first = size == 1 ? one[0] * 0x01010101u : (one[0] | uint32_t(one[1]) << 8) * 0x10001u;
        const uint64_t step = threads % in_value;
        uint64_t part = thread % in_value;
        for (uint64_t w = thread; w < words; w += threads) {
            reinterpret_cast<uint32_t*>(out)[w] =
                small ? first : reinterpret_cast<const uint32_t*>(one)[part];
            part += step;
            if (part >= in_value) part -= in_value;
        }
        begin = words * 4;
    }
    for (uint64_t b = begin + thread; b < bytes; b += threads) out[b] = one[b % size];
}
