// push_input.h: the operands of a push, as one text for the host and the kernels. The host includes <cstdint>
// first and uses void for the types of the arrays.
#ifndef MERGUS_VECTORS_PUSH_INPUT_H
#define MERGUS_VECTORS_PUSH_INPUT_H

namespace mergus {

// A row of the matrix that is expanded in chunks.
struct PushLongRow {
    uint64_t first_chunk; // of all chunks
    uint32_t cell;        // of u
    uint32_t row;         // of the matrix
};

// Zero before each product: long rows << 36 | their chunks. One atomic gives both, so first_chunk increases.
struct PushCounters {
    uint64_t longs;
};

// T = U ⊕.⊗ B. U has one row or a few, as bitmaps: cell (i, k) has the index i · u_cols + k. T is collected
// in a workspace: bits, and a slot for each cell. Between products all bits are 0 and all slots are empty.
template <class AValue, class BValue, class MValue, class SlotType>
struct PushInputOf {
    const uint32_t* u_bits;
    const AValue* u_val;
    const uint64_t* ptr; // of B
    const uint32_t* col;
    const BValue* b_val;
    const uint32_t* m_bits; // the mask's cells
    const MValue* m_val;
    uint32_t* t_bits;
    SlotType* t_val;
    PushLongRow* long_rows; // null: no row of B is long
    PushCounters* counters;
    uint32_t* barrier; // Device::grid_barrier_word()
    uint32_t u_words;  // of u_bits
    uint32_t u_cols;   // rows of B
    uint32_t t_words;  // of t_bits
    uint32_t t_cols;   // columns of B
    uint32_t u_each;   // words of u_bits for a warp at a time, 1 to 32
    uint32_t t_each;   // the same of t_bits
    uint64_t long_row; // longer rows may be deferred
};
// What a push in one launch writes. The bits are 0 before.
template <class OutValue>
struct PushedAtOnceOf {
    OutValue* val;
    uint32_t* cleared;           // an array that this launch clears, for a later one
    uint64_t cleared_words;      // of 32 bits
    PushCounters* next_counters; // of the next launch; cleared too
};
static_assert(sizeof(PushedAtOnceOf<char>) == 32, "PushedAtOnce: size");

using PushInputLayout = PushInputOf<char, char, char, char>;
static_assert(sizeof(PushInputLayout) == 128, "PushInput: size");
static_assert(__builtin_offsetof(PushInputLayout, long_row) == 120, "PushInput: long_row");
static_assert(sizeof(PushLongRow) == 16, "PushLongRow: size");

} // namespace mergus

#endif
