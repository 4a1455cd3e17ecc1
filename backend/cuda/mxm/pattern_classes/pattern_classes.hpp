/// \file pattern_classes.hpp
/// A product whose rows repeat a few patterns: the host side of mxm/pattern_classes/row_classes.cuh,
/// mxm/pattern_classes/class_recipes.cuh and mxm/pattern_classes/pattern_classes.cuh, and of
/// mxm/numeric_reuse/short_classes.cuh and mxm/numeric_reuse/spread_slots.cuh.
#pragma once

#include "mxm/method.hpp"

#include "pattern_classes_size.h"

namespace mergus::cuda {

/// Makes the whole product, without analysis and bins.
class PatternClasses : public MethodRun {
public:
    /// \param kept for a plan, which repays the search for classes in many runs: rows of few products suit
    PatternClasses(Context& context, const MxmProblem& problem, bool kept = false);

    /// Unless there are enough rows, which are long enough. \param products of an average row at least
    [[nodiscard]] static const char* refuses(const MxmProblem& problem, double products);
    [[nodiscard]] static const char* refuses(const MxmProblem& problem);
    [[nodiscard]] static const char* refuses_plan(const MxmProblem& problem);
    /// Unless the rows of the product are of few classes. If the profiles allow it, finds the classes and the
    /// sizes of all rows, which waits twice.
    [[nodiscard]] const char* refuses() override;
    /// Does not wait.
    [[nodiscard]] Product run(bool reports) override;
    /// Prepares run_values(), after refuses() returned null. Waits once.
    void keep_recipes();
    /// Writes the values of the product into `T`, which has its pattern. Launches one kernel.
    void run_values(const Matrix& T) const;
    /// Known after refuses().
    [[nodiscard]] std::uint64_t products() const noexcept { return size_.products; }

private:
    /// How rows are filled in.
    struct Form {
        bool by_threads = false;                    ///< a thread a row: short_classes.cuh
        std::uint32_t group_threads = 0, warps = 0; ///< of a row, and of a block
        std::uint32_t rows = 0;                     ///< of a group, at a time
        bool spreads = false;                       ///< sums are stored where spread_slots.cuh put them
        std::uint32_t room = 0;                     ///< values of a row in shared memory
        std::size_t shared = 0;                     ///< bytes of a block
    };

    [[nodiscard]] KernelRequest classes_request(const char* entry) const;
    [[nodiscard]] KernelRequest recipes_request(const char* entry) const;
    [[nodiscard]] KernelRequest fill_request() const;
    void launch_fill(const Kernel& kernel, const Matrix& T) const;
    /// Finds the classes. \return whether they are few, and their products too.
    [[nodiscard]] bool find_classes();
    /// Bytes of shared memory of a block that makes a recipe.
    [[nodiscard]] std::size_t recipe_memory() const noexcept;
    /// Makes the recipes, and ptr_.
    void make_recipes();
    /// Orders the sums of each class for fewer conflicts of banks, if shared memory holds them so.
    void spread_sums();
    /// Whether a plan's rows have a thread each.
    [[nodiscard]] bool use_threads();
    /// Of a group of threads, in shared memory: group_bytes of pattern_classes.cuh.
    [[nodiscard]] std::size_t bytes_beside_sums() const noexcept;
    /// Chooses the form. \return whether shared memory holds the values of a row.
    [[nodiscard]] bool choose_form();

    Context& context_;
    const MxmProblem& problem_;
    const Matrix& A_;
    const Matrix& B_;
    bool kept_;
    PatternClassesSize size_{};
    Form form_;
    Buffer device_size_;                  ///< a PatternClassesSize
    Buffer classes_;                      ///< of each row: two indices, RowClass of class_recipe.cuh
    Array<std::uint32_t> numbers_, rows_; ///< of number_row_classes
    Array<RowRecipe> recipes_;
    Buffer offsets_;                     ///< indices: RowRecipes of pattern_classes.cuh
    Array<std::uint16_t> slots_, homes_; ///< homes_: after spread_sums()
    Array<std::uint64_t> ptr_;           ///< of the product
    const Kernel* fill_ = nullptr;       ///< after keep_recipes()
};

namespace product_methods {
extern const ProductMethod pattern_classes;
}

} // namespace mergus::cuda
