/// \file options.cpp
/// GxB_set and GxB_get: fields by number, with an argument of the field's type. Integers are those of GrB_set
/// and GrB_get; numbers of type double and texts are kept and have no effect.
#include "fields.hpp"
#include "shown_format.hpp"

#include <algorithm>
#include <array>
#include <cstdarg>
#include <map>

namespace mergus::grb {

namespace {

/// GxB_NTHREADS and GxB_CHUNK of a descriptor, and the hints of GrB_Desc_Field: accepted, and without effect.
bool is_hint(int field) {
    return field == GxB_NTHREADS || field == GxB_CHUNK || (field >= GxB_AxB_METHOD && field <= GxB_IMPORT);
}

[[noreturn]] void unknown_option() {
    fail(GrB_INVALID_VALUE, "there is no option with that number and type");
}

/// The fields that are three numbers, or null.
const std::int32_t* version_of(int field) {
    static constexpr std::array<std::int32_t, 3> api{GRB_VERSION, GRB_SUBVERSION, 0},
        compiler{__GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__};
    switch (field) {
    case GxB_LIBRARY_VERSION:
        return library_version;
    case GxB_API_VERSION:
        return api.data();
    case GxB_COMPILER_VERSION:
        return compiler.data();
    default:
        return nullptr;
    }
}

double& switch_of(mergus_grb_matrix& A, int field) {
    if (field == GxB_HYPER_SWITCH) return A.hyper_switch;
    if (field == GxB_BITMAP_SWITCH) return A.bitmap_switch;
    unknown_option();
}
double& switch_of(mergus_grb_vector& u, int field) {
    if (field == GxB_BITMAP_SWITCH) return u.bitmap_switch;
    unknown_option();
}

/// The texts of GrB_GLOBAL.
struct Texts {
    std::mutex mutex;
    std::map<int, std::string> by_field{
        {GxB_LIBRARY_NAME, "Mergus"},
        {GxB_LIBRARY_DATE, ""},
        {GxB_LIBRARY_ABOUT, "Mergus: sparse matrix algebra over semirings, on GPUs and CPUs"},
        {GxB_LIBRARY_URL, ""},
        {GxB_LIBRARY_LICENSE, "Apache-2.0"},
        {GxB_LIBRARY_COMPILE_DATE, ""},
        {GxB_LIBRARY_COMPILE_TIME, ""},
        {GxB_API_DATE, "2023-11-15"},
        {GxB_API_ABOUT, "The GraphBLAS C API 2.1"},
        {GxB_API_URL, "https://graphblas.org"},
        {GxB_COMPILER_NAME, __VERSION__},
        {GxB_JIT_C_COMPILER_NAME, ""},
        {GxB_JIT_C_COMPILER_FLAGS, ""},
        {GxB_JIT_C_LINKER_FLAGS, ""},
        {GxB_JIT_C_LIBRARIES, ""},
        {GxB_JIT_C_PREFACE, ""},
        {GxB_JIT_CACHE_PATH, ""},
        {GxB_JIT_C_CMAKE_LIBS, ""},
        {GxB_JIT_ERROR_LOG, ""}};
};
Texts& texts() {
    static auto* const made = new Texts; // never destroyed: programs call in their exit handlers
    return *made;
}

bool is_constant(int field) {
    return field >= GxB_LIBRARY_NAME && field <= GxB_COMPILER_NAME;
}

bool is_text(int field) {
    const std::lock_guard lock(texts().mutex);
    return texts().by_field.count(field) != 0;
}

/// The fields that the functions with `...` read as bool.
bool is_truth(int field) {
    return field == GxB_BURBLE || field == GxB_PRINT_1BASED || field == GxB_JIT_USE_CMAKE ||
           field == GxB_LIBRARY_OPENMP;
}

} // namespace

Indices range_of(const GrB_Index* list, GrB_Index count) {
    const GrB_Index begin = list[GxB_BEGIN], end = list[GxB_END];
    const GrB_Index step = count == GxB_RANGE ? 1 : list[GxB_INC];
    std::vector<std::uint64_t> made;
    const bool backwards = count == GxB_BACKWARDS;
    if (step == 0 || (backwards ? begin < end : begin > end)) return made;
    const GrB_Index last = (backwards ? begin - end : end - begin) / step;
    if (last >= GrB_INDEX_MAX) fail(GrB_INDEX_OUT_OF_BOUNDS, "a range has at most GrB_INDEX_MAX indices");
    made.resize(last + 1);
    for (GrB_Index k = 0; k <= last; ++k) made[k] = backwards ? begin - k * step : begin + k * step;
    return Indices(std::move(made));
}

} // namespace mergus::grb

