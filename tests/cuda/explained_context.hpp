/// \file explained_context.hpp
/// A context of a device, and the report of its last call.
#pragma once

#include "testing/reports.hpp"

#include <mergus/context.hpp>

#include <string>
#include <vector>

namespace mergus::tests {

struct Explained : Report {
    /// \param operation whose calls are reported; empty: all
    explicit Explained(const std::string& backend, bool keep = true, const std::string& operation = {})
        : context([&] {
              ContextOptions options;
              options.backend = backend;
              options.cache_derived = keep;
              options = reporting(*this, options, operation);
              options.explain = [this, report = options.explain](const Explanation& e) {
                  report(e);
                  methods.emplace_back(e.method);
              };
              return Context(options);
          }()) {}
    Explained(const Explained&) = delete;
    Explained& operator=(const Explained&) = delete;
    ~Explained() = default;

    std::vector<std::string> methods; ///< of all calls so far
    Context context;
};

} // namespace mergus::tests
