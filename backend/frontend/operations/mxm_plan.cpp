/// \file mxm_plan.cpp
/// Products whose patterns are kept: by the extension mxm_plan, or by whole products.
#include <mergus/mxm_plan.hpp>
#include <mergus/ops.hpp>

#include "call_scopes.hpp"
#include "checks.hpp"
#include "dispatch.hpp"

#include <fmt/format.h>

#include <memory>
#include <optional>

namespace mergus {

using core::state_of;
using detail::MatrixState;

namespace {

/// Whether calls in this context may be captured in a graph: only those on a stream of the program.
bool may_be_captured(const detail::ContextState& context) noexcept {
    return context.options().stream != nullptr;
}

} // namespace

namespace detail {

class FreePlan {
public:
    FreePlan() = default;
    explicit FreePlan(ContextState& context) : context_(&context) {}
    void operator()(mergus_plan* plan) const {
        context_->locked([&] {
            context_->plugin().mxm_plan.plan_free(context_->handle(), plan);
            return 0;
        });
    }

private:
    ContextState* context_ = nullptr;
};

/// Invariant: C has the pattern of the product of the patterns `a` and `b`.
class MxmPlanState {
public:
    MxmPlanState(const AnySemiring& semiring, const AnyMatrix& A, const AnyMatrix& B,
                 const ResultOptionsAB& options)
        : semiring_(semiring), descriptor_(descriptor_of(options) | core::flags_of_thread()) {
        const MatrixState& a = state_of(A, name, "A");
        const MatrixState& b = state_of(B, name, "B");
        C = new_mxm_result(A, B, options.mask);
        if (!make_plan(a, b, options.mask)) {
            keep_mask(options.mask);
            mxm(C, mask(), no_accum, semiring_, A, B, descriptor_);
        }
        a_pattern_ = a.pattern;
        b_pattern_ = b.pattern;
    }
    MxmPlanState(const MxmPlanState&) = delete;
    MxmPlanState& operator=(const MxmPlanState&) = delete;

    void run(const AnyMatrix& A, const AnyMatrix& B) {
        const MatrixState& a = checked(A, "A", a_pattern_);
        const MatrixState& b = checked(B, "B", b_pattern_);
        MatrixState& c = *C.state();
        ContextState& context = *c.context;
        if (plan_ == nullptr) {
            const std::uint64_t pattern = c.pattern;
            mxm(C, mask(), no_accum, semiring_, A, B, descriptor_ | DESC_R);
            c.pattern = pattern; // for plans that take C; mxm has renewed it
            c.host_entries.forget_values(c, may_be_captured(context));
            return;
        }
        core::ExplainedCall explained(context, name);
        mergus_call call = call_of(a, b);
        call.report = explained.report();
        c.host_entries.forget_values(c, may_be_captured(context));
        context.call(name, context.plugin().mxm_plan.plan_run, plan_.get(),
                     static_cast<const mergus_call*>(&call));
        explained.done({&c, nullptr, &a, &b}, call);
    }

    static constexpr const char* name = "mxm_plan";
    AnyMatrix C;

private:
    /// An empty C, after the checks of mxm that need no C.
    AnyMatrix new_mxm_result(const AnyMatrix& A, const AnyMatrix& B, const Mask& mask) const {
        const core::Checker check(name, A, "A");
        const mergus_semiring& s = check.semiring(semiring_.get());
        const Descriptor flags = check.flags(mask, descriptor_, DESC_T0T1);
        const core::Shape a = core::shape_of(check.C(), flags.has(DESC_T0)),
                          b = core::shape_of(check.input(B, "B"), flags.has(DESC_T1));
        check.cast("A", "the semiring", check.C().type, s.mul->x_type);
        check.cast("B", "the semiring", state_of(B, name, "B").type, s.mul->y_type);
        check.mask_values(mask, flags);
        if (a.ncols != b.nrows)
            check.fail(Code::dimension_mismatch,
                       fmt::format("A{} is {}, but B{} is {}", flags.has(DESC_T0) ? "'" : "",
                                   core::text_of(a), flags.has(DESC_T1) ? "'" : "", core::text_of(b)));
        AnyMatrix made(Context(check.C().context), s.add->op->z_type, a.nrows, b.ncols);
        core::Checker(name, made).mask_shape(mask);
        return made;
    }

    [[nodiscard]] mergus_call call_of(const MatrixState& a, const MatrixState& b) const {
        mergus_call call = core::make_call(no_accum, descriptor_);
        call.semiring = semiring_.get();
        call.C = C.state()->handle;
        call.A = a.handle;
        call.B = b.handle;
        return call;
    }

    /// Whether the backend has made C and a plan.
    bool make_plan(const MatrixState& a, const MatrixState& b, const Mask& mask) {
        ContextState& context = *C.state()->context;
        const mergus_mxm_plan& extension = context.plugin().mxm_plan;
        if (extension.plan_new == nullptr || a.context != b.context) return false;
        if (mask.object() == nullptr && mask.flags().has(DESC_C)) return false; // admits no entry
        core::ExplainedCall explained(context, name);
        mergus_call call = call_of(a, b);
        call.descriptor |= mask.flags().bits;
        const MatrixState* const m = core::state_of(mask);
        if (m != nullptr && m->context != a.context) return false;
        call.mask = m == nullptr ? nullptr : m->handle;
        call.report = explained.report();
        auto args = core::defaults<mergus_plan_new_args>();
        args.call = &call;
        try {
            context.call(name, extension.plan_new, &args);
        } catch (const Error& error) { // whole products instead
            if (error.code() != Code::not_implemented) throw;
            return false;
        }
        plan_ = {args.plan, FreePlan(context)};
        explained.done({C.state(), m, &a, &b}, call);
        return true;
    }

