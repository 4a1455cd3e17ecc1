/// \file row_ops.cpp
/// Degrees, and the positions of the greatest and least values of rows, as algebra: operations that every
/// backend has.
#include <mergus/row_ops.hpp>

#include "checks.hpp"

#include <mergus/runtime.hpp>
#include <mergus/semirings/all.hpp>

#include <fmt/format.h>

namespace mergus {

namespace {

/// The positions of the values of A that are the reduction of their row: with D the diagonal matrix of the
/// reductions, D any.eq A is true there.
Vector<std::int64_t> position_of(const char* name, mergus_opcode op, const AnyMatrix& A,
                                 const RowOptions& options) {
    const detail::MatrixState& a = core::state_of(A, name, "A");
    if (a.type->code == MERGUS_USER_TYPE || a.type->code > MERGUS_FP64)
        throw Error(Code::domain_mismatch,
                    fmt::format("{}: the type {} has no order", name, type_name(a.type)));
    // Truth values are compared as numbers.
    const auto code =
        a.type->code == MERGUS_BOOL ? MERGUS_UINT8 : static_cast<mergus_type_code>(a.type->code);
    const bool columns = options.columns;
    const AnyMonoid extreme(detail::builtin_monoid(op, code));
    const AnyMatrix D = diag(columns ? reduce_columns(extreme, A) : reduce_rows(extreme, A));
    const AnySemiring any_eq =
        make_semiring(any_monoid<bool>, BinaryOp(detail::builtin_op(MERGUS_OP_EQ, code)));
    const auto found = select(ops::valueeq<bool>, mxm<bool>(any_eq, D, A, {.transpose_b = columns}), true);
    return reduce_rows(min_monoid<std::int64_t>, apply<std::int64_t>(ops::colindex<std::int64_t>, found, 0));
}

} // namespace

Vector<std::int64_t> degrees(const AnyMatrix& A, const RowOptions& options) {
    const detail::MatrixState& a = core::state_of(A, "degrees", "A");
    const std::uint64_t lines = options.columns ? a.ncols : a.nrows,
                        across = options.columns ? a.nrows : a.ncols;
    Vector<std::int64_t> counts(A.context(), lines), ones(A.context(), across);
    assign(counts, std::int64_t{0});
    assign(ones, std::int64_t{1});
    mxv(counts, plus_pair<std::int64_t>, A, ones,
        {.accum = ops::plus<std::int64_t>, .transpose_a = options.columns});
    return counts;
}

Vector<std::int64_t> argmax(const AnyMatrix& A, const RowOptions& options) {
    return position_of("argmax", MERGUS_OP_MAX, A, options);
}
Vector<std::int64_t> argmin(const AnyMatrix& A, const RowOptions& options) {
    return position_of("argmin", MERGUS_OP_MIN, A, options);
}

} // namespace mergus
