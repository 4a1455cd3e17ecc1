/// \file test_blocks_conformance.cpp
/// A part of the covering set on each grid. Making the set takes most of the time, so there are few grids.
#include "blocks_testing.hpp"

#include <mergus/conformance.hpp>

#include <doctest/doctest.h>

using namespace mergus;
using mergus::tests::Blocks;

namespace {

void conform(const Blocks& blocks, conformance::Options options) {
    CAPTURE(blocks.grid);
    CAPTURE(blocks.local);
    const Context context = tests::on_blocks(blocks);
    options.oracle = conformance::default_oracle(context);
    const conformance::Summary summary = conformance::run(context, options);
    const std::string report = summary.text();
    INFO(report);
    CHECK(summary.failures.empty());
    CHECK(summary.unsupported == 0);
    CHECK(summary.cases > 0);
    MESSAGE(blocks.grid << " blocks of " << blocks.local << ": " << summary.cases << " cases");
}

conformance::Options part(std::size_t shard, std::size_t shards) {
    conformance::Options options;
    options.shard = shard;
    options.shards = shards;
    return options;
}

} // namespace

TEST_CASE("blocks: the covering set on grids") {
    const Blocks grids[] = {{.grid = "2x3", .memory = "1000"},
                            {.grid = "3x1", .devices = "0,0,0"},
                            {.grid = "1x3", .deterministic = true}};
    std::size_t number = 0;
    for (const Blocks& blocks : grids) conform(blocks, part(number++, 2 * std::size(grids)));
}

TEST_CASE("blocks: cases on blocks of the emulated device") {
    conformance::Options options;
    options.size = "smoke";
    options.cases = 12;
    conform({.grid = "2x2", .local = "cuda-emulated"}, options);
}
