// abi.h: the interface between the scheduler of the emulation and a compiled kernel.
//
// One text for both: the scheduler includes it, and it is inserted before the shim of every kernel.
// Invariant: plain C layout. Scheduler and kernel use each other only through these structs, never through
// symbols.
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

enum mergus_collective {
    MERGUS_SYNC_BLOCK, // barriers of a block: value is the predicate
    MERGUS_SYNC_COUNT,
    MERGUS_SYNC_AND,
    MERGUS_SYNC_OR,
    MERGUS_SYNC_GRID, // a barrier of all blocks of a cooperative launch
    MERGUS_SYNC_WARP, // the first collective of a warp
    MERGUS_SHFL,      // `value`, `operand` and `width` are CUDA's arguments
    MERGUS_SHFL_UP,
    MERGUS_SHFL_DOWN,
    MERGUS_SHFL_XOR,
    MERGUS_BALLOT,
    MERGUS_ANY,
    MERGUS_ALL,
    MERGUS_MATCH_ANY
};

// One thread's call of a barrier or collective: its arguments and its source position.
struct mergus_collective_call {
    int op;
    unsigned mask;
    unsigned long long value;
    int operand;
    int width;
    const char* file;
    int line;
};

struct mergus_runtime {
    const mergus_thread* self; // the running thread
    mergus_uint3 block_dim;
    mergus_uint3 grid_dim;
    void* dynamic_shared;
    unsigned until_yield; // atomics count it down; at zero another thread runs
    unsigned long long (*collective)(mergus_runtime*, const mergus_collective_call*);
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