    void keep_mask(const Mask& mask) {
        if (mask.object() != nullptr) mask_ = AnyMatrix(core::duplicate(*core::state_of(mask)));
        mask_flags_ = mask.flags();
    }
    [[nodiscard]] Mask mask() const {
        Mask kept = mask_ ? Mask(*mask_) : Mask();
        if (mask_flags_.has(DESC_S)) kept = structure(kept);
        return mask_flags_.has(DESC_C) ? complement(kept) : kept;
    }

    static const MatrixState& checked(const AnyMatrix& matrix, const char* argument, std::uint64_t pattern) {
        const MatrixState& state = state_of(matrix, name, argument);
        if (state.pattern != pattern)
            throw Error(Code::invalid_value,
                        fmt::format("{}: {} is another matrix than the plan's, or was changed by another "
                                    "call than set_values",
                                    name, argument));
        return state;
    }

    AnySemiring semiring_;
    Descriptor descriptor_;
    std::uint64_t a_pattern_ = 0, b_pattern_ = 0;
    std::unique_ptr<mergus_plan, FreePlan> plan_; ///< of C's context; null: runs are whole products
    std::optional<AnyMatrix> mask_;               ///< for whole products
    Descriptor mask_flags_{};
};

} // namespace detail

MxmPlan::MxmPlan() noexcept = default;
MxmPlan::MxmPlan(MxmPlan&&) noexcept = default;
MxmPlan& MxmPlan::operator=(MxmPlan&&) noexcept = default;
MxmPlan::~MxmPlan() = default;
MxmPlan::MxmPlan(std::unique_ptr<detail::MxmPlanState> state) noexcept : state_(std::move(state)) {}

void MxmPlan::run(const AnyMatrix& A, const AnyMatrix& B) {
    if (state_ == nullptr) throw Error(Code::uninitialized_object, "mxm_plan: the plan is empty");
    state_->run(A, B);
}

const AnyMatrix& MxmPlan::result() const {
    if (state_ == nullptr) throw Error(Code::uninitialized_object, "mxm_plan: the plan is empty");
    return state_->C;
}

MxmPlan mxm_plan(const AnySemiring& semiring, const AnyMatrix& A, const AnyMatrix& B,
                 const ResultOptionsAB& options) {
    return MxmPlan(std::make_unique<detail::MxmPlanState>(semiring, A, B, options));
}

namespace {

/// A new handle with other values, for backends without the extension.
void reimport(MatrixState& state, const void* values, std::uint64_t count) {
    detail::ContextState& context = *state.context;
    std::vector<std::uint64_t> ptr(state.nrows + 1), cols(count + 1);
    auto csr = core::defaults<mergus_csr>();
    csr.type = state.type;
    csr.nrows = state.nrows;
    csr.ncols = state.ncols;
    csr.row_ptr = ptr.data();
    csr.cols = cols.data();
    csr.pointer_bits = csr.index_bits = 64;
    csr.memory = MERGUS_MEMORY_HOST;
    csr.capacity = count;
    auto from = core::defaults<mergus_matrix_export_csr_args>();
    from.matrix = state.handle;
    from.csr = &csr;
    context.call("set_values", context.table().matrix_export_csr,
                 static_cast<const mergus_matrix_export_csr_args*>(&from));
    csr.nvals = count;
    csr.values = const_cast<void*>(values); // read by the import, which copies without a release function
    csr.flags = MERGUS_CSR_TRUSTED;
    auto to = core::defaults<mergus_matrix_import_csr_args>();
    to.csr = &csr;
    MatrixState made(state.context, state.type, state.shape());
    context.call("set_values", context.table().matrix_import_csr, &to);
    made.handle = to.matrix;
    std::swap(state.handle, made.handle);
}

} // namespace

void set_values(AnyMatrix& matrix, const void* values, std::uint64_t count, const mergus_type* type,
                Memory memory, void* stream) {
    static constexpr const char* name = "set_values";
    const auto fail = [](Code code, const std::string& message) {
        throw Error(code, fmt::format("{}: {}", name, message));
    };
    MatrixState& state = state_of(matrix, name, "the matrix");
    if (core::check_type(type, name) != state.type)
        fail(Code::domain_mismatch, fmt::format("values of type {} for a matrix of type {}", type_name(type),
                                                type_name(state.type)));
    const std::uint64_t nvals = core::info_of(state, name).nvals;
    if (count != nvals)
        fail(Code::invalid_value, fmt::format("{} values for a matrix of {} entries", count, nvals));
    if (values == nullptr && count > 0) fail(Code::null_pointer, "values is null");
    if (memory == Memory::host && state.type->code == MERGUS_BOOL)
        for (std::uint64_t e = 0; e < count; ++e)
            if (const auto byte = static_cast<const unsigned char*>(values)[e]; byte > 1)
                fail(Code::invalid_value, fmt::format("value {} is {}, not 0 or 1", e, byte));
    detail::ContextState& context = *state.context;
    const auto set = context.plugin().mxm_plan.set_values;
    if (set == nullptr && memory == Memory::device)
        fail(Code::invalid_value,
             fmt::format("the backend {} takes no arrays in device memory", context.table().name));
    if (count == 0) return;
    state.host_entries.forget_values(state, may_be_captured(context));
    if (set == nullptr) return reimport(state, values, count);
    auto args = core::defaults<mergus_set_values_args>();
    args.matrix = state.handle;
    args.values = values;
    args.memory = static_cast<std::int32_t>(memory);
    args.stream = stream;
    context.call(name, set, static_cast<const mergus_set_values_args*>(&args));
}

} // namespace mergus
