/// \file reduce.cpp
/// Reductions of rows to a vector, and of all entries to a value or a GrB_Scalar.
#include "fold.hpp"
#include "operators.hpp"
#include "scalar.hpp"
#include "values.hpp"

namespace mergus::grb {

namespace {

/// The objects of a reduction, checked before any domain. No flag of a descriptor has a meaning here.
template <class Op, class Handle>
void check_objects(GrB_BinaryOp accum, Op op, std::string_view operator_name, Handle A,
                   GrB_Descriptor descriptor) {
    live(A, "the input");
    live(op, operator_name);
    live_or_null(accum, "accum");
    live_or_null(descriptor, "descriptor");
}

/// The domains of a reduction to a scalar, also if there is nothing to reduce or to accumulate.
void check_domains(const mergus_grb_scalar& s, GrB_BinaryOp accumulator, const mergus_op& monoid,
                   const mergus_type* input) {
    check_one_domain(monoid);
    check_castable(input, monoid.z_type, "the input into the operator");
    check_castable(monoid.z_type, s.type, "the reduction into the scalar");
    const BinaryOp accum = accum_of(accumulator);
    if (accum.get() == nullptr) return;
    check_on_values(*accum.get());
    check_castable(s.type, accum.get()->x_type, "the scalar into accum");
    check_castable(monoid.z_type, accum.get()->y_type, "the reduction into accum");
    check_castable(accum.get()->z_type, s.type, "accum into the scalar");
}

template <class E, class Handle>
void reduce_to_value(E* x, GrB_BinaryOp accum, GrB_Monoid monoid, Handle A, GrB_Descriptor descriptor) {
    check_objects(accum, monoid, "monoid", A, descriptor);
    not_null(x, "the value");
    const AnyMonoid& add = monoid->value;
    const mergus_type* const type = element_type<E>(add.get()->op->z_type, "the monoid");
    reduce(x, type, accum_of(accum), add, A->value);
}

/// s ⊙= the reduction with a monoid or an operator, which has no value if A has no entry.
template <class Handle>
void reduce_to_scalar(GrB_Scalar s, GrB_BinaryOp accum, const AnyMonoid& monoid, Handle A) {
    const BinaryOp op = accum_of(accum);
    if (!castable(monoid.get()->op->z_type, s->type))
        fail(GrB_DOMAIN_MISMATCH, "the scalar's type is not that of the monoid");
    if (A->value.nvals() == 0) {
        if (op.get() == nullptr) s->present = false;
        return;
    }
    reduce(s->bytes.data(), s->type, s->present ? op : no_accum, monoid, A->value);
    s->present = true;
}

template <class Handle>
void reduce_to_scalar(GrB_Scalar s, GrB_BinaryOp accum, const BinaryOp& op, Handle A) {
    if (const mergus_monoid* const known = predefined_monoid(*op.get())) {
        reduce_to_scalar(s, accum, AnyMonoid(known), A);
        return;
    }
    const BinaryOp f = accum_of(accum);
    const mergus_type* const type = op.get()->z_type;
    if (!castable(type, s->type)) fail(GrB_DOMAIN_MISMATCH, "the scalar's type is not that of the operator");
    if (A->value.nvals() > 0)
        accumulate(*s, f, fold_all(op, A->value).data(), type);
    else if (f.get() == nullptr)
        s->present = false;
}

} // namespace

} // namespace mergus::grb

using namespace mergus::grb;

GrB_Info GrB_Matrix_reduce_Monoid(GB_TO_VECTOR, const GrB_Monoid monoid, const GrB_Matrix A, GB_HOW) {
    return call(output_of(w), __func__, [&] {
        mergus::reduce(live(w, "w").value, mask_of(mask), accum_of(accum), live(monoid, "monoid").value,
                       live(A, "A").value, flags_of(descriptor));
    });
}

GrB_Info GrB_Matrix_reduce_BinaryOp(GB_TO_VECTOR, const GrB_BinaryOp op, const GrB_Matrix A, GB_HOW) {
    return call(output_of(w), __func__, [&] {
        mergus::AnyVector& output = live(w, "w").value;
        const mergus::BinaryOp& f = live(op, "op").value;
        const mergus::AnyMatrix& input = live(A, "A").value;
        if (const mergus_monoid* const known = predefined_monoid(*f.get()))
            mergus::reduce(output, mask_of(mask), accum_of(accum), mergus::AnyMonoid(known), input,
                           flags_of(descriptor));
        else
            fold_rows(output, mask_of(mask), accum_of(accum), f, input, flags_of(descriptor));
    });
}

#define MERGUS_REDUCE_SCALAR(Kind)                                                                           \
    GrB_Info GrB_##Kind##_reduce_Monoid_Scalar(GrB_Scalar s, const GrB_BinaryOp accum,                       \
                                               const GrB_Monoid monoid, const GrB_##Kind A, GB_HOW) {        \
        return call(output_of(s), __func__, [&] {                                                            \
            live(s, "s");                                                                                    \
            check_objects(accum, monoid, "monoid", A, descriptor);                                           \
            check_domains(*s, accum, *monoid->value.get()->op, A->value.type());                             \
            reduce_to_scalar(s, accum, monoid->value, A);                                                    \
        });                                                                                                  \
    }                                                                                                        \
    GrB_Info GrB_##Kind##_reduce_BinaryOp_Scalar(GrB_Scalar s, const GrB_BinaryOp accum,                     \
                                                 const GrB_BinaryOp op, const GrB_##Kind A, GB_HOW) {        \
        return call(output_of(s), __func__, [&] {                                                            \
            live(s, "s");                                                                                    \
            check_objects(accum, op, "op", A, descriptor);                                                   \
            check_domains(*s, accum, *op->value.get(), A->value.type());                                     \
            reduce_to_scalar(s, accum, op->value, A);                                                        \
        });                                                                                                  \
    }
MERGUS_REDUCE_SCALAR(Vector)
MERGUS_REDUCE_SCALAR(Matrix)

#define MERGUS_REDUCE(F, P, S, V, E)                                                                         \
    GrB_Info P##_Vector_reduce_##S(E* x, const GrB_BinaryOp accum, const GrB_Monoid monoid,                  \
                                   const GrB_Vector u, GB_HOW) {                                             \
        return call(output_of(u), __func__, [&] { reduce_to_value(x, accum, monoid, u, descriptor); });      \
    }                                                                                                        \
    GrB_Info P##_Matrix_reduce_##S(E* x, const GrB_BinaryOp accum, const GrB_Monoid monoid,                  \
                                   const GrB_Matrix A, GB_HOW) {                                             \
        return call(output_of(A), __func__, [&] { reduce_to_value(x, accum, monoid, A, descriptor); });      \
    }
GB_FOR_VALUES(MERGUS_REDUCE, )
GB_FOR_COMPLEX(MERGUS_REDUCE, )
