/// \file graphblas.cpp
/// Exchange of matrices with GraphBLAS, through the suitesparse backend.
#include <mergus/graphblas.hpp>

#include "context_state.hpp"

namespace mergus {

namespace {

constexpr std::string_view native_backend = "suitesparse";

} // namespace

AnyMatrix adopt_grb_matrix(const Context& context, GB_Matrix_opaque* matrix, const mergus_type* type) {
    if (matrix == nullptr || type == nullptr)
        throw Error(Code::null_pointer, "adopt_grb_matrix: the matrix or the type is null");
    type = detail::intern_type(*type);
    const bool native = context.backend() == native_backend;
    const Context cpu = native ? context : Context(native_backend);
    auto state = std::make_unique<detail::MatrixState>(cpu.state(), nullptr, type, 0, 0);
    const mergus_backend& table = cpu.state()->table();
    auto args = core::defaults<mergus_matrix_adopt_native_args>();
    args.native = matrix;
    args.type = type;
    cpu.state()->call("adopt_grb_matrix", table.matrix_adopt_native, &args);
    state->handle = args.matrix;
    auto info = core::defaults<mergus_matrix_info>();
    cpu.state()->call("adopt_grb_matrix", table.matrix_info, state->handle, &info);
    state->nrows = info.nrows;
    state->ncols = info.ncols;
    AnyMatrix adopted(std::move(state));
    try {
        core::check_dimensions("adopt_grb_matrix", info.nrows, info.ncols);
        if (!native) return adopted.to(context);
    } catch (...) { // after a failure the GrB_Matrix is still the caller's
        auto back = core::defaults<mergus_matrix_release_native_args>();
        back.matrix = adopted.state()->handle;
        cpu.state()->call("adopt_grb_matrix", table.matrix_release_native, &back);
        throw;
    }
    return adopted;
}

GB_Matrix_opaque* release_grb_matrix(AnyMatrix&& matrix) {
    core::state_of(matrix, "release_grb_matrix", "the matrix");
    const bool native = matrix.context().backend() == native_backend;
    const AnyMatrix copy = native ? AnyMatrix() : matrix.to(Context(native_backend));
    const detail::MatrixState& state = native ? *matrix.state() : *copy.state();
    auto args = core::defaults<mergus_matrix_release_native_args>();
    args.matrix = state.handle;
    state.context->call("release_grb_matrix", state.context->table().matrix_release_native, &args);
    matrix = AnyMatrix(); // only now: after a failure the matrix is still the caller's
    return static_cast<GB_Matrix_opaque*>(args.native);
}

} // namespace mergus
