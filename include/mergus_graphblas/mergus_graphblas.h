/**
 * \file mergus_graphblas.h
 * What Mergus adds to the GraphBLAS C API.
 */
#ifndef MERGUS_GRAPHBLAS_EXTRAS_H
#define MERGUS_GRAPHBLAS_EXTRAS_H

#include "GraphBLAS.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The message of the last function that failed in this thread, also where there is no object for GrB_error.
 * Empty before the first one; valid until the next failure in the thread. */
GB_EXPORT const char* mergus_graphblas_last_error(void);

#ifdef __cplusplus
}
#endif

#endif
