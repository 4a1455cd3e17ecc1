// An object of the C API in the C++ library, without a copy.
#include <mergus_graphblas/mergus_graphblas.hpp>

#include <mergus/mergus.hpp>

int main() {
    if (GrB_init(GrB_NONBLOCKING) != GrB_SUCCESS) return 1;
    GrB_Matrix A = nullptr;
    if (GrB_Matrix_new(&A, GrB_FP64, 3, 3) != GrB_SUCCESS) return 1;
    if (GrB_Matrix_setElement_FP64(A, 2.5, 1, 2) != GrB_SUCCESS) return 1;
    const mergus::AnyMatrix& matrix = *mergus_graphblas_matrix(A);
    const bool right = matrix.nvals() == 1 && matrix.type() == mergus::type_of<double>();
    return GrB_Matrix_free(&A) == GrB_SUCCESS && GrB_finalize() == GrB_SUCCESS && right ? 0 : 1;
}
