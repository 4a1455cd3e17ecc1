/// \file positions.hpp
/// Operators that read positions, on matrices whose rows and columns have other ids. The operator becomes one
/// that looks the ids up: the kernels of the operations are the same.
#pragma once

#include "objects/hypersparse.hpp"
#include "objects/matrix.hpp"

#include <memory>
#include <string>
#include <vector>

namespace mergus::cuda {

/// An index unary operator f(x, rows[i], cols[j], y), and its scalar: y with the addresses of the lists.
class PositionsByIds {
public:
    /// \param call has the operator and the scalar, which must outlive this object. \param rows, cols of the
    /// matrix whose entries the operator gets; null: i, or j, itself
    PositionsByIds(Context& context, const mergus_call& call, const Ids& rows, const Ids& cols);
    PositionsByIds(const PositionsByIds&) = delete;
    PositionsByIds& operator=(const PositionsByIds&) = delete;

    /// Puts operator and scalar into a call.
    void put_into(mergus_call& call) const noexcept;

private:
    void on_device(const mergus_call& call, const Ids& rows, const Ids& cols);
    void on_host(Context& context, const mergus_call& call, const Ids& rows, const Ids& cols);

    mergus_op op_;
    mergus_type type_{};
    std::string text_, definition_;
    std::vector<std::uint64_t> scalar_; ///< in words, so that it is aligned
    std::vector<std::uint64_t> host_rows_, host_cols_;
};

/// The entries of a matrix for which a built-in index unary operator that ignores values is true.
/// \param test its callable, \param y its scalar
[[nodiscard]] Matrix select_by_ids(Context& context, const Matrix& matrix, const char* test, std::int64_t y,
                                   const Ids& rows, const Ids& cols);

/// The product of a semiring whose ⊗ reads positions: the values of the matrices become structs with their
/// positions, and ⊗ an operator on these.
class ProductByIds {
public:
    /// \param call a product of operands in common spaces. \param i, k, j the ids of the rows of A, the
    /// columns of A and the columns of B, as the product has them
    ProductByIds(Context& context, const mergus_call& call, const Ids& i, const Ids& k, const Ids& j);
    ProductByIds(const ProductByIds&) = delete;
    ProductByIds& operator=(const ProductByIds&) = delete;

    /// Puts operands and semiring into a call.
    void put_into(mergus_call& call) const noexcept;

private:
    struct Side {
        bool replaced = false; ///< vectors keep their values
        mergus_type type{};
        std::string name, definition;
        Matrix matrix;
    };
    void place(Side& side, char name, const mergus_type* value, const Matrix& operand, bool transposed,
               const Ids& rows, const Ids& cols);

    Context& context_;
    Side a_, b_;
    mergus_op mul_;
    mergus_semiring semiring_;
    std::string text_;
};

} // namespace mergus::cuda
