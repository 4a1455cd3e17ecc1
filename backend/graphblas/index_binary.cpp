/// \file index_binary.cpp
/// Operators on positions from a C text: GxB_IndexBinaryOp, and the binary operators that it makes with a
/// constant theta.
#include "operators.hpp"

#include "values.hpp"

struct mergus_grb_index_binary_op : mergus::grb::Object {
    static constexpr auto kind = mergus::grb::Kind::index_binary_op;
    std::string name, definition;
    const mergus_type *z, *x, *y, *theta;
    mergus::grb::UserTypes types;
    mergus::grb::UserType user_theta;
    mergus_grb_index_binary_op(const char* c_name, const char* c_definition, GrB_Type z_type, GrB_Type x_type,
                               GrB_Type y_type, GrB_Type theta_type)
        : Object(kind, nullptr), name(c_name), definition(c_definition), z(z_type->get()), x(x_type->get()),
          y(y_type->get()), theta(theta_type->get()), types{z_type->user, x_type->user, y_type->user},
          user_theta(theta_type->user) {}
};

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
        if (name == nullptr || definition == nullptr) {
            not_null(function, "the function, without a name and a definition,");
            fail(GrB_NOT_IMPLEMENTED, "an operator on positions needs a C text");
        }
        make(op, name, definition, z, x, y, theta);
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
        make(op, mergus::define_index_binary_op(from.name, from.definition, from.z, from.x, from.y, value),
             from.types);
    });
}
