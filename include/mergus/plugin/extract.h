/**
 * \file plugin/extract.h
 * The extension extract: what a backend's extract does by itself.
 *
 * Without the extension the library checks the index lists of an extract before the call.
 */
#ifndef MERGUS_PLUGIN_EXTRACT_H
#define MERGUS_PLUGIN_EXTRACT_H

#include <stddef.h>
#include <stdint.h>

/** The name of mergus_extract. */
#define MERGUS_EXTENSION_EXTRACT "extract"

/** Properties of extract. */
typedef struct mergus_extract {
    size_t struct_size;
    /** Not 0: it returns MERGUS_INDEX_OUT_OF_BOUNDS for lists with an index outside the matrix or vector, and
     * changes nothing. The library then looks for the first of them, for its message. */
    int32_t checks_indices;
} mergus_extract;

#endif
