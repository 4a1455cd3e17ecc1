// abi.h: what the emulation's scheduler and a compiled kernel know of each other.
//
// Included by the scheduler and, as text, put before every kernel's shim. Invariant: plain C layout, and each
// side touches the other only through these structs, so that neither needs the other's symbols.
#ifndef MERGUS_EMULATED_ABI_H
#define MERGUS_EMULATED_ABI_H

extern "C" {

struct mergus_uint3 {
    unsigned x, y, z;
};

struct mergus_thread {
    mergus_uint3 thread_idx;
    mergus_uint3 block_idx;
};

enum mergus_meeting_kind {
    MERGUS_SYNC_BLOCK, // barriers of a block: value is the predicate
    MERGUS_SYNC_COUNT,
    MERGUS_SYNC_AND,
    MERGUS_SYNC_OR,
    MERGUS_SYNC_WARP, // collectives of a warp from here on
    MERGUS_SHFL,      // value, and from which lane: `operand` and `width` as CUDA defines them
    MERGUS_SHFL_UP,
    MERGUS_SHFL_DOWN,
    MERGUS_SHFL_XOR,
    MERGUS_BALLOT,
    MERGUS_ANY,
    MERGUS_ALL,
    MERGUS_MATCH_ANY
};

// One call of a barrier or collective: what the thread brings, and where in the text it stands.
struct mergus_meeting {
    int op;
    unsigned mask;
    unsigned long long value;
    int operand;
    int width;
    const char* file;
    int line;
};

struct mergus_runtime {
    const mergus_thread* self; // the thread that runs now
    mergus_uint3 block_dim;
    mergus_uint3 grid_dim;
    void* dynamic_shared;
    unsigned until_yield; // atomics count it down and let another thread run at zero
    unsigned long long (*meet)(mergus_runtime*, const mergus_meeting*);
    void (*yield)(mergus_runtime*);
    void (*trap)(mergus_runtime*, const char* file, int line);
};

struct mergus_kernel {
    void (*run)(void** args);
    char* shared_begin; // the statically declared shared memory
    char* shared_end;
    const unsigned long* parameter_sizes;
    unsigned parameter_count;
};
}

#endif
