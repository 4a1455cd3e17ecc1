/// \file compare.cpp
/// Comparison of values and of matrices.
#include "conformance/compare.hpp"

#include "conformance/instance.hpp"
#include "conformance/user_algebra.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace mergus::conformance {

bool equal_values(const reference::Value& a, const reference::Value& b) {
    if (const UserType* user = find_user_type(a.type))
        return a.type == b.type && user->equal(a.data(), b.data());
    return reference::same(a, b);
}

bool is_admissible(const reference::Entry& entry, const reference::Value& value, Zeros zeros) {
    const auto equals = [&](const reference::Value& choice) {
        return equal_values(choice, value) ||
               (zeros == Zeros::without_sign && reference::same_but_for_zeros(choice, value));
    };
    if (equals(entry.value)) return true;
    if (std::any_of(entry.choices.begin(), entry.choices.end(), equals)) return true;
    if (entry.slack <= 0 || entry.value.type != value.type) return false;
    const auto close = [&](double a, double b) { // false for NaN
        return a == b || std::fabs(a - b) <= entry.slack;
    };
    const std::complex<double> a = reference::to_complex(entry.value), b = reference::to_complex(value);
    if (!reference::is_complex(value.type)) return close(a.real(), b.real());
    const auto alike = [&](double x, double y) { return close(x, y) || (std::isnan(x) && std::isnan(y)); };
    return alike(a.real(), b.real()) && alike(a.imag(), b.imag());
}

namespace {

std::string expectation(const reference::Entry& entry) {
    std::string text = value_text(entry.value);
    if (entry.slack > 0)
        text +=
            fmt::format(" ± {:.3g} ({} terms, Σ|terms| = {:.6g})", entry.slack, entry.terms, entry.magnitude);
    if (!entry.choices.empty()) {
        text = "one of";
        for (const reference::Value& choice : entry.choices) text += fmt::format(" {}", value_text(choice));
    }
    return text;
}

} // namespace

Comparison compare(const reference::Matrix& expected, const reference::Matrix& seen, Zeros zeros) {
    Comparison result;
    result.assertions = 3; // type, shape, pattern
    if (seen.type != expected.type) {
        result.difference = fmt::format("the type is {}, not {}", seen.type->name, expected.type->name);
        return result;
    }
    if (seen.nrows != expected.nrows || seen.ncols != expected.ncols) {
        result.difference = fmt::format("the shape is {} x {}, not {} x {}", seen.nrows, seen.ncols,
                                        expected.nrows, expected.ncols);
        return result;
    }
    // Both are ordered by row and column.
    auto e = expected.entries.begin();
    auto s = seen.entries.begin();
    while (e != expected.entries.end() || s != seen.entries.end()) {
        const bool missing = s == seen.entries.end() || (e != expected.entries.end() && e->first < s->first);
        const bool surplus = !missing && (e == expected.entries.end() || s->first < e->first);
        if (missing || surplus) {
            const auto& [place, entry] = missing ? *e : *s;
            result.difference = fmt::format("pattern: ({}, {}) {} ({}); {} entries, expected {}", place.first,
                                            place.second, missing ? "is missing" : "should have no entry",
                                            missing ? expectation(entry) : value_text(entry.value),
                                            seen.entries.size(), expected.entries.size());
            return result;
        }
        ++e;
        ++s;
    }
    for (e = expected.entries.begin(), s = seen.entries.begin(); e != expected.entries.end(); ++e, ++s) {
        ++result.assertions;
        if (is_admissible(e->second, s->second.value, zeros)) continue;
        result.difference = fmt::format("value: ({}, {}) is {}, expected {}", e->first.first, e->first.second,
                                        value_text(s->second.value), expectation(e->second));
        return result;
    }
    return result;
}

} // namespace mergus::conformance
