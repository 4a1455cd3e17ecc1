/// \file options.cpp
/// GxB_set and GxB_get: fields by number, with an argument of the field's type. Fields of the descriptor and
/// the hints of matrices and vectors are those of GrB_set and GrB_get.
#include "fields.hpp"

#include <cstdarg>

using namespace mergus::grb;

namespace {

/// GxB_NTHREADS and GxB_CHUNK of a descriptor: accepted, and without effect.
bool is_hint(int field) {
    return field == GxB_NTHREADS || field == GxB_CHUNK;
}

} // namespace

#define MERGUS_OPTIONS(Kind)                                                                                 \
    GrB_Info GxB_##Kind##_Option_set(GrB_##Kind object, int field, ...) {                                    \
        va_list arguments;                                                                                   \
        va_start(arguments, field);                                                                          \
        const int value = va_arg(arguments, int);                                                            \
        va_end(arguments);                                                                                   \
        return GrB_##Kind##_set_INT32(object, value, static_cast<GrB_Field>(field));                         \
    }                                                                                                        \
    GrB_Info GxB_##Kind##_Option_get(GrB_##Kind object, int field, ...) {                                    \
        va_list arguments;                                                                                   \
        va_start(arguments, field);                                                                          \
        auto* const value = va_arg(arguments, std::int32_t*);                                                \
        va_end(arguments);                                                                                   \
        return GrB_##Kind##_get_INT32(object, value, static_cast<GrB_Field>(field));                         \
    }
MERGUS_OPTIONS(Matrix)
MERGUS_OPTIONS(Vector)

GrB_Info GxB_Desc_set(GrB_Descriptor descriptor, int field, ...) {
    va_list arguments;
    va_start(arguments, field);
    const int value = is_hint(field) ? 0 : va_arg(arguments, int);
    va_end(arguments);
    if (!is_hint(field)) return GrB_Descriptor_set_INT32(descriptor, value, static_cast<GrB_Field>(field));
    return call(output_of(descriptor), __func__, [&] { live(descriptor, "descriptor"); });
}

GrB_Info GxB_Desc_get(GrB_Descriptor descriptor, int field, ...) {
    va_list arguments;
    va_start(arguments, field);
    auto* const value = va_arg(arguments, std::int32_t*);
    va_end(arguments);
    return GrB_Descriptor_get_INT32(descriptor, value, static_cast<GrB_Field>(field));
}

GrB_Info GxB_Global_Option_set(int field, ...) {
    va_list arguments;
    va_start(arguments, field);
    const double chunk = field == GxB_CHUNK ? va_arg(arguments, double) : 0;
    const int value = field == GxB_CHUNK ? 0 : va_arg(arguments, int);
    va_end(arguments);
    if (field != GxB_CHUNK) return GrB_Global_set_INT32(GrB_GLOBAL, value, static_cast<GrB_Field>(field));
    return call(nullptr, __func__, [&] { hints().chunk = chunk; });
}

GrB_Info GxB_Global_Option_get(int field, ...) {
    va_list arguments;
    va_start(arguments, field);
    void* const value = va_arg(arguments, void*);
    va_end(arguments);
    if (field == GxB_CHUNK)
        return call(nullptr, __func__,
                    [&] { *static_cast<double*>(not_null(value, "value")) = hints().chunk; });
    if (field == GxB_BURBLE)
        return call(nullptr, __func__,
                    [&] { *static_cast<bool*>(not_null(value, "value")) = hints().burble; });
    return GrB_Global_get_INT32(GrB_GLOBAL, static_cast<std::int32_t*>(value), static_cast<GrB_Field>(field));
}
