/// \file write_result.cpp
/// The host side of ops/write_result.cuh.
#include "write_result.hpp"

#include "apply.hpp"
#include "device/primitives.hpp"

namespace mergus::cuda {

namespace {

/// The same members, in the same order, as MergeInput of merge.cuh; index pointers are of the call's width.
struct MergeInput {
    const std::uint64_t* x_ptr;
    const void* x_col;
    const void* x_val;
    const std::uint64_t* y_ptr;
    const void* y_col;
    const void* y_val;
    const std::uint64_t* m_ptr;
    const void* m_col;
    const void* m_val;
    const std::uint64_t* row_list;
    const std::uint64_t* col_list;
    std::uint64_t row_count;
    std::uint64_t col_count;
    std::uint64_t nrows;
};

/// Everything that a merge needs to know besides X and Y.
struct Plan {
    Bindings bindings;
    const mergus_type* z_type = nullptr;
    const Matrix* mask = nullptr;
    Region region{};
    bool keeps_x = false; ///< every entry of X has a place in the result
};

void bind_count(Plan& plan, bool wide) {
    plan.bindings.index("Count", wide).constant("keeps_x", plan.keeps_x);
}

template <class Count>
Matrix run(Context& context, Plan& plan, const Matrix& X, const Matrix& Y) {
    Device& device = context.device;
    bind_count(plan, sizeof(Count) == 8);
    const auto kernel = [&](const char* entry) -> const Kernel& {
        return context.jit.kernel("ops/write_result.cuh", entry, plan.bindings);
    };
    MergeInput in{};
    in.x_ptr = X.ptr.data();
    in.x_col = X.col.data();
    in.x_val = X.val.data();
    in.y_ptr = Y.ptr.data();
    in.y_col = Y.col.data();
    in.y_val = Y.val.data();
    if (plan.mask != nullptr) {
        in.m_ptr = plan.mask->ptr.data();
        in.m_col = plan.mask->col.data();
        in.m_val = plan.mask->val.data();
    }
    if (plan.region.rows != nullptr) {
        in.row_list = plan.region.rows->data();
        in.row_count = plan.region.rows->size();
    }
    if (plan.region.cols != nullptr) {
        in.col_list = plan.region.cols->data();
        in.col_count = plan.region.cols->size();
    }
    in.nrows = X.nrows;

    Array<Count> x_place(device, plan.keeps_x ? 0 : X.nvals + 1);
    Array<Count> y_place(device, Y.nvals + 1);
    const Dim3 x_grid = grid_for(context, X.nvals, block_threads);
    const Dim3 y_grid = grid_for(context, Y.nvals, block_threads);
    const Dim3 block{block_threads};
    if (!plan.keeps_x) {
        device.launch(kernel("merge_count_x"), x_grid, block, 0, in, X.nvals, x_place.data());
        exclusive_scan(device, x_place.data(), x_place.data(), X.nvals);
    }
    device.launch(kernel("merge_count_y"), y_grid, block, 0, in, Y.nvals, y_place.data());
    exclusive_scan(device, y_place.data(), y_place.data(), Y.nvals);

    Array<std::uint64_t> ptr(device, X.nrows + 1);
    device.launch(kernel("merge_offsets"), grid_for(context, X.nrows + 1, block_threads), block, 0, in,
                  static_cast<const Count*>(x_place.data()), static_cast<const Count*>(y_place.data()),
                  ptr.data());
    const std::uint64_t nvals = device.read(ptr.data() + X.nrows);
    Matrix Z = raw_matrix(context, plan.z_type, X.nrows, X.ncols, nvals, std::move(ptr));
    const void* const col = Z.col.data();
    const void* const val = Z.val.data();
    device.launch(kernel("merge_fill_x"), x_grid, block, 0, in, X.nvals,
                  static_cast<const Count*>(x_place.data()), static_cast<const Count*>(y_place.data()), col,
                  val);
    device.launch(kernel("merge_fill_y"), y_grid, block, 0, in, Y.nvals,
                  static_cast<const Count*>(x_place.data()), static_cast<const Count*>(y_place.data()), col,
                  val);
    return Z;
}

Matrix run(Context& context, Plan& plan, const Matrix& X, const Matrix& Y) {
    const bool narrow = X.nvals + Y.nvals <= UINT32_MAX;
    return narrow ? run<std::uint32_t>(context, plan, X, Y) : run<std::uint64_t>(context, plan, X, Y);
}

void bind_types(Plan& plan, const Matrix& X, const mergus_type* y_type, const mergus_type* mask_type) {
    plan.bindings.index("Index", X.wide())
        .type("X_value", X.type)
        .type("Y_value", y_type)
        .type("Z_value", plan.z_type)
        .type("M_value", mask_type);
}

/// C<mask, replace> ⊙= T as a merge of C and a T of that type.
Plan plan_write(const Context& context, const Matrix& C, const mergus_type* t_type, const OutputSpec& how) {
    const bool nothing_to_check = how.mask == nullptr || how.t_is_masked;
    Plan plan;
    plan.z_type = C.type;
    plan.mask = how.mask;
    plan.region = how.region;
    const bool all_in_t = how.accum == nullptr && how.t_fills_mask; // what the mask admits of C is in T
    const bool unmasked = how.mask == nullptr && how.accum != nullptr;
    plan.keeps_x = unmasked || (!how.replace && (how.accum != nullptr || all_in_t));
    bind_types(plan, C, t_type, how.mask != nullptr ? how.mask->type : C.type);
    const mergus_op* accum = how.accum;
    if (accum != nullptr)
        plan.bindings.binary("both", accum, C.type, t_type, C.type);
    else
        plan.bindings.cast("cast_y", t_type, C.type)
            .line("__device__ __forceinline__ Z_value both(X_value, Y_value y) { return cast_y(y); }");
    plan.bindings.cast("only_x", C.type, C.type)
        .cast("only_y", t_type, C.type)
        .truth("truth", how.mask != nullptr ? how.mask->type : C.type, how.structure || how.mask == nullptr)
        .constant("intersection", 0)
        .constant("has_mask", how.mask != nullptr)
        .constant("y_is_masked", nothing_to_check)
        .constant("complement", how.complement)
        .constant("replace", how.replace)
        .constant("has_accum", accum != nullptr)
        .constant("has_row_list", how.region.rows != nullptr)
        .constant("has_col_list", how.region.cols != nullptr);
    if (context.deterministic) plan.bindings.no_contraction();
    return plan;
}

/// A ⊕ B as a merge.
Plan plan_merge(Context& context, const mergus_op* op, const Matrix& A, const Matrix& B, bool intersection) {
    Plan plan;
    plan.z_type = context.intern(op->z_type);
    plan.keeps_x = !intersection;
    bind_types(plan, A, B.type, plan.z_type);
    plan.bindings.binary("both", op, A.type, B.type, plan.z_type);
    if (intersection)
        plan.bindings.line("__device__ __forceinline__ Z_value only_x(X_value) { return Z_value(); }")
            .line("__device__ __forceinline__ Z_value only_y(Y_value) { return Z_value(); }");
    else
        plan.bindings.cast("only_x", A.type, plan.z_type).cast("only_y", B.type, plan.z_type);
    plan.bindings.truth("truth", plan.z_type, true)
        .constant("intersection", intersection)
        .constant("has_mask", 0)
        .constant("y_is_masked", 1)
        .constant("complement", 0)
        .constant("replace", 0)
        .constant("has_accum", 1)
        .constant("has_row_list", 0)
        .constant("has_col_list", 0);
    if (context.deterministic) plan.bindings.no_contraction();
    return plan;
}

void want(std::vector<KernelRequest>& requests, Plan&& plan, bool wide_count) {
    bind_count(plan, wide_count);
    requests.push_back(
        {"ops/write_result.cuh", plan.keeps_x ? "merge_count_y" : "merge_count_x", std::move(plan.bindings)});
}

/// Whether T becomes C as it is, but for its type.
bool takes_over(const Matrix& C, const OutputSpec& how) {
    return how.overwrites(C) && (how.mask == nullptr || how.t_is_masked);
}

} // namespace

OutputSpec OutputSpec::of(const mergus_call& call) {
    OutputSpec how;
    how.mask = call.mask;
    how.structure = (call.descriptor & MERGUS_DESC_STRUCTURE) != 0;
    how.complement = (call.descriptor & MERGUS_DESC_COMPLEMENT) != 0;
    how.replace = (call.descriptor & MERGUS_DESC_REPLACE) != 0;
    how.accum = call.accum;
    return how;
}

bool OutputSpec::overwrites(const Matrix& C) const noexcept {
    if (C.nvals == 0) return true;
    if (accum != nullptr || region.rows != nullptr || region.cols != nullptr) return false;
    return mask == nullptr || replace;
}

void request_write_result(std::vector<KernelRequest>& requests, Context& context, const Matrix& C,
                          const mergus_type* t_type, const OutputSpec& how) {
    if (takes_over(C, how)) {
        if (t_type != C.type) request_cast(requests, C.wide(), t_type, C.type);
        return;
    }
    Plan plan = plan_write(context, C, t_type, how);
    want(requests, std::move(plan), needs_wide(C.nvals)); // T's entries are not known
}

void write_result(Context& context, Matrix& C, Matrix&& T, const OutputSpec& how) {
    if (takes_over(C, how)) {
        C = cast_matrix(context, std::move(T), C.type);
        return;
    }
    Plan plan = plan_write(context, C, T.type, how);
    C = run(context, plan, C, T);
}

void request_merge(std::vector<KernelRequest>& requests, Context& context, const mergus_op* op,
                   const Matrix& A, const Matrix& B, bool intersection) {
    want(requests, plan_merge(context, op, A, B, intersection), needs_wide(A.nvals + B.nvals));
}

Matrix merge(Context& context, const mergus_op* op, const Matrix& A, const Matrix& B, bool intersection) {
    Plan plan = plan_merge(context, op, A, B, intersection);
    return run(context, plan, A, B);
}

} // namespace mergus::cuda
