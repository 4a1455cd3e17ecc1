/// \file triangle_plan.cpp
#include "triangle_plan.hpp"

#include <mergus/error.hpp>

#include <charconv>
#include <string>

namespace mergus::cuda::plan {

namespace {

/// The number that the text begins with, which is removed; false if there is none.
bool take_number(std::string_view& text, std::uint32_t& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return error == std::errc{};
}

bool parse_sizes(std::string_view text, TriangleChoice& choice) {
    std::uint32_t bit_rows = 0;
    if (!take_number(text, choice.hubs) || !text.starts_with(',')) return false;
    text.remove_prefix(1);
    if (!take_number(text, bit_rows)) return false;
    choice.bit_rows = bit_rows;
    return text.empty() && choice.hubs < 65536 && bit_rows < 65536;
}

} // namespace

TriangleChoice TriangleChoice::parse(std::string_view text) {
    TriangleChoice choice;
    if (text.empty()) return choice;
    for (std::size_t i = 0; i < triangle_names.size(); ++i)
        if (text == triangle_names[i]) return {static_cast<Triangles>(i)};
    choice.method = Triangles::hubs;
    if (constexpr std::string_view sizes = "hubs:";
        text.starts_with(sizes) && parse_sizes(text.substr(sizes.size()), choice))
        return choice;
    throw Error(Code::invalid_value,
                "MERGUS_CUDA_TRIANGLES: '" + std::string(text) +
                    "' is none of best, lists, hubs, hubs:HUBS,BIT_ROWS (both below 65536)");
}

bool allows_hubs(const GraphSize& size) {
    // The counter of batches of ranks must not overflow.
    constexpr std::uint64_t most_vertices = std::uint64_t{1} << 31;
    return !size.wide && size.vertices <= most_vertices;
}

bool may_have_hubs(const GraphSize& size) {
    // Below these limits ranking the vertices takes about as long as the whole count by lists.
    constexpr std::uint64_t least_entries = 1'000'000, many_entries = 8'000'000;
    const std::uint64_t least_average = size.entries < many_entries ? 20 : 8;
    return allows_hubs(size) && size.entries >= least_entries &&
           size.entries / least_average >= size.vertices;
}

bool has_hubs(const GraphSize& size, std::uint64_t longest_row) {
    constexpr std::uint64_t skew = 16; // the longest row, in average rows
    return longest_row / skew >= size.entries / size.vertices;
}

} // namespace mergus::cuda::plan