using namespace mergus::grb;

#define MERGUS_OPTIONS(Kind)                                                                                 \
    GrB_Info GxB_##Kind##_Option_set_INT32(GrB_##Kind object, int field, int32_t value) {                    \
        return GrB_##Kind##_set_INT32(object, value, static_cast<GrB_Field>(field));                         \
    }                                                                                                        \
    GrB_Info GxB_##Kind##_Option_get_INT32(GrB_##Kind object, int field, int32_t* value) {                   \
        return GrB_##Kind##_get_INT32(object, value, static_cast<GrB_Field>(field));                         \
    }                                                                                                        \
    GrB_Info GxB_##Kind##_Option_set_FP64(GrB_##Kind object, int field, double value) {                      \
        return call(output_of(object), __func__,                                                             \
                    [&] { switch_of(live(object, "the object"), field) = value; });                          \
    }                                                                                                        \
    GrB_Info GxB_##Kind##_Option_get_FP64(GrB_##Kind object, int field, double* value) {                     \
        return call(output_of(object), __func__,                                                             \
                    [&] { *not_null(value, "value") = switch_of(live(object, "the object"), field); });      \
    }                                                                                                        \
    GrB_Info GxB_##Kind##_Option_set(GrB_##Kind object, int field, ...) {                                    \
        va_list arguments;                                                                                   \
        va_start(arguments, field);                                                                          \
        const bool number = field == GxB_HYPER_SWITCH || field == GxB_BITMAP_SWITCH;                         \
        const double real = number ? va_arg(arguments, double) : 0;                                          \
        const int value = number ? 0 : va_arg(arguments, int);                                               \
        va_end(arguments);                                                                                   \
        return number ? GxB_##Kind##_Option_set_FP64(object, field, real)                                    \
                      : GxB_##Kind##_Option_set_INT32(object, field, value);                                 \
    }                                                                                                        \
    GrB_Info GxB_##Kind##_Option_get(GrB_##Kind object, int field, ...) {                                    \
        va_list arguments;                                                                                   \
        va_start(arguments, field);                                                                          \
        auto* const value = va_arg(arguments, void*);                                                        \
        va_end(arguments);                                                                                   \
        return field == GxB_HYPER_SWITCH || field == GxB_BITMAP_SWITCH                                       \
                   ? GxB_##Kind##_Option_get_FP64(object, field, static_cast<double*>(value))                \
                   : GxB_##Kind##_Option_get_INT32(object, field, static_cast<std::int32_t*>(value));        \
    }
MERGUS_OPTIONS(Matrix)
MERGUS_OPTIONS(Vector)

GrB_Info GxB_Desc_set_INT32(GrB_Descriptor descriptor, int field, int32_t value) {
    if (!is_hint(field)) return GrB_Descriptor_set_INT32(descriptor, value, static_cast<GrB_Field>(field));
    return call(output_of(descriptor), __func__, [&] { live(descriptor, "descriptor"); });
}

GrB_Info GxB_Desc_get_INT32(GrB_Descriptor descriptor, int field, int32_t* value) {
    if (!is_hint(field)) return GrB_Descriptor_get_INT32(descriptor, value, static_cast<GrB_Field>(field));
    return call(output_of(descriptor), __func__, [&] {
        live(descriptor, "descriptor");
        *not_null(value, "value") = GxB_DEFAULT;
    });
}

GrB_Info GxB_Desc_set(GrB_Descriptor descriptor, int field, ...) {
    va_list arguments;
    va_start(arguments, field);
    const int value = is_hint(field) ? 0 : va_arg(arguments, int);
    va_end(arguments);
    return GxB_Desc_set_INT32(descriptor, field, value);
}

GrB_Info GxB_Desc_get(GrB_Descriptor descriptor, int field, ...) {
    va_list arguments;
    va_start(arguments, field);
    void* const value = va_arg(arguments, void*);
    va_end(arguments);
    if (field == GxB_CHUNK)
        return call(output_of(descriptor), __func__, [&] {
            live(descriptor, "descriptor");
            *static_cast<double*>(not_null(value, "value")) = GxB_DEFAULT;
        });
    return GxB_Desc_get_INT32(descriptor, field, static_cast<std::int32_t*>(value));
}

