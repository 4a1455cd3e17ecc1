/// \file diagonal.cpp
/// A product with a diagonal matrix: the host side of mxm/diagonal/diagonal.cuh.
/// The result has the pattern of the operand that is no diagonal and a product for each of its entries:
/// nothing is counted and nothing is added.
#include "jit/unused_type.hpp"
#include "mxm/method.hpp"
#include "mxm/result.hpp"
#include "tuning.hpp"

#include "diagonal.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace mergus::cuda {

namespace {

/// Scales the rows or the columns of one operand by the diagonal of the other one, in one launch.
class DiagonalProduct : public MethodRun {
public:
    DiagonalProduct(Context& context, MxmProblem& problem);

    /// Unless an operand is square and has as many entries as rows.
    [[nodiscard]] static const char* refuses(const MxmProblem& problem);
    /// The operands of that kind.
    [[nodiscard]] static ProfiledMatrices reads(const MxmProblem& problem);
    /// Of both operands that may be diagonal.
    void kernels(KernelRequests& list) const override;
    /// Unless an operand has exactly the entries of its diagonal.
    [[nodiscard]] const char* refuses() override;
    /// Waits only for the entries that a mask admits.
    [[nodiscard]] Product run(bool reports) override;

private:
    enum class Diagonal { first, second };

    [[nodiscard]] KernelRequest request(Diagonal which) const;
    [[nodiscard]] const Matrix& other() const noexcept;
    /// The entries that the mask admits.
    [[nodiscard]] Matrix masked(Matrix&& T);

    Context& context_;
    MxmProblem& problem_;
    Matrix admitted_;                 ///< without entries, under a mask
    std::optional<WriteResult> mask_; ///< into admitted_
    Diagonal diagonal_ = Diagonal::second;
};

bool may_be_diagonal(const Matrix& matrix) noexcept {
    return matrix.nvals == matrix.nrows && matrix.nrows == matrix.ncols;
}

bool is_known_diagonal(const Matrix& matrix) noexcept {
    const RowProfile* const profile = known_row_profile(matrix);
    return profile != nullptr && is_diagonal(matrix, *profile);
}

} // namespace

DiagonalProduct::DiagonalProduct(Context& context, MxmProblem& problem)
    : context_(context), problem_(problem) {
    static_cast<MatrixShape&>(admitted_) = {problem.type, problem.nrows, problem.ncols};
    if (problem.mask_kind == MaskKind::none) return;
    mask_.emplace(context, admitted_, problem.type,
                  OutputSpec{.mask = problem.mask,
                             .structure = problem.structural,
                             .complement = problem.mask_kind == MaskKind::complement});
}

const char* DiagonalProduct::refuses(const MxmProblem& problem) {
    return may_be_diagonal(problem.A) || may_be_diagonal(problem.B) ? nullptr : "no diagonal matrix";
}

ProfiledMatrices DiagonalProduct::reads(const MxmProblem& problem) {
    const auto read = [](const Matrix& m) { return may_be_diagonal(m) ? &m : nullptr; };
    return {read(problem.A), &problem.A == &problem.B ? nullptr : read(problem.B)};
}

KernelRequest DiagonalProduct::request(Diagonal which) const {
    const bool first = which == Diagonal::first;
    Bindings bindings = problem_.bind(Phase::numeric, 32, true);
    bindings.constant("diagonal_first", first)
        .constant("needs_rows", problem_.positional || (first && problem_.a_type != unused_type()));
    return {"mxm/diagonal/diagonal.cuh", "multiply_diagonal", std::move(bindings)};
}

void DiagonalProduct::kernels(KernelRequests& list) const {
    const auto add = [&](const Matrix& m, Diagonal which) {
        if (may_be_diagonal(m) && (known_row_profile(m) == nullptr || is_known_diagonal(m)))
            list.push_back(request(which));
    };
    add(problem_.A, Diagonal::first);
    add(problem_.B, Diagonal::second);
    if (mask_) mask_->kernels(list);
}

const char* DiagonalProduct::refuses() {
    if (is_known_diagonal(problem_.B)) // the rows of A need not be searched
        diagonal_ = Diagonal::second;
    else if (is_known_diagonal(problem_.A))
        diagonal_ = Diagonal::first;
    else
        return "no diagonal matrix";
    if (problem_.mask_kind == MaskKind::normal && !problem_.choice.given() &&
        problem_.mask->nvals < other().nvals / tuning::diagonal_mask_part)
        return "a mask of few entries";
    return nullptr;
}

const Matrix& DiagonalProduct::other() const noexcept {
    return diagonal_ == Diagonal::first ? problem_.B : problem_.A;
}

Matrix DiagonalProduct::masked(Matrix&& T) {
    admitted_ = empty_matrix(context_, problem_.type, problem_.nrows, problem_.ncols);
    compile_kernels(context_, *mask_);
    mask_->run(std::move(T));
    return std::move(admitted_);
}

Product DiagonalProduct::run(bool) {
    Device& device = context_.device;
    const KernelRequest kernel = request(diagonal_);
    context_.jit.compile(kernel);
    const Matrix& X = other();
    const std::uint64_t nrows = problem_.nrows, ncols = problem_.ncols;
    // C's offsets may be lent to the result alone, not to a matrix beside it.
    Matrix T = mask_
                   ? raw_matrix(context_, problem_.type, nrows, ncols, X.nvals)
                   : result_matrix(context_, problem_.type, nrows, ncols, X.nvals, problem_.offsets(device));
    const ScaledOperands<void, const void*, const void*> operands{
        X.ptr.data(), X.col.data(), problem_.A.val.data(),      problem_.B.val.data(),
        nrows,        X.nvals,      problem_.operands.first_row};
    const std::uint64_t tiles = (X.nvals + scaled_tile - 1) / scaled_tile;
    const Dim3 for_rows = grid_for(context_, nrows / scaled_rounds + 1, scaled_threads);
    void *const col = T.col.data(), *const val = T.val.data();
    device.launch_dependent(context_.jit.kernel(kernel),
                            {std::max(static_cast<std::uint32_t>(tiles), for_rows.x)}, {scaled_threads}, 0,
                            operands, T.ptr.data(), col, val);
    if (mask_) T = masked(std::move(T));
    problem_.one_value = problem_.equal_products; // each entry is one product
    return {.T = std::move(T), .products = X.nvals};
}

namespace product_methods {
extern const ProductMethod diagonal;
constinit const ProductMethod diagonal{.name = "diagonal",
                                       .summary =
                                           "a diagonal matrix without holes: the other operand, scaled",
                                       .evidence = "docs/laboratory/diagonal-products.md",
                                       .refuses = DiagonalProduct::refuses,
                                       .reads = DiagonalProduct::reads,
                                       .start = start_run<DiagonalProduct>};
} // namespace product_methods

} // namespace mergus::cuda
