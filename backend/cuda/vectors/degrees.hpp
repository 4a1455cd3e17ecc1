/// \file degrees.hpp
/// The number of entries of each row, kept with the matrix (derived.hpp), and the operations that compute
/// nothing else: products by plus_pair with a full vector, and sums of rows whose entries have one value.
/// They read the offsets of the rows once, and no columns.
#pragma once

#include "objects/matrix.hpp"

#include <memory>
#include <optional>

namespace mergus::cuda {

/// The degrees of a matrix's rows, which it keeps: a vector of uint64 with an entry for every row that has
/// entries.
struct RowDegrees : DerivedArrays {
    std::shared_ptr<const Matrix> vector;
    std::uint64_t last_call = 0; ///< that used them

    [[nodiscard]] std::uint64_t bytes() const noexcept override { return vector ? bytes_of(*vector) : 0; }
};

/// The step that adds the values of each row of an iso matrix: degree · value.
class AddEqualValues {
public:
    /// A step for the rows of A, or of A' in A's place; none if the operator is not plus on real numbers, or
    /// the sums are of floating-point values and have to be deterministic, or A' is not known.
    static std::optional<AddEqualValues> planned(Context& context, const Matrix& A, bool transposed,
                                                 const mergus_monoid& monoid);

    void kernels(KernelRequests& requests) const { requests.push_back(kernel_); }
    /// A vector of the monoid's type.
    [[nodiscard]] Matrix run() const;

private:
    AddEqualValues(Context& context, std::shared_ptr<const Matrix> rows, const Matrix& A,
                   const mergus_type* type);

    Context& context_;
    std::shared_ptr<const Matrix> rows_; ///< whose degrees are used
    const Matrix& A_;                    ///< has the value
    const mergus_type* type_;
    KernelRequest kernel_;
};

} // namespace mergus::cuda
