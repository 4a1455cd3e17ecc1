/// \file method.cpp
/// The choice of a method from the table, and the retry after memory ended.
#include "method.hpp"

#include "mxm/row_analysis.hpp"
#include "objects/report.hpp"
#include "result.hpp"

#include <utility>

namespace mergus::cuda {

void explain_product(mergus_report& report, std::string_view name, std::string_view variant,
                     const MxmProblem& problem, const char* order, std::string_view reason,
                     std::uint64_t work) {
    report_method(&report, name, {variant, mask_facts[static_cast<int>(problem.mask_kind)], order});
    core::write_text(report.reason, reason);
    report.work = work;
}

namespace {

/// The products of the rows, for the report of a method that does not count them. Waits.
std::uint64_t count_products(Context& context, const MxmProblem& problem) {
    RowAnalysis analysis(context, problem);
    compile_kernels(context, analysis);
    analysis.run();
    return analysis.read_flops();
}

/// The same, or 0 if memory does not suffice: a report is no reason to give the product up.
std::uint64_t reported_products(Context& context, const MxmProblem& problem, const Product& product) {
    if (product.products) return *product.products;
    try {
        return count_products(context, problem);
    } catch (const Error& error) {
        if (error.code() != Code::out_of_memory) throw;
        return 0;
    }
}

Matrix explained(Context& context, mergus_report* report, const ProductMethod& method,
                 const MxmProblem& problem, Product&& product) {
    if (report == nullptr) return std::move(product.T);
    explain_product(*report, method.name, product.variant, problem, product.order,
                    product.bins.empty() ? method.summary : "rows in " + product.bins,
                    reported_products(context, problem, product));
    return std::move(product.T);
}

/// By sizes, types and options alone.
bool may_make(const ProductMethod& method, const MxmProblem& problem) {
    return method.refuses == nullptr || method.refuses(problem) == nullptr;
}

} // namespace

std::optional<Matrix> multiply_by(const Methods& methods, Context& context, const mergus_call& call,
                                  MxmProblem& problem, const WriteResult* write) {
    for (auto method = methods.begin(); method != methods.end();) {
        std::unique_ptr<MethodRun> run;
        try {
            run = (*method)->start(context, problem);
            const ProfiledMatrices read =
                (*method)->reads != nullptr ? (*method)->reads(problem) : ProfiledMatrices{};
            KernelRequests kernels(context.jit);
            if (write != nullptr) std::exchange(write, nullptr)->kernels(kernels);
            run->kernels(kernels);
            request_row_profiles(kernels, read);
            // A method that may refuse the product: the compiler works on the kernels of the next ones too.
            if ((*method)->reads != nullptr && !kernels.empty())
                for (auto next = method + 1; next != methods.end(); ++next)
                    (*next)->start(context, problem)->kernels(kernels);
            if (!kernels.empty()) context.jit.compile(kernels);
            find_row_profiles(context, read);
            if (run->refuses() == nullptr)
                return explained(context, call.report, **method, problem, run->run(call.report != nullptr));
        } catch (const Error& error) {
            if (error.code() != Code::out_of_memory) throw;
            const Accumulator* const large = run ? run->large() : nullptr;
            if (large != nullptr && problem.may_use(*large)) {
                problem.left_out.push_back(large);
                if (may_make(**method, problem)) continue;
            } else if (dynamic_cast<const ResultTooLarge*>(&error) != nullptr) {
                throw;
            }
            if (method + 1 == methods.end()) throw;
        }
        ++method;
    }
    return std::nullopt;
}

Methods methods_for(const MxmProblem& problem) {
    Methods methods;
    methods.reserve(product_methods::all.size());
    for (const ProductMethod* const method : product_methods::all)
        if (method->reads_given_B == nullptr && problem.choice.allows(*method) && may_make(*method, problem))
            methods.push_back(method);
    return methods;
}

Methods methods_for_given_B(const Context& context, const mergus_call& call) {
    Methods methods;
    for (const ProductMethod* const method : product_methods::all)
        if (method->reads_given_B != nullptr && forced<tuning::Choice>(context).allows(*method) &&
            method->reads_given_B(context, call))
            methods.push_back(method);
    return methods;
}

Matrix multiply(Context& context, const mergus_call& call, MxmProblem& problem, const WriteResult& write) {
    if (problem.A.nvals == 0 || problem.B.nvals == 0 ||
        (problem.mask_kind == MaskKind::normal && problem.mask->nvals == 0))
        return empty_matrix(context, problem.type, problem.nrows, problem.ncols);
    return *multiply_by(methods_for(problem), context, call, problem, &write);
}

} // namespace mergus::cuda
