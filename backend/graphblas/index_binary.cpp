/// \file index_binary.cpp
/// Operators on positions from a C text or a function: GxB_IndexBinaryOp, and the binary operators that it
/// makes with a constant theta.
#include "fields.hpp"
#include "operators.hpp"
#include "positions.hpp"
#include "values.hpp"

#include <cstring>

struct mergus_grb_index_binary_op : mergus::grb::Object {
    static constexpr auto kind = mergus::grb::Kind::index_binary_op;
    GxB_index_binary_function function; ///< null: of a text
    std::string name, definition;
    const mergus_type *z, *x, *y, *theta;
    mergus::grb::UserTypes types;
    mergus::grb::UserType user_theta;
    mergus_grb_index_binary_op(GxB_index_binary_function given, std::string c_name, std::string c_definition,
                               GrB_Type z_type, GrB_Type x_type, GrB_Type y_type, GrB_Type theta_type)
        : Object(kind, nullptr), function(given), name(std::move(c_name)),
          definition(std::move(c_definition)), z(z_type->get()), x(x_type->get()), y(y_type->get()),
          theta(theta_type->get()), types{z_type->user, x_type->user, y_type->user},
          user_theta(theta_type->user) {}
};

namespace mergus::grb {

namespace {

FieldValue get_field(const mergus_grb_index_binary_op& op, GrB_Field field) {
    switch (static_cast<int>(field)) {
    case GxB_THETA_TYPE_CODE:
        return code_value(op.theta);
    case GxB_THETA_TYPE_STRING:
        return name_value(op.theta, op.user_theta);
    case GxB_JIT_C_NAME:
        return op.definition.empty() ? std::string() : op.name;
    case GxB_JIT_C_DEFINITION:
        return op.definition;
    default:
        return get_domain(op, {op.z, op.x, op.y}, op.types, field);
    }
}

/// The name is the only field that can be set, once.
void set_name(mergus_grb_index_binary_op& op, const char* text, GrB_Field field) {
    if (field != GrB_NAME) cannot_set();
    if (op.notes != nullptr && !op.notes->name.empty()) fail(GrB_ALREADY_SET, "the object has a name");
    op.noted().name = text;
}

} // namespace

} // namespace mergus::grb

using namespace mergus::grb;

GrB_Info GxB_IndexBinaryOp_new(GxB_IndexBinaryOp* op, GxB_index_binary_function function, GrB_Type z,
                               GrB_Type x, GrB_Type y, GrB_Type theta, const char* name,
                               const char* definition) {
    return construct(op, __func__, [&] {
        not_null(op, "the address of the handle");
        live(z, "z");
        live(x, "x");
        live(y, "y");
        live(theta, "theta");
        const bool text = name != nullptr && definition != nullptr; // runs on devices too
        if (!text) not_null(function, "the function, without a name and a definition,");
        const std::string own = name != nullptr ? name : "an operator on positions";
        make(op, text ? nullptr : function, own, text ? definition : "", z, x, y, theta);
    });
}

GrB_Info GxB_IndexBinaryOp_free(GxB_IndexBinaryOp* op) {
    return destroy(op);
}

GrB_Info GxB_IndexBinaryOp_error(const char** error, const GxB_IndexBinaryOp op) {
    return error_of(error, op, __func__);
}

GrB_Info GxB_BinaryOp_new_IndexOp(GrB_BinaryOp* op, const GxB_IndexBinaryOp index_op,
                                  const GrB_Scalar theta) {
    return construct(op, __func__, [&] {
        not_null(op, "the address of the handle");
        const mergus_grb_index_binary_op& from = live(index_op, "the operator on positions");
        if (live(theta, "theta").type != from.theta)
            fail(GrB_DOMAIN_MISMATCH, "theta is not of the operator's type");
        const mergus::Scalar value = scalar_of(theta, nullptr, "theta");
        auto bound = std::make_shared<BoundIndexOp>();
        bound->function = from.function;
        bound->name = from.name;
        bound->definition = from.definition;
        bound->z = from.z;
        bound->x = from.x;
        bound->y = from.y;
        bound->theta_type = from.theta;
        bound->theta.resize(from.theta->size / sizeof(std::max_align_t) + 1);
        std::memcpy(bound->theta.data(), value.data(), from.theta->size);
        mergus::IndexBinaryOp made = product_op(bound);
        make(op, std::move(made), std::move(bound), from.types);
    });
}

GrB_Info GxB_IndexBinaryOp_wait(GxB_IndexBinaryOp op, GrB_WaitMode mode) {
    return call(output_of(op), __func__, [&] {
        live(op, "the object");
        if (mode != GrB_COMPLETE && mode != GrB_MATERIALIZE)
            mergus::grb::fail(GrB_INVALID_VALUE, "the wait mode is unknown");
    });
}

#define MERGUS_GET_FORM(Form, Value)                                                                         \
    GrB_Info GxB_IndexBinaryOp_get_##Form(const GxB_IndexBinaryOp op, Value value, GrB_Field field) {        \
        return call(output_of(op), __func__, [&] {                                                           \
            return give(get_field(live(not_null(op, "the object"), "the object"), field), value);            \
        });                                                                                                  \
    }
MERGUS_GET_FORM(Scalar, GrB_Scalar)
MERGUS_GET_FORM(String, char*)
MERGUS_GET_FORM(INT32, int32_t*)
MERGUS_GET_FORM(SIZE, size_t*)
MERGUS_GET_FORM(VOID, void*)

GrB_Info GxB_IndexBinaryOp_set_String(GxB_IndexBinaryOp op, const char* value, GrB_Field field) {
    return call(output_of(op), __func__, [&] {
        set_name(live(not_null(op, "the object"), "the object"), not_null(value, "the value"), field);
    });
}
GrB_Info GxB_IndexBinaryOp_set_INT32(GxB_IndexBinaryOp op, int32_t, GrB_Field) {
    return call(output_of(op), __func__, [&] {
        live(not_null(op, "the object"), "the object");
        cannot_set();
    });
}
GrB_Info GxB_IndexBinaryOp_set_Scalar(GxB_IndexBinaryOp op, GrB_Scalar value, GrB_Field) {
    return call(output_of(op), __func__, [&] {
        live(not_null(op, "the object"), "the object");
        live(value, "the scalar");
        cannot_set();
    });
}
GrB_Info GxB_IndexBinaryOp_set_VOID(GxB_IndexBinaryOp op, const void* value, GrB_Field, size_t) {
    return call(output_of(op), __func__, [&] {
        live(not_null(op, "the object"), "the object");
        not_null(value, "the value");
        cannot_set();
    });
}
