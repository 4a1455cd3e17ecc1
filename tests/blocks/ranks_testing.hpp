/// \file ranks_testing.hpp
/// Ranks as threads of this process.
#pragma once

#include "blocks_testing.hpp"

#include <string>
#include <thread>
#include <vector>

namespace mergus::tests {

/// The message of what each rank throws; empty if it throws nothing.
using Outcomes = std::vector<std::string>;

/// Runs body(context, rank) on each of the ranks.
template <class Body>
Outcomes on_ranks(int ranks, const Blocks& blocks, const Body& body, const char* timeout = "30",
                  const std::string& fault = {}) {
    const Variable transport("MERGUS_BLOCKS_TRANSPORT", "threads:" + std::to_string(ranks) + fault),
        limit("MERGUS_BLOCKS_TIMEOUT", timeout);
    std::vector<Context> contexts;
    for (int rank = 0; rank < ranks; ++rank) contexts.push_back(on_blocks(blocks));
    Outcomes outcomes(static_cast<std::size_t>(ranks));
    std::vector<std::jthread> threads;
    for (int rank = 0; rank < ranks; ++rank)
        threads.emplace_back([&, rank] {
            try {
                body(contexts[static_cast<std::size_t>(rank)], rank);
            } catch (const std::exception& error) {
                outcomes[static_cast<std::size_t>(rank)] = error.what();
            }
        });
    threads.clear(); // joins
    return outcomes;
}

} // namespace mergus::tests
