/// \file mxm.cpp
/// C<mask, replace> ⊙= A ⊕.⊗ B: the operands, the choice of a method (methods.cpp), and the result through
/// mask and accumulator into C (steps/write_result.cpp). If memory does not suffice for a method, the next
/// one of the table is tried, and at last ranges of rows (row_ranges.cpp).
#include "method.hpp"
#include "operations.hpp"
#include "result.hpp"
#include "row_analysis.hpp"
#include "row_ranges.hpp"
#include "steps/iso.hpp"
#include "steps/write_result.hpp"
#include "transpose/transpose.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace mergus::cuda {

namespace {

using Methods = std::vector<const ProductMethod*>;

/// The products of the rows, for the report of a method that does not count them. Waits.
std::uint64_t count_products(Context& context, const MxmProblem& problem) {
    RowAnalysis analysis(context, problem);
    compile_kernels(context, analysis);
    analysis.run();
    return analysis.read_flops();
}

Matrix explained(Context& context, mergus_report* report, const ProductMethod& method,
                 const MxmProblem& problem, Product&& product) {
    if (report == nullptr) return std::move(product.T);
    explain_product(*report, product.how != nullptr ? product.how : method.text, problem, product.order,
                    product.bins.empty() ? method.summary : ("rows in " + product.bins).c_str(),
                    product.products ? *product.products : count_products(context, problem));
    return std::move(product.T);
}

/// By sizes, types and options alone.
bool may_make(const ProductMethod& method, const MxmProblem& problem) {
    return method.refuses == nullptr || method.refuses(problem) == nullptr;
}

/// T, by the first of the methods that makes it, or nothing. \param write the last step, whose kernels are
/// compiled with the first ones; or null
std::optional<Matrix> multiply_by(const Methods& methods, Context& context, const mergus_call& call,
                                  MxmProblem& problem, const WriteResult* write) {
    for (auto method = methods.begin(); method != methods.end();) {
        std::unique_ptr<MethodRun> run;
        try {
            run = (*method)->start(context, problem);
            const bool finds_profiles = (*method)->reads_profiles && !are_profiled(problem.profiled());
            KernelRequests kernels(context.jit);
            if (write != nullptr) std::exchange(write, nullptr)->kernels(kernels);
            run->kernels(kernels);
            if (finds_profiles) {
                request_row_profiles(kernels, problem.profiled());
                for (auto m = method + 1; m != methods.end(); ++m)
                    (*m)->start(context, problem)->kernels(kernels);
            }
            if (!kernels.empty()) context.jit.compile(kernels);
            if (finds_profiles) find_row_profiles(context, problem.profiled());
            if (run->refuses() == nullptr)
                return explained(context, call.report, **method, problem, run->run(call.report != nullptr));
            ++method;
        } catch (const Error& error) {
            if (error.code() != Code::out_of_memory) throw;
            const Accumulator* const large = run ? run->large() : nullptr;
            const bool goes_on = large != nullptr && problem.may_use(*large);
            if (goes_on) problem.left_out.push_back(large);
            if (!(goes_on && may_make(**method, problem)) && ++method == methods.end()) throw;
        }
    }
    return std::nullopt;
}

/// The methods that may make the product, in the order of the table.
Methods methods_for(const MxmProblem& problem) {
    Methods methods;
    methods.reserve(product_methods::all.size());
    for (const ProductMethod* const method : product_methods::all)
        if (method->reads_given_B == nullptr && problem.choice.allows(*method) && may_make(*method, problem))
            methods.push_back(method);
    return methods;
}

/// Those that may make the product of a call before B is transposed.
Methods methods_for_given_B(const Context& context, const mergus_call& call) {
    Methods methods;
    for (const ProductMethod* const method : product_methods::all)
        if (method->reads_given_B != nullptr && forced<plan::Choice>(context).allows(*method) &&
            method->reads_given_B(context, call))
            methods.push_back(method);
    return methods;
}

} // namespace

Matrix multiply(Context& context, const mergus_call& call, MxmProblem& problem, const WriteResult& write) {
    if (problem.A.nvals == 0 || problem.B.nvals == 0 ||
        (problem.mask_kind == MaskKind::normal && problem.mask->nvals == 0))
        return empty_matrix(context, problem.type, problem.nrows, problem.ncols);
    return *multiply_by(methods_for(problem), context, call, problem, &write);
}

namespace {

/// C<M> ⊙= A ⊕.⊗ B by a method that reads B as the call has it. \return whether C has been written
bool multiply_given_B(const Methods& methods, Context& context, const mergus_call& call, const Matrix& A,
                      bool flipped, const OutputSpec& output) {
    Matrix B; // its sizes alone: whether B is symmetric is not asked yet
    static_cast<MatrixShape&>(B) = *call.B;
    B.iso = call.B->iso;
    const bool transposed = (call.descriptor & MERGUS_DESC_TRAN1) != 0;
    if (transposed) std::swap(B.nrows, B.ncols);
    MxmProblem problem(context, call, A, B, flipped);
    problem.given_B = call.B;
    problem.transposes_B = transposed;
    try {
        std::optional<Matrix> T = multiply_by(methods, context, call, problem, nullptr);
        if (!T) return false;
        const WriteResult write(context, *call.C, problem.type, output);
        compile_kernels(context, write);
        write.run(std::move(*T));
        return true;
    } catch (const Error& error) { // the other methods take less memory
        if (error.code() != Code::out_of_memory) throw;
        return false;
    }
}

void multiply(Context& context, const mergus_call& call, bool flipped) {
    TransposedInput A(context, *call.A, (call.descriptor & MERGUS_DESC_TRAN0) != 0);
    OutputSpec output = OutputSpec::of(call);
    output.t_is_masked = true;
    const Methods for_given_B = methods_for_given_B(context, call);
    if (!for_given_B.empty()) {
        compile_kernels(context, A);
        A.run();
        if (multiply_given_B(for_given_B, context, call, *A, flipped, output)) return;
    }
    TransposedInput B(context, *call.B, (call.descriptor & MERGUS_DESC_TRAN1) != 0);
    if (!for_given_B.empty()) {
        compile_kernels(context, B);
    } else {
        compile_kernels(context, A, B);
        A.run();
    }
    B.run();
    try {
        MxmProblem problem(context, call, *A, *B, flipped);
        const WriteResult write(context, *call.C, problem.type, output);
        LentOffsets lent(context, call, write.takes_over());
        problem.lent_offsets = lent.offsets();
        Matrix T = multiply(context, call, problem, write);
        if (problem.one_value && write.takes_over() && may_be_iso(T) && !call.C->is_vector)
            set_one_value(context, T, T.val.data());
        write.run(std::move(T));
        lent.written();
        return;
    } catch (const ResultTooLarge& error) {
        if (error.bytes() > context.device.properties().memory) throw;
    } catch (const Error& error) {
        if (error.code() != Code::out_of_memory) throw;
    }
    multiply_in_ranges(context, call, *A, *B, flipped);
}

} // namespace

void mxm(Context& context, const mergus_call& call) {
    multiply(context, call, false);
}

void multiply_flipped(Context& context, const mergus_call& call) {
    multiply(context, call, true);
}

} // namespace mergus::cuda
