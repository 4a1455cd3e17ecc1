/// \file reports.hpp
/// What tests read in reports of explain mode: the name of the method, and facts behind it
/// (backend/cuda/objects/report.hpp).
#pragma once

#include "../../backend/cuda/objects/report_facts.hpp"

#include <mergus/context.hpp>
#include <mergus/registry.hpp>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace mergus::tests {

namespace facts = cuda::facts;

/// Whether a method's text begins with this name, which a table of methods must have: else a test would
/// compare with a name that is gone.
inline bool is_by(std::string_view method, const std::string& name) {
    static const std::set<std::string> names = [] {
        std::set<std::string> all;
        for (const BackendInfo& backend : backends())
            for (const MethodInfo& listed : backend.methods) all.insert(listed.name);
        return all;
    }();
    if (!names.contains(name)) throw std::logic_error("no table has a method " + name);
    return method.substr(0, method.find(',')) == name;
}

/// Whether one of the texts between commas is this one.
inline bool has_fact(std::string_view text, std::string_view fact) {
    for (std::size_t at = text.find(fact); at != text.npos; at = text.find(fact, at + 1)) {
        const std::size_t end = at + fact.size();
        if ((at == 0 || (at > 1 && text.substr(at - 2, 2) == ", ")) &&
            (end == text.size() || text[end] == ',' || text[end] == ';'))
            return true;
    }
    return false;
}

/// Options of a context that keeps the report of the last call of an operation, or of all operations, in
/// `last`, which outlives it.
struct Report {
    std::string method, reason;
    std::uint64_t work = 0;

    [[nodiscard]] bool by(const std::string& name) const { return is_by(method, name); }
};
inline ContextOptions reporting(Report& last, ContextOptions options = {}, std::string operation = {}) {
    options.explain = [&last, operation = std::move(operation)](const Explanation& e) {
        if (!operation.empty() && e.operation != operation) return;
        last = {std::string(e.method), std::string(e.reason), e.work};
    };
    return options;
}

} // namespace mergus::tests
