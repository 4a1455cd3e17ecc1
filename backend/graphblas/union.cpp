/// \file union.cpp
/// GxB_eWiseUnion: an entry that one input lacks is replaced by a scalar, so that the operator always sees
/// two values.
#include "values.hpp"

namespace mergus::grb {

namespace {

template <class Any>
Any empty_like(const Any& object, const mergus_type* type);
template <>
AnyMatrix empty_like(const AnyMatrix& A, const mergus_type* type) {
    return {A.context(), type, A.nrows(), A.ncols()};
}
template <>
AnyVector empty_like(const AnyVector& u, const mergus_type* type) {
    return {u.context(), type, u.size()};
}

/// The intersection first; then, outside of the pattern of the other input, the entries of one input.
template <class Any>
Any union_of(const BinaryOp& op, const Any& A, const Scalar& alpha, const Any& B, const Scalar& beta) {
    Any made = empty_like(A, op.get()->z_type);
    ewise_mult(made, no_mask, no_accum, op, A, B);
    apply(made, complement(structure(Mask(B))), no_accum, op, A, beta);
    apply(made, complement(structure(Mask(A))), no_accum, op, alpha, B);
    return made;
}

AnyMatrix transposed(const AnyMatrix& A) {
    AnyMatrix made(A.context(), A.type(), A.ncols(), A.nrows());
    transpose(made, no_mask, no_accum, A);
    return made;
}

} // namespace

} // namespace mergus::grb

using namespace mergus::grb;

GrB_Info GxB_Vector_eWiseUnion(GB_TO_VECTOR, const GrB_BinaryOp op, const GrB_Vector u,
                               const GrB_Scalar alpha, const GrB_Vector v, const GrB_Scalar beta, GB_HOW) {
    return call(output_of(w), __func__, [&] {
        mergus::AnyVector& output = live(w, "w").value;
        const mergus::Mask where = mask_of(mask);
        const mergus::BinaryOp accumulate = accum_of(accum);
        const mergus::BinaryOp& f = live(op, "op").value;
        const mergus::AnyVector &first = live(u, "u").value, &second = live(v, "v").value;
        const mergus::Scalar x = scalar_of(alpha, nullptr, "alpha"), y = scalar_of(beta, nullptr, "beta");
        const mergus::Descriptor flags = flags_of(descriptor);
        mergus::assign(output, where, accumulate, union_of(f, first, x, second, y), mergus::all, flags);
    });
}

GrB_Info GxB_Matrix_eWiseUnion(GB_TO_MATRIX, const GrB_BinaryOp op, const GrB_Matrix A,
                               const GrB_Scalar alpha, const GrB_Matrix B, const GrB_Scalar beta, GB_HOW) {
    return call(output_of(C), __func__, [&] {
        mergus::AnyMatrix& output = live(C, "C").value;
        const mergus::Mask where = mask_of(mask);
        const mergus::BinaryOp accumulate = accum_of(accum);
        const mergus::BinaryOp& f = live(op, "op").value;
        const mergus::AnyMatrix &first = live(A, "A").value, &second = live(B, "B").value;
        const mergus::Scalar x = scalar_of(alpha, nullptr, "alpha"), y = scalar_of(beta, nullptr, "beta");
        const mergus::Descriptor flags = flags_of(descriptor);
        const bool t0 = flags.has(mergus::DESC_T0), t1 = flags.has(mergus::DESC_T1);
        const mergus::AnyMatrix first_transposed = t0 ? transposed(first) : mergus::AnyMatrix();
        const mergus::AnyMatrix second_transposed = t1 ? transposed(second) : mergus::AnyMatrix();
        const mergus::Descriptor how{flags.bits & ~mergus::DESC_T0T1.bits};
        mergus::assign(output, where, accumulate,
                       union_of(f, t0 ? first_transposed : first, x, t1 ? second_transposed : second, y),
                       mergus::all, mergus::all, how);
    });
}
