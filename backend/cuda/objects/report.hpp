/// \file report.hpp
/// The method in a report: its name, as the table of methods has it, then facts, separated by commas:
/// "pull, under the mask, 4 lanes a row". Programs and tests read the name, and facts by the constants of
/// report_facts.hpp.
#pragma once

#include "plugin_status.hpp"
#include "report_facts.hpp"

#include <mergus/plugin.h>

#include <initializer_list>
#include <string>
#include <string_view>

namespace mergus::cuda {

/// The fact about the mask, by 0 (no mask), 1 (normal) or 2 (complement).
inline constexpr std::string_view mask_facts[] = {"unmasked", "under the mask", "under the complement"};

/// \param report null: nothing is done \param name of a record \param facts empty ones are left out
inline void report_method(mergus_report* report, std::string_view name,
                          std::initializer_list<std::string_view> facts = {}) {
    if (report == nullptr) return;
    std::string text(name);
    for (const std::string_view fact : facts)
        if (!fact.empty()) text.append(", ").append(fact);
    core::write_text(report->method, text);
}

} // namespace mergus::cuda
