/// \file extensions.cpp
/// Types and operators with a C text, which run on devices (GxB_…_new).
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

GrB_Info GxB_Type_new(GrB_Type* type, size_t size, const char* name, const char* definition) {
    if (name == nullptr || definition == nullptr) return GrB_Type_new(type, size);
    return call(nullptr, __func__, [&] {
        not_null(type, "the address of the handle");
        // A size of 0 stands for that of the definition.
        const mergus_type* const made =
            size == 0 ? mergus::define_type(name, definition) : mergus::define_type(name, definition, size);
        GrB_Type object = nullptr;
        make(&object, made);
        object->text = true;
        *type = object;
    });
}

GrB_Info GxB_UnaryOp_new(GrB_UnaryOp* op, GxB_unary_function function, GrB_Type z, GrB_Type x,
                         const char* name, const char* definition) {
    return call(nullptr, __func__, [&] {
        not_null(op, "the address of the handle");
        const mergus_type *const z_type = live(z, "z").get(), *const x_type = live(x, "x").get();
        if (has_text(reinterpret_cast<const void*>(function), name, definition))
            make(op, mergus::define_unary_op(name, definition, z_type, x_type));
        else
            make(op, host_op(function, z_type, x_type));
    });
}

GrB_Info GxB_BinaryOp_new(GrB_BinaryOp* op, GxB_binary_function function, GrB_Type z, GrB_Type x, GrB_Type y,
                          const char* name, const char* definition) {
    return call(nullptr, __func__, [&] {
        not_null(op, "the address of the handle");
        const mergus_type *const z_type = live(z, "z").get(), *const x_type = live(x, "x").get(),
                                 *const y_type = live(y, "y").get();
        if (has_text(reinterpret_cast<const void*>(function), name, definition))
            make(op, mergus::define_binary_op(name, definition, z_type, x_type, y_type));
        else
            make(op, host_op(function, z_type, x_type, y_type));
    });
}

GrB_Info GxB_IndexUnaryOp_new(GrB_IndexUnaryOp* op, GxB_index_unary_function function, GrB_Type z, GrB_Type x,
                              GrB_Type y, const char* name, const char* definition) {
    return call(nullptr, __func__, [&] {
        not_null(op, "the address of the handle");
        const mergus_type *const z_type = live(z, "z").get(), *const x_type = live(x, "x").get(),
                                 *const y_type = live(y, "y").get();
        if (has_text(reinterpret_cast<const void*>(function), name, definition))
            make(op, mergus::define_index_unary_op(name, definition, z_type, x_type, y_type));
        else
            make(op, host_op(function, z_type, x_type, y_type));
    });
}
