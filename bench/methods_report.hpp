/// \file methods_report.hpp
/// mergus_bench --report methods: which methods and accumulators the backends choose.
#pragma once

#include "competitor.hpp"
#include "runner.hpp"

#include <mergus/registry.hpp>

#include <string>

namespace mergus::bench {

/// What the report of a product names.
struct ProductChoice {
    std::string method; ///< A name of MethodInfo; empty if the report names none.
    std::string
        symbolic; ///< "hash:0,1 merge:0": accumulators and their variants that count rows; may be empty
    std::string numeric; ///< The same for those that compute rows.
    bool blocks = false; ///< Whether the pattern of B was read as blocks of columns.
    /// Whether the text filled its buffer (mergus_report), so that bins at its end may be missing.
    bool truncated = false;
};
ProductChoice read_choice(const BackendInfo& backend, const CallReport::Step& step);

/// One call of each backend that reports, on each matrix; nothing is timed. \return the exit status
int report_methods(const Options& options);

} // namespace mergus::bench
