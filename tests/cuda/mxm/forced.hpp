/// \file forced.hpp
/// Contexts whose products go to accumulators of a test's choice.
#pragma once

#include <mergus/context.hpp>

#include <cstdlib>
#include <optional>
#include <string>

namespace mergus::cuda::testing {

/// A context of the emulation whose rows go to the named accumulators only, and a line on every mxm.
class Forced {
public:
    Forced(const std::string& accumulators, std::string& said) {
        setenv("MERGUS_CUDA_ACCUMULATORS", accumulators.c_str(), 1);
        mergus::ContextOptions options;
        options.backend = "cuda-emulated";
        options.explain = [&said](const mergus::Explanation& e) {
            if (e.operation == "mxm") said = std::string(e.reason);
        };
        context_ = mergus::Context(options);
        unsetenv("MERGUS_CUDA_ACCUMULATORS");
    }
    [[nodiscard]] const mergus::Context& context() const { return *context_; }

private:
    std::optional<mergus::Context> context_;
};

} // namespace mergus::cuda::testing
