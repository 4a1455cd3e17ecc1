/// \file index_binary.cpp
/// Operators on positions from a C text or a function: GxB_IndexBinaryOp, and the binary operators that it
/// makes with a constant theta.
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
