// A breadth-first step from C++20, with the functions of the C API.
#include <GraphBLAS.h>

#include <array>
#include <iostream>

namespace {

void check(GrB_Info info) {
    if (info != GrB_SUCCESS) std::cerr << "code " << info << '\n';
    if (info != GrB_SUCCESS) std::exit(1);
}

} // namespace

int main() {
    check(GrB_init(GrB_BLOCKING));
    GrB_Matrix A = nullptr;
    GrB_Vector frontier = nullptr, next = nullptr;
    const std::array<GrB_Index, 3> rows{0, 0, 2}, cols{1, 3, 0};
    const std::array<bool, 3> values{true, true, true};
    check(GrB_Matrix_new(&A, GrB_BOOL, 4, 4));
    check(GrB_Matrix_build_BOOL(A, rows.data(), cols.data(), values.data(), rows.size(), nullptr));
    check(GrB_Vector_new(&frontier, GrB_BOOL, 4));
    check(GrB_Vector_new(&next, GrB_BOOL, 4));
    check(GrB_Vector_setElement_BOOL(frontier, true, 0));
    check(GrB_vxm(next, frontier, nullptr, GrB_LOR_LAND_SEMIRING_BOOL, frontier, A, GrB_DESC_RSC));
    GrB_Index reached = 0;
    check(GrB_Vector_nvals(&reached, next));
    check(GrB_Matrix_free(&A));
    check(GrB_Vector_free(&frontier));
    check(GrB_Vector_free(&next));
    check(GrB_finalize());
    std::cout << reached << " vertices\n";
    return reached == 2 ? 0 : 1;
}
