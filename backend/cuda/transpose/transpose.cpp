/// \file transpose.cpp
/// The transpose: the table of methods, transposed inputs, and the operation with its mask and accumulator.
#include "transpose.hpp"

#include "ops/write_result.hpp"

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
    bool (*plan)(Context& context, const Matrix& A, TransposeStep& step);
};

template <class Step>
bool plan_step(Context& context, const Matrix& A, TransposeStep& step) {
    std::optional<Step> planned = Step::planned(context, A);
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

void Transposition::plan_next() {
    for (bool found = false; !found; ++next_) {
        const Method& method = methods.at(next_);
        found = method.applies(context_.transposes.method, A_.nvals) && method.plan(context_, A_, step_);
    }
}

void Transposition::kernels(KernelRequests& list) const {
    with_step(step_, [&](const auto& step) { step.kernels(list); });
}

Matrix Transposition::run() {
    if (A_.nvals == 0) return empty_matrix(context_, A_.type, A_.ncols, A_.nrows);
    for (;;) {
        std::optional<Matrix> T = with_step(step_, [](const auto& step) { return step.run(); });
        if (T) return std::move(*T);
        plan_next();
        KernelRequests list;
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

TransposedInput::TransposedInput(Context& context, const Matrix& matrix, bool transposed) : matrix_(matrix) {
    if (!transposed) return;
    transposition_.emplace(context, matrix);
    transpose_.type = matrix.type;
    transpose_.nrows = matrix.ncols;
    transpose_.ncols = matrix.nrows;
    transpose_.nvals = matrix.nvals;
}

void transpose(Context& context, const mergus_call& call) {
    const Matrix& A = *call.A;
    const bool transposed = (call.descriptor & MERGUS_DESC_TRAN0) == 0; // else the result is A'', a copy
    TransposedInput T(context, A, transposed);
    const WriteResult write(context, *call.C, A.type, OutputSpec::of(call));
    compile_kernels(context, T, write);
    T.run();
    if (call.report != nullptr) T.explain(*call.report);
    write.run(transposed ? T.take() : copy_of(context, A));
}

} // namespace mergus::cuda
