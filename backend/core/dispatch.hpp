/// \file dispatch.hpp
/// The one way from a checked call into a backend: unsupported operations, fallback, and explain mode are handled here.
#pragma once

#include "checks.hpp"

#include <mergus/ops.hpp>
#include <mergus/plugin.h>

#include <chrono>

namespace mergus::core {

/// Explain mode: times one call, and tells those who asked what it did.
class ExplainedCall {
public:
    ExplainedCall(detail::ContextState& context, const char* operation);
    /// For the backend to fill in; null if nobody asked.
    [[nodiscard]] mergus_report* report() noexcept { return asked_ ? &report_ : nullptr; }
    void ran_on_cpu(std::string_view backend) noexcept;
    /// After a call that went well.
    void done();

private:
    detail::ContextState& context_;
    bool to_stderr_;
    bool asked_;
    mergus_report report_{};
    Explanation explanation_;
    std::chrono::steady_clock::time_point start_;
};

/// An operation of the table.
struct Operation {
    const char* name;
    mergus_operation mergus_backend::*entry;
};

/// The operands as matrices of C's context, and all else in `call`. C is null for reduce_scalar.
struct Operands {
    AnyMatrix* C = nullptr;
    const AnyMatrix* mask = nullptr;
    const AnyMatrix* A = nullptr;
    const AnyMatrix* B = nullptr;
};

/// Fills in the handles and calls.
void dispatch(const Operation& operation, const Operands& operands, mergus_call call);

/// A call with everything that is common: struct_size, accum and descriptor bits.
mergus_call make_call(const BinaryOp& accum, Descriptor flags);

/// Without a mask, "complement" admits nothing: C keeps its entries, or with replace loses them. True if that was the case
/// and all is done.
bool nothing_admitted(AnyMatrix& C, const Mask& mask, Descriptor flags);

} // namespace mergus::core
