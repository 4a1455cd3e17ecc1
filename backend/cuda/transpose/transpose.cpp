/// \file transpose.cpp
/// The transpose: the table of methods, transposed inputs, and the operation with its mask and accumulator.
#include "transpose.hpp"

#include "jit/unused_type.hpp"
#include "steps/iso.hpp"
#include "steps/symmetry.hpp"
#include "steps/write_result.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <type_traits>
#include <utility>

namespace mergus::cuda {

namespace {

using plan::Transpose;

/// Whether a method is to be tried, and its step: false if it does not suit the matrix.
struct Method {
    Transpose name;
    bool (*applies)(Transpose forced, std::uint64_t nvals);
    bool (*plan)(Context& context, const Matrix& A, const mergus_type* moved, TransposeStep& step);
};

template <class Step>
bool plan_step(Context& context, const Matrix& A, const mergus_type* moved, TransposeStep& step) {
    std::optional<Step> planned = Step::planned(context, A, moved);
    if (planned) step.emplace<Step>(std::move(*planned));
    return planned.has_value();
}

/// In the order in which they are tried. The last one suits every matrix.
constexpr std::array<Method, 3> methods = {
    {{Transpose::banded,
      [](Transpose forced, std::uint64_t nvals) {
          return forced == Transpose::banded || (forced == Transpose::best && nvals >= plan::banded_nvals);
      },
      plan_step<BandedTranspose>},
     {Transpose::partition, [](Transpose forced, std::uint64_t) { return forced != Transpose::sort; },
      plan_step<PartitionTranspose>},
     {Transpose::sort, [](Transpose, std::uint64_t) { return true; }, plan_step<SortTranspose>}}};

/// Calls a function with the planned step.
template <class Function>
auto with_step(const TransposeStep& step, Function function) {
    using Result = decltype(function(std::get<SortTranspose>(step)));
    return std::visit(
        [&](const auto& planned) -> Result {
            if constexpr (std::is_same_v<decltype(planned), const std::monostate&>)
                return Result();
            else
                return function(planned);
        },
        step);
}

} // namespace

Transposition::Transposition(Context& context, const Matrix& A, bool values)
    : context_(context), A_(A), values_(values), moved_(values && !A.iso ? A.type : unused_type()) {
    if (A.nvals != 0) plan_next();
}

void Transposition::plan_next() {
    for (bool found = false; !found; ++next_) {
        const Method& method = methods.at(next_);
        found = method.applies(forced<plan::TransposeChoice>(context_).method, A_.nvals) &&
                method.plan(context_, A_, moved_, step_);
    }
}

void Transposition::kernels(KernelRequests& list) const {
    with_step(step_, [&](const auto& step) { step.kernels(list); });
}

Matrix Transposition::run() {
    if (A_.nvals == 0) return empty_matrix(context_, A_.type, A_.ncols, A_.nrows);
    for (;;) {
        std::optional<Matrix> T = with_step(step_, [](const auto& step) { return step.run(); });
        if (T) {
            if (A_.iso && values_) set_one_value(context_, *T, A_.val.data());
            return std::move(*T);
        }
        plan_next();
        KernelRequests list(context_.jit);
        kernels(list);
        context_.jit.compile(list);
    }
}

void Transposition::explain(mergus_report& report) const {
    if (A_.nvals == 0) return;
    const std::string_view name = plan::transpose_names[static_cast<std::size_t>(methods.at(next_ - 1).name)];
    report.method[name.copy(report.method, sizeof report.method - 1)] = '\0';
    with_step(step_, [&](const auto& step) { step.explain(report); });
}

namespace {

/// Entries from which a matrix is tested for symmetry before it is transposed: the test reads columns and
/// values once and waits for the device; a transpose of fewer entries takes about as long.
constexpr std::uint64_t symmetry_entries = 1 << 16;

bool is_symmetric(Context& context, const Matrix& A, bool values) {
    if (A.nrows != A.ncols) return false;
    if (const std::optional<bool> known = known_symmetry(A, values)) return *known;
    if (!context.keeps || (A.nvals < symmetry_entries && !context.keeps_all)) return false;
    return values ? has_symmetric_values(context, A) : has_symmetric_pattern(context, A);
}

/// Keeps the transpose with A.
const Matrix& keep(Context& context, const Matrix& A, std::shared_ptr<const Matrix> transpose, bool values) {
    if (!values) return *(derive<DerivedTranspose<false>>(context, A).matrix = std::move(transpose));
    if (A.derived) A.derived->objects.erase<DerivedTranspose<false>>();
    return *(derive<DerivedTranspose<true>>(context, A).matrix = std::move(transpose));
}

} // namespace

std::shared_ptr<const Matrix> kept_transpose(Context& context, const Matrix& A, bool values) {
    if (derived<DerivedTranspose<true>>(A) != nullptr)
        return derive<DerivedTranspose<true>>(context, A).matrix;
    if (!values && derived<DerivedTranspose<false>>(A) != nullptr)
        return derive<DerivedTranspose<false>>(context, A).matrix;
    return nullptr;
}

std::shared_ptr<const Matrix> known_transpose(Context& context, const Matrix& A, bool values) {
    if (std::shared_ptr<const Matrix> kept = kept_transpose(context, A, values)) return kept;
    if (is_symmetric(context, A, values)) return {std::shared_ptr<void>(), &A};
    return nullptr;
}

const Matrix& transpose_of(Context& context, const Matrix& A, bool values) {
    if (const std::shared_ptr<const Matrix> known = known_transpose(context, A, values)) return *known;
    values = values || A.iso; // one value costs nothing
    Transposition transposition(context, A, values);
    compile_kernels(context, transposition);
    return keep(context, A, std::make_shared<const Matrix>(transposition.run()), values);
}

TransposedInput::TransposedInput(Context& context, const Matrix& matrix, bool transposed)
    : context_(context), matrix_(matrix), transposed_(transposed) {
    if (transposed && context.keeps_all) (void)transpose_of(context, matrix);
    input_ = transposed ? known_transpose(context, matrix)
                        : std::shared_ptr<const Matrix>(std::shared_ptr<void>(), &matrix);
    if (input_) return;
    transposition_.emplace(context, matrix);
    made_ = std::make_shared<Matrix>();
    made_->type = matrix.type;
    made_->nrows = matrix.ncols;
    made_->ncols = matrix.nrows;
    made_->nvals = matrix.nvals;
    made_->iso = matrix.iso;
    input_ = made_;
}

void TransposedInput::run() {
    if (!transposition_) return;
    *made_ = transposition_->run();
    keep(context_, matrix_, made_, true);
}

void transpose(Context& context, const mergus_call& call) {
    const Matrix& A = *call.A;
    const bool transposed = (call.descriptor & MERGUS_DESC_TRAN0) == 0; // else the result is A'', a copy
    const WriteResult write(context, *call.C, A.type, OutputSpec::of(call));
    const std::shared_ptr<const Matrix> kept = transposed ? kept_transpose(context, A, true) : nullptr;
    if (kept || !transposed) {
        compile_kernels(context, write);
        return write.run(copy_of(context, kept ? *kept : A));
    }
    // Not kept: C is the transpose, and two copies would need more memory than the caller asked for.
    Transposition transposition(context, A);
    compile_kernels(context, transposition, write);
    Matrix T = transposition.run();
    if (call.report != nullptr) transposition.explain(*call.report);
    write.run(std::move(T));
}

} // namespace mergus::cuda
