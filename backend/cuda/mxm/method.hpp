/// \file method.hpp
/// A method makes a whole product. Each method is a record of the table in mxm.cpp. Nothing outside that
/// table and the method's own files knows which methods there are.
#pragma once

#include "objects/report_facts.hpp"
#include "problem.hpp"
#include "steps/write_result.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mergus::cuda {

/// T = A ⊕.⊗ B at the entries that the mask keeps.
struct Product {
    Matrix T;
    const char* order = facts::k_in_order; ///< for reports
    /// The products that were computed; not known if no method counted them.
    std::optional<std::uint64_t> products{};
    const char* variant = ""; ///< for reports: a fact
    std::string bins{};       ///< for reports: the bins that have rows
};

/// Fills in the report of a product. \param name of the method. \param variant a fact, or empty. \param work
/// products
void explain_product(mergus_report& report, std::string_view name, std::string_view variant,
                     const MxmProblem& problem, const char* order, std::string_view reason,
                     std::uint64_t work);

/// A method at work on one product.
class MethodRun {
public:
    MethodRun() = default;
    MethodRun(const MethodRun&) = delete;
    MethodRun& operator=(const MethodRun&) = delete;
    virtual ~MethodRun() = default;

    /// Adds kernels that are needed in any case, which are compiled before refuses(); where the profiles are
    /// not known, together with those of the methods that follow.
    virtual void kernels(KernelRequests&) const {}
    /// The reason why the method does not make this product, or null. The profiles are known if the record
    /// asks for them. May launch kernels and wait.
    [[nodiscard]] virtual const char* refuses() { return nullptr; }
    /// The product, after refuses() returned null. \param reports whether a report wants Product::products
    /// and Product::bins
    [[nodiscard]] virtual Product run(bool reports) = 0;
    /// After memory ended: an accumulator without which the method may be tried again, or null.
    [[nodiscard]] virtual const Accumulator* large() const noexcept { return nullptr; }
};

/// A record of the table.
struct ProductMethod {
    const char* name;     ///< in MERGUS_CUDA_MXM and in reports
    const char* summary;  ///< what it is for, a line
    const char* evidence; ///< the page with its measurements
    /// Tried before B is transposed, with a problem whose B has no arrays (MxmProblem::given_B), for calls
    /// whose operands suit it.
    bool (*reads_given_B)(const Context& context, const mergus_call& call) = nullptr;
    /// The reason why the method cannot make a product, from sizes, types and options alone, or null.
    const char* (*refuses)(const MxmProblem& problem) = nullptr;
    /// The matrices whose profiles MethodRun::refuses() reads. Null: none.
    ProfiledMatrices (*reads)(const MxmProblem& problem) = nullptr;
    std::unique_ptr<MethodRun> (*start)(Context& context, MxmProblem& problem);
};

/// For ProductMethod::reads: A, B and a normal mask.
[[nodiscard]] inline ProfiledMatrices all_operands(const MxmProblem& problem) {
    return problem.profiled();
}

/// For ProductMethod::start.
template <class Run>
std::unique_ptr<MethodRun> start_run(Context& context, MxmProblem& problem) {
    return std::make_unique<Run>(context, problem);
}

namespace product_methods {
/// The table, in the order in which a product tries the methods. The last one makes every product.
extern const std::span<const ProductMethod* const> all;
/// Short rows leave small products to it (product_shape.hpp).
extern const ProductMethod two_launch;
} // namespace product_methods

using Methods = std::vector<const ProductMethod*>;

/// The methods that may make a product, in the order of the table, by sizes, types and options alone.
[[nodiscard]] Methods methods_for(const MxmProblem& problem);
/// Those that may make the product of a call before B is transposed.
[[nodiscard]] Methods methods_for_given_B(const Context& context, const mergus_call& call);

/// T, by the first of the methods that makes it, or nothing. A method for which memory does not suffice is
/// tried again without MethodRun::large(), if it may; then the next one is tried. \param write the
/// operation's last step, whose kernels are compiled with the first ones; or null. \throws ResultTooLarge
/// by the first method that has counted the entries: every method needs the memory of the result
[[nodiscard]] std::optional<Matrix> multiply_by(const Methods& methods, Context& context,
                                                const mergus_call& call, MxmProblem& problem,
                                                const WriteResult* write);
/// T = A ⊕.⊗ B at the entries that the mask keeps, all rows at once, by any method.
[[nodiscard]] Matrix multiply(Context& context, const mergus_call& call, MxmProblem& problem,
                              const WriteResult& write);

} // namespace mergus::cuda
