/// \file calls.cpp
/// The operations that GraphBLAS has for matrices and for vectors.
#include "collection.hpp"

namespace mergus::suitesparse::grb {

// GrB_Matrix_NAME or GrB_Vector_NAME with the target's C, mask and accumulator.
#define MERGUS_EITHER(NAME, MATRIX_ARGUMENTS, VECTOR_ARGUMENTS)                                              \
    check(                                                                                                   \
        to.C.is_vector()                                                                                     \
            ? GrB_Vector_##NAME(to.C.vector(), to.mask.vector(), to.accum, VECTOR_ARGUMENTS to.descriptor)   \
            : GrB_Matrix_##NAME(to.C.matrix(), to.mask.matrix(), to.accum, MATRIX_ARGUMENTS to.descriptor),  \
        "GrB_" #NAME, to.C)
#define MERGUS_LIST(...) __VA_ARGS__,

void apply(const Target& to, GrB_UnaryOp op, Collection A) {
    MERGUS_EITHER(apply, MERGUS_LIST(op, A.matrix()), MERGUS_LIST(op, A.vector()));
}

void apply_first(const Target& to, GrB_BinaryOp op, GrB_Scalar x, Collection B) {
    MERGUS_EITHER(apply_BinaryOp1st_Scalar, MERGUS_LIST(op, x, B.matrix()), MERGUS_LIST(op, x, B.vector()));
}

void apply_second(const Target& to, GrB_BinaryOp op, Collection A, GrB_Scalar y) {
    MERGUS_EITHER(apply_BinaryOp2nd_Scalar, MERGUS_LIST(op, A.matrix(), y), MERGUS_LIST(op, A.vector(), y));
}

void apply_index(const Target& to, GrB_IndexUnaryOp op, Collection A, GrB_Scalar y) {
    MERGUS_EITHER(apply_IndexOp_Scalar, MERGUS_LIST(op, A.matrix(), y), MERGUS_LIST(op, A.vector(), y));
}

void select(const Target& to, GrB_IndexUnaryOp op, Collection A, GrB_Scalar y) {
    MERGUS_EITHER(select_Scalar, MERGUS_LIST(op, A.matrix(), y), MERGUS_LIST(op, A.vector(), y));
}

void ewise_add(const Target& to, GrB_BinaryOp op, Collection A, Collection B) {
    MERGUS_EITHER(eWiseAdd_BinaryOp, MERGUS_LIST(op, A.matrix(), B.matrix()),
                  MERGUS_LIST(op, A.vector(), B.vector()));
}

void ewise_mult(const Target& to, GrB_BinaryOp op, Collection A, Collection B) {
    MERGUS_EITHER(eWiseMult_BinaryOp, MERGUS_LIST(op, A.matrix(), B.matrix()),
                  MERGUS_LIST(op, A.vector(), B.vector()));
}

void product(const Target& to, GrB_Semiring semiring, Collection A, Collection B) {
    if (A.is_vector())
        check(GrB_vxm(to.C.vector(), to.mask.vector(), to.accum, semiring, A.vector(), B.matrix(),
                      to.descriptor),
              "GrB_vxm", to.C);
    else if (B.is_vector())
        check(GrB_mxv(to.C.vector(), to.mask.vector(), to.accum, semiring, A.matrix(), B.vector(),
                      to.descriptor),
              "GrB_mxv", to.C);
    else
        check(GrB_mxm(to.C.matrix(), to.mask.matrix(), to.accum, semiring, A.matrix(), B.matrix(),
                      to.descriptor),
              "GrB_mxm", to.C);
}

void assign(const Target& to, Collection A, const Region& region) {
    if (to.C.is_vector() || !A.is_vector()) {
        MERGUS_EITHER(assign, MERGUS_LIST(A.matrix(), region.rows, region.nrows, region.cols, region.ncols),
                      MERGUS_LIST(A.vector(), region.rows, region.nrows));
        return;
    }
    const auto first = [](const GrB_Index* list) { return list == GrB_ALL ? 0 : *list; };
    if (region.nrows == 1 && region.ncols == nrows_of(A))
        check(GrB_Row_assign(to.C.matrix(), nullptr, to.accum, A.vector(), first(region.rows), region.cols,
                             region.ncols, to.descriptor),
              "GrB_Row_assign", to.C);
    else
        check(GrB_Col_assign(to.C.matrix(), nullptr, to.accum, A.vector(), region.rows, region.nrows,
                             first(region.cols), to.descriptor),
              "GrB_Col_assign", to.C);
}

void assign_scalar(const Target& to, GrB_Scalar scalar, const Region& region) {
    MERGUS_EITHER(assign_Scalar, MERGUS_LIST(scalar, region.rows, region.nrows, region.cols, region.ncols),
                  MERGUS_LIST(scalar, region.rows, region.nrows));
}

void extract(const Target& to, Collection A, const Region& region) {
    if (to.C.is_vector() && !A.is_vector()) {
        const GrB_Index column = region.cols == GrB_ALL ? 0 : *region.cols;
        check(GrB_Col_extract(to.C.vector(), to.mask.vector(), to.accum, A.matrix(), region.rows,
                              region.nrows, column, to.descriptor),
              "GrB_Col_extract", to.C);
        return;
    }
    MERGUS_EITHER(extract, MERGUS_LIST(A.matrix(), region.rows, region.nrows, region.cols, region.ncols),
                  MERGUS_LIST(A.vector(), region.rows, region.nrows));
}

void transpose(const Target& to, Collection A) {
    if (to.C.is_vector())
        extract(to, A, {GrB_ALL, nrows_of(A), nullptr, 0});
    else
        check(GrB_transpose(to.C.matrix(), to.mask.matrix(), to.accum, A.matrix(), to.descriptor),
              "GrB_transpose", to.C);
}

} // namespace mergus::suitesparse::grb
