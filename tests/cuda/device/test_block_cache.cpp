/// \file test_block_cache.cpp
/// block_cache.hpp: a block is given out once, by its exact size, within bounds. shared_pools.hpp: which
/// pools are trimmed.
#include "device/block_cache.hpp"
#include "device/shared_pools.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <future>
#include <set>
#include <utility>
#include <vector>

using mergus::cuda::BlockCache;

namespace {

/// Addresses that are only compared.
class Blocks {
public:
    void* next() { return &bytes_.at(used_++); }

private:
    std::vector<char> bytes_ = std::vector<char>(3000);
    std::size_t used_ = 0;
};

/// Keeps a block where none has to make room.
bool keep(BlockCache& cache, void* block, std::size_t bytes) {
    return cache.keep(block, bytes, [](void*) { FAIL_CHECK("another block was released"); });
}

} // namespace

TEST_SUITE_BEGIN("block cache");

TEST_CASE("block cache: a block is given out once, for its exact size") {
    BlockCache cache;
    Blocks blocks;
    CHECK(cache.take(64) == nullptr);
    void *const a = blocks.next(), *const b = blocks.next(), *const c = blocks.next();
    CHECK(keep(cache, a, 64));
    CHECK(keep(cache, b, 64));
    CHECK(keep(cache, c, 256));
    CHECK(cache.bytes() == 384);
    CHECK(cache.take(63) == nullptr);
    CHECK(cache.take(128) == nullptr);
    CHECK(cache.take(256) == c);
    CHECK(cache.take(256) == nullptr);
    CHECK(std::set<void*>{cache.take(64), cache.take(64)} == std::set<void*>{a, b});
    CHECK(cache.take(64) == nullptr);
    CHECK(cache.bytes() == 0);
    CHECK(keep(cache, a, 64)); // and again
    CHECK(cache.take(64) == a);
}

TEST_CASE("block cache: blocks that are too large are not kept") {
    BlockCache cache;
    Blocks blocks;
    CHECK_FALSE(keep(cache, blocks.next(), BlockCache::largest_block + 1));
    CHECK(cache.take(BlockCache::largest_block + 1) == nullptr);
    CHECK(cache.bytes() == 0);
}

TEST_CASE("block cache: sizes that were used last are kept, and those used longest ago make room") {
    BlockCache cache;
    Blocks blocks;
    constexpr std::size_t large = BlockCache::largest_block, fit = BlockCache::max_bytes / large;
    std::vector<void*> old;
    for (std::size_t i = 0; i < fit; ++i) {
        old.push_back(blocks.next());
        CHECK(keep(cache, old.back(), large));
    }
    CHECK(cache.bytes() == BlockCache::max_bytes);
    // Another program phase, of other sizes: full of old blocks, the cache would be of no use to it for ever.
    std::vector<void*> released;
    const auto note = [&](void* block) { released.push_back(block); };
    std::set<void*> young;
    for (const std::size_t bytes : {large - 1, std::size_t{100}, large - 2}) {
        void* const block = *young.insert(blocks.next()).first;
        CHECK(cache.keep(block, bytes, note));
        CHECK(cache.bytes() <= BlockCache::max_bytes);
    }
    CHECK(released.size() == 3);
    for (void* block : released) CHECK(std::count(old.begin(), old.end(), block) == 1);
    std::set<void*> found;
    for (const std::size_t bytes : {large - 1, std::size_t{100}, large - 2}) found.insert(cache.take(bytes));
    CHECK(found == young);
    // Asking for the old size makes it the one used last.
    void* const again = cache.take(large);
    CHECK(std::count(old.begin(), old.end(), again) == 1);
    CHECK(keep(cache, again, large));
    CHECK(keep(cache, blocks.next(), large - 1));
    CHECK(keep(cache, blocks.next(), large - 1));
    CHECK(cache.take(large) != nullptr);
    released.clear();
    for (int i = 0; i < 4; ++i) CHECK(cache.keep(blocks.next(), large - 3, note));
    CHECK(released.size() == 2);
    CHECK(cache.take(large) != nullptr);     // used later than large - 1,
    CHECK(cache.take(large - 1) == nullptr); // the cache has no block left
}

