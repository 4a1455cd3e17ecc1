/// \file entry.cpp
#include "entry.hpp"

#include "jit/unused_type.hpp"

namespace mergus::cuda {

Parameter MapFunction::scalar_parameter() const noexcept {
    static constexpr unsigned char none = 0;
    return scalar != nullptr ? Parameter(scalar, scalar_type->size) : Parameter(&none, sizeof none);
}

MapFunction MapFunction::of(const mergus_call& call) {
    if (call.op->kind == MERGUS_UNARY) return {.op = call.op};
    const MapForm form = call.op->kind == MERGUS_INDEX_UNARY ? MapForm::index_unary
                         : call.B != nullptr                 ? MapForm::scalar_first
                                                             : MapForm::scalar_second;
    return {call.op, form, call.scalar_type, call.scalar};
}

void bind_map(Bindings& bindings, const MapFunction& function, const mergus_type* x_type,
              const mergus_type* z_type) {
    const mergus_op* const op = function.op;
    bindings.constant("map_form", static_cast<int>(function.form));
    switch (function.form) {
    case MapForm::unary:
        if (op == nullptr)
            bindings.cast("f", x_type, z_type);
        else
            bindings.unary("f", op, x_type, z_type);
        break;
    case MapForm::scalar_second:
        bindings.binary("f", op, x_type, function.scalar_type, z_type);
        break;
    case MapForm::scalar_first:
        bindings.binary("f", op, function.scalar_type, x_type, z_type);
        break;
    case MapForm::index_unary:
        bindings.index_unary("f", op, x_type, z_type);
        break;
    }
}

void bind_keep(Bindings& bindings, const mergus_op* op, const mergus_type* x_type) {
    static const mergus_type boolean{sizeof(mergus_type), MERGUS_BOOL, 1, 1, "bool", nullptr};
    bindings.index_unary("keep", op, x_type, &boolean);
}

void bind_combination(Bindings& bindings, const mergus_op* op, const mergus_type* x_type,
                      const mergus_type* y_type, const mergus_type* z_type, bool is_union) {
    if (op != nullptr) bindings.binary("both", op, x_type, y_type, z_type);
    if (is_union) bindings.cast("only_x", x_type, z_type).cast("only_y", y_type, z_type);
}

void bind_mask(Bindings& bindings, const Matrix* mask, bool structure, bool complement) {
    const bool reads_values = mask != nullptr && !structure;
    const mergus_type* const type = reads_values ? mask->type : unused_type();
    bindings.type("M_value", type)
        .truth("truth", type, !reads_values)
        .constant("has_mask", mask != nullptr)
        .constant("complement", complement);
}

} // namespace mergus::cuda
