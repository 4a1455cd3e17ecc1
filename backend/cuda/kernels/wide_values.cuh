// wide_values.cuh: values of more than 8 bytes in shared memory.

namespace mergus {

// A value of an array in shared memory. The distance between wide values is an odd multiple of their
// alignment: else the threads of a warp, each with its own value, would access few banks.
// plan::spread_bytes() of the host is its size.
template <class Value, bool spreads = (sizeof(Value) > 8 && sizeof(Value) / alignof(Value) % 2 == 0)>
struct Spread {
    Value value;
};
template <class Value>
struct Spread<Value, true> {
    Value value;
    unsigned char unused[alignof(Value)];
};

template <unsigned bytes>
struct WordOf {
    typedef uint64_t type;
};
template <>
struct WordOf<4> {
    typedef uint32_t type;
};

// to[e] = from(e) for e below `count`, by thread `rank` of `threads`. Wide values are copied by words, so
// that neighbouring threads access neighbouring words. from(e) is a reference to a value.
template <class Value, class From>
__device__ __forceinline__ void copy_values(Value* to, unsigned count, unsigned rank, unsigned threads,
                                            const From& from) {
    constexpr unsigned word_bytes = alignof(Value) % 8 == 0 ? 8 : 4, words = sizeof(Value) / word_bytes;
    if constexpr (sizeof(Value) > 8 && alignof(Value) % 4 == 0) {
        typedef typename WordOf<word_bytes>::type Word;
        Word* const out = reinterpret_cast<Word*>(to);
        for (unsigned w = rank; w < count * words; w += threads)
            out[w] = reinterpret_cast<const Word*>(&from(w / words))[w % words];
    } else {
        for (unsigned e = rank; e < count; e += threads) to[e] = from(e);
    }
}

} // namespace mergus
