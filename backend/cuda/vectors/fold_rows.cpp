/// \file fold_rows.cpp
#include "fold_rows.hpp"

#include "bitmap/bitmap_forms.hpp"
#include "bitmap/convert.hpp"
#include "bitmap/dispatch.hpp"
#include "fold_rows_input.h"
#include "ops/operations.hpp"
#include "steps/accumulate.hpp"
#include "steps/iso.hpp"

#include <utility>

namespace mergus::cuda {

namespace {

using Input = FoldRowsInputOf<void, const void*, void, void>;

} // namespace

FoldRows::FoldRows(Context& context, const FoldRowsProblem& problem, bool as_list)
    : context_(context), problem_(problem), type_(context.intern(problem.monoid.op->z_type)),
      vector_(context, type_, problem.A.nrows, as_list) {
    const Matrix& A = problem.A;
    const bool is_product = problem.u != nullptr, u_first = problem.u_first;
    const bool reads_a = !is_product || (u_first ? problem.mul->y_type : problem.mul->x_type) != nullptr;
    const bool reads_u = is_product && (u_first ? problem.mul->x_type : problem.mul->y_type) != nullptr;
    const mergus_type* const u_type = is_product ? problem.u->type : A.type;
    bindings_.index("A_index", A.wide())
        .type("A_value", A.type)
        .type("U_value", u_type)
        .type("Z_value", type_)
        .line(line_values(A.iso && reads_a, 'A'))
        .constant("reads_a", reads_a)
        .constant("reads_u", reads_u);
    if (is_product)
        bindings_.multiply("multiply", problem.mul, u_first ? u_type : A.type, u_first ? A.type : u_type);
    else
        bindings_.cast("convert", A.type, type_);
    bindings_.line("__device__ __forceinline__ Z_value entry_value(const A_value& a, const U_value& u) {")
        .line(!is_product ? Literal("    return convert(a);\n}")
              : u_first   ? Literal("    return multiply(u, a, 0, 0, 0);\n}")
                          : Literal("    return multiply(a, u, 0, 0, 0);\n}"));
    bind_monoid(bindings_, problem.monoid);
    if (context.deterministic) bindings_.no_contraction();
}

void FoldRows::kernels(KernelRequests& requests) const {
    requests.push_back(row_tiles_kernel());
    requests.push_back(request("fold_rows"));
    vector_.kernels(requests);
}

Matrix FoldRows::run() const {
    Device& device = context_.device;
    const Matrix& A = problem_.A;
    const MatrixTiles& tiles = matrix_tiles(context_, A);
    Buffer values(device, A.nrows * type_->size);
    Array<std::uint32_t> bits(device, tiles.bits.size());
    const Buffer carry(device, tiles.has_split ? tiles.count * type_->size : 0);
    Input in{};
    in.ptr = A.ptr.data();
    in.col = A.col.data();
    in.val = A.val.data();
    if (problem_.u != nullptr)
        in.u_val = problem_.u->is_bitmap() ? problem_.u->bitmap->val.data() : problem_.u->val.data();
    in.tile = tiles.begin.data();
    in.nrows = A.nrows;
    in.tiles = tiles.count;
    in.out = values.data();
    in.carry = carry.data();
    in.present = tiles.bits.data();
    in.bits = bits.data();
    in.words = bits.size();
    const Kernel& fold = context_.jit.kernel(request("fold_rows"));
    const Kernel* const join = tiles.has_split ? &context_.jit.kernel(request("join_rows")) : nullptr;
    device.launch(fold, {static_cast<std::uint32_t>(tiles.count)}, {fold_threads}, 0, in);
    if (join != nullptr)
        device.launch_dependent(*join, grid_for(context_, tiles.count * 32, fold_threads), {fold_threads}, 0,
                                in);
    return vector_.run(tiles, std::move(values), std::move(bits));
}

RowVector::RowVector(Context& context, const mergus_type* type, std::uint64_t nrows, bool as_list)
    : context_(context) {
    shape_.type = type;
    shape_.nrows = 1;
    shape_.ncols = nrows;
    shape_.is_vector = true;
    as_list_ = as_list || !may_be_bitmap(context, shape_);
}

void RowVector::kernels(KernelRequests& requests) const {
    if (as_list_) request_csr(context_, requests, shape_);
}

Matrix RowVector::run(const MatrixTiles& tiles, Buffer&& values, Array<std::uint32_t>&& bits) const {
    Matrix vector;
    static_cast<MatrixShape&>(vector) = shape_;
    Bitmap bitmap;
    bitmap.bits = std::move(bits);
    bitmap.val = std::move(values);
    bitmap.count = tiles.present;
    vector.set_bitmap(std::move(bitmap));
    if (as_list_) only_csr(context_, vector);
    return vector;
}

void write_vector(Context& context, const mergus_call& call, Matrix&& T) {
    if (call.mask == nullptr && call.accum == nullptr && T.type == call.C->type) {
        *call.C = std::move(T);
        return;
    }
    mergus_call copy = call;
    copy.A = &T;
    copy.B = nullptr;
    copy.descriptor &= ~std::uint32_t{MERGUS_DESC_TRAN0 | MERGUS_DESC_TRAN1};
    copy.report = nullptr;
    if (!copy_bitmap(context, copy)) on_rows<assign>(context, copy);
}

} // namespace mergus::cuda
