/// \file schedule.cpp
#include "conformance/schedule.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace mergus::conformance {

namespace {

/// Variants of a set in one round after the first: more leave the other sets waiting, fewer lose what is in
/// the caches.
constexpr std::uint64_t round_variants = 16;

} // namespace

Schedule::Schedule(const Options& options, std::vector<std::string> operations)
    : where_(options.where), operations_(std::move(operations)),
      generator_(mix_seed(options.seed, fmt::format("random cases {}", options.shard))) {
    if (options.shard >= options.shards)
        throw std::invalid_argument(fmt::format(
            "shard {} of {}: shards are counted from 0 and less than that", options.shard, options.shards));
    std::size_t longest = 0;
    for (const std::string& operation : operations_) {
        covering_.push_back(covering_set(operation, options.seed, where_));
        longest = std::max(longest, covering_.back().cases.size());
        if (!covering_.back().cases.empty()) with_cases_.push_back(operation);
    }
    if (longest == 0) throw std::invalid_argument("no operation has a case with these words");
    // The operations in turns, so that a run that is cut short has seen something of all.
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
    // mxm is what the library is about: half of the random cases are products, if they are asked for.
    const bool products = std::find(with_cases_.begin(), with_cases_.end(), "mxm") != with_cases_.end();
    const std::string operation = products && generator_.chance(0.5) ? "mxm" : generator_.pick(with_cases_);
    sets_.assign(1, *random_case(operation, generator_, where_));
    set_ = 0;
    begin_ = at_ = 0;
    end_ = variants_;
}

} // namespace mergus::conformance
