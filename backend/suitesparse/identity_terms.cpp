/// \file identity_terms.cpp
/// Which sums may have NaN as a term, and reductions to a scalar without the identity.
///
/// Invariant: what is known of a matrix's values (Store::values) is found by one sum over them, which is made
/// once for a matrix and only if a product needs it.
#include "identity_terms.hpp"

#include "ordered_fold.hpp"

#include <cmath>
#include <cstddef>

namespace mergus::suitesparse {

namespace {

bool floating(const mergus_type& type) {
    return type.code == MERGUS_FP32 || type.code == MERGUS_FP64;
}

/// Whether GraphBLAS has compiled kernels for the monoid in which NaN may be lost.
bool may_lose_nan(const mergus_monoid& monoid) {
    const bool extreme = monoid.op->code == MERGUS_OP_MIN || monoid.op->code == MERGUS_OP_MAX;
    return extreme && floating(*monoid.op->z_type) && predefined_monoid(monoid) != nullptr;
}

/// Calls GrB_Matrix_reduce_TYPE or GrB_Vector_reduce_TYPE for the monoid's type; `sum` is of that type.
void reduce_all(const mergus_context& context, const Type& type, GrB_Monoid monoid, Collection A, void* sum) {
    const GrB_Descriptor descriptor = context.descriptor(0);
    GrB_Info info = GrB_SUCCESS;
    switch (type.code) {
#define MERGUS_CASE(PREFIX, SUFFIX, TYPE)                                                                    \
    case MERGUS_##SUFFIX:                                                                                    \
        info = A.is_vector() ? PREFIX##_Vector_reduce_##SUFFIX(static_cast<TYPE*>(sum), nullptr, monoid,     \
                                                               A.vector(), descriptor)                       \
                             : PREFIX##_Matrix_reduce_##SUFFIX(static_cast<TYPE*>(sum), nullptr, monoid,     \
                                                               A.matrix(), descriptor);                      \
        break;
        MERGUS_GRB_TYPES(MERGUS_CASE)
#undef MERGUS_CASE
    default:
        info = A.is_vector() ? GrB_Vector_reduce_UDT(sum, nullptr, monoid, A.vector(), descriptor)
                             : GrB_Matrix_reduce_UDT(sum, nullptr, monoid, A.matrix(), descriptor);
    }
    check(info, "GrB_reduce", A);
}

Values classify(double sum) {
    return std::isnan(sum)   ? Values::perhaps_nan
           : std::isinf(sum) ? Values::perhaps_infinite
                             : Values::finite;
}

/// A sum that overflows is taken for one of infinite values.
Values values_of(const mergus_context& context, const mergus_matrix& A) {
    const int code = A.type->code;
    if (code != MERGUS_FP32 && code != MERGUS_FP64) return Values::finite;
    if (const Values known = A.store.values(); known != Values::unknown) return known;
    float sum32 = 0;
    double sum64 = 0;
    if (code == MERGUS_FP32)
        reduce_all(context, *A.type, GrB_PLUS_MONOID_FP32, A.store.get(), &sum32);
    else
        reduce_all(context, *A.type, GrB_PLUS_MONOID_FP64, A.store.get(), &sum64);
    A.store.remember(classify(code == MERGUS_FP32 ? double{sum32} : sum64));
    return A.store.values();
}

/// Whether the multiplication of two values may be NaN. Finite products may overflow, to infinity only.
bool product_may_be_nan(const mergus_context& context, const mergus_op& mul, const mergus_matrix& A,
                        const mergus_matrix& B) {
    const auto values = [&](const mergus_matrix& operand) {
        // Casts from double to float may overflow.
        const bool narrowed = operand.type->code == MERGUS_FP64 && mul.z_type->code == MERGUS_FP32;
        const Values found = values_of(context, operand);
        return narrowed && found == Values::finite ? Values::perhaps_infinite : found;
    };
    const auto has = [&](const mergus_matrix& operand, Values least) { return values(operand) >= least; };
    switch (mul.code) {
    case MERGUS_OP_FIRST:
        return has(A, Values::perhaps_nan);
    case MERGUS_OP_SECOND:
        return has(B, Values::perhaps_nan);
    case MERGUS_OP_PAIR:
        return false;
    case MERGUS_OP_MIN:
    case MERGUS_OP_MAX: // of a NaN and a number the number
        return has(A, Values::perhaps_nan) && has(B, Values::perhaps_nan);
    case MERGUS_OP_PLUS:
    case MERGUS_OP_MINUS:
    case MERGUS_OP_RMINUS: // ∞ − ∞
        return has(A, Values::perhaps_nan) || has(B, Values::perhaps_nan) ||
               (has(A, Values::perhaps_infinite) && has(B, Values::perhaps_infinite));
    case MERGUS_OP_TIMES: // 0 · ∞
        return has(A, Values::perhaps_infinite) || has(B, Values::perhaps_infinite);
    default:
        return true;
    }
}

} // namespace

Kernels kernels_for_product(const mergus_context& context, const mergus_call& call) {
    const mergus_op& mul = *call.semiring->mul;
    if (!may_lose_nan(*call.semiring->add)) return Kernels::any;
    // There are no compiled kernels for host functions.
    if (mul.kind != MERGUS_BINARY || predefined_binary(mul) == nullptr) return Kernels::any;
    return product_may_be_nan(context, mul, *call.A, *call.B) ? Kernels::generic : Kernels::any;
}

Kernels kernels_for_entries(const mergus_context& context, const mergus_monoid& monoid,
                            const mergus_matrix& A) {
    if (!may_lose_nan(monoid) || values_of(context, A) != Values::perhaps_nan) return Kernels::any;
    return Kernels::generic;
}

void sum_of_entries(const mergus_context& context, const mergus_monoid& monoid, const mergus_matrix& A,
                    void* sum) {
    const Type& type = intern(monoid.op->z_type);
    if (const GrB_Monoid compiled = predefined_monoid(monoid); compiled != nullptr) {
        reduce_all(context, type, compiled, A.store.get(), sum);
        if (!may_lose_nan(monoid)) return;
        std::max_align_t identity{};
        check(GxB_Monoid_identity(&identity, compiled), "GxB_Monoid_identity");
        if (std::memcmp(sum, &identity, type.size) != 0) return; // a number was a term
    }
    fold_entries(context, monoid, A, sum);
}

} // namespace mergus::suitesparse
