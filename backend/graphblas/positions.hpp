/// \file positions.hpp
/// Element-wise operations and Kronecker products with operators on positions: GxB_FIRSTI and its like, and
/// those of GxB_BinaryOp_new_IndexOp. Backends multiply with such operators in semirings only, so the entries
/// are combined on the host.
#pragma once

#include "call.hpp"

#include <cstddef>
#include <mutex>
#include <vector>

namespace mergus::grb {

/// A user's operator on positions with its theta.
struct BoundIndexOp {
    GxB_index_binary_function function = nullptr; ///< or else a C text
    std::string name{}, definition{};
    const mergus_type *z, *x, *y, *theta_type;
    std::vector<std::max_align_t> theta{};
    mutable std::once_flag compiled{};
    mutable IndexBinaryOp at{}; ///< of the text, for entries at any positions
};

/// The operator for products. \throws Error compile_error
IndexBinaryOp product_op(const std::shared_ptr<const BoundIndexOp>& bound);

/// An operator on positions as an argument; `op` is null if the argument is another operator.
struct PositionOp {
    const mergus_op* op = nullptr;
    const BoundIndexOp* bound = nullptr; ///< null: predefined
    explicit operator bool() const noexcept { return op != nullptr; }
};
PositionOp positions_of(const mergus_grb_binary_op& op);
/// That of the multiplication.
PositionOp positions_of(const mergus_grb_semiring& semiring);
inline PositionOp positions_of(const mergus_grb_monoid&) {
    return {};
}

/// C<mask> ⊙= f on the entries that both have. In these operations x and y are at positions of A and B after
/// the transposes. A vector has column 0.
template <class Entries>
void ewise_mult(Entries& C, const Mask& mask, const BinaryOp& accum, const PositionOp& f, const Entries& A,
                const Entries& B, Descriptor flags);
/// The same on the union; entries that one input has alone are cast to f's z type.
template <class Entries>
void ewise_add(Entries& C, const Mask& mask, const BinaryOp& accum, const PositionOp& f, const Entries& A,
               const Entries& B, Descriptor flags);
/// The same on the union, with alpha and beta at the positions that A and B lack.
template <class Entries>
void ewise_union(Entries& C, const Mask& mask, const BinaryOp& accum, const PositionOp& f, const Entries& A,
                 const Scalar& alpha, const Entries& B, const Scalar& beta, Descriptor flags);
/// The Kronecker product.
void kronecker(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const PositionOp& f, const AnyMatrix& A,
               const AnyMatrix& B, Descriptor flags);

} // namespace mergus::grb
