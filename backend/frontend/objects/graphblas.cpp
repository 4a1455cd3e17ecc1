/// \file graphblas.cpp
/// Exchange of GrB_Matrix objects with the program, through the suitesparse backend.
#include <mergus/graphblas.hpp>

#include "matrix_state.hpp"

namespace mergus {

namespace {

constexpr std::string_view native_backend = "suitesparse";

/// Copies the shape from the backend. \throws Error invalid_value if a dimension is over max_dimension.
void set_shape(const AnyMatrix& adopted) {
    detail::MatrixState& state = *adopted.state();
    mergus_matrix_info info{};
    info.struct_size = sizeof info;
    state.context->call("adopt_grb_matrix", state.context->table().matrix_info, state.handle, &info);
    core::check_dimensions("adopt_grb_matrix", info.nrows, info.ncols);
    state.nrows = info.nrows;
    state.ncols = info.ncols;
}

} // namespace

AnyMatrix adopt_grb_matrix(const Context& context, GB_Matrix_opaque*& matrix, const mergus_type* type) {
    if (matrix == nullptr || type == nullptr)
        throw Error(Code::null_pointer, "adopt_grb_matrix: the matrix or the type is null");
    type = detail::intern_type(*type);
    const bool native = context.backend() == native_backend;
    const Context cpu = native ? context : Context(native_backend);
    auto state = std::make_unique<detail::MatrixState>(cpu.state(), type, core::Shape{0, 0});
    const mergus_backend& table = cpu.state()->table();
    auto args = core::defaults<mergus_matrix_adopt_native_args>();
    args.native = matrix;
    args.type = type;
    cpu.state()->call("adopt_grb_matrix", table.matrix_adopt_native, &args);
    state->handle = args.matrix;
    // The handle owns the GrB_Matrix, and may have replaced the object. If a later step fails, the handle's
    // object goes back to the caller.
    matrix = nullptr;
    AnyMatrix adopted(std::move(state));
    try {
        set_shape(adopted);
        return native ? std::move(adopted) : adopted.to(context);
    } catch (...) {
        auto back = core::defaults<mergus_matrix_release_native_args>();
        back.matrix = adopted.state()->handle;
        cpu.state()->call("adopt_grb_matrix", table.matrix_release_native, &back);
        matrix = static_cast<GB_Matrix_opaque*>(back.native);
        throw;
    }
}

GB_Matrix_opaque* release_grb_matrix(AnyMatrix&& matrix) {
    core::state_of(matrix, "release_grb_matrix", "the matrix");
    const bool native = matrix.context().backend() == native_backend;
    const AnyMatrix copy = native ? AnyMatrix() : matrix.to(Context(native_backend));
    const detail::MatrixState& state = native ? *matrix.state() : *copy.state();
    auto args = core::defaults<mergus_matrix_release_native_args>();
    args.matrix = state.handle;
    state.context->call("release_grb_matrix", state.context->table().matrix_release_native, &args);
    matrix = AnyMatrix(); // after the last step that can fail
    return static_cast<GB_Matrix_opaque*>(args.native);
}

} // namespace mergus
