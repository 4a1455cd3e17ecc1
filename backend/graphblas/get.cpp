/// \file get.cpp
/// GrB_get: the value of a field of an object, which is a number, a size or a text.
#include "fields.hpp"
#include "scalar.hpp"
#include "shown_format.hpp"
#include "types.hpp"

#include <cstring>

namespace mergus::grb {

void unknown_field() {
    fail(GrB_INVALID_VALUE, "this kind of object does not have that field");
}

namespace {

FieldValue name_of(const Object& object) {
    if (object.constant != nullptr) return std::string(object.constant);
    return object.notes == nullptr ? std::string() : object.notes->name;
}

FieldValue get_field(const mergus_grb_type& object, GrB_Field field) {
    const mergus_type* const type = object.get();
    switch (static_cast<int>(field)) {
    case GrB_NAME:
    case GrB_EL_TYPE_STRING:
        return name_of_type(type, object.user);
    case GrB_EL_TYPE_CODE:
        return static_cast<std::int32_t>(code_of_type(type));
    case GrB_SIZE:
        return static_cast<std::size_t>(type->size);
    case GxB_JIT_C_NAME:
        return std::string(object.has_text() || object.predefined ? type->name : "");
    case GxB_JIT_C_DEFINITION:
        return std::string(object.has_text() ? type->definition : "");
    default:
        unknown_field();
    }
}

} // namespace

FieldValue code_value(const mergus_type* type) {
    if (type == nullptr) return NoValue{};
    return static_cast<std::int32_t>(code_of_type(type));
}
FieldValue name_value(const mergus_type* type, const UserType& user) {
    if (type == nullptr) return NoValue{};
    return name_of_type(type, user);
}

FieldValue get_domain(const Object& object, const Domains& of, const UserTypes& user, GrB_Field field) {
    switch (static_cast<int>(field)) {
    case GrB_NAME:
        return name_of(object);
    case GrB_OUTP_TYPE_CODE:
        return code_value(of.z);
    case GrB_OUTP_TYPE_STRING:
        return name_value(of.z, user.z);
    case GrB_INP0_TYPE_CODE:
        return code_value(of.x);
    case GrB_INP0_TYPE_STRING:
        return name_value(of.x, user.x);
    case GrB_INP1_TYPE_CODE:
        return code_value(of.y);
    case GrB_INP1_TYPE_STRING:
        return name_value(of.y, user.y);
    default:
        unknown_field();
    }
}

namespace {

/// The domains of an operator (GraphBLAS C API 2.1, section 3.8). A built-in operator that ignores an input
/// (FIRST) has the type of the other one there. A unary operator has no second input, and an operator on
/// positions has neither.
Domains domains_of(const mergus_op& op) {
    if (op.kind == MERGUS_INDEX_UNARY)
        return {op.z_type, op.x_type, op.x_type != nullptr ? op.y_type : nullptr};
    const auto declared = [&](const mergus_type* type) { return type != nullptr ? type : op.z_type; };
    return {op.z_type, declared(op.x_type), op.kind == MERGUS_UNARY ? nullptr : declared(op.y_type)};
}

template <class Op>
FieldValue get_op_field(const Op& object, GrB_Field field) {
    const mergus_op& op = *object.value.get();
    if (field == GxB_JIT_C_NAME)
        return std::string(op.text != nullptr && !object.predefined ? op.callable : "");
    if (field == GxB_JIT_C_DEFINITION)
        return std::string(op.text != nullptr && !object.predefined ? op.text : "");
    return get_domain(object, domains_of(op), object.types, field);
}
FieldValue get_field(const mergus_grb_unary_op& object, GrB_Field field) {
    return get_op_field(object, field);
}
FieldValue get_field(const mergus_grb_binary_op& object, GrB_Field field) {
    return get_op_field(object, field);
}
FieldValue get_field(const mergus_grb_index_unary_op& object, GrB_Field field) {
    return get_op_field(object, field);
}

FieldValue get_field(const mergus_grb_monoid& object, GrB_Field field) {
    return get_domain(object, domains_of(*object.value.get()->op), object.types, field);
}

/// Of a semiring only the output has a type.
FieldValue get_field(const mergus_grb_semiring& object, GrB_Field field) {
    return get_domain(object, {object.value.get()->add->op->z_type, nullptr, nullptr}, object.types, field);
}

FieldValue get_field(const mergus_grb_descriptor& object, GrB_Field field) {
    const Descriptor flags = object.value;
    switch (static_cast<int>(field)) {
    case GrB_NAME:
        return name_of(object);
    case GrB_OUTP_FIELD:
        return std::int32_t{flags.has(DESC_R) ? GrB_REPLACE : GrB_DEFAULT};
    case GrB_MASK_FIELD:
        return std::int32_t{(flags.has(DESC_C) ? GrB_COMP : 0) + (flags.has(DESC_S) ? GrB_STRUCTURE : 0)};
    case GrB_INP0_FIELD:
        return std::int32_t{flags.has(DESC_T0) ? GrB_TRAN : GrB_DEFAULT};
    case GrB_INP1_FIELD:
        return std::int32_t{flags.has(DESC_T1) ? GrB_TRAN : GrB_DEFAULT};
    default:
        unknown_field();
    }
}

template <class Entries>
FieldValue get_entries_field(const Entries& object, const mergus_type* type, GrB_Field field) {
    switch (static_cast<int>(field)) {
    case GrB_NAME:
        return name_of(object);
    case GrB_EL_TYPE_CODE:
        return code_value(type);
    case GrB_EL_TYPE_STRING:
        return name_value(type, object.user_type);
    case GrB_STORAGE_ORIENTATION_HINT:
    case GxB_FORMAT:
        return object.orientation;
    default:
        unknown_field();
    }
}
FieldValue get_field(const mergus_grb_scalar& object, GrB_Field field) {
    return get_entries_field(object, object.type, field);
}
FieldValue get_field(const mergus_grb_vector& object, GrB_Field field) {
    if (field == GxB_SPARSITY_CONTROL) return object.sparsity;
    if (field == GxB_SPARSITY_STATUS) return shown_format(object);
    return get_entries_field(object, object.value.type(), field);
}
FieldValue get_field(const mergus_grb_matrix& object, GrB_Field field) {
    if (field == GxB_SPARSITY_CONTROL) return object.sparsity;
    if (field == GxB_SPARSITY_STATUS) return shown_format(object);
    return get_entries_field(object, object.value.type(), field);
}

FieldValue get_field(const mergus_grb_global&, GrB_Field field) {
    switch (static_cast<int>(field)) {
    case GrB_NAME:
        return std::string("Mergus");
    case GrB_LIBRARY_VER_MAJOR:
        return std::int32_t{library_version[0]};
    case GrB_LIBRARY_VER_MINOR:
        return std::int32_t{library_version[1]};
    case GrB_LIBRARY_VER_PATCH:
        return std::int32_t{library_version[2]};
    case GrB_API_VER_MAJOR:
        return std::int32_t{GRB_VERSION};
    case GrB_API_VER_MINOR:
        return std::int32_t{GRB_SUBVERSION};
    case GrB_API_VER_PATCH:
        return std::int32_t{0};
    case GrB_BLOCKING_MODE:
    case GxB_MODE:
        return std::int32_t{mode()};
    case GrB_STORAGE_ORIENTATION_HINT:
    case GxB_FORMAT:
        return default_orientation();
    case GxB_NTHREADS:
        return hints().threads.load();
    case GxB_BURBLE:
        return std::int32_t{hints().burble};
    case GxB_PRINT_1BASED:
        return std::int32_t{hints().from_one};
    case GxB_JIT_USE_CMAKE:
        return std::int32_t{hints().with_cmake};
    case GxB_JIT_C_CONTROL:
        return hints().jit.load();
    case GxB_LIBRARY_OPENMP:
        return std::int32_t{1};
    case GxB_MERGUS_BACKEND:
        return std::string(context().backend());
    default:
        unknown_field();
    }
}

/// A scalar may be given as a vector, and a vector as a matrix (views.hpp).
template <class Handle>
FieldValue field_of(Handle object, GrB_Field field) {
    if constexpr (std::is_same_v<Handle, GrB_Vector> || std::is_same_v<Handle, GrB_Matrix>)
        if (object != nullptr && output_of(object) == nullptr)
            if (auto made = converted(object, "the object"))
                return get_field(std::remove_pointer_t<Handle>(std::move(*made), UserType{}), field);
    return get_field(live(not_null(object, "the object"), "the object"), field);
}

} // namespace

GrB_Info give(const FieldValue& value, GrB_Scalar to) {
    live(to, "the scalar");
    if (std::holds_alternative<NoValue>(value)) return GrB_NO_VALUE;
    if (const auto* number = std::get_if<std::int32_t>(&value))
        set_scalar(*to, Scalar(number, type_of<std::int32_t>()));
    else if (const auto* size = std::get_if<std::size_t>(&value))
        set_scalar(*to, Scalar(size, type_of<std::uint64_t>()));
    else
        fail(GrB_INVALID_VALUE, "the field is a text");
    return GrB_SUCCESS;
}

GrB_Info give(const FieldValue& value, char* to) {
    not_null(to, "the value");
    if (std::holds_alternative<NoValue>(value)) return GrB_NO_VALUE;
    const auto* const text = std::get_if<std::string>(&value);
    if (text == nullptr) fail(GrB_INVALID_VALUE, "the field is not a text");
    std::memcpy(to, text->c_str(), text->size() + 1);
    return GrB_SUCCESS;
}

GrB_Info give(const FieldValue& value, std::int32_t* to) {
    not_null(to, "the value");
    if (std::holds_alternative<NoValue>(value)) return GrB_NO_VALUE;
    const auto* const number = std::get_if<std::int32_t>(&value);
    if (number == nullptr) fail(GrB_INVALID_VALUE, "the field is not an INT32");
    *to = *number;
    return GrB_SUCCESS;
}

GrB_Info give(const FieldValue& value, std::size_t* to) {
    not_null(to, "the value");
    if (std::holds_alternative<NoValue>(value)) return GrB_NO_VALUE;
    if (const auto* size = std::get_if<std::size_t>(&value))
        *to = *size;
    else if (const auto* text = std::get_if<std::string>(&value))
        *to = text->size() + 1;
    else
        fail(GrB_INVALID_VALUE, "the field is a number");
    return GrB_SUCCESS;
}

GrB_Info give(const FieldValue&, void* to) {
    not_null(to, "the value");
    fail(GrB_INVALID_VALUE, "no field has a value of this form");
}

} // namespace mergus::grb

using namespace mergus::grb;

#define MERGUS_GETTER(Kind, Form, Value)                                                                     \
    GrB_Info GrB_##Kind##_get_##Form(const GrB_##Kind object, Value value, GrB_Field field) {                \
        return call(output_of(object), __func__, [&] { return give(field_of(object, field), value); });      \
    }
#define MERGUS_GETTERS(F, Kind)                                                                              \
    MERGUS_GETTER(Kind, Scalar, GrB_Scalar)                                                                  \
    MERGUS_GETTER(Kind, String, char*)                                                                       \
    MERGUS_GETTER(Kind, INT32, int32_t*)                                                                     \
    MERGUS_GETTER(Kind, SIZE, size_t*)                                                                       \
    MERGUS_GETTER(Kind, VOID, void*)
GB_FOR_ACCESSED(MERGUS_GETTERS, )
