/// \file explained_context.hpp
/// A context of a device that keeps what its explain mode has said.
#pragma once

#include <mergus/context.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace mergus::tests {

struct Explained {
    explicit Explained(const std::string& backend, bool keep = true)
        : context([&] {
              ContextOptions options;
              options.backend = backend;
              options.cache_derived = keep;
              options.explain = [this](const Explanation& e) {
                  reason = std::string(e.reason);
                  method = std::string(e.method);
                  reasons.push_back(reason);
              };
              return Context(options);
          }()) {}
    Explained(const Explained&) = delete;
    Explained& operator=(const Explained&) = delete;

    /// Whether the reason of the last call has this part.
    [[nodiscard]] bool said(const std::string& part) const { return reason.find(part) != std::string::npos; }
    /// The calls so far whose reason has this part.
    [[nodiscard]] std::size_t times_said(const std::string& part) const {
        return static_cast<std::size_t>(std::count_if(reasons.begin(), reasons.end(), [&](const auto& text) {
            return text.find(part) != std::string::npos;
        }));
    }

    std::string reason, method; ///< of the last call
    std::vector<std::string> reasons;
    Context context;
};

} // namespace mergus::tests
