/// \file case.cpp
/// Writing and reading cases.
#include "conformance/case.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <stdexcept>

namespace mergus::conformance {

std::span<const Factor> factors() {
    // Most constraints hang on aliases, algebra and types: first, so that impossible choices are seen early.
    static constexpr std::array all = {
        Factor{"alias", &Case::alias},   Factor{"algebra", &Case::algebra}, Factor{"type", &Case::type},
        Factor{"a_type", &Case::a_type}, Factor{"c_type", &Case::c_type},   Factor{"b_type", &Case::b_type},
        Factor{"values", &Case::values}, Factor{"accum", &Case::accum},     Factor{"mask", &Case::mask},
        Factor{"shape", &Case::shape},   Factor{"indices", &Case::indices}, Factor{"tran_a", &Case::tran_a},
        Factor{"tran_b", &Case::tran_b}, Factor{"replace", &Case::replace},
    };
    return all;
}

std::string to_text(const Case& test_case) {
    std::string text = "op=" + test_case.operation;
    for (const Factor& factor : factors())
        if (const std::string& word = test_case.*factor.word; word != "-")
            text += fmt::format(" {}={}", factor.name, word);
    return text + fmt::format(" seed={}", test_case.seed);
}

void set_word(Case& test_case, std::string_view name, std::string_view word) {
    if (name == "op") {
        test_case.operation = word;
        return;
    }
    if (name == "seed") {
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), test_case.seed);
        if (error != std::errc{} || end != word.data() + word.size())
            throw std::invalid_argument(fmt::format("seed={}: a number is needed", word));
        return;
    }
    std::string known = "op, seed";
    for (const Factor& factor : factors()) {
        if (factor.name == name) {
            test_case.*factor.word = word;
            return;
        }
        known += fmt::format(", {}", factor.name);
    }
    throw std::invalid_argument(fmt::format("{}={}: no such name; there are {}", name, word, known));
}

} // namespace mergus::conformance
