/// \file diag.cpp
/// A vector as a diagonal of a matrix, and a diagonal of a matrix as a vector.
#include "operation.hpp"

#include <algorithm>
#include <limits>

namespace mergus::detail::call {

namespace {

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

void diag(const Operation& operation, bool makes_vector, const Output& out, const AnyObject& A,
          std::int64_t k) {
    const auto shape_of_result = [&](Shape given) {
        return makes_vector ? shape_of_diagonal(given, k) : shape_of_matrix(given, k);
    };
    const char* const name_a = makes_vector ? "A" : "u";
    if (out.is_new) {
        const MatrixState& a = state_of(A, "diag", name_a);
        make_new(out, a, a.type, shape_of_result(a.shape()));
    }
    const OutputChecker check("diag", out);
    const Descriptor given = check.flags(makes_vector ? DESC_T0 : Descriptor{});
    const Descriptor flags{given.bits & ~DESC_T0T1.bits};
    // The diagonal k of A' is the diagonal −k of A. Beyond the greatest number every diagonal is empty.
    if (makes_vector && given.has(DESC_T0))
        k = k == std::numeric_limits<std::int64_t>::min() ? std::numeric_limits<std::int64_t>::max() : -k;
    const MatrixState& a = check.input(A, name_a);
    check.output(a.type, flags);
    check.same_shape(makes_vector ? "the diagonal" : "the result", shape_of_result(a.shape()), check.name_C(),
                     check.C().shape());
    check.mask_shape();
    check.run(operation, flags, &a, nullptr, [&](mergus_call& call) { call.diagonal = k; });
}

} // namespace

void diag_matrix(const Output& C, const AnyVector& u, Integer k) {
    diag({"diag", &mergus_backend::diag}, false, C, u, k);
}

void diag_vector(const Output& w, const AnyMatrix& A, Integer k) {
    diag({"diag", &mergus_backend::extract_diag}, true, w, A, k);
}

} // namespace mergus::detail::call
