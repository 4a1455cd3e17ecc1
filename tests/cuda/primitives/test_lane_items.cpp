/// \file test_lane_items.cpp
/// Items of lanes and set bits of words, each visited once, in order, by all lanes together: lanes without
/// items, with one, and with many.
#include "cuda/device/arrays.hpp"
#include "cuda/device/cached_options.hpp"
#include "primitive_kernels.hpp"

#include <doctest/doctest.h>

#include <functional>

using namespace mergus;
using namespace mergus::cuda;
using testing::download;
using testing::upload;

namespace {

/// owners[n]: the lane of item n. calls: of visit, of all lanes.
constexpr const char* visit_items = R"(
extern "C" __global__ void visit_items(const unsigned* lengths, unsigned* owners, unsigned* calls) {
    using namespace mergus;
    LaneItems<Count>(lengths[lane()]).for_each([&](bool has, Count n, unsigned owner) {
        atomicAdd(calls, 1u);
        if (has) owners[n] = owner;
        if (!has && owner != 31) owners[0] = 32;
    });
}
)";

/// Where each bit was found: 32 times the lane, plus the bit.
constexpr const char* visit_bits = R"(
extern "C" __global__ void visit_bits(const unsigned* words, unsigned* found, unsigned* count) {
    using namespace mergus;
    unsigned done = 0;
    for_set_bits(words[lane()], [&](bool valid, unsigned owner, unsigned bit) {
        if (valid) found[done + lane()] = owner * 32 + bit;
        done += unsigned(__popc(__ballot_sync(full_mask, valid)));
    });
    if (lane() == 0) *count = done;
}
)";

constexpr std::initializer_list<const char*> texts = {"primitives/lane_items.cuh", "primitives/set_bits.cuh"};
const testing::CachedOptions options;

/// A number for each lane.
std::vector<std::vector<unsigned>> numbers(const std::function<unsigned(unsigned)>& some) {
    std::vector<std::vector<unsigned>> cases(5, std::vector<unsigned>(32, 0));
    for (unsigned l = 0; l < 32; ++l) {
        cases[1][l] = some(l);
        cases[2][l] = l % 3 == 0 ? some(l) : 0;
    }
    cases[3][0] = cases[4][31] = some(7);
    return cases;
}

} // namespace

TEST_CASE("lane items: each item has the lane that owns it; behind them the last lane") {
    Device device(options());
    for (const char* const count : {"unsigned", "uint64_t"}) {
        CAPTURE(count);
        const std::string text = "typedef " + std::string(count) + " Count;\n" + visit_items;
        Kernel& kernel = device.kernel(testing::kernel_with(texts, "visit_items", text.c_str()));
        for (const auto& lengths : numbers([](unsigned l) { return 1 + l * l % 70; })) {
            std::vector<unsigned> expected;
            for (unsigned l = 0; l < 32; ++l) expected.insert(expected.end(), lengths[l], l);
            const auto in = upload(device, lengths);
            const Array<unsigned> owners(device, expected.size() + 1), calls(device, 1);
            device.fill(calls.data(), 0, sizeof(unsigned));
            device.launch(kernel, {1}, {32}, 0, in.data(), owners.data(), calls.data());
            CHECK(download(device, owners.data(), expected.size()) == expected);
            CHECK(device.read(calls.data()) == (expected.size() + 31) / 32 * 32);
        }
    }
}

TEST_CASE("set bits: each bit of the words of a warp, in ascending order") {
    Device device(options());
    Kernel& kernel = device.kernel(testing::kernel_with(texts, "visit_bits", visit_bits));
    for (const auto& words :
         numbers([](unsigned l) { return l == 5 ? ~0u : 0x80000001u + l * 0x9e3779b9u; })) {
        std::vector<unsigned> expected;
        for (unsigned n = 0; n < 32 * 32; ++n)
            if ((words[n / 32] >> n % 32 & 1) != 0) expected.push_back(n);
        const auto in = upload(device, words);
        const Array<unsigned> found(device, 32 * 32), count(device, 1);
        device.launch(kernel, {1}, {32}, 0, in.data(), found.data(), count.data());
        CHECK(device.read(count.data()) == expected.size());
        CHECK(download(device, found.data(), expected.size()) == expected);
    }
}
