// class_recipe.cuh: what the kernels of pattern classes share.
//
// Bindings: Index.

#include "mxm/pattern_classes/pattern_classes_size.h"

namespace mergus {

constexpr unsigned first_product = 0x8000; // bit of a slot: the product is the first of its sum

// The class of a row of the product, and the column to which the class's offsets are added. Written as a
// RowPattern by row_classes.cuh.
struct RowClass {
    static constexpr Index none = Index(-1); // the id of a row without entries
    Index first, id;
};

// The recipes of all classes. Class n has its offsets, slots and homes at n * stride.
struct RowRecipes {
    const RowRecipe* recipes;
    const Index* offsets;
    const uint16_t* slots;
    const uint16_t* homes; // of each sum, in slots of the kernel's memory; null: sum s is in slot s
    uint64_t stride;
};

} // namespace mergus
