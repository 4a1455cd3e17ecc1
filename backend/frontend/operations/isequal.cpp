/// \file isequal.cpp
/// Comparison of matrices: shapes and counts first, then the operator on the intersection of the patterns.
/// The patterns are equal if the intersection has as many entries as each of them.
#include <mergus/ops.hpp>

#include "checks.hpp"

#include <fmt/format.h>

#include <cstring>
#include <memory>
#include <vector>

namespace mergus {

namespace {

bool same_shape(const AnyMatrix& A, const AnyMatrix& B) {
    return A.nrows() == B.nrows() && A.ncols() == B.ncols();
}

/// The arrays of a matrix, copied to the host.
struct HostArrays {
    explicit HostArrays(const AnyMatrix& matrix)
        : row_ptr(matrix.nrows() + 1), cols(matrix.nvals()), values(cols.size() * matrix.type()->size) {
        mergus_csr csr{};
        csr.struct_size = sizeof csr;
        csr.row_ptr = row_ptr.data();
        csr.cols = cols.data();
        csr.values = values.data();
        csr.pointer_bits = csr.index_bits = 64;
        csr.memory = MERGUS_MEMORY_HOST;
        csr.capacity = cols.size();
        matrix.export_csr(csr);
    }
    bool operator==(const HostArrays&) const = default;

    std::vector<std::uint64_t> row_ptr, cols;
    std::vector<unsigned char> values;
};

bool in_one_context(const AnyMatrix& A, const AnyMatrix& B, const BinaryOp& op) {
    if (A.nvals() != B.nvals()) return false;
    const auto equal = ewise_mult<bool>(op, A, B);
    return equal.nvals() == A.nvals() && reduce(land_monoid, equal);
}

bool compare(const AnyMatrix& A, const AnyMatrix& B, const BinaryOp& op) {
    return A.context() == B.context() ? in_one_context(A, B, op) : in_one_context(A, B.to(A.context()), op);
}

} // namespace

bool isequal(const AnyMatrix& A, const AnyMatrix& B) {
    const mergus_type* const type = core::state_of(A, "isequal", "A").type;
    if (core::state_of(B, "isequal", "B").type != type || !same_shape(A, B) || A.nvals() != B.nvals())
        return false;
    if (type->code == MERGUS_USER_TYPE) return HostArrays(A) == HostArrays(B);
    return compare(A, B,
                   BinaryOp(detail::builtin_op(MERGUS_OP_EQ, static_cast<mergus_type_code>(type->code))));
}

bool isequal(const AnyMatrix& A, const AnyMatrix& B, const BinaryOp& op) {
    core::state_of(B, "isequal", "B");
    const core::Checker check("isequal", A);
    const mergus_op& f = check.op(op.get(), "op", MERGUS_BINARY);
    if (f.z_type->code != MERGUS_BOOL)
        check.fail(Code::domain_mismatch,
                   fmt::format("op ({}) gives {}, not bool", f.name, type_name(f.z_type)));
    check.cast("A into op", A.type(), f.x_type);
    check.cast("B into op", B.type(), f.y_type);
    return same_shape(A, B) && compare(A, B, op);
}

} // namespace mergus
