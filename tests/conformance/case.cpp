/// \file case.cpp
/// Writing and reading cases.
#include "conformance/case.hpp"

#include "conformance/operation.hpp"
#include "conformance/space.hpp"

#include <fmt/format.h>

#include <charconv>
#include <stdexcept>

namespace mergus::conformance {

std::string to_text(const Case& test_case) {
    std::string text = fmt::format("op={}", test_case.operation->name);
    for (const Axis axis : all_axes())
        if (test_case[axis] != absent_word(axis))
            text += fmt::format(" {}={}", axis_name(axis), test_case.text(axis));
    return text + fmt::format(" seed={}", test_case.seed);
}

void set_word(Case& test_case, std::string_view name, std::string_view word) {
    if (name == "op") {
        test_case.operation = &find_operation(word);
        return;
    }
    if (name == "seed") {
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), test_case.seed);
        if (error != std::errc{} || end != word.data() + word.size())
            throw std::invalid_argument(fmt::format("seed={}: a number is needed", word));
        return;
    }
    const Axis axis = find_axis(name);
    if (!has_axis(*test_case.operation, axis))
        throw std::invalid_argument(
            fmt::format("{}={}: {} has no such axis", name, word, test_case.operation->name));
    test_case[axis] = find_word(axis, word);
}

} // namespace mergus::conformance