GrB_Info GxB_Global_Option_set_INT32(int field, int32_t value) {
    return GrB_Global_set_INT32(GrB_GLOBAL, value, static_cast<GrB_Field>(field));
}

GrB_Info GxB_Global_Option_get_INT32(int field, int32_t* value) {
    const std::int32_t* const version = version_of(field);
    if (version == nullptr) return GrB_Global_get_INT32(GrB_GLOBAL, value, static_cast<GrB_Field>(field));
    return call(nullptr, __func__, [&] { std::copy_n(version, 3, not_null(value, "value")); });
}

GrB_Info GxB_Global_Option_set_FP64(int field, double value) {
    return call(nullptr, __func__, [&] {
        if (field == GxB_CHUNK)
            hints().chunk = value;
        else if (field == GxB_HYPER_SWITCH)
            hints().hyper_switch = value;
        else
            unknown_option();
    });
}

GrB_Info GxB_Global_Option_get_FP64(int field, double* value) {
    return call(nullptr, __func__, [&] {
        not_null(value, "value");
        if (field == GxB_CHUNK)
            *value = hints().chunk;
        else if (field == GxB_HYPER_SWITCH)
            *value = hints().hyper_switch;
        else if (field == GxB_BITMAP_SWITCH)
            for (std::size_t k = 0; k < GxB_NBITMAP_SWITCH; ++k) value[k] = hints().bitmap_switch[k];
        else
            unknown_option();
    });
}

GrB_Info GxB_Global_Option_set_FP64_ARRAY(int field, double* values) {
    return call(nullptr, __func__, [&] {
        if (field != GxB_BITMAP_SWITCH) unknown_option();
        // No array stands for the default.
        for (std::size_t k = 0; k < GxB_NBITMAP_SWITCH; ++k)
            hints().bitmap_switch[k] = values == nullptr ? default_bitmap_switch(k) : values[k];
    });
}

GrB_Info GxB_Global_Option_set_CHAR(int field, const char* value) {
    return call(nullptr, __func__, [&] {
        not_null(value, "value");
        const std::lock_guard lock(texts().mutex);
        const auto found = texts().by_field.find(field);
        if (found == texts().by_field.end() || is_constant(field)) unknown_option();
        found->second = value;
    });
}

GrB_Info GxB_Global_Option_get_CHAR(int field, const char** value) {
    return call(nullptr, __func__, [&] {
        not_null(value, "value");
        const std::lock_guard lock(texts().mutex);
        const auto found = texts().by_field.find(field);
        if (found == texts().by_field.end()) unknown_option();
        *value = found->second.c_str();
    });
}

GrB_Info GxB_Global_Option_set(int field, ...) {
    va_list arguments;
    va_start(arguments, field);
    const bool number = field == GxB_CHUNK || field == GxB_HYPER_SWITCH;
    const double real = number ? va_arg(arguments, double) : 0;
    auto* const reals = field == GxB_BITMAP_SWITCH ? va_arg(arguments, double*) : nullptr;
    const char* const text = is_text(field) ? va_arg(arguments, const char*) : nullptr;
    const int value = number || field == GxB_BITMAP_SWITCH || is_text(field) ? 0 : va_arg(arguments, int);
    va_end(arguments);
    if (is_text(field)) return GxB_Global_Option_set_CHAR(field, text);
    if (field == GxB_BITMAP_SWITCH) return GxB_Global_Option_set_FP64_ARRAY(field, reals);
    return number ? GxB_Global_Option_set_FP64(field, real) : GxB_Global_Option_set_INT32(field, value);
}

GrB_Info GxB_Global_Option_get(int field, ...) {
    va_list arguments;
    va_start(arguments, field);
    void* const value = va_arg(arguments, void*);
    va_end(arguments);
    if (is_truth(field)) {
        std::int32_t truth = 0;
        const GrB_Info info = GxB_Global_Option_get_INT32(field, value == nullptr ? nullptr : &truth);
        if (info == GrB_SUCCESS) *static_cast<bool*>(value) = truth != 0;
        return info;
    }
    if (is_text(field)) return GxB_Global_Option_get_CHAR(field, static_cast<const char**>(value));
    if (field == GxB_CHUNK || field == GxB_HYPER_SWITCH || field == GxB_BITMAP_SWITCH)
        return GxB_Global_Option_get_FP64(field, static_cast<double*>(value));
    return GxB_Global_Option_get_INT32(field, static_cast<std::int32_t*>(value));
}
