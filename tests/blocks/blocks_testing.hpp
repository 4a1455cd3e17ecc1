/// \file blocks_testing.hpp
/// Contexts on grids of blocks.
#pragma once

#include "testing/variable.hpp"

#include <mergus/context.hpp>
#include <mergus/host_data.hpp>

#include <cmath>
#include <string>

namespace mergus::tests {

/// The variables of a context on blocks, for a scope. An empty one is not set.
struct Blocks {
    std::string grid = "2x2";
    std::string local = "suitesparse";
    std::string devices = {};
    std::string memory = {};
    bool deterministic = false;
};

/// `make` gets the options of the context.
template <class Make>
Context on_blocks(const Blocks& blocks, const Make& make) {
    const auto or_null = [](const std::string& text) { return text.empty() ? nullptr : text.c_str(); };
    const Variable grid("MERGUS_BLOCKS_GRID", or_null(blocks.grid)),
        local("MERGUS_BLOCKS_LOCAL", or_null(blocks.local)),
        devices("MERGUS_BLOCKS_DEVICES", or_null(blocks.devices)),
        memory("MERGUS_BLOCKS_MEMORY", or_null(blocks.memory));
    ContextOptions options;
    options.backend = "blocks";
    options.deterministic = blocks.deterministic;
    return make(options);
}
inline Context on_blocks(const Blocks& blocks) {
    return on_blocks(blocks, [](const ContextOptions& options) { return Context(options); });
}

/// Values whose sums round.
inline Csr rounding(Csr csr) {
    csr.field = Field::real;
    csr.reals.resize(csr.nvals());
    for (std::size_t e = 0; e < csr.reals.size(); ++e)
        csr.reals[e] = std::sin(static_cast<double>(e + 1)) * std::pow(10.0, static_cast<double>(e % 7));
    return csr;
}

} // namespace mergus::tests
