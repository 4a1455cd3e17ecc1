/// \file fill_pattern_classes.cpp
/// The values of rows that repeat patterns, by the recipes of mxm/pattern_classes/pattern_classes.hpp.
#include "mxm/pattern_classes/pattern_classes.hpp"
#include "plan_method.hpp"

namespace mergus::cuda {

namespace {

class FillPatternClasses : public PlanRun {
public:
    FillPatternClasses(Context& context, const MxmProblem& product) : rows_(context, product, true) {}
    /// Finds the recipes. Waits. \return whether the product is of few patterns
    [[nodiscard]] bool prepare() {
        if (rows_.refuses() != nullptr) return false;
        rows_.keep_recipes();
        return true;
    }
    void run(const Matrix& C) const override { rows_.run_values(C); }
    [[nodiscard]] std::uint64_t products() const noexcept override { return rows_.products(); }

private:
    PatternClasses rows_;
};

std::unique_ptr<PlanRun> start_pattern_classes(const PlanProblem& problem) {
    const MxmProblem& product = problem.product;
    if (problem.masked || !product.choice.allows(product_methods::pattern_classes) ||
        PatternClasses::refuses_plan(product) != nullptr)
        return nullptr;
    find_profiles(problem);
    auto fill = std::make_unique<FillPatternClasses>(problem.context, product);
    return fill->prepare() ? std::move(fill) : nullptr;
}

} // namespace

namespace plan_methods {
extern const PlanMethod pattern_classes;
constinit const PlanMethod pattern_classes{
    .name = "pattern_classes",
    .summary = "rows that repeat patterns: by the recipes of pattern classes, a thread or a warp a row",
    .evidence = "docs/laboratory/pattern-classes.md",
    .start = start_pattern_classes};
} // namespace plan_methods

} // namespace mergus::cuda
