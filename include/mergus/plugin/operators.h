/**
 * \file plugin/operators.h
 * Operators, monoids and semirings.
 */
#ifndef MERGUS_PLUGIN_OPERATORS_H
#define MERGUS_PLUGIN_OPERATORS_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The arguments of an operator. */
typedef enum mergus_op_kind {
    MERGUS_UNARY = 1,       /**< z = f(x) */
    MERGUS_BINARY = 2,      /**< z = f(x, y) */
    MERGUS_INDEX_UNARY = 3, /**< z = f(x, i, j, y), y a scalar of the call */
    MERGUS_INDEX_BINARY =
        4 /**< z = f(x, y, i, k, j), the factors x = A(i,k) and y = B(k,j); only multiplies in mxm */
} mergus_op_kind;

/** Built-in operators. operators.def lists them with their types and meaning, which is that of the GraphBLAS
 * specification and of SuiteSparse. */
typedef enum mergus_opcode {
    MERGUS_OP_USER = 0,
#define MERGUS_BUILTIN_OP(number, CODE, name, KIND, domain, result, reads, properties, prefix, object)       \
    MERGUS_OP_##CODE = number,
#include "../operators.def"
} mergus_opcode;

/** How `callable` is called in a text. */
typedef enum mergus_convention {
    MERGUS_CALL_VALUES = 0, /**< z = CALLABLE(x, …) */
    MERGUS_CALL_POINTERS = 1 /**< CALLABLE(&z, &x, …), with the arguments of the host function: typed pointers
                                to values, and indices by value. The text is valid C11 and C++20 */
} mergus_convention;

/** z = f(x). The pointers are aligned for their types. */
typedef void (*mergus_unary_function)(void* z, const void* x);
/** z = f(x, y). */
typedef void (*mergus_binary_function)(void* z, const void* x, const void* y);
/** z = f(x, i, j, y). */
typedef void (*mergus_index_unary_function)(void* z, const void* x, int64_t i, int64_t j, const void* y);
/** z = f(x, y, i, k, j). */
typedef void (*mergus_index_binary_function)(void* z, const void* x, const void* y, int64_t i, int64_t k,
                                             int64_t j);

/**
 * Properties of a binary operator. A monoid whose operator lacks one is folded in order: in mxm from left
 * to right in the order of k, starting with the first product; in reduce_rows and reduce_scalar in the
 * order of rows and columns, from left to right if it is not associative. The identity is not a term. A
 * backend that cannot do this returns MERGUS_NOT_IMPLEMENTED.
 */
enum { MERGUS_OP_ASSOCIATIVE = 1, MERGUS_OP_COMMUTATIVE = 2 };

/** An operator: a host function, and the same definition as text for a device's compiler. */
typedef struct mergus_op {
    size_t struct_size;
    int32_t kind; /**< a mergus_op_kind */
    int32_t code; /**< a mergus_opcode */
    const char* name;
    const mergus_type* z_type; /**< the result */
    const mergus_type* x_type; /**< NULL: the operator ignores x. The matrix may have any type; a caller of
                                  the host function or of the text passes any value of z_type */
    const mergus_type* y_type; /**< likewise; NULL for unary operators */
    union {
        mergus_unary_function unary;
        mergus_binary_function binary;
        mergus_index_unary_function index_unary;
        mergus_index_binary_function index_binary;
    } function;           /**< never NULL; the pointers passed to it are aligned for their types */
    const char* text;     /**< C++ text that defines `callable`; operators with equal texts share one copy */
    const char* callable; /**< C++ expression that names the function, e.g. "mergus::functions::plus<double>".
                             NULL: the operator has a host function only; a backend that needs the text
                             returns MERGUS_NOT_IMPLEMENTED */
    int32_t convention;   /**< a mergus_convention */
    uint32_t properties;  /**< MERGUS_OP_ASSOCIATIVE, MERGUS_OP_COMMUTATIVE */
} mergus_op;

/** A monoid: all three types of `op` are one. It is commutative and associative if op's properties say so. */
typedef struct mergus_monoid {
    size_t struct_size;
    const mergus_op* op;  /**< binary */
    const void* identity; /**< one value */
    const void* terminal; /**< one value z with op(z, x) = z for all x, or NULL; it may be a NaN or a struct,
                             so compare bytes. With MERGUS_OP_ANY every value is terminal */
} mergus_monoid;

/** add: C×C→C, mul: A×B→C, the type of add is mul's z_type. */
typedef struct mergus_semiring {
    size_t struct_size;
    const char* name;
    const mergus_monoid* add; /**< on C */
    const mergus_op* mul;     /**< MERGUS_BINARY or MERGUS_INDEX_BINARY */
} mergus_semiring;

#ifdef __cplusplus
}
#endif

#endif
