// fold_rows_input.h: the operands of fold_rows.cuh, as one text for the host and the kernels. On the host all
// element types are void.
#ifndef MERGUS_VECTORS_FOLD_ROWS_INPUT_H
#define MERGUS_VECTORS_FOLD_ROWS_INPUT_H

#include "steps/row_tiles.h"

namespace mergus {

constexpr unsigned fold_threads = 256; // of a block of fold_rows.cuh

// AValues is the type through which values are read: a pointer, or OneValue (prelude.cuh).
template <class AIndex, class AValues, class UValue, class ZValue>
struct FoldRowsInputOf {
    const uint64_t* ptr;
    const AIndex* col;
    AValues val;
    const UValue* u_val; // at all indices
    const RowTile* tile;
    uint64_t nrows, tiles;
    ZValue* out; // for each row that has entries
    ZValue*
        carry; // for each tile: the part of the row that goes on in the next tile; null if no row is split
    const uint32_t* present; // the bits of these rows, which are copied
    uint32_t* bits;
    uint64_t words;
};
using FoldRowsLayout = FoldRowsInputOf<char, char*, char, char>;
static_assert(sizeof(FoldRowsLayout) == 96, "FoldRowsInput: size");
static_assert(__builtin_offsetof(FoldRowsLayout, out) == 56, "FoldRowsInput: out");

} // namespace mergus

#endif
