/// \file generator_specs.cpp
#include "generator_rows.hpp"
#include "generators.hpp"

#include <mergus/error.hpp>

#include <fmt/format.h>

#include <charconv>

namespace mergus::bench {

namespace {

/// "name:key=…,key=1"
std::string form(const Generator& generator) {
    std::string text;
    for (const Key& key : generator.keys)
        text += fmt::format("{}{}={}", text.empty() ? "" : ",", key.name,
                            key.fallback == Key::required ? "…" : fmt::to_string(key.fallback));
    return fmt::format("{}:{}", generator.name, text);
}

const Generator* find(std::string_view spec) {
    for (const Generator& generator : generators())
        if (spec.starts_with(generator.name) && spec.substr(generator.name.size()).starts_with(':'))
            return &generator;
    return nullptr;
}

} // namespace

bool is_bench_spec(std::string_view text) {
    return find(text) != nullptr;
}

HostCsr from_bench_spec(std::string_view spec) {
    const Generator& generator = *find(spec);
    const auto fail = [&](std::string_view what) {
        throw Error(Code::invalid_value, fmt::format("{}: {}; expected {}", spec, what, form(generator)));
    };
    std::vector<Number> values;
    for (const Key& key : generator.keys) values.push_back(key.fallback);
    std::string_view text = spec.substr(generator.name.size() + 1);
    while (!text.empty()) {
        const std::string_view item = text.substr(0, text.find(','));
        text.remove_prefix(std::min(text.size(), item.size() + 1));
        const std::string_view name = item.substr(0, item.find('='));
        const auto key = std::find_if(generator.keys.begin(), generator.keys.end(),
                                      [&](const Key& k) { return k.name == name; });
        if (key == generator.keys.end()) fail(fmt::format("unknown key '{}'", name));
        Number& value = values[static_cast<std::size_t>(key - generator.keys.begin())];
        const char* const end = item.data() + item.size();
        const auto [stop, error] =
            std::from_chars(item.data() + std::min(name.size() + 1, item.size()), end, value);
        const Number least = key->fallback == none || key->most == percent ? 0 : 1;
        if (error != std::errc{} || stop != end || value < least || value > key->most)
            fail(fmt::format("{} must be an integer from {} to {}", name, least, key->most));
    }
    if (std::find(values.begin(), values.end(), Key::required) != values.end()) fail("a number is missing");
    return generator.make(values);
}

std::string bench_spec_help() {
    std::string text;
    for (const Generator& generator : generators()) text += form(generator) + "\n";
    return text;
}

} // namespace mergus::bench
