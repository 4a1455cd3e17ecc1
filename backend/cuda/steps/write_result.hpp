/// \file write_result.hpp
/// The last step of every operation that computes a matrix.
#pragma once

#include "cast.hpp"
#include "combine.hpp"

#include <optional>

namespace mergus::cuda {

/// How a result T is written into C: C<mask, replace> ⊙= T.
struct OutputSpec {
    const Matrix* mask = nullptr;
    bool structure = false;
    bool complement = false;
    bool replace = false;
    const mergus_op* accum = nullptr;
    bool t_is_masked = false;  ///< T has admitted entries only: the operation applied the mask
    bool t_fills_mask = false; ///< T has an entry wherever the mask admits one
    Region region{};

    /// From a call's mask, accumulator and descriptor.
    static OutputSpec of(const mergus_call& call);
    /// Whether the result is independent of C's entries.
    [[nodiscard]] bool overwrites(const Matrix& C) const noexcept;
};

/// Writes T through mask and accumulator into C.
class WriteResult {
public:
    /// \param t_type of T, interned. \param t_iso T is stored as one value.
    WriteResult(Context& context, Matrix& C, const mergus_type* t_type, const OutputSpec& how,
                bool t_iso = false);

    void kernels(KernelRequests& requests) const;
    /// Whether T itself, cast, becomes C.
    [[nodiscard]] bool takes_over() const noexcept { return !combine_; }
    /// C changes only after everything that can fail has been done.
    void run(Matrix&& T) const;
    /// The same with a T that stays, such as an operand.
    void run_with(const Matrix& T) const;

private:
    Context& context_;
    Matrix& C_;
    Cast cast_;                              ///< where T becomes C
    std::optional<CombineMatrices> combine_; ///< where C and T are combined
};

} // namespace mergus::cuda
