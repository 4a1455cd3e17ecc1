/// \file vector_method.hpp
/// The table of methods of products of a matrix and a vector, or a matrix of few rows. The record of a method
/// is in the method's file.
#pragma once

#include "objects/matrix.hpp"
#include "objects/method_record.hpp"

#include <memory>
#include <optional>

namespace mergus::cuda {

/// w = A ⊕.⊗ u or u' ⊕.⊗ A. A product with the rows of the stored matrix pulls; a product with its columns
/// pushes: it is a product of one row, u', and the matrix. Where the other direction is better, the matrix's
/// transpose takes its place (direction.hpp).
class VectorProduct {
public:
    /// \param u_first the call is a vxm, or an mxm of a u of few rows
    VectorProduct(Context& context, const mergus_call& call, bool u_first);

    /// Whether it runs on bitmaps; the matrix is not read by its rows elsewhere.
    [[nodiscard]] bool on_bitmap();
    /// Whether it pulls. From the first call on the direction is fixed.
    [[nodiscard]] bool pulls();
    /// The matrix to be used, after pulls().
    [[nodiscard]] const Matrix& matrix() const noexcept { return transpose_ ? *transpose_ : A; }
    /// A call of mxm, the product of u' and the matrix, after pulls() returned false.
    [[nodiscard]] mergus_call of_rows() const;

    Context& context;
    const mergus_call& call;
    const Matrix &A, &u;
    bool u_first;
    bool pulls_given; ///< with A as it is given

private:
    std::optional<bool> pulls_;
    std::shared_ptr<const Matrix> transpose_; ///< in A's place, or null
};

/// A record of the table.
struct VectorMethod {
    const char* name;                    ///< in reports
    const char* summary;                 ///< what it is for, a line
    const char* evidence;                ///< the page with its measurements
    bool on_bitmap;                      ///< asked before operands in bitmap storage are converted to rows
    bool (*run)(VectorProduct& product); ///< whether it made the product; if not, nothing was done
};

namespace vector_methods {
/// The last but one and the last, for the two directions on rows, make every product.
extern const MethodTable<VectorMethod> all;
} // namespace vector_methods

} // namespace mergus::cuda
