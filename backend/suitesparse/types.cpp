/// \file types.cpp
/// The process-wide table of types, and scalars by type.
#include "types.hpp"

#include <fmt/format.h>

#include <map>
#include <memory>
#include <mutex>
#include <tuple>

namespace mergus::suitesparse {

namespace {

GrB_Type builtin_grb(std::int32_t code) {
    switch (code) {
#define MERGUS_CASE(PREFIX, SUFFIX, TYPE)                                                                    \
    case MERGUS_##SUFFIX:                                                                                    \
        return PREFIX##_##SUFFIX;
        MERGUS_GRB_TYPES(MERGUS_CASE)
#undef MERGUS_CASE
    default:
        return nullptr;
    }
}

using Content = std::tuple<std::int32_t, std::string, std::size_t, std::string>;

const Type& find_or_make(std::int32_t code, std::string name, std::size_t size, std::size_t alignment,
                         std::string definition) {
    static std::mutex mutex;
    // Not destroyed at exit, because matrices may be freed after static objects.
    static auto& types = *new std::map<Content, std::unique_ptr<const Type>>;

    const std::lock_guard lock(mutex);
    auto& slot = types[Content{code, name, size, definition}];
    if (slot != nullptr) return *slot;
    GrB_Type grb = builtin_grb(code);
    if (grb == nullptr) {
        // GraphBLAS truncates names, which is harmless because it identifies types by address. Without a
        // definition, no version compiles code for the type.
        const std::string short_name = name.substr(0, GxB_MAX_NAME_LEN - 1);
        check(GxB_Type_new(&grb, size, short_name.c_str(), nullptr), "GxB_Type_new");
    }
    slot = std::make_unique<const Type>(
        Type{code, alignment, size, std::move(name), std::move(definition), grb});
    return *slot;
}

} // namespace

const Type& intern(const mergus_type* type) {
    if (type->code == MERGUS_USER_TYPE)
        return find_or_make(type->code, type->name, type->size, type->alignment,
                            type->definition != nullptr ? type->definition : "");
    return intern_builtin(static_cast<mergus_type_code>(type->code));
}

const Type& intern_builtin(mergus_type_code code) {
    switch (code) {
#define MERGUS_CASE(PREFIX, SUFFIX, TYPE)                                                                    \
    case MERGUS_##SUFFIX: {                                                                                  \
        /* Each operand of each call looks its type up. */                                                   \
        static const Type& found = find_or_make(code, #TYPE, sizeof(TYPE), alignof(TYPE), "");               \
        return found;                                                                                        \
    }
        MERGUS_GRB_TYPES(MERGUS_CASE)
#undef MERGUS_CASE
    default:
        throw Failure{MERGUS_NOT_IMPLEMENTED, fmt::format("no built-in type has the code {}", int{code})};
    }
}

const Type& intern_internal(const char* name, std::size_t size) {
    return find_or_make(MERGUS_USER_TYPE, name, size, alignof(std::max_align_t), "internal");
}

namespace {

void set_scalar(GrB_Scalar scalar, const Type& type, const void* value) {
    GrB_Info info = GrB_SUCCESS;
    switch (type.code) {
#define MERGUS_CASE(PREFIX, SUFFIX, TYPE)                                                                    \
    case MERGUS_##SUFFIX: {                                                                                  \
        TYPE copy;                                                                                           \
        std::memcpy(&copy, value, sizeof copy);                                                              \
        info = PREFIX##_Scalar_setElement_##SUFFIX(scalar, copy);                                            \
        break;                                                                                               \
    }
        MERGUS_GRB_TYPES(MERGUS_CASE)
#undef MERGUS_CASE
    default:
        info = GrB_Scalar_setElement_UDT(scalar, const_cast<void*>(value)); // not modified
    }
    check(info, "GrB_Scalar_setElement");
    check(GrB_Scalar_wait(scalar, GrB_MATERIALIZE), "GrB_Scalar_wait");
}

} // namespace

ScalarHandle make_scalar(const Type& type, const void* value) {
    ScalarHandle scalar;
    check(GrB_Scalar_new(scalar.put(), type.grb), "GrB_Scalar_new");
    set_scalar(scalar.get(), type, value);
    return scalar;
}

GrB_Scalar Scalars::get(const Type& type, const void* value) {
    ScalarHandle& scalar = scalars_[&type];
    if (scalar.get() == nullptr)
        scalar = make_scalar(type, value);
    else
        set_scalar(scalar.get(), type, value);
    return scalar.get();
}

void read_scalar(GrB_Scalar scalar, const Type& type, void* value) {
    GrB_Info info = GrB_SUCCESS;
    switch (type.code) {
#define MERGUS_CASE(PREFIX, SUFFIX, TYPE)                                                                    \
    case MERGUS_##SUFFIX:                                                                                    \
        info = PREFIX##_Scalar_extractElement_##SUFFIX(static_cast<TYPE*>(value), scalar);                   \
        break;
        MERGUS_GRB_TYPES(MERGUS_CASE)
#undef MERGUS_CASE
    default:
        info = GrB_Scalar_extractElement_UDT(value, scalar);
    }
    check(info, "GrB_Scalar_extractElement");
}

} // namespace mergus::suitesparse
