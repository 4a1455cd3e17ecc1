/// \file vector.cpp
/// The methods of GrB_Vector.
#include "values.hpp"
#include "views.hpp"

namespace mergus::grb {

namespace {

std::uint64_t checked_size(GrB_Index size) {
    if (size > GrB_INDEX_MAX + 1) fail(GrB_INVALID_VALUE, "the size is over GrB_INDEX_MAX + 1");
    return size;
}

template <class E>
void build(GrB_Vector w, const GrB_Index* indices, const E* values, GrB_Index count, GrB_BinaryOp dup) {
    live(w, "w");
    live_or_null(dup, "dup");
    const std::span<const std::uint64_t> list(not_null(indices, "indices"), count);
    not_null(values, "values");
    const BinaryOp op = dup == nullptr ? no_accum : dup->value;
    if (dup != nullptr) check_one_domain(*op.get());
    const mergus_type* const type = element_type<E>(w->value.type(), "w");
    w->value.build(list, values, type, op);
}

template <class V>
void set_element(GrB_Vector w, V x, GrB_Index i) {
    live(w, "w");
    if constexpr (std::is_same_v<V, GrB_Scalar>)
        if (!live(x, "the scalar").present) {
            check_castable(x->type, w->value.type(), "the scalar into w");
            w->value.remove_element(i);
            return;
        }
    w->value.set_element(i, scalar_of(x, w->value.type(), "w"));
}

template <class E>
GrB_Info extract_element(E* x, GrB_Vector u, GrB_Index i) {
    live(u, "u");
    not_null(x, "the value");
    return u->value.extract_element(i, x, element_type<E>(u->value.type(), "u")) ? GrB_SUCCESS : GrB_NO_VALUE;
}

template <class E>
void extract_tuples(GrB_Index* indices, E* values, GrB_Index* nvals, GrB_Vector u) {
    View entries(u, "u");
    not_null(nvals, "nvals");
    const AnyVector& from = entries.get();
    const mergus_type* const type = element_type<E>(from.type(), "u");
    check_castable(from.type(), type, "the entries of u");
    const std::uint64_t count = from.nvals();
    if (*nvals < count)
        fail(GrB_INSUFFICIENT_SPACE,
             "room for " + std::to_string(*nvals) + " entries, but u has " + std::to_string(count));
    from.extract_tuples(indices, values, type);
    *nvals = count;
}

} // namespace

} // namespace mergus::grb

using namespace mergus::grb;

GrB_Info GrB_Vector_new(GrB_Vector* w, GrB_Type type, GrB_Index size) {
    return construct(w, __func__, [&] {
        not_null(w, "the address of the handle");
        const mergus_type* const domain = live(type, "type").get();
        make(w, mergus::AnyVector(context(), domain, checked_size(size)), type->user);
    });
}

GrB_Info GrB_Vector_dup(GrB_Vector* w, const GrB_Vector u) {
    return construct(w, __func__, [&] {
        not_null(w, "the address of the handle");
        mergus::AnyVector copy = live(u, "u").value.dup();
        make(w, std::move(copy), u->user_type);
        (*w)->sparsity = u->sparsity;
        (*w)->bitmap_switch = u->bitmap_switch;
    });
}

GrB_Info GrB_Vector_resize(GrB_Vector w, GrB_Index size) {
    return call(output_of(w), __func__,
                [&] { live(not_null(w, "w"), "w").value.resize(checked_size(size)); });
}

GrB_Info GrB_Vector_clear(GrB_Vector w) {
    return call(output_of(w), __func__, [&] { live(w, "w").value.clear(); });
}

GrB_Info GrB_Vector_size(GrB_Index* size, const GrB_Vector u) {
    return call(output_of(u), __func__, [&] {
        const std::uint64_t found = View(u, "u").get().size();
        *not_null(size, "size") = found;
    });
}

GrB_Info GrB_Vector_nvals(GrB_Index* nvals, const GrB_Vector u) {
    return call(output_of(u), __func__, [&] {
        const std::uint64_t found = View(u, "u").get().nvals();
        *not_null(nvals, "nvals") = found;
    });
}

GrB_Info GrB_Vector_removeElement(GrB_Vector w, GrB_Index i) {
    return call(output_of(w), __func__, [&] { live(w, "w").value.remove_element(i); });
}

GrB_Info GrB_Vector_extractElement_Scalar(GrB_Scalar s, const GrB_Vector u, GrB_Index i) {
    return call(output_of(s), __func__, [&] {
        live(s, "s");
        live(u, "u");
        s->present = u->value.extract_element(i, s->bytes.data(), s->type);
    });
}

#define MERGUS_VECTOR(F, P, S, V, E)                                                                         \
    GrB_Info P##_Vector_build_##S(GrB_Vector w, const GrB_Index* indices, const E* values, GrB_Index nvals,  \
                                  const GrB_BinaryOp dup) {                                                  \
        return call(output_of(w), __func__, [&] { build(w, indices, values, nvals, dup); });                 \
    }                                                                                                        \
    GrB_Info P##_Vector_extractElement_##S(E* x, const GrB_Vector u, GrB_Index i) {                          \
        return call(output_of(u), __func__, [&] { return extract_element(x, u, i); });                       \
    }                                                                                                        \
    GrB_Info P##_Vector_extractTuples_##S(GrB_Index* indices, E* values, GrB_Index* nvals,                   \
                                          const GrB_Vector u) {                                              \
        return call(output_of(u), __func__, [&] { extract_tuples(indices, values, nvals, u); });             \
    }
GB_FOR_VALUES(MERGUS_VECTOR, )
GB_FOR_COMPLEX(MERGUS_VECTOR, )

#define MERGUS_VECTOR_SET(F, P, S, V, E)                                                                     \
    GrB_Info P##_Vector_setElement_##S(GrB_Vector w, V x, GrB_Index i) {                                     \
        return call(output_of(w), __func__, [&] { set_element(w, x, i); });                                  \
    }
GB_FOR_SCALARS(MERGUS_VECTOR_SET, )
GB_FOR_COMPLEX(MERGUS_VECTOR_SET, )
