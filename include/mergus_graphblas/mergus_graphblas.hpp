/// \file mergus_graphblas.hpp
/// Objects of the C API as objects of the C++ library and back, without a copy. Link mergus::mergus too.
#pragma once

#include "mergus_graphblas.h"

#include <mergus/context.hpp>
#include <mergus/matrix.hpp>
#include <mergus/vector.hpp>

extern "C" {

/// The matrix or vector of a handle, which keeps it: it may be read and written until the handle is freed.
/// Null if the handle A is not one of a living object.
GB_EXPORT mergus::AnyMatrix* mergus_graphblas_matrix(GrB_Matrix A) noexcept;
/// The same of a vector u.
GB_EXPORT mergus::AnyVector* mergus_graphblas_vector(GrB_Vector u) noexcept;

/// Writes to `A` a handle for `matrix`, which moves into it. Its context must be that of the other objects of
/// a call.
GB_EXPORT GrB_Info mergus_graphblas_adopt_matrix(GrB_Matrix* A, mergus::AnyMatrix* matrix) noexcept;
/// The same of a vector.
GB_EXPORT GrB_Info mergus_graphblas_adopt_vector(GrB_Vector* u, mergus::AnyVector* vector) noexcept;

/// Copies the context of new objects to `context` (its counters are those of Context::counters).
GB_EXPORT GrB_Info mergus_graphblas_get_context(mergus::Context* context) noexcept;
/// New objects belong to `context` from now on. With fallback_to_cpu it runs operators that are C functions.
GB_EXPORT GrB_Info mergus_graphblas_set_context(const mergus::Context* context) noexcept;
}
