/// \file schedule.cpp
/// \file schedule.cpp
/// Rounds of variants.
#include "conformance/schedule.hpp"

#include "conformance/operation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace mergus::conformance {

namespace {

/// Variants of a set in one round after the first: with more the other sets come late, with fewer the caches
/// do not help.
constexpr std::uint64_t round_variants = 16;

} // namespace

Schedule::Schedule(const Options& options, std::vector<const Operation*> operations)
    : where_(options.where), operations_(std::move(operations)),
      generator_(mix_seed(options.seed, fmt::format("random cases {}", options.shard))) {
    if (options.shard >= options.shards)
        throw std::invalid_argument(
            fmt::format("shard {} of {}: shards are numbered from 0", options.shard, options.shards));
    std::size_t longest = 0;
    for (const Operation* operation : operations_) {
        covering_.push_back(covering_set(*operation, options.seed, where_));
        longest = std::max(longest, covering_.back().cases.size());
        if (!covering_.back().cases.empty()) with_cases_.push_back(operation);
    }
    if (longest == 0) throw std::invalid_argument("no operation has a case with these words");
    // The operations in turns, so that a short run has cases of all of them.
    std::size_t number = 0;
    for (std::size_t c = 0; c < longest; ++c)
        for (const CoveringSet& set : covering_)
            if (c < set.cases.size() && number++ % options.shards == options.shard)
                sets_.push_back(set.cases[c]);
    variants_ = options.variants;
    if (variants_ == 0) variants_ = std::max<std::uint64_t>(1, (options.cases + number - 1) / number);
    planned_ = options.cases == 0 ? sets_.size() * variants_
                                  : options.cases / options.shards +
                                        (options.shard < options.cases % options.shards ? 1 : 0);
    members_ = sets_.size();
    if (sets_.empty()) next_random_set(); // more shards than sets
}

Case Schedule::next() {
    if (at_ == end_) {
        ++set_;
        at_ = begin_;
    }
    if (set_ == sets_.size()) next_round();
    if (begin_ == 0 && at_ == 0) ++kernel_sets_;
    return variant(sets_[set_], at_++, where_);
}

void Schedule::next_round() {
    if (random_ || end_ >= variants_) return next_random_set();
    begin_ = at_ = end_;
    end_ = std::min(variants_, begin_ + round_variants);
    set_ = 0;
}

void Schedule::next_random_set() {
    random_ = true;
    const Operation* main = &main_operation();
    const bool has_main = std::find(with_cases_.begin(), with_cases_.end(), main) != with_cases_.end();
    const Operation* operation = has_main && generator_.chance(0.5) ? main : generator_.pick(with_cases_);
    sets_.assign(1, *random_case(*operation, generator_, where_));
    set_ = 0;
    begin_ = at_ = 0;
    end_ = variants_;
}

} // namespace mergus::conformance
