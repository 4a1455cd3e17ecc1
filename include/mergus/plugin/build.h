/**
 * \file plugin/build.h
 * The extension build: what a backend's matrix_build does by itself.
 *
 * Without the extension the library checks the indices of a build before the call.
 */
#ifndef MERGUS_PLUGIN_BUILD_H
#define MERGUS_PLUGIN_BUILD_H

#include <stddef.h>
#include <stdint.h>

/** The name of mergus_build. */
#define MERGUS_EXTENSION_BUILD "build"

/** Properties of matrix_build. */
typedef struct mergus_build {
    size_t struct_size;
    /** Not 0: it returns MERGUS_INDEX_OUT_OF_BOUNDS for entries outside the matrix or vector. The library
     * then looks for the first of them, for its message. */
    int32_t checks_indices;
} mergus_build;

#endif
