/**
 * \file plugin/deterministic.h
 * The extension deterministic: on what the bits of a deterministic call depend.
 *
 * Without the extension they may depend on the shape and the storage of the operands, beside their entries.
 * A backend that composes calls of another one then makes each deterministic product in one piece.
 */
#ifndef MERGUS_PLUGIN_DETERMINISTIC_H
#define MERGUS_PLUGIN_DETERMINISTIC_H

#include <stddef.h>
#include <stdint.h>

/** The name of mergus_deterministic. */
#define MERGUS_EXTENSION_DETERMINISTIC "deterministic"

/** Properties of deterministic calls. */
typedef struct mergus_deterministic {
    size_t struct_size;
    /** Not 0: each entry of mxm is the left fold of its products in the order of k, so a product of some rows
     * of A and some columns of B has the bits of the whole one. */
    int32_t products_in_order_of_k;
} mergus_deterministic;

#endif
