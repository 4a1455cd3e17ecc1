/// \file diag.cpp
/// A vector as a diagonal of a matrix, and a diagonal of a matrix as a vector.
#include <mergus/ops.hpp>

#include "checks.hpp"
#include "dispatch.hpp"
#include "results.hpp"

#include <algorithm>
#include <limits>

namespace mergus {

using core::Checker;
using core::Operation;
using core::Shape;
using core::state_of;
using detail::MatrixState;

namespace {

constexpr Operation to_matrix{"diag", &mergus_backend::diag};
constexpr Operation to_vector{"diag", &mergus_backend::extract_diag};

std::uint64_t magnitude(std::int64_t k) {
    return k < 0 ? 0 - static_cast<std::uint64_t>(k) : static_cast<std::uint64_t>(k);
}

/// The matrix with that vector on its diagonal k.
Shape shape_of_matrix(Shape vector, std::int64_t k) {
    const std::uint64_t n = vector.nrows + magnitude(k);
    return {n, n};
}

/// The vector of the diagonal k of that matrix.
Shape shape_of_diagonal(Shape matrix, std::int64_t k) {
    const std::uint64_t skipped = magnitude(k);
    std::uint64_t& shortened = k < 0 ? matrix.nrows : matrix.ncols;
    shortened -= std::min(shortened, skipped);
    return core::vector_shape(std::min(matrix.nrows, matrix.ncols));
}

void diag_any(const Operation& operation, const AnyObject& C, const Mask& mask, const BinaryOp& accum,
              const AnyObject& A, std::int64_t k, Descriptor descriptor) {
    const Checker check("diag", C);
    const bool makes_vector = check.C().is_vector;
    const Descriptor given = check.flags(mask, descriptor, makes_vector ? DESC_T0 : Descriptor{});
    const Descriptor flags{given.bits & ~DESC_T0T1.bits};
    // The diagonal k of A' is the diagonal −k of A. Beyond the greatest number every diagonal is empty.
    if (makes_vector && given.has(DESC_T0))
        k = k == std::numeric_limits<std::int64_t>::min() ? std::numeric_limits<std::int64_t>::max() : -k;
    const MatrixState& a = check.input(A, makes_vector ? "A" : "u");
    const Shape shape = makes_vector ? shape_of_diagonal(a.shape(), k) : shape_of_matrix(a.shape(), k);
    check.output(accum, a.type);
    check.mask_values(mask, flags);
    check.same_shape(makes_vector ? "the diagonal" : "the result", shape, check.name_C(), check.C().shape());
    check.mask_shape(mask);
    if (core::nothing_admitted(check.C(), mask, flags)) return;
    mergus_call call = core::make_call(accum, flags);
    call.diagonal = k;
    core::dispatch(operation, {&check.C(), state_of(mask), &a, nullptr}, call);
}

} // namespace

void diag(AnyMatrix& C, const Mask& mask, const BinaryOp& accum, const AnyVector& u, Integer k,
          Descriptor descriptor) {
    diag_any(to_matrix, C, mask, accum, u, k, descriptor);
}

void diag(AnyVector& w, const Mask& mask, const BinaryOp& accum, const AnyMatrix& A, Integer k,
          Descriptor descriptor) {
    diag_any(to_vector, w, mask, accum, A, k, descriptor);
}

AnyMatrix detail::new_diag(Type type, const AnyVector& u, Integer k) {
    const MatrixState& state = state_of(u, "diag", "u");
    auto C = core::new_result<AnyMatrix>(state, type != nullptr ? type : state.type,
                                         shape_of_matrix(state.shape(), k));
    diag(C, no_mask, no_accum, u, k);
    return C;
}

AnyVector detail::new_diag(Type type, const AnyMatrix& A, Integer k) {
    const MatrixState& a = state_of(A, "diag", "A");
    auto w = core::new_result<AnyVector>(a, type != nullptr ? type : a.type, shape_of_diagonal(a.shape(), k));
    diag(w, no_mask, no_accum, A, k);
    return w;
}

} // namespace mergus
