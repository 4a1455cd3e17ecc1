/// \file binning.cpp
#include "binning.hpp"

#include "mxm/accumulators/accumulator.hpp"
#include "mxm/accumulators/merge_tuning.hpp"
#include "mxm/method.hpp"
#include "objects/method_record.hpp"

#include <mergus/error.hpp>

#include <algorithm>
#include <charconv>
#include <string>

namespace mergus::cuda::tuning {

namespace {

[[noreturn]] void refuse(std::string_view part) {
    std::string names;
    list_names(names, product_methods::all);
    list_names(names, accumulators::all);
    throw Error(Code::invalid_value,
                "MERGUS_CUDA_MXM: '" + std::string(part) + "' is none of " + names +
                    "one of these with a - in front, a variant as in ranked_bitmap:2, ordered, blocks, or a "
                    "limit as in merge>1000 or merge<5000");
}

std::uint64_t number_of(std::string_view digits, std::string_view part) {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error != std::errc() || end != digits.data() + digits.size()) refuse(part);
    return number;
}

} // namespace

bool Choice::has(const Accumulator& accumulator) const {
    return !excluded.contains(&accumulator) && (named.empty() || named.contains(&accumulator));
}

bool Choice::has(const Accumulator& accumulator, std::size_t variant) const {
    if (excluded.contains(&accumulator)) return false;
    if (named.empty()) return true;
    const auto found = named.find(&accumulator);
    return found != named.end() && (found->second >> variant & 1u) != 0;
}

bool Choice::allows(const ProductMethod& method) const {
    if (&method == product_methods::all.back()) return true;
    return !excluded_methods.contains(&method) && (!given() || methods.contains(&method));
}

Choice Choice::parse(std::string_view text) {
    Choice choice;
    while (!text.empty()) {
        const std::string_view part = text.substr(0, text.find(','));
        text.remove_prefix(std::min(part.size() + 1, text.size()));
        if (part.starts_with('-')) {
            const std::string_view name = part.substr(1);
            const bool is_method = add_named(choice.excluded_methods, product_methods::all, name);
            if (!add_named(choice.excluded, accumulators::all, name) && !is_method) refuse(part);
            continue;
        }
        const std::string_view name = part.substr(0, part.find_first_of(":<>"));
        if (name == "merge" && name.size() < part.size() && part[name.size()] != ':') {
            (part[name.size()] == '>' ? choice.merge_over : choice.merge_batch) =
                number_of(part.substr(name.size() + 1), part);
            continue;
        }
        if (part == "ordered") {
            choice.ordered = true;
            continue;
        }
        if (part == "blocks") {
            choice.blocks = true;
            continue;
        }
        const bool is_method = add_named(choice.methods, product_methods::all, part);
        const auto found = std::find_if(accumulators::all.begin(), accumulators::all.end(),
                                        [&](const Accumulator* a) { return a->name == name; });
        if (found == accumulators::all.end()) {
            if (!is_method) refuse(part);
            continue;
        }
        const std::size_t count = (*found)->variants;
        std::uint32_t variants = (1u << count) - 1;
        if (name.size() < part.size()) {
            const std::uint64_t variant =
                part[name.size()] == ':' ? number_of(part.substr(name.size() + 1), part) : count;
            if (variant >= count) refuse(part);
            variants = 1u << variant;
        }
        choice.named[*found] |= variants;
    }
    return choice;
}

bool Bins::has(const Accumulator& accumulator) const noexcept {
    return std::any_of(bin.begin(), bin.begin() + count,
                       [&](const Bin& b) { return b.accumulator == &accumulator; });
}

Bins make_bins(const BinningInput& input) {
    Bins bins;
    for (const Accumulator* a : accumulators::all) {
        if (std::find(input.left_out.begin(), input.left_out.end(), a) != input.left_out.end()) continue;
        a->add_bins(*a, input, bins);
        if (a->same_rows && !input.sizes.masked) bins.fixed = bins.count;
    }
    return bins;
}

} // namespace mergus::cuda::tuning
