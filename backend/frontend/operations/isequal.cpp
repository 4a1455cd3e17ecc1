/// \file isequal.cpp
/// Comparison of matrices and of vectors: shapes and counts first, then in one pass by backends that can,
/// else the operator on the intersection of the patterns. The patterns are equal if the intersection has as
/// many entries as each of them.
#include <mergus/ops.hpp>

#include "call_scopes.hpp"
#include "checks.hpp"
#include "dispatch.hpp"
#include "memory_errors.hpp"

#include <fmt/format.h>

#include <vector>

namespace mergus {

using detail::MatrixState;

namespace {

bool same_shape(const MatrixState& a, const MatrixState& b) {
    return a.nrows == b.nrows && a.ncols == b.ncols;
}

/// All entries, copied to the host.
struct HostEntries {
    explicit HostEntries(const MatrixState& state) {
        const std::uint64_t count = core::info_of(state, "isequal").nvals;
        rows.resize(count);
        cols.resize(state.is_vector ? 0 : count);
        values.resize(count * state.type->size);
        core::extract_tuples(state, rows.data(), state.is_vector ? nullptr : cols.data(), values.data(),
                             state.type);
    }
    bool operator==(const HostEntries&) const = default;

    std::vector<std::uint64_t> rows, cols;
    std::vector<unsigned char> values;
};

template <class Object>
bool in_related_contexts(const Object& A, const Object& B, const BinaryOp& op) {
    if (A.nvals() != B.nvals()) return false;
    const MatrixState& a = core::state_of(A, "isequal", "A");
    const MatrixState& b = core::state_of(B, "isequal", "B");
    const mergus_operation in_one_pass = a.context->plugin().isequal.equal;
    // The operation may run on the CPU, and knows the flags of a scope.
    const bool as_operation = a.context->options().fallback_to_cpu || core::flags_of_thread().bits != 0;
    // Of two contexts, that in blocks has what may not fit the other; the operation runs there.
    if (in_one_pass != nullptr && a.context == b.context && !as_operation && !a.is_vector &&
        op.get()->callable != nullptr) {
        bool result = false;
        mergus_call call = core::make_call({}, {});
        call.op = op.get();
        call.result = &result;
        core::dispatch_extension("isequal", in_one_pass, {nullptr, nullptr, &a, &b}, call);
        return result;
    }
    const auto equal = ewise_mult<bool>(op, A, B);
    return equal.nvals() == A.nvals() && reduce(land_monoid, equal);
}

template <class Object>
bool compare(const Object& A, const Object& B, const BinaryOp& op) {
    const MatrixState& a = core::state_of(A, "isequal", "A");
    const MatrixState& b = core::state_of(B, "isequal", "B");
    return a.context->is_related_to(*b.context) ? in_related_contexts(A, B, op)
                                                : in_related_contexts(A, B.to(A.context()), op);
}

template <class Object>
bool same(const Object& A, const Object& B) {
    const MatrixState& a = core::state_of(A, "isequal", "A");
    const MatrixState& b = core::state_of(B, "isequal", "B");
    if (a.type != b.type || !same_shape(a, b) || A.nvals() != B.nvals()) return false;
    if (a.type->code == MERGUS_USER_TYPE)
        return core::with_memory_errors("isequal", [&] { return HostEntries(a) == HostEntries(b); });
    return compare(A, B,
                   BinaryOp(detail::builtin_op(MERGUS_OP_EQ, static_cast<mergus_type_code>(a.type->code))));
}

template <class Object>
bool same(const Object& A, const Object& B, const BinaryOp& op) {
    const MatrixState& b = core::state_of(B, "isequal", "B");
    const core::Checker check("isequal", A);
    const mergus_op& f = check.op(op.get(), "op", MERGUS_BINARY);
    if (f.z_type->code != MERGUS_BOOL)
        check.fail(Code::domain_mismatch,
                   fmt::format("op ({}) gives {}, not bool", f.name, type_name(f.z_type)));
    check.cast("A", "op", check.C().type, f.x_type);
    check.cast("B", "op", b.type, f.y_type);
    return same_shape(check.C(), b) && compare(A, B, op);
}

} // namespace

bool isequal(const AnyMatrix& A, const AnyMatrix& B) {
    return same(A, B);
}
bool isequal(const AnyMatrix& A, const AnyMatrix& B, const BinaryOp& op) {
    return same(A, B, op);
}
bool isequal(const AnyVector& u, const AnyVector& v) {
    return same(u, v);
}
bool isequal(const AnyVector& u, const AnyVector& v, const BinaryOp& op) {
    return same(u, v, op);
}

} // namespace mergus
