/// \file cpp_objects.cpp
/// The exchange with objects of the C++ library.
#include "fields.hpp"

#include <mergus_graphblas/mergus_graphblas.hpp>

using namespace mergus::grb;

mergus::AnyMatrix* mergus_graphblas_matrix(GrB_Matrix A) noexcept {
    return output_of(A) == nullptr ? nullptr : &A->value;
}

mergus::AnyVector* mergus_graphblas_vector(GrB_Vector u) noexcept {
    return output_of(u) == nullptr ? nullptr : &u->value;
}

GrB_Info mergus_graphblas_adopt_matrix(GrB_Matrix* A, mergus::AnyMatrix* matrix) noexcept {
    return call(nullptr, __func__, [&] {
        not_null(A, "the address of the handle");
        static_cast<void>(not_null(matrix, "the matrix")->nvals()); // throws if it is empty
        make(A, std::move(*matrix), UserType{});
    });
}

GrB_Info mergus_graphblas_adopt_vector(GrB_Vector* u, mergus::AnyVector* vector) noexcept {
    return call(nullptr, __func__, [&] {
        not_null(u, "the address of the handle");
        static_cast<void>(not_null(vector, "the vector")->nvals());
        make(u, std::move(*vector), UserType{});
    });
}

GrB_Info mergus_graphblas_get_context(mergus::Context* target) noexcept {
    return call(nullptr, __func__, [&] { *not_null(target, "the context") = context(); });
}

GrB_Info mergus_graphblas_set_context(const mergus::Context* chosen) noexcept {
    return call(nullptr, __func__, [&] { choose_context(*not_null(chosen, "the context")); });
}
