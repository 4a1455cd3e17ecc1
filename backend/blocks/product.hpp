/// \file product.hpp
/// The operands of mxm, mxv and vxm, and how several devices divide a product.
#pragma once

#include "operations.hpp"

#include <memory>

namespace mergus::blocks {

/// The operands with the roles of rows, k and columns.
struct Product {
    explicit Product(const mergus_call& call)
        : A(*call.A), B(*call.B), a_transposed(has(call, MERGUS_DESC_TRAN0)),
          b_transposed(has(call, MERGUS_DESC_TRAN1)), entry(A.is_vector   ? &mergus_backend::vxm
                                                            : B.is_vector ? &mergus_backend::mxv
                                                                          : &mergus_backend::mxm),
          name(A.is_vector   ? "vxm"
               : B.is_vector ? "mxv"
                             : "mxm") {}

    /// A vector A has the index k only.
    [[nodiscard]] const Cuts& rows() const { return A.is_vector ? one : a_transposed ? A.cols : A.rows; }
    [[nodiscard]] const Cuts& cols() const { return B.is_vector ? one : b_transposed ? B.rows : B.cols; }
    /// The finer ones, so that no device has to hold all of B where B is cut along k only.
    [[nodiscard]] const Cuts& inner() const {
        const Cuts& of_a = A.is_vector || a_transposed ? A.rows : A.cols;
        const Cuts& of_b = B.is_vector || !b_transposed ? B.rows : B.cols;
        return of_a.parts() >= of_b.parts() ? of_a : of_b;
    }

    /// The cuts of k of the matrix in a product with a vector.
    [[nodiscard]] const Cuts& inner_of_matrix() const {
        if (A.is_vector) return b_transposed ? B.cols : B.rows;
        return a_transposed ? A.rows : A.cols;
    }

    [[nodiscard]] Part part_of_A(const Range& rows, const Range& k) const {
        if (A.is_vector) return {&A, k, {0, 1}};
        return a_transposed ? Part{&A, k, rows} : Part{&A, rows, k};
    }
    [[nodiscard]] Part part_of_B(const Range& k, const Range& cols) const {
        if (B.is_vector) return {&B, k, {0, 1}};
        return b_transposed ? Part{&B, cols, k} : Part{&B, k, cols};
    }

    const mergus_matrix &A, &B;
    bool a_transposed, b_transposed;
    mergus_operation mergus_backend::*entry;
    const char* name;
    Cuts one{1};
};

// cut_by_work.cpp
/// Whether the rows of C are cut by the work of the product, one part for each device: each part costs what
/// is done with all of B.
[[nodiscard]] bool is_cut_by_work(const mergus_context& context, const Product& product);
/// Rows of C in parts of about equal numbers of multiplications.
[[nodiscard]] Cuts cut_by_work(mergus_context& context, const Product& product);

// vector_product.cpp
/// Whether C is a vector along the dimension of the matrix that is not cut. Then each device multiplies its
/// blocks with its part of the vector, and the sums pass between devices instead of the matrix.
[[nodiscard]] bool sums_by_device(const mergus_context& context, const mergus_call& call,
                                  const Product& product);
void multiply_by_devices(mergus_context& context, const mergus_call& call, const Product& product);

} // namespace mergus::blocks
