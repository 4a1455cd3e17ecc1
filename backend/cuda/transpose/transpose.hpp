/// \file transpose.hpp
#pragma once

#include "transpose_methods.hpp"

#include <memory>
#include <optional>

namespace mergus::cuda {

/// The transpose that a matrix keeps: with its values, or the pattern alone.
template <bool with_values>
struct DerivedTranspose : DerivedArrays {
    std::shared_ptr<const Matrix> matrix;

    [[nodiscard]] bool depends_on_values() const noexcept override { return with_values; }
    [[nodiscard]] std::uint64_t bytes() const noexcept override { return matrix ? bytes_of(*matrix) : 0; }
    [[nodiscard]] std::uint64_t all_bytes() const noexcept override {
        return matrix ? bytes() + derived_bytes(*matrix) : 0;
    }
};

/// Products and searches that would have used the transpose (vectors/direction.hpp, graphs/bfs_search.cpp).
struct MissedTranspose : Derived {
    std::uint32_t count = 0;
};

/// The transpose of A, or A itself where it is symmetric. Made if need be; kept with A until A changes or the
/// memory is needed (derived.hpp). The reference is valid until the running call ends or changes A.
/// \param values false: the pattern alone is needed, and `val` may be null or another matrix's.
[[nodiscard]] const Matrix& transpose_of(Context& context, const Matrix& A, bool values = true);

/// The transpose that is kept with A, or null.
[[nodiscard]] std::shared_ptr<const Matrix> cached_transpose(Context& context, const Matrix& A, bool values);

/// The transpose where it costs nothing: the kept one, or A itself. Null where it would have to be made.
/// Finds out whether a large matrix is symmetric, which reads it once.
[[nodiscard]] std::shared_ptr<const Matrix> known_transpose(Context& context, const Matrix& A,
                                                            bool values = true);

/// An input of an operation, transposed where the descriptor says so: a step. The transpose is kept with the
/// matrix. It exists during the whole operation anyway, so keeping it does not raise the operation's peak.
class TransposedInput {
public:
    /// `matrix` outlives the step.
    TransposedInput(Context& context, const Matrix& matrix, bool transposed);
    TransposedInput(const TransposedInput&) = delete;
    TransposedInput& operator=(const TransposedInput&) = delete;

    void kernels(KernelRequests& list) const {
        if (transposition_) transposition_->kernels(list);
    }
    void run();

    /// The matrix, or its transpose: before run() that has its type and sizes but may have no arrays. The
    /// reference stays the same.
    const Matrix& operator*() const noexcept { return *input_; }
    const Matrix* operator->() const noexcept { return input_.get(); }

private:
    Context& context_;
    const Matrix& matrix_;
    std::shared_ptr<const Matrix> input_;        ///< owns a transpose, does not own `matrix`
    std::shared_ptr<Matrix> made_;               ///< the transpose that run() makes
    std::optional<Transposition> transposition_; ///< makes it
};

void transpose(Context& context, const mergus_call& call);

} // namespace mergus::cuda
