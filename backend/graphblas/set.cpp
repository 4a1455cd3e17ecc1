/// \file set.cpp
/// GrB_set.
#include "fields.hpp"
#include "operators.hpp"
#include "scalar.hpp"
#include "types.hpp"

#include <mergus/cast.hpp>

namespace mergus::grb {

void cannot_set() {
    fail(GrB_INVALID_VALUE, "this field of this kind of object cannot be set to a value of this form");
}

namespace {

std::int32_t checked_orientation(std::int32_t value) {
    if (value < GrB_ROWMAJOR || value > GrB_UNKNOWN) fail(GrB_INVALID_VALUE, "the orientation is unknown");
    return value;
}

// ---- numbers

void set_number(Object&, std::int32_t, GrB_Field) {
    cannot_set();
}

void set_number(mergus_grb_descriptor& object, std::int32_t value, GrB_Field field) {
    if (field < GrB_OUTP_FIELD || field > GrB_INP1_FIELD) cannot_set();
    set_field(object, static_cast<GrB_Desc_Field>(field), static_cast<GrB_Desc_Value>(value));
}

template <class Entries>
void set_orientation(Entries& object, std::int32_t value, GrB_Field field) {
    if (field != GrB_STORAGE_ORIENTATION_HINT) cannot_set();
    object.orientation = checked_orientation(value);
}
void set_number(mergus_grb_scalar& object, std::int32_t value, GrB_Field field) {
    set_orientation(object, value, field);
}

GrB_Field without_alias(GrB_Field field) {
    return field == GxB_FORMAT ? GrB_STORAGE_ORIENTATION_HINT : field;
}

/// The fields of matrices and vectors.
template <class Entries>
void set_hint(Entries& object, std::int32_t value, GrB_Field field) {
    if (field != GxB_SPARSITY_CONTROL) {
        set_orientation(object, value, without_alias(field));
        return;
    }
    if (value < 1 || value > GxB_ANY_SPARSITY) fail(GrB_INVALID_VALUE, "the sparsity is unknown");
    object.sparsity = value;
}
void set_number(mergus_grb_vector& object, std::int32_t value, GrB_Field field) {
    set_hint(object, value, field);
}
void set_number(mergus_grb_matrix& object, std::int32_t value, GrB_Field field) {
    set_hint(object, value, field);
}

void set_number(mergus_grb_global&, std::int32_t value, GrB_Field field) {
    switch (static_cast<int>(field)) {
    case GrB_STORAGE_ORIENTATION_HINT:
    case GxB_FORMAT:
        set_default_orientation(checked_orientation(value));
        return;
    case GxB_NTHREADS:
        hints().threads = value;
        return;
    case GxB_BURBLE:
        hints().burble = value != 0;
        return;
    case GxB_PRINT_1BASED:
        hints().from_one = value != 0;
        return;
    case GxB_JIT_USE_CMAKE:
        hints().with_cmake = value != 0;
        return;
    case GxB_JIT_C_CONTROL:
        if (value < GxB_JIT_OFF || value > GxB_JIT_ON) fail(GrB_INVALID_VALUE, "the control is unknown");
        hints().jit = value;
        return;
    default:
        cannot_set();
    }
}

// ---- texts

void set_name(Object& object, const char* text) {
    if (object.predefined) fail(GrB_ALREADY_SET, "a predefined object has a name");
    object.noted().name = text;
}

void set_text(Object& object, const char* text, GrB_Field field) {
    if (field != GrB_NAME) cannot_set();
    set_name(object, text);
}

/// Operators, monoids and semirings take a name once.
template <Kind kind, class Value>
void set_text(Algebra<kind, Value>& object, const char* text, GrB_Field field) {
    if (field == GrB_NAME && object.notes != nullptr && !object.notes->name.empty())
        fail(GrB_ALREADY_SET, "the object has a name");
    set_text(static_cast<Object&>(object), text, field);
}

/// Keeps the name or the definition in C. With both of them, `define` makes the object from the text.
template <class Define>
void set_c_text(Object& object, const char* text, GrB_Field field, const Define& define) {
    if (object.predefined) fail(GrB_ALREADY_SET, "a predefined object has a definition");
    Notes& notes = object.noted();
    std::string& member = field == GxB_JIT_C_NAME ? notes.c_name : notes.c_definition;
    if (!member.empty()) fail(GrB_ALREADY_SET, "it has been set before");
    if (*text == '\0') fail(GrB_INVALID_VALUE, "the text is empty");
    const std::string name = field == GxB_JIT_C_NAME ? text : notes.c_name;
    const std::string definition = field == GxB_JIT_C_DEFINITION ? text : notes.c_definition;
    if (!name.empty() && !definition.empty()) define(name, definition);
    member = text;
}

bool is_c_text(GrB_Field field) {
    return field == GxB_JIT_C_NAME || field == GxB_JIT_C_DEFINITION;
}

void set_text(mergus_grb_type& object, const char* text, GrB_Field field) {
    if (field == GrB_NAME) {
        if (object.predefined) fail(GrB_ALREADY_SET, "a predefined object has a name");
        name_type(*object.user, text);
        return;
    }
    if (!is_c_text(field)) cannot_set();
    set_c_text(object, text, field, [&](const std::string& name, const std::string& definition) {
        UserType made = new_type(define_type(name, definition, object.get()->size));
        made->name = object.user->name;
        object.user = std::move(made);
    });
}

/// Operators with a text: the text takes the place of the function.
template <class Op>
void set_op_text(Op& object, const char* text, GrB_Field field) {
    if (!is_c_text(field)) {
        set_text<Op::kind>(object, text, field);
        return;
    }
    set_c_text(object, text, field, [&](const std::string& name, const std::string& definition) {
        object.value = text_op(object.value, name, definition);
    });
}
void set_text(mergus_grb_unary_op& object, const char* text, GrB_Field field) {
    set_op_text(object, text, field);
}
void set_text(mergus_grb_binary_op& object, const char* text, GrB_Field field) {
    set_op_text(object, text, field);
}
void set_text(mergus_grb_index_unary_op& object, const char* text, GrB_Field field) {
    set_op_text(object, text, field);
}

void set_text(mergus_grb_global&, const char* text, GrB_Field field) {
    if (field != GxB_MERGUS_BACKEND) cannot_set();
    choose_backend(text);
}

// ---- the functions

template <class T>
void set_from_scalar(T* object, GrB_Scalar value, GrB_Field field) {
    T& target = live(not_null(object, "the object"), "the object");
    const mergus_grb_scalar& s = live(value, "the scalar");
    if (!castable(s.type, type_of<std::int32_t>())) fail(GrB_DOMAIN_MISMATCH, "the scalar is not a number");
    if (!s.present) fail(GrB_EMPTY_OBJECT, "the scalar has no value");
    std::int32_t number = 0;
    cast_value(&number, type_of<std::int32_t>(), s.bytes.data(), s.type);
    set_number(target, number, field);
}

} // namespace

} // namespace mergus::grb

