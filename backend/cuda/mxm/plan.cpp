/// \file plan.cpp
#include "plan.hpp"

#include <mergus/error.hpp>

#include <charconv>
#include <string>

namespace mergus::cuda::plan {

namespace {

constexpr std::array<std::size_t, accumulator_names.size()> row_counts = {
    narrow_bins.size(), sort_bins.size(), hash_bins.size(), rank_bins.size(), 1, 1, 1, 1};

[[noreturn]] void refuse(std::string_view part) {
    throw Error(Code::invalid_value,
                "MERGUS_CUDA_ACCUMULATORS: '" + std::string(part) +
                    "' is none of narrow, sort, hash, rank, window, global, merge, short_rows, a "
                    "row of them as in rank:2, or a limit "
                    "as in merge>1000 or merge<5000");
}

std::uint64_t number_of(std::string_view digits, std::string_view part) {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error != std::errc() || end != digits.data() + digits.size()) refuse(part);
    return number;
}

} // namespace

Choice Choice::parse(std::string_view text) {
    Choice choice;
    decltype(choice.rows) named{};
    while (!text.empty()) {
        const std::string_view part = text.substr(0, text.find(','));
        text.remove_prefix(std::min(part.size() + 1, text.size()));
        const std::string_view name = part.substr(0, part.find_first_of(":<>"));
        if (name == "merge" && name.size() < part.size() && part[name.size()] != ':') {
            (part[name.size()] == '>' ? choice.merge_over : choice.merge_batch) =
                number_of(part.substr(name.size() + 1), part);
            continue;
        }
        const auto found = std::find(accumulator_names.begin(), accumulator_names.end(), name);
        if (found == accumulator_names.end()) refuse(part);
        const auto table = static_cast<std::size_t>(found - accumulator_names.begin());
        std::uint32_t rows = (1u << row_counts[table]) - 1;
        if (name.size() < part.size()) {
            const std::uint64_t row =
                part[name.size()] == ':' ? number_of(part.substr(name.size() + 1), part) : row_counts[table];
            if (row >= row_counts[table]) refuse(part);
            rows = 1u << row;
        }
        named[table] |= rows;
        choice.given = true;
    }
    if (choice.given) choice.rows = named;
    return choice;
}

} // namespace mergus::cuda::plan
