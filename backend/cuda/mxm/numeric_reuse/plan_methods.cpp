/// \file plan_methods.cpp
/// The table of ways in which a plan computes values.
#include "plan_method.hpp"

#include "steps/row_profile.hpp"

#include <array>

namespace mergus::cuda {

void find_profiles(const PlanProblem& problem) {
    const ProfiledMatrices matrices = problem.product.profiled();
    KernelRequests kernels(problem.context.jit);
    request_row_profiles(kernels, matrices);
    problem.context.jit.compile(kernels);
    find_row_profiles(problem.context, matrices);
}

namespace plan_methods {

// Each record stands at the end of its method's file.
extern const PlanMethod register_band, pattern_classes, tiles, positions;

namespace {
constexpr std::array in_order = {&register_band, &pattern_classes, &tiles, &positions};
} // namespace
constexpr MethodTable<PlanMethod> all(in_order);

} // namespace plan_methods

} // namespace mergus::cuda
