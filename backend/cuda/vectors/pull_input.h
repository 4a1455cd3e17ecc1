// pull_input.h: the operands of a pull and its long rows, as one text for the host and the kernels. The host
// includes <cstdint> first and uses void for the types of the arrays.
#ifndef MERGUS_VECTORS_PULL_INPUT_H
#define MERGUS_VECTORS_PULL_INPUT_H

namespace mergus {

// AValues is the type through which values are read: a pointer, or OneValue (prelude.cuh).
template <class AIndex, class AValues, class UValue, class MIndex, class MValue>
struct PullInputOf {
    const uint64_t* ptr;
    const AIndex* col;
    AValues val;
    const AIndex* u_index; // u as a list
    const UValue* u_val;   // of the list, or at all indices
    const uint32_t* u_bits;
    uint64_t u_count;
    const MIndex* m_index; // the rows of a normal mask
    const MValue* m_val;
    const uint32_t* m_bits; // the rows that a complemented mask leaves out
    uint64_t count;         // rows to visit: entries of a normal mask, or all rows; or cells of the result
    uint64_t u_cols;        // where u has several rows
    uint64_t t_cols;        // of the result then: rows of A
};
using PullInputLayout = PullInputOf<char, char*, char, char, char>;
static_assert(sizeof(PullInputLayout) == 104, "PullInput: size");
static_assert(__builtin_offsetof(PullInputLayout, count) == 80, "PullInput: count");

// A row that is folded in chunks.
struct LongRow {
    uint64_t at;          // offset in the result
    uint64_t row;         // of the matrix
    uint64_t first_chunk; // its first partial result
};
static_assert(sizeof(LongRow) == 24, "LongRow: size");

// What the kernels of a pull count.
struct PullCounters {
    uint64_t entries; // of the result
    uint64_t longs;   // long rows << 36 | their chunks: one atomic gives both, so first_chunk increases
};
static_assert(sizeof(PullCounters) == 16, "PullCounters: size");

// The long rows, in the order in which they were found, and a partial result for each chunk.
template <class ZValue>
struct LongRowsOf {
    LongRow* rows;
    ZValue* partial;
    uint8_t* filled;
};
static_assert(sizeof(LongRowsOf<char>) == 24, "LongRows: size");

} // namespace mergus

#endif
