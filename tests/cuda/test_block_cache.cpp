/// \file test_block_cache.cpp
/// block_cache.hpp: a block is given out once, by its exact size, and what the bounds do not admit stays with the caller.
#include "block_cache.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <vector>

using mergus::cuda::BlockCache;

namespace {

/// Addresses that nobody reads.
class Blocks {
public:
    void* next() { return &bytes_.at(used_++); }

private:
    std::vector<char> bytes_ = std::vector<char>(200);
    std::size_t used_ = 0;
};

} // namespace

TEST_SUITE_BEGIN("block cache");

TEST_CASE("block cache: a block is given out once, for its exact size") {
    BlockCache cache;
    Blocks blocks;
    CHECK(cache.take(64) == nullptr);
    void *const a = blocks.next(), *const b = blocks.next(), *const c = blocks.next();
    CHECK(cache.keep(a, 64));
    CHECK(cache.keep(b, 64));
    CHECK(cache.keep(c, 256));
    CHECK(cache.bytes() == 384);
    CHECK(cache.take(63) == nullptr);
    CHECK(cache.take(128) == nullptr);
    CHECK(cache.take(256) == c);
    CHECK(cache.take(256) == nullptr);
    CHECK(std::set<void*>{cache.take(64), cache.take(64)} == std::set<void*>{a, b});
    CHECK(cache.take(64) == nullptr);
    CHECK(cache.bytes() == 0);
    CHECK(cache.keep(a, 64)); // and again
    CHECK(cache.take(64) == a);
}

TEST_CASE("block cache: blocks that are too large, or too many") {
    BlockCache cache;
    Blocks blocks;
    constexpr std::size_t large = BlockCache::largest_block;
    CHECK_FALSE(cache.keep(blocks.next(), large + 1));
    CHECK(cache.take(large + 1) == nullptr);
    CHECK(cache.bytes() == 0);
    std::size_t kept = 0;
    while (kept < 100 && cache.keep(blocks.next(), large)) ++kept;
    CHECK(kept == BlockCache::most_bytes / large);
    CHECK(cache.bytes() == BlockCache::most_bytes);
    CHECK_FALSE(cache.keep(blocks.next(), 1));
    CHECK(cache.take(1) == nullptr);
    REQUIRE(cache.take(large) != nullptr); // makes room
    CHECK(cache.keep(blocks.next(), large - 1));
    CHECK(cache.keep(blocks.next(), 1));
    CHECK_FALSE(cache.keep(blocks.next(), 1));
}

TEST_CASE("block cache: clear releases every block that it has, once") {
    BlockCache cache;
    Blocks blocks;
    std::set<void*> expected;
    for (const std::size_t bytes : {8, 8, 16, 1024}) {
        void* const block = blocks.next();
        REQUIRE(cache.keep(block, bytes));
        expected.insert(block);
    }
    expected.erase(cache.take(16));
    std::vector<void*> released;
    cache.clear([&](void* block) { released.push_back(block); });
    CHECK(released.size() == 3);
    CHECK(std::set<void*>(released.begin(), released.end()) == expected);
    CHECK(cache.bytes() == 0);
    CHECK(cache.take(8) == nullptr);
    cache.clear([&](void*) { FAIL("nothing was left"); });
}

TEST_SUITE_END();
