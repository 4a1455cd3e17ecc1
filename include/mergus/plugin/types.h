/**
 * \file plugin/types.h
 * Domains of values.
 */
#ifndef MERGUS_PLUGIN_TYPES_H
#define MERGUS_PLUGIN_TYPES_H

#include "codes.h"

/** Codes of types. */
typedef enum mergus_type_code {
    MERGUS_BOOL = 1,
    MERGUS_INT8 = 2,
    MERGUS_INT16 = 3,
    MERGUS_INT32 = 4,
    MERGUS_INT64 = 5,
    MERGUS_UINT8 = 6,
    MERGUS_UINT16 = 7,
    MERGUS_UINT32 = 8,
    MERGUS_UINT64 = 9,
    MERGUS_FP32 = 10,
    MERGUS_FP64 = 11,
    MERGUS_FC32 = 12, /* complex: two fp32, real and imaginary part */
    MERGUS_FC64 = 13, /* two fp64 */
    MERGUS_USER_TYPE = 100
} mergus_type_code;

/** A domain. Two user types are the same if name, size and definition are. */
typedef struct mergus_type {
    size_t struct_size;
    int32_t code;       /**< a mergus_type_code */
    uint32_t alignment; /**< bytes, a power of two */
    uint64_t size;      /**< bytes */
    const char* name; /**< the type's name in texts: "double", "int32_t", "mergus::complex<double>" (a backend
                         defines it for its compiler; see operators.hpp), or the user's */
    const char* definition; /**< user types: C text that defines the name; NULL for built-in types */
} mergus_type;

#endif
