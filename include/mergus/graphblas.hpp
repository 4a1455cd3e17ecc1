/// \file graphblas.hpp
/// Exchange with SuiteSparse:GraphBLAS objects. Not part of mergus.hpp; GraphBLAS.h is not needed.
#pragma once

#include <mergus/matrix.hpp>

extern "C" {
struct GB_Matrix_opaque; // GrB_Matrix is a pointer to it
}

namespace mergus {

/// Takes ownership of a GrB_Matrix, without a copy on the suitesparse backend, and sets `matrix` to null.
/// After an error the caller still owns `matrix`; it then points to the same object, or to another one with
/// the same entries. \param type its domain: type_of<T>() must match what GrB_Matrix holds (checked by size
/// and, for built-in types, by type).
MERGUS_API AnyMatrix adopt_grb_matrix(const Context& context, GB_Matrix_opaque*& matrix,
                                      const mergus_type* type);

/// Gives the matrix away as a GrB_Matrix, which the caller frees with GrB_Matrix_free; without a copy on the
/// suitesparse backend. After an error the matrix is unchanged. GraphBLAS must stay initialised; the library
/// has done GrB_init if the program has not.
MERGUS_API GB_Matrix_opaque* release_grb_matrix(AnyMatrix&& matrix);

} // namespace mergus
