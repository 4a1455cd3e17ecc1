/// \file index_binary.cpp
/// Operators on positions from a C text: GxB_IndexBinaryOp, and the binary operators that it makes with a
/// constant theta.
#include "operators.hpp"

#include "values.hpp"

struct mergus_grb_index_binary_op : mergus::grb::Object {
    static constexpr auto kind = mergus::grb::Kind::index_binary_op;
    std::string name, definition;
    const mergus_type *z, *x, *y, *theta;
    mergus_grb_index_binary_op(const char* c_name, const char* c_definition, const mergus_type* z_type,
                               const mergus_type* x_type, const mergus_type* y_type,
                               const mergus_type* theta_type)
        : Object(kind, nullptr), name(c_name), definition(c_definition), z(z_type), x(x_type), y(y_type),
          theta(theta_type) {}
};

using namespace mergus::grb;

GrB_Info GxB_IndexBinaryOp_new(GxB_IndexBinaryOp* op, GxB_index_binary_function function, GrB_Type z,
                               GrB_Type x, GrB_Type y, GrB_Type theta, const char* name,
                               const char* definition) {
    return call(nullptr, __func__, [&] {
        not_null(op, "the address of the handle");
        const mergus_type *const z_type = live(z, "z").get(), *const x_type = live(x, "x").get(),
                                 *const y_type = live(y, "y").get(),
                                 *const t_type = live(theta, "theta").get();
        if (name == nullptr || definition == nullptr) {
            not_null(function, "the function, without a name and a definition,");
            fail(GrB_NOT_IMPLEMENTED, "an operator on positions needs a C text");
        }
        make(op, name, definition, z_type, x_type, y_type, t_type);
    });
}

GrB_Info GxB_IndexBinaryOp_free(GxB_IndexBinaryOp* op) {
    return destroy(op);
}

GrB_Info GxB_BinaryOp_new_IndexOp(GrB_BinaryOp* op, const GxB_IndexBinaryOp index_op,
                                  const GrB_Scalar theta) {
    return call(nullptr, __func__, [&] {
        not_null(op, "the address of the handle");
        const mergus_grb_index_binary_op& from = live(index_op, "the operator on positions");
        const mergus::Scalar value = scalar_of(theta, nullptr, "theta");
        if (value.type() != from.theta) fail(GrB_DOMAIN_MISMATCH, "theta is not of the operator's type");
        make(op, mergus::define_index_binary_op(from.name, from.definition, from.z, from.x, from.y, value));
    });
}
