/// \file test_hash_set.cpp
/// A set in shared memory against std::set: keys of both widths that many threads insert, with few slots to
/// spare and with none.
#include "cuda/device/arrays.hpp"
#include "cuda/device/cached_options.hpp"
#include "primitive_kernels.hpp"

#include <doctest/doctest.h>

#include <map>
#include <set>

using namespace mergus;
using namespace mergus::cuda;
using testing::download;
using testing::upload;

namespace {

/// Inserts all keys, then looks up all and their successors. slot_of: of each key when it was inserted.
constexpr const char* insert_keys = R"(
extern "C" __global__ void insert_keys(const Key* keys, unsigned count, unsigned slots, unsigned* slot_of,
                                       unsigned* fresh_keys, unsigned* found) {
    extern __shared__ __align__(16) unsigned char shared_bytes[];
    const mergus::HashSet<Key> set{reinterpret_cast<Key*>(shared_bytes), slots};
    set.clear(threadIdx.x, blockDim.x);
    __syncthreads();
    for (unsigned e = threadIdx.x; e < count; e += blockDim.x) {
        bool fresh;
        slot_of[e] = set.insert(keys[e], fresh);
        if (fresh) atomicAdd(fresh_keys, 1u);
    }
    __syncthreads();
    for (unsigned e = threadIdx.x; e < count; e += blockDim.x) {
        found[2 * e] = set.find(keys[e]);
        found[2 * e + 1] = set.has(keys[e] + 1) ? 1 : 0;
    }
}
)";

/// Fills all slots, then tries to insert one key more.
constexpr const char* fill_slots = R"(
extern "C" __global__ void fill_slots(unsigned slots, unsigned* slot_of) {
    extern __shared__ __align__(16) unsigned char shared_bytes[];
    const mergus::HashSet<unsigned> set{reinterpret_cast<unsigned*>(shared_bytes), slots};
    set.clear(threadIdx.x, blockDim.x);
    __syncthreads();
    for (unsigned e = threadIdx.x; e < slots; e += blockDim.x) slot_of[e] = set.insert_new(3 * e);
    __syncthreads();
    if (threadIdx.x == 0) {
        bool fresh;
        slot_of[slots] = set.insert<8>(3 * slots, fresh);
        slot_of[slots + 1] = fresh ? 1 : 0;
    }
}
)";

constexpr std::initializer_list<const char*> texts = {"kernels/hash.cuh", "primitives/hash_set.cuh"};
const testing::CachedOptions options;

template <class Key>
void check_keys(const char* definition) {
    Device device(options());
    Kernel& kernel = device.kernel(
        testing::kernel_with(texts, "insert_keys", (std::string(definition) + insert_keys).c_str()));
    for (const unsigned slots : {2u, 64u, 512u}) {
        CAPTURE(slots);
        std::vector<Key> keys = testing::random_values<Key>(4 * slots, slots / 2); // most are repeated
        for (Key& key : keys) key *= 32;                                           // neighbours are missing
        const std::set<Key> distinct(keys.begin(), keys.end());
        const auto count = static_cast<unsigned>(keys.size());
        const auto in = upload(device, keys);
        const Array<unsigned> slot_of(device, count), fresh(device, 1), found(device, 2 * count);
        device.fill(fresh.data(), 0, sizeof(unsigned));
        device.launch(kernel, {1}, {256}, slots * sizeof(Key), in.data(), count, slots, slot_of.data(),
                      fresh.data(), found.data());
        CHECK(device.read(fresh.data()) == distinct.size());
        const auto slot = download(device, slot_of), where = download(device, found);
        std::map<Key, unsigned> slot_of_key;
        std::set<unsigned> used;
        for (unsigned e = 0; e < count; ++e) {
            CHECK(slot_of_key.emplace(keys[e], slot[e]).first->second == slot[e]);
            used.insert(slot[e]);
            CHECK(where[2 * e] == slot[e]);
            CHECK(where[2 * e + 1] == 0);
        }
        CHECK(used.size() == distinct.size());
        CHECK(*used.rbegin() < slots);
    }
}

} // namespace

TEST_CASE("hash set: each key is inserted once and found in its slot, others are missing") {
    check_keys<std::uint32_t>("typedef uint32_t Key;\n");
    check_keys<std::uint64_t>("typedef uint64_t Key;\n");
}

TEST_CASE("hash set: new keys fill all slots; a bounded search ends without a free slot") {
    constexpr unsigned slots = 128;
    Device device(options());
    const Array<unsigned> slot_of(device, slots + 2);
    device.launch(device.kernel(testing::kernel_with(texts, "fill_slots", fill_slots)), {1}, {64},
                  slots * sizeof(unsigned), slots, slot_of.data());
    const auto slot = download(device, slot_of);
    CHECK(std::set<unsigned>(slot.begin(), slot.begin() + slots).size() == slots);
    CHECK(slot[slots] == slots);
    CHECK(slot[slots + 1] == 0);
}
