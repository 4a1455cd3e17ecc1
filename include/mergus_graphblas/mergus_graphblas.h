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

/** Totals of the context of new objects since it was made. A counter that its backend does not have is 0. */
typedef struct {
    uint64_t fallbacks; /**< calls that ran on the CPU because the backend does not support them, such as
                           those with operators that are C functions */
    uint64_t launches;  /**< kernels that were started */
    uint64_t synchronizations; /**< times that the host waited for the device */
    uint64_t bytes_to_host;    /**< copied from the device */
    uint64_t bytes_to_device;  /**< copied to the device */
    uint64_t allocated_bytes;  /**< now */
    uint64_t high_water_bytes; /**< the greatest value of allocated_bytes */
    uint64_t compiled_kernels; /**< compiled for this context */
} mergus_graphblas_totals;
/** Writes the totals to `totals`. */
GB_EXPORT GrB_Info mergus_graphblas_counters(mergus_graphblas_totals* totals);

#ifdef __cplusplus
}
#endif

#endif
