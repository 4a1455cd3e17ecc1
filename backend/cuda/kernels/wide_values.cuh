// wide_values.cuh: values of more than 8 bytes in shared memory.

namespace mergus {

// A value of an array in shared memory. The distance between wide values is an odd multiple of their
// alignment: else the threads of a warp, each with its own value, would access few banks.
// tuning::spread_bytes() of the host is its size.
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

template <class Value>
constexpr unsigned word_bytes = alignof(Value) % 8 == 0   ? 8
                                : alignof(Value) % 4 == 0 ? 4
                                                          : 0; // 0: none
template <class Value>
constexpr bool is_wide = sizeof(Value) > 8 && word_bytes<Value> != 0;

// to[e] = from(e) for e below `count`, by thread `rank` of `threads`. Wide values are copied by words, so
// that neighbouring threads access neighbouring words. from(e) is a reference to a value.
template <class Value, class From>
__device__ __forceinline__ void copy_values(Value* to, unsigned count, unsigned rank, unsigned threads,
                                            const From& from) {
    if constexpr (is_wide<Value>) {
        typedef typename WordOf<word_bytes<Value>>::type Word;
        constexpr unsigned words = sizeof(Value) / sizeof(Word);
        Word* const out = reinterpret_cast<Word*>(to);
        for (unsigned w = rank; w < count * words; w += threads)
            out[w] = reinterpret_cast<const Word*>(&from(w / words))[w % words];
    } else {
        for (unsigned e = rank; e < count; e += threads) to[e] = from(e);
    }
}

// Each lane stores a wide value at `to`, unless that is null. A lane that wrote its own value would write a
// part of a sector at a time; so the values go through `held`, memory for a value of each lane, and are
// written by words. All lanes of the warp.
template <class Value>
__device__ __forceinline__ void store_values(Value* to, const Value& value, Spread<Value>* held) {
    typedef typename WordOf<word_bytes<Value>>::type Word;
    constexpr unsigned words = sizeof(Value) / sizeof(Word);
    __syncwarp();
    if (to != nullptr) held[lane()].value = value;
    __syncwarp();
    const uint64_t mine = reinterpret_cast<uint64_t>(to);
#pragma unroll
    for (unsigned u = 0; u < words; ++u) {
        const unsigned w = u * 32 + lane(), e = w / words;
        const uint64_t address = shuffle(full_mask, mine, int(e));
        if (address != 0)
            reinterpret_cast<Word*>(address)[w % words] =
                reinterpret_cast<const Word*>(&held[e].value)[w % words];
    }
}

// Whether values are read from an array, not from one value that all entries have (OneValue of prelude.cuh).
template <class Values>
constexpr bool is_array = false;
template <class Value>
constexpr bool is_array<const Value*> = true;

// Up to `threads` consecutive values, read by words so that neighbouring threads of a group read neighbouring
// words: threads that read a wide value each would access the same few banks of the cache. The words stay in
// registers until `store` puts the values into shared memory, so that they can be loaded early.
template <class Value, unsigned threads>
struct LoadedValues {
    typedef typename WordOf<word_bytes<Value>>::type Word;
    static constexpr unsigned words = sizeof(Value) / sizeof(Word);
    Word word[words];

    __device__ __forceinline__ void load(const Value* from, unsigned count, unsigned rank) {
#pragma unroll
        for (unsigned u = 0; u < words; ++u)
            if (u * threads + rank < count * words)
                word[u] = reinterpret_cast<const Word*>(from)[u * threads + rank];
    }
    __device__ __forceinline__ void store(Spread<Value>* to, unsigned count, unsigned rank) const {
        constexpr unsigned distance = sizeof(Spread<Value>) / sizeof(Word);
#pragma unroll
        for (unsigned u = 0; u < words; ++u) {
            const unsigned w = u * threads + rank;
            if (w < count * words) reinterpret_cast<Word*>(to)[w / words * distance + w % words] = word[u];
        }
    }
};

} // namespace mergus