TEST_CASE("block cache: the number of sizes is bounded") {
    BlockCache cache;
    Blocks blocks;
    std::vector<void*> all, released;
    for (std::size_t bytes = 1; bytes <= BlockCache::max_sizes + 3; ++bytes) {
        all.push_back(blocks.next());
        CHECK(cache.keep(all.back(), bytes, [&](void* block) { released.push_back(block); }));
    }
    CHECK(released == std::vector<void*>(all.begin(), all.begin() + 3));
    CHECK(cache.take(3) == nullptr);
    CHECK(cache.take(4) == all[3]);
}

TEST_CASE("block cache: clear releases every block that it has, once") {
    BlockCache cache;
    Blocks blocks;
    std::set<void*> expected;
    for (const std::size_t bytes : {8, 8, 16, 1024}) {
        void* const block = blocks.next();
        REQUIRE(keep(cache, block, bytes));
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

namespace {

struct FakePool final : mergus::cuda::SharedPool {
    int trims = 0, waits = 0;
    bool is_captured = false;
    std::function<void()> while_trimmed = [] {};
    void trim(bool wait) noexcept override {
        ++(wait ? waits : trims);
        while_trimmed();
    }
    bool captured() noexcept override { return is_captured; }
};

/// All steps. \return how many there were
int make_room(mergus::cuda::SharedPools& pools, FakePool& own, int device = 0) {
    int steps = 0;
    while (pools.make_room(device, own, steps)) ++steps;
    return steps;
}

} // namespace

TEST_SUITE_BEGIN("shared pools");

TEST_CASE("shared pools: the own pool is trimmed, then the others of the same device, while they are there") {
    mergus::cuda::SharedPools pools;
    FakePool own, other, elsewhere;
    pools.add(0, own);
    CHECK(make_room(pools, own) == 1);
    CHECK(own.waits == 1);
    pools.add(0, other);
    pools.add(1, elsewhere);
    CHECK(make_room(pools, own) == 3);
    CHECK(own.waits == 2);
    CHECK(other.trims == 1);
    CHECK(other.waits == 1);
    CHECK(own.trims + elsewhere.trims + elsewhere.waits == 0);
    pools.remove(other);
    pools.remove(other);
    CHECK(make_room(pools, own) == 1);
    CHECK(other.trims == 1);
    CHECK(make_room(pools, elsewhere, 1) == 1);
}

TEST_CASE("shared pools: a pool whose stream is captured is not trimmed") {
    mergus::cuda::SharedPools pools;
    FakePool own, other, captured;
    for (FakePool* pool : {&own, &other, &captured}) pools.add(0, *pool);
    own.is_captured = captured.is_captured = true;
    CHECK(make_room(pools, own) == 3);
    CHECK(own.trims + own.waits + captured.trims + captured.waits == 0);
    CHECK(other.trims == 1);
    CHECK(other.waits == 1);
    pools.remove(other);
    CHECK(make_room(pools, own) == 1);
}

TEST_CASE("shared pools: contexts come and go while another one's stream is waited for") {
    using namespace std::chrono_literals;
    mergus::cuda::SharedPools pools;
    FakePool own, slow, third;
    pools.add(0, own);
    pools.add(0, slow);
    std::promise<void> begun, may_end;
    slow.while_trimmed = [&, first = true]() mutable {
        if (!std::exchange(first, false)) return;
        begun.set_value();
        may_end.get_future().wait();
    };
    auto trims = std::async(std::launch::async, [&] { return pools.make_room(0, own, 1); });
    begun.get_future().wait();
    auto comes = std::async(std::launch::async, [&] {
        pools.add(0, third);
        pools.remove(third);
    });
    CHECK(comes.wait_for(5s) == std::future_status::ready);
    auto goes = std::async(std::launch::async, [&] { pools.remove(slow); });
    CHECK(goes.wait_for(20ms) == std::future_status::timeout); // it is still being trimmed
    may_end.set_value();
    CHECK(trims.get());
    goes.get();
    CHECK(slow.trims == 1);
}

TEST_SUITE_END();
