/**
 * \file plugin/codes.h
 * Versions, result codes, the status of a call, and the reading of structs of another version.
 */
#ifndef MERGUS_PLUGIN_CODES_H
#define MERGUS_PLUGIN_CODES_H

#include <stddef.h>
#include <stdint.h>

/** The version of this interface: plugins of another major version are refused. */
#define MERGUS_ABI_MAJOR 0
/** Counts additions; while the major version is 0, another minor version is refused too. */
#define MERGUS_ABI_MINOR 3

/**
 * Whether the creator of the struct behind `pointer` knew `member`, that is, whether struct_size covers it.
 * TYPE is the type of the struct.
 */
#define MERGUS_HAS(TYPE, pointer, member)                                                                    \
    ((pointer)->struct_size >= offsetof(TYPE, member) + sizeof((pointer)->member))

/** The member, or `missing` where the struct does not have it. */
#define MERGUS_GET(TYPE, pointer, member, missing)                                                           \
    (MERGUS_HAS(TYPE, pointer, member) ? (pointer)->member : (missing))

/** Result codes: the values of mergus::Code in error.hpp (GrB_Info where GraphBLAS has one). */
typedef enum mergus_code {
    MERGUS_SUCCESS = 0,
    MERGUS_UNINITIALIZED_OBJECT = -1,
    MERGUS_NULL_POINTER = -2,
    MERGUS_INVALID_VALUE = -3,
    MERGUS_INVALID_INDEX = -4,
    MERGUS_DOMAIN_MISMATCH = -5,
    MERGUS_DIMENSION_MISMATCH = -6,
    MERGUS_OUTPUT_NOT_EMPTY = -7,
    MERGUS_NOT_IMPLEMENTED = -8,
    MERGUS_PANIC = -101,
    MERGUS_OUT_OF_MEMORY = -102,
    MERGUS_INSUFFICIENT_SPACE = -103,
    MERGUS_INVALID_OBJECT = -104,
    MERGUS_INDEX_OUT_OF_BOUNDS = -105,
    MERGUS_EMPTY_OBJECT = -106,
    MERGUS_NO_BACKEND = -1000,
    MERGUS_BAD_PLUGIN = -1001,
    MERGUS_DEVICE_LOST = -1002,
    MERGUS_IO_ERROR = -1003,
    MERGUS_PARSE_ERROR = -1004,
    MERGUS_COMPILE_ERROR = -1005,
    MERGUS_STOPPED = -1006
} mergus_code;

/** The result of a function, owned by the caller. The writer ends `message` with a NUL. */
typedef struct mergus_status {
    size_t struct_size;
    int32_t code;       /**< a mergus_code */
    char message[1020]; /**< ends with a NUL; empty after success */
} mergus_status;

#endif