using namespace mergus::grb;

#define MERGUS_SETTERS(F, Kind)                                                                              \
    GrB_Info GrB_##Kind##_set_Scalar(GrB_##Kind object, GrB_Scalar value, GrB_Field field) {                 \
        return call(output_of(object), __func__, [&] { set_from_scalar(object, value, field); });            \
    }                                                                                                        \
    GrB_Info GrB_##Kind##_set_String(GrB_##Kind object, const char* value, GrB_Field field) {                \
        return call(output_of(object), __func__, [&] {                                                       \
            set_text(live(not_null(object, "the object"), "the object"), not_null(value, "the value"),       \
                     field);                                                                                 \
        });                                                                                                  \
    }                                                                                                        \
    GrB_Info GrB_##Kind##_set_INT32(GrB_##Kind object, int32_t value, GrB_Field field) {                     \
        return call(output_of(object), __func__,                                                             \
                    [&] { set_number(live(not_null(object, "the object"), "the object"), value, field); });  \
    }                                                                                                        \
    GrB_Info GrB_##Kind##_set_VOID(GrB_##Kind object, const void* value, GrB_Field, size_t) {                \
        return call(output_of(object), __func__, [&] {                                                       \
            live(not_null(object, "the object"), "the object");                                              \
            not_null(value, "the value");                                                                    \
            fail(GrB_INVALID_VALUE, "no field has a value of this form");                                    \
        });                                                                                                  \
    }
GB_FOR_ACCESSED(MERGUS_SETTERS, )
