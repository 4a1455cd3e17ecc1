/**
 * \file GraphBLAS.h
 * The GraphBLAS C API, version 2.1, on the backends of Mergus. Link libmergus_graphblas. docs/C-API.md says
 * what runs where and which limits there are.
 *
 * | header                  | content                                                        |
 * |-------------------------|----------------------------------------------------------------|
 * | `graphblas/types.h`     | info codes, handles, enumerations                              |
 * | `graphblas/objects.h`   | the list of predefined objects and their declarations          |
 * | `graphblas/functions.h` | the list of functions and their declarations                   |
 * | `graphblas/accessors.h` | the same for GrB_get and GrB_set                               |
 * | `graphblas/extensions.h` | predefined objects of SuiteSparse:GraphBLAS                   |
 * | `graphblas/extension_semirings.h` | its semirings                                         |
 * | `graphblas/option_functions.h` | its options and GxB_Context                              |
 * | `graphblas/pack_functions.h` | arrays as objects, and back                                |
 * | `graphblas/region_functions.h` | parts, tiles, storage                                    |
 * | `graphblas/extension_functions.h` | functions of SuiteSparse:GraphBLAS                    |
 * | `graphblas/iterator.h`  | its iterators                                                  |
 * | `graphblas/generic.h`   | the polymorphic forms, which need C11                          |
 *
 * The lists are macros: a program, such as a test, can go through all functions and objects with them.
 */
#ifndef MERGUS_GRAPHBLAS_H
#define MERGUS_GRAPHBLAS_H

/** The version of the C API. */
#define GRB_VERSION 2
/** Its second number. */
#define GRB_SUBVERSION 1

/* Programs that were written against other libraries rely on these through GraphBLAS.h, LAGraph among them.
 */
#ifndef GB_DECLARATIONS_ONLY
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#endif

#include "graphblas/types.h"

#include "graphblas/objects.h"

#include "graphblas/extensions.h"

#include "graphblas/extension_semirings.h"

#include "graphblas/functions.h"

#include "graphblas/extension_functions.h"

#include "graphblas/iterator.h"

#if !defined(__cplusplus) && defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L &&                     \
    !defined(GB_DECLARATIONS_ONLY)
#include "graphblas/generic.h"
#endif

#endif
