/// \file call_scopes.hpp
/// Scopes of a thread: reports of the calls that it makes, and calls that are deterministic, in contexts that
/// were made without these options. For bindings to other languages, and for a part of a program that is
/// examined.
///
///     const ExplainScope scope([](const Explanation& call) { std::cerr << to_string(call) << '\n'; });
///     const auto C = mxm(plus_times<double>, A, B);
#pragma once

#include <mergus/context.hpp>
#include <mergus/export.hpp>

#include <functional>

namespace mergus {

/// While it lives, every operation that this thread calls and that succeeds is reported to its function, on
/// this thread, as to ContextOptions::explain, which is called too. Scopes nest: the innermost one is used,
/// and one without a function turns reports off. An exception of the function is dropped. A GPU backend waits
/// for its device after every call.
class MERGUS_API ExplainScope {
public:
    /// Reports go to `explain` until the scope ends.
    explicit ExplainScope(std::function<void(const Explanation&)> explain);
    ExplainScope(const ExplainScope&) = delete;
    ExplainScope& operator=(const ExplainScope&) = delete;
    /// On the thread of the constructor. Scopes may end in any order.
    ~ExplainScope();

private:
    std::function<void(const Explanation&)> explain_;
    ExplainScope* outer_;
};

/// While it lives, every operation that this thread calls runs as with DESC_DETERMINISTIC, also within the
/// graph algorithms. Scopes nest. Products by a plan (mxm_plan.hpp) follow the option with which the plan was
/// made, or the scope in which it was made. \throws Error not_implemented from an operation whose backend
/// does not support it.
class MERGUS_API DeterministicScope {
public:
    DeterministicScope() noexcept;
    DeterministicScope(const DeterministicScope&) = delete;
    DeterministicScope& operator=(const DeterministicScope&) = delete;
    /// On the thread of the constructor.
    ~DeterministicScope();
};

} // namespace mergus
