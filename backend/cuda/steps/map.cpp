/// \file map.cpp
#include "map.hpp"

#include "device/launch.hpp"
#include "iso.hpp"

#include <utility>

namespace mergus::cuda {

namespace {

KernelRequest map_kernel(const Context& context, const MatrixShape& A, const MapFunction& function,
                         const mergus_type* z_type) {
    Bindings bindings;
    bindings.index("Index", A.wide())
        .type("X_value", A.type)
        .type("Z_value", z_type)
        .constant("is_vector", A.is_vector && function.form == MapForm::index_unary);
    if (function.form == MapForm::unary)
        bindings.line("typedef uint8_t Y_value;");
    else
        bindings.type("Y_value", function.scalar_type);
    bind_map(bindings, function, A.type, z_type);
    if (context.deterministic && function.op != nullptr) bindings.no_contraction();
    return {"steps/map.cuh", "map_values", std::move(bindings)};
}

} // namespace

MapValues::MapValues(Context& context, const MatrixShape& A, const MapFunction& function,
                     const mergus_type* z_type)
    : context_(context), function_(function), z_type_(z_type),
      kernel_(map_kernel(context, A, function, z_type)) {}

void MapValues::kernels(KernelRequests& requests) const {
    requests.push_back(kernel_);
}

Buffer MapValues::run(const Matrix& A) const {
    if (gives_one_value(A)) return launch_map(nullptr, 0, nullptr, A.val.data(), 1);
    return launch_map(A.ptr.data(), A.nrows, A.col.data(), values_of(context_, A), A.nvals);
}

bool MapValues::gives_one_value(const Matrix& A) const noexcept {
    if (!may_be_iso(A) || function_.form == MapForm::index_unary) return false;
    if (A.iso) return true;
    if (function_.op == nullptr) return false;
    return (function_.form == MapForm::scalar_first ? function_.op->y_type : function_.op->x_type) == nullptr;
}

Buffer MapValues::run(const void* values, std::uint64_t count) const {
    return launch_map(nullptr, 0, nullptr, values, count);
}

Buffer MapValues::launch_map(const std::uint64_t* ptr, std::uint64_t nrows, const void* col,
                             const void* values, std::uint64_t count) const {
    Buffer mapped(context_.device, count * z_type_->size);
    const Parameter scalar = function_.scalar_parameter();
    const void* const out = mapped.data();
    launch(context_.device, context_.jit.kernel(kernel_), grid_for(context_, count, block_threads),
           {block_threads}, 0, {ptr, nrows, col, values, count, scalar, out});
    return mapped;
}

} // namespace mergus::cuda
