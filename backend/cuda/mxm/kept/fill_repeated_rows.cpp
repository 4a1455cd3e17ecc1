/// \file fill_repeated_rows.cpp
/// The values of rows that repeat patterns, by the recipes of mxm/repeated_rows.hpp.
#include "mxm/repeated_rows.hpp"
#include "plan_method.hpp"

namespace mergus::cuda {

namespace {

class FillRepeatedRows : public PlanRun {
public:
    FillRepeatedRows(Context& context, const MxmProblem& product) : rows_(context, product, true) {}
    /// Finds the recipes. Waits. \return whether the product is of few patterns
    [[nodiscard]] bool prepare() {
        if (rows_.refuses() != nullptr) return false;
        rows_.keep_recipes();
        return true;
    }
    void run(const Matrix& C) const override { rows_.run_values(C); }
    [[nodiscard]] std::uint64_t products() const noexcept override { return rows_.products(); }

private:
    RepeatedRows rows_;
};

std::unique_ptr<PlanRun> start_repeated_rows(const PlanProblem& problem) {
    const MxmProblem& product = problem.product;
    if (problem.masked || !product.choice.allows(product_methods::repeated_rows) ||
        RepeatedRows::refuses_plan(product) != nullptr)
        return nullptr;
    find_profiles(problem);
    auto fill = std::make_unique<FillRepeatedRows>(problem.context, product);
    return fill->prepare() ? std::move(fill) : nullptr;
}

} // namespace

namespace plan_methods {
extern const PlanMethod repeated_rows;
constinit const PlanMethod repeated_rows{
    .name = "repeated_rows",
    .text = "repeated rows",
    .summary = "rows that repeat patterns: by the recipes of repeated rows, a thread or a warp a row",
    .evidence = "docs/laboratory/repeated-rows.md",
    .start = start_repeated_rows};
} // namespace plan_methods

} // namespace mergus::cuda
