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

typedef enum mergus_op_kind {
    MERGUS_UNARY = 1,       /**< z = f(x) */
    MERGUS_BINARY = 2,      /**< z = f(x, y) */
    MERGUS_INDEX_UNARY = 3, /**< z = f(x, i, j, y), y a scalar of the call */
    MERGUS_INDEX_BINARY =
        4 /**< z = f(x, y, i, k, j), the factors x = A(i,k) and y = B(k,j); only multiplies in mxm */
} mergus_op_kind;

/** Built-in operators, with the meaning that the GraphBLAS specification and SuiteSparse give them. */
typedef enum mergus_opcode {
    MERGUS_OP_USER = 0,
    /* unary: z and x of one type; on complex there are IDENTITY, AINV, MINV, ONE, and ABS with a real z */
    MERGUS_OP_IDENTITY = 1,
    MERGUS_OP_AINV = 2,
    MERGUS_OP_MINV = 3,
    MERGUS_OP_ABS = 4,
    MERGUS_OP_ONE = 5,
    MERGUS_OP_LNOT = 6,
    MERGUS_OP_BNOT = 7, /* integers */
    MERGUS_OP_CONJ = 8, /* complex, as the three that follow, whose z is real */
    MERGUS_OP_CREAL = 9,
    MERGUS_OP_CIMAG = 10,
    MERGUS_OP_CARG = 11,
    /* binary: x, y and z of one type; FIRST to RDIV also on complex */
    MERGUS_OP_FIRST = 20,
    MERGUS_OP_SECOND = 21,
    MERGUS_OP_PAIR = 22, /* always 1 ("oneb") */
    MERGUS_OP_ANY = 23,
    MERGUS_OP_PLUS = 24,
    MERGUS_OP_MINUS = 25,
    MERGUS_OP_RMINUS = 26,
    MERGUS_OP_TIMES = 27,
    MERGUS_OP_DIV = 28,
    MERGUS_OP_RDIV = 29,
    MERGUS_OP_MIN = 30,
    MERGUS_OP_MAX = 31,
    MERGUS_OP_LOR = 32,
    MERGUS_OP_LAND = 33,
    MERGUS_OP_LXOR = 34,
    MERGUS_OP_LXNOR = 35, /* on bool the same as EQ */
    MERGUS_OP_BOR = 36,   /* integers, as the three that follow */
    MERGUS_OP_BAND = 37,
    MERGUS_OP_BXOR = 38,
    MERGUS_OP_BXNOR = 39,
    /* binary comparisons: x and y of one type, z bool; EQ and NE also on complex, as VALUEEQ and VALUENE */
    MERGUS_OP_EQ = 50,
    MERGUS_OP_NE = 51,
    MERGUS_OP_LT = 52,
    MERGUS_OP_GT = 53,
    MERGUS_OP_LE = 54,
    MERGUS_OP_GE = 55,
    /* index binary (positional): z int32 or int64; x and y are unused. A(i,k), B(k,j): */
    MERGUS_OP_FIRSTI = 60,   /* i */
    MERGUS_OP_FIRSTI1 = 61,  /* i + 1 */
    MERGUS_OP_FIRSTJ = 62,   /* k */
    MERGUS_OP_FIRSTJ1 = 63,  /* k + 1 */
    MERGUS_OP_SECONDI = 64,  /* k */
    MERGUS_OP_SECONDI1 = 65, /* k + 1 */
    MERGUS_OP_SECONDJ = 66,  /* j */
    MERGUS_OP_SECONDJ1 = 67, /* j + 1 */
    /* index unary: z bool, y int64 */
    MERGUS_OP_TRIL = 80,    /* j <= i + y */
    MERGUS_OP_TRIU = 81,    /* j >= i + y */
    MERGUS_OP_DIAG = 82,    /* j == i + y */
    MERGUS_OP_OFFDIAG = 83, /* j != i + y */
    MERGUS_OP_ROWLE = 84,   /* i <= y */
    MERGUS_OP_ROWGT = 85,   /* i > y */
    MERGUS_OP_COLLE = 86,   /* j <= y */
    MERGUS_OP_COLGT = 87,   /* j > y */
    /* index unary: z bool, y of x's type */
    MERGUS_OP_VALUEEQ = 90,
    MERGUS_OP_VALUENE = 91,
    MERGUS_OP_VALUELT = 92,
    MERGUS_OP_VALUELE = 93,
    MERGUS_OP_VALUEGT = 94,
    MERGUS_OP_VALUEGE = 95,
    /* index unary: z int32 or int64, y int64 */
    MERGUS_OP_ROWINDEX = 100, /* i + y */
    MERGUS_OP_COLINDEX = 101, /* j + y */
    MERGUS_OP_DIAGINDEX = 102 /* j - i + y */
} mergus_opcode;

/** How `callable` is called in a text. */
typedef enum mergus_convention {
    MERGUS_CALL_VALUES = 0, /**< z = CALLABLE(x, …) */
    MERGUS_CALL_POINTERS = 1 /**< CALLABLE(&z, &x, …), with the arguments of the host function: typed pointers
                                to values, and indices by value. The text is valid C11 and C++20 */
} mergus_convention;

typedef void (*mergus_unary_function)(void* z, const void* x);
typedef void (*mergus_binary_function)(void* z, const void* x, const void* y);
typedef void (*mergus_index_unary_function)(void* z, const void* x, int64_t i, int64_t j, const void* y);
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
    const mergus_type* z_type;
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
    const char* callable; /**< C++ expression that names the function, e.g. "mergus::ops::plus<double>" */
    int32_t convention;   /**< a mergus_convention */
    uint32_t properties;
} mergus_op;

/** A monoid: all three types of `op` are one. It is commutative and associative if op's properties say so. */
typedef struct mergus_monoid {
    size_t struct_size;
    const mergus_op* op;
    const void* identity; /**< one value */
    const void* terminal; /**< one value z with op(z, x) = z for all x, or NULL; it may be a NaN or a struct,
                             so compare bytes. With MERGUS_OP_ANY every value is terminal */
} mergus_monoid;

/** add: C×C→C, mul: A×B→C, the type of add is mul's z_type. */
typedef struct mergus_semiring {
    size_t struct_size;
    const char* name;
    const mergus_monoid* add;
    const mergus_op* mul; /**< MERGUS_BINARY or MERGUS_INDEX_BINARY */
} mergus_semiring;

#ifdef __cplusplus
}
#endif

#endif
