/// \file mxm_plan.cpp
/// A plan is made after a whole product, whose pattern it uses. Runs compute the values by the first method
/// of the table (plan_methods.cpp) that suits.
#include "mxm_plan.hpp"

#include "bitmap/convert.hpp"
#include "mxm/operations.hpp"
#include "objects/report.hpp"
#include "plan_method.hpp"
#include "steps/caller_arrays.hpp"
#include "steps/iso.hpp"
#include "transpose/transpose_methods.hpp"

#include <memory>
#include <optional>

namespace mergus::cuda {

namespace {

/// An operand, or its transpose with the place of each value in the operand.
class ReusedOperand {
public:
    ReusedOperand(Context& context, const Matrix& matrix, bool transposed)
        : context_(context), matrix_(matrix) {
        if (!transposed || matrix.nvals == 0) {
            if (transposed) transpose_ = empty_matrix(context, matrix.type, matrix.ncols, matrix.nrows);
            return;
        }
        const bool wide = needs_wide(matrix.nvals);
        Bindings bindings;
        bindings.type("Value", matrix.type).index("Place", wide);
        const KernelRequest number{file, "number_entries", bindings}, gather{file, "gather_values", bindings};
        static constexpr mergus_type places[] = {
            {sizeof(mergus_type), MERGUS_UINT32, 4, 4, "uint32_t", nullptr},
            {sizeof(mergus_type), MERGUS_UINT64, 8, 8, "uint64_t", nullptr}};
        const mergus_type* const place = context.intern(&places[wide ? 1 : 0]);
        Matrix numbered = raw_matrix(context, place, matrix.nrows, matrix.ncols, matrix.nvals);
        Device& device = context.device;
        device.copy(numbered.ptr.data(), matrix.ptr.data(), (matrix.nrows + 1) * sizeof(std::uint64_t));
        device.copy(numbered.col.data(), matrix.col.data(), matrix.nvals * matrix.index_size());
        Transposition transposition(context, numbered);
        KernelRequests requests{number, gather};
        transposition.kernels(requests);
        context.jit.compile(requests);
        void* const numbers = numbered.val.data();
        device.launch(context.jit.kernel(number), grid_for(context, matrix.nvals, block_threads),
                      {block_threads}, 0, numbers, matrix.nvals);
        transpose_ = transposition.run();
        places_ = std::move(transpose_->val);
        transpose_->type = matrix.type;
        transpose_->val = Buffer(device, matrix.nvals * matrix.type->size);
        gather_ = &context.jit.kernel(gather);
        refresh();
    }
    ReusedOperand(const ReusedOperand&) = delete;
    ReusedOperand& operator=(const ReusedOperand&) = delete;

    [[nodiscard]] const Matrix& operator*() const noexcept { return transpose_ ? *transpose_ : matrix_; }
    /// Brings the operand's values into the transpose.
    void refresh() const {
        if (gather_ == nullptr) return;
        const void *const from = matrix_.val.data(), *const places = places_.data(),
                          *const to = transpose_->val.data();
        context_.device.launch(*gather_, grid_for(context_, matrix_.nvals, block_threads), {block_threads}, 0,
                               from, places, matrix_.nvals, to);
    }

private:
    static constexpr const char* file = "mxm/numeric_reuse/gather_values.cuh";

    Context& context_;
    const Matrix& matrix_;
    std::optional<Matrix> transpose_;
    Buffer places_;
    const Kernel* gather_ = nullptr;
};

/// The call of the product, of operands that are as they should be.
mergus_call product_call(const mergus_call& call, const Matrix& A, const Matrix& B) {
    mergus_call product = call;
    product.A = &A;
    product.B = &B;
    product.descriptor &= ~(std::uint32_t{MERGUS_DESC_TRAN0} | std::uint32_t{MERGUS_DESC_TRAN1});
    product.report = nullptr;
    return product;
}

mergus_call unmasked(mergus_call call) {
    call.mask = nullptr;
    call.descriptor &= ~(std::uint32_t{MERGUS_DESC_STRUCTURE} | std::uint32_t{MERGUS_DESC_COMPLEMENT});
    return call;
}

} // namespace

} // namespace mergus::cuda

