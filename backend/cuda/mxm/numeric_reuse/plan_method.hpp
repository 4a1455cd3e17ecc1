/// \file plan_method.hpp
/// The table of ways in which a plan computes values. The record of a method, and its class, are in the
/// method's file. A method that products have too is left out where MERGUS_CUDA_MXM leaves it out
/// of products.
#pragma once

#include "objects/method_record.hpp"
#include "reused_pattern.hpp"

#include <cstdint>

namespace mergus::cuda {

/// The kernels that count the products of entries and find their places.
inline constexpr const char* positions_file = "mxm/numeric_reuse/find_positions.cuh";

/// A product whose pattern is kept.
struct PlanProblem {
    Context& context;
    const MxmProblem& product; ///< without the mask
    const Matrix& C;           ///< the product, which has entries
    bool masked;               ///< C has not all entries of the product
};

/// A method that has all it needs to compute values.
class PlanRun {
public:
    PlanRun() = default;
    PlanRun(const PlanRun&) = delete;
    PlanRun& operator=(const PlanRun&) = delete;
    virtual ~PlanRun() = default;
    /// Computes the values of C, which has the pattern of the plan. Launches kernels, nothing else.
    virtual void run(const Matrix& C) const = 0;
    /// The products of a run.
    [[nodiscard]] virtual std::uint64_t products() const noexcept = 0;
};

/// A record of the table. The run may refer to the product, and not to PlanProblem::C.
using PlanMethod = MethodRecord<const PlanProblem, PlanRun>;

namespace plan_methods {
extern const MethodTable<PlanMethod> all;
} // namespace plan_methods

/// Finds the row profiles of the operands.
void find_profiles(const PlanProblem& problem);

} // namespace mergus::cuda
