/// \file plan.cpp
#include "plan.hpp"

#include <mergus/error.hpp>

#include <charconv>
#include <string>

namespace mergus::cuda::plan {

namespace {

constexpr std::array<std::size_t, accumulator_names.size()> row_counts = {
    narrow_bins.size(), sort_bins.size(), hash_bins.size(), rank_bins.size(), 1, 1};

[[noreturn]] void refuse(std::string_view part) {
    throw Error(Code::invalid_value, "MERGUS_CUDA_ACCUMULATORS: '" + std::string(part) +
                                         "' is none of narrow, sort, hash, rank, window, global, or a row of them as in rank:2");
}

} // namespace

Choice Choice::parse(std::string_view text) {
    Choice choice;
    if (text.empty()) return choice;
    choice.rows = {};
    choice.given = true;
    while (!text.empty()) {
        const std::string_view part = text.substr(0, text.find(','));
        text.remove_prefix(std::min(part.size() + 1, text.size()));
        const std::string_view name = part.substr(0, part.find(':'));
        const auto found = std::find(accumulator_names.begin(), accumulator_names.end(), name);
        if (found == accumulator_names.end()) refuse(part);
        const auto table = static_cast<std::size_t>(found - accumulator_names.begin());
        std::uint32_t rows = (1u << row_counts[table]) - 1;
        if (name.size() < part.size()) {
            const std::string_view number = part.substr(name.size() + 1);
            std::size_t row = 0;
            const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), row);
            if (error != std::errc() || end != number.data() + number.size() || row >= row_counts[table]) refuse(part);
            rows = 1u << row;
        }
        choice.rows[table] |= rows;
    }
    return choice;
}

} // namespace mergus::cuda::plan
