// pattern_classes_size.h: what is found about the patterns that rows of a product repeat, as host and device
// see it.

#ifndef MERGUS_PATTERN_CLASSES_SIZE_H
#define MERGUS_PATTERN_CLASSES_SIZE_H

namespace mergus {

struct PatternClassesSize {
    unsigned long long products, entries; // of the product, all rows
    unsigned patterns, classes;           // in their tables
    unsigned row_products, row_length;    // of a class: products, and entries of A, at most
    unsigned row_entries;                 // of a class: entries of the product, at most
    unsigned overflowed;                  // a table was too small
};
static_assert(sizeof(PatternClassesSize) == 40, "the same for both compilers");

// Bytes that a warp needs to stage 32 entries of `rows` rows of A: a value, the row of B, its length, and the
// products before it.
constexpr unsigned staged_bytes(unsigned rows) {
    return 32 * (rows * 16 + 8);
}

// A class of rows of the product.
struct RowRecipe {
    unsigned entries, products; // of a row
};
static_assert(sizeof(RowRecipe) == 8, "the same for both compilers");

} // namespace mergus

#endif
