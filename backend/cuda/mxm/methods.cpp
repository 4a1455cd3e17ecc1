/// \file methods.cpp
/// The table of methods that make whole products.
#include "method.hpp"

#include <array>
#include <cstdio>

namespace mergus::cuda {

void explain_product(mergus_report& report, const char* how, const MxmProblem& problem, const char* order,
                     const char* reason, std::uint64_t work) {
    static constexpr const char* masks[] = {"unmasked", "under the mask", "under the complement"};
    std::snprintf(report.method, sizeof report.method, "%s, %s, %s", how,
                  masks[static_cast<int>(problem.mask_kind)], order);
    std::snprintf(report.reason, sizeof report.reason, "%s", reason);
    report.work = work;
}

namespace product_methods {

// Each record stands at the end of its method's file.
extern const ProductMethod masked_dot, global_dense, masked_rows, sorted_rows, short_rows, row_groups,
    repeated_rows, spilled_short_rows, row_tiles, binned;

namespace {
constexpr std::array in_order = {&masked_dot, &global_dense,  &masked_rows,        &sorted_rows, &short_rows,
                                 &row_groups, &repeated_rows, &spilled_short_rows, &row_tiles,   &binned};
} // namespace
constexpr std::span<const ProductMethod* const> all(in_order);

} // namespace product_methods

} // namespace mergus::cuda
