/// \file extensions.cpp
/// Operators with a C text, which run on devices (GxB_…_new).
#include "operators.hpp"

using namespace mergus::grb;

namespace {

/// Both texts or neither; with neither there must be a function.
bool has_text(const void* function, const char* name, const char* definition) {
    if (name != nullptr && definition != nullptr) return true;
    not_null(function, "the function, without a name and a definition,");
    return false;
}

} // namespace

GrB_Info GxB_UnaryOp_new(GrB_UnaryOp* op, GxB_unary_function function, GrB_Type z, GrB_Type x,
                         const char* name, const char* definition) {
    return construct(op, __func__, [&] {
        not_null(op, "the address of the handle");
        const mergus_type *const z_type = live(z, "z").get(), *const x_type = live(x, "x").get();
        const UserTypes types{z->user, x->user};
        if (has_text(reinterpret_cast<const void*>(function), name, definition))
            make(op, mergus::define_unary_op(name, definition, z_type, x_type), types);
        else
            make(op, host_op(function, z_type, x_type), types);
    });
}

GrB_Info GxB_BinaryOp_new(GrB_BinaryOp* op, GxB_binary_function function, GrB_Type z, GrB_Type x, GrB_Type y,
                          const char* name, const char* definition) {
    return construct(op, __func__, [&] {
        not_null(op, "the address of the handle");
        const mergus_type *const z_type = live(z, "z").get(), *const x_type = live(x, "x").get(),
                                 *const y_type = live(y, "y").get();
        const UserTypes types{z->user, x->user, y->user};
        if (has_text(reinterpret_cast<const void*>(function), name, definition))
            make(op, mergus::define_binary_op(name, definition, z_type, x_type, y_type), types);
        else
            make(op, host_op(function, z_type, x_type, y_type), types);
    });
}

GrB_Info GxB_IndexUnaryOp_new(GrB_IndexUnaryOp* op, GxB_index_unary_function function, GrB_Type z, GrB_Type x,
                              GrB_Type y, const char* name, const char* definition) {
    return construct(op, __func__, [&] {
        not_null(op, "the address of the handle");
        const mergus_type *const z_type = live(z, "z").get(), *const x_type = live(x, "x").get(),
                                 *const y_type = live(y, "y").get();
        const UserTypes types{z->user, x->user, y->user};
        if (has_text(reinterpret_cast<const void*>(function), name, definition))
            make(op, mergus::define_index_unary_op(name, definition, z_type, x_type, y_type), types);
        else
            make(op, host_op(function, z_type, x_type, y_type), types);
    });
}
