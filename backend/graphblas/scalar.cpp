/// \file scalar.cpp
/// GrB_Scalar.
#include "scalar.hpp"

#include "values.hpp"

#include <mergus/cast.hpp>

namespace mergus::grb {

bool castable(const mergus_type* from, const mergus_type* to) noexcept {
    return from == to || (from->code != MERGUS_USER_TYPE && to->code != MERGUS_USER_TYPE);
}

void set_scalar(mergus_grb_scalar& s, const Scalar& value) {
    if (!castable(value.type(), s.type))
        fail(GrB_DOMAIN_MISMATCH, "a value of type " + std::string(type_name(value.type())) +
                                      " into a scalar of type " + std::string(type_name(s.type)));
    cast_value(s.bytes.data(), s.type, value.data(), value.type());
    s.present = true;
}

namespace {

template <class V>
void set_element(GrB_Scalar s, V x) {
    live(s, "s");
    set_scalar(*s, scalar_of(x, s->type, "the scalar"));
}

template <class E>
GrB_Info extract_element(E* x, GrB_Scalar s) {
    live(s, "s");
    not_null(x, "the value");
    const mergus_type* const type = element_type<E>(s->type, "the scalar");
    if (!castable(s->type, type))
        fail(GrB_DOMAIN_MISMATCH, "a value of a user's type as one of another type");
    if (!s->present) return GrB_NO_VALUE;
    cast_value(x, type, s->bytes.data(), s->type);
    return GrB_SUCCESS;
}

} // namespace

} // namespace mergus::grb

using namespace mergus::grb;

GrB_Info GrB_Scalar_new(GrB_Scalar* s, GrB_Type type) {
    return construct(s, __func__, [&] {
        not_null(s, "the address of the handle");
        const mergus_type* const domain = live(type, "type").get();
        make(s, domain, type->user);
    });
}

GrB_Info GrB_Scalar_dup(GrB_Scalar* t, const GrB_Scalar s) {
    return construct(t, __func__, [&] {
        not_null(t, "the address of the handle");
        const mergus_grb_scalar& source = live(s, "s");
        GrB_Scalar made = nullptr;
        make(&made, source.type, source.user_type);
        made->bytes = source.bytes;
        made->present = source.present;
        *t = made;
    });
}

GrB_Info GrB_Scalar_clear(GrB_Scalar s) {
    return call(output_of(s), __func__, [&] { live(s, "s").present = false; });
}

GrB_Info GrB_Scalar_nvals(GrB_Index* nvals, const GrB_Scalar s) {
    return call(output_of(s), __func__, [&] {
        live(s, "s");
        *not_null(nvals, "nvals") = s->present ? 1 : 0;
    });
}

#define MERGUS_SCALAR(F, P, S, V, E)                                                                         \
    GrB_Info P##_Scalar_setElement_##S(GrB_Scalar s, V x) {                                                  \
        return call(output_of(s), __func__, [&] { set_element(s, x); });                                     \
    }                                                                                                        \
    GrB_Info P##_Scalar_extractElement_##S(E* x, const GrB_Scalar s) {                                       \
        return call(output_of(s), __func__, [&] { return extract_element(x, s); });                          \
    }
GB_FOR_VALUES(MERGUS_SCALAR, )
GB_FOR_COMPLEX(MERGUS_SCALAR, )
