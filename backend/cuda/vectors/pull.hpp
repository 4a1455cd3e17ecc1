/// \file pull.hpp
/// The product of a matrix and a vector by rows of the matrix; host side of vectors/pull.cuh.
#pragma once

#include "dense_form.hpp"
#include "pull_input.h"
#include "steps/compact.hpp"
#include "steps/identity.hpp"

#include <optional>

namespace mergus::cuda {

/// w = A ⊕.⊗ u at the rows that a mask keeps.
struct PullProblem {
    const Matrix& A;
    const Matrix& u;
    const mergus_semiring& semiring;
    bool u_first = false;         ///< ⊗ has u's value as its first argument: the product u' ⊕.⊗ A'
    const Matrix* mask = nullptr; ///< a vector
    bool structure = false, complement = false;
};

/// How the rows of a matrix are folded; the numbers of vectors/pull_fold.cuh.
struct PullShape {
    PullShape(const Matrix& A, const mergus_monoid& monoid);

    /// The most long rows of a matrix, and their chunks.
    [[nodiscard]] std::uint64_t most_longs(const Matrix& A) const noexcept {
        return A.nvals / (long_row + 1);
    }
    [[nodiscard]] std::uint64_t most_chunks(const Matrix& A) const noexcept {
        return A.nvals / chunk + most_longs(A);
    }
    /// Whether a matrix may have long rows; then has_longs() needs the kernel of its profile.
    [[nodiscard]] bool may_have_longs(const Matrix& A) const noexcept { return !left && A.nvals > long_row; }
    /// Waits at the first call for a matrix.
    [[nodiscard]] bool has_longs(Context& context, const Matrix& A) const;
    /// A fact for reports.
    [[nodiscard]] std::string lanes_fact() const { return std::to_string(lanes) + " lanes a row"; }

    static constexpr std::uint64_t chunk = 1024; ///< entries of a chunk of a long row
    int stops;
    bool ordered, left; ///< the operator does not commute, is not associative
    std::uint32_t lanes;
    std::uint64_t long_row; ///< rows of more entries are folded in chunks
};

/// Adds the bindings of vectors/pull_fold.cuh without A_index and M_value. \param u_form of the vector
void bind_fold(Bindings& bindings, const PullProblem& problem, const PullShape& shape, int u_form);

/// The step that computes the product.
class Pull {
public:
    Pull(Context& context, const PullProblem& problem);
    Pull(const Pull&) = delete;
    Pull& operator=(const Pull&) = delete;

    void kernels(KernelRequests& requests) const;
    /// A vector of the monoid's type; it has entries only where the mask admits them.
    [[nodiscard]] Matrix run();
    /// The method of run().
    void explain(mergus_report& report) const;

private:
    using Input = PullInputOf<void, const void*, void, void, void>;

    [[nodiscard]] Bindings bind() const;
    [[nodiscard]] KernelRequest request(const char* entry) const {
        return {"vectors/pull.cuh", entry, bindings_};
    }
    [[nodiscard]] Input input();
    /// Launches the kernels over the rows to visit. \return the number of entries, if `reads`.
    std::uint64_t launch(const Input& in, std::uint8_t* present, const Buffer& values, bool reads);
    Matrix run_under_mask(const Input& in);
    Matrix run_all(const Input& in);

    Context& context_;
    PullProblem problem_;
    const mergus_type* type_; ///< of the result, interned
    int u_form_, mask_kind_;
    PullShape shape_;
    std::optional<DenseForm> u_dense_, mask_bits_;
    std::optional<CompactPresent> compact_;
    IdentityColumns identity_;
    Bindings bindings_;
};

} // namespace mergus::cuda
