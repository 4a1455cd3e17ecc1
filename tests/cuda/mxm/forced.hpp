/// \file forced.hpp
/// Contexts whose products go to accumulators of a test's choice.
#pragma once

#include "testing/variable.hpp"

#include <mergus/context.hpp>

#include <optional>
#include <string>

namespace mergus::tests {

/// A context of the emulation with that choice of methods and accumulators, and a line on every mxm.
class Forced {
public:
    Forced(const std::string& choice, std::string& said) {
        const Variable forced("MERGUS_CUDA_MXM", choice);
        mergus::ContextOptions options;
        options.backend = "cuda-emulated";
        options.explain = [this, &said](const mergus::Explanation& e) {
            if (e.operation != "mxm") return;
            said = std::string(e.reason);
            method_ = std::string(e.method);
        };
        context_ = mergus::Context(options);
    }
    Forced(const Forced&) = delete;
    Forced& operator=(const Forced&) = delete;
    ~Forced() = default;
    [[nodiscard]] const mergus::Context& context() const { return *context_; }
    /// Of the last mxm, as explain mode reports it.
    [[nodiscard]] const std::string& method() const noexcept { return method_; }

private:
    std::string method_;
    std::optional<mergus::Context> context_;
};

} // namespace mergus::tests