/// Refers to the matrices of the call that made it. They are read by runs only, for which the library has
/// checked that they exist and have the same patterns.
struct mergus_plan {
    mergus_plan(mergus::cuda::Context& context, const mergus_call& call)
        : A_(context, *call.A, (call.descriptor & MERGUS_DESC_TRAN0) != 0),
          B_(context, *call.B, (call.descriptor & MERGUS_DESC_TRAN1) != 0),
          problem_(context, mergus::cuda::unmasked(mergus::cuda::product_call(call, *A_, *B_)), *A_, *B_) {
        using namespace mergus::cuda;
        mxm(context, product_call(call, *A_, *B_));
        if (call.C->nvals == 0) return;
        std::size_t next = 0;
        run_ = start_next(plan_methods::all, {}, {context, problem_, *call.C, call.mask != nullptr}, next);
        method_ = plan_methods::all[next - 1];
    }

    void run(const mergus_call& call) const {
        A_.refresh();
        B_.refresh();
        if (run_) run_->run(*call.C);
        if (call.report == nullptr) return;
        mergus::cuda::report_method(call.report, method_->name);
        call.report->work = run_ ? run_->products() : 0;
    }

private:
    mergus::cuda::ReusedOperand A_, B_;
    mergus::cuda::MxmProblem problem_;
    std::unique_ptr<mergus::cuda::PlanRun> run_; ///< null: C has no entries
    const mergus::cuda::PlanMethod* method_ = mergus::cuda::plan_methods::all.back();
};

namespace mergus::cuda {

namespace {

/// Gives the matrix rows and a value for each entry, in arrays that stay where they are as long as the
/// pattern is the same. \throws Error not_implemented for one row, whose arrays move when it becomes bitmaps
void settle(Context& context, const Matrix& constant) {
    auto& matrix = const_cast<Matrix&>(constant);
    if (matrix.nrows == 1) throw Error(Code::not_implemented, "a plan of a matrix of one row");
    only_csr(context, matrix);
    own_values(context, matrix);
    unlend_values(context, matrix); // set_values() writes there
}

/// The values of the matrix have changed in place, or change at each launch of the graph that is captured.
void changed_values(const Context& context, Matrix& matrix) {
    matrix.changed_by_capture = matrix.changed_by_capture || context.device.capturing();
    matrix.bitmap.reset();
    values_changed(matrix);
}

} // namespace

mergus_plan* plan_new(Context& context, const mergus_call& call) {
    invalidate_captured(call);
    settle(context, *call.A);
    settle(context, *call.B);
    if (call.mask != nullptr) csr(context, *call.mask);
    // The product replaces C only after the plan is complete.
    Matrix C = empty_matrix(context, call.C->type, call.C->nrows, call.C->ncols);
    mergus_call own = call;
    own.C = &C;
    auto plan = std::make_unique<mergus_plan>(context, own);
    settle(context, C);
    *call.C = std::move(C);
    return plan.release();
}

void plan_run(Context& context, const mergus_plan& plan, const mergus_call& call) {
    plan.run(call);
    changed_values(context, *call.C);
}

void plan_free(mergus_plan* plan) noexcept {
    delete plan;
}

void set_values(Context& context, const mergus_set_values_args& args) {
    Device& device = context.device;
    Matrix& matrix = *args.matrix;
    only_csr(context, matrix);
    own_values(context, matrix);
    changed_values(context, matrix);
    const std::size_t bytes = matrix.nvals * matrix.type->size;
    if (matrix.val.is_lent()) matrix.val = Buffer(device, bytes);
    const bool on_device = args.memory == MERGUS_MEMORY_DEVICE;
    if (on_device && args.stream != nullptr && args.stream == device.stream()) {
        device.copy(matrix.val.data(), args.values, bytes);
        return;
    }
    CallerArrays arrays(device, args.memory, args.stream);
    copy_in(device, matrix.val.data(), args.values, bytes, on_device);
    arrays.give_back();
}

} // namespace mergus::cuda
