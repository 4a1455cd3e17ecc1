/// \file test_bitonic_sort.cpp
/// Sorts in shared memory and in registers against std::sort: equal words, words in order, and in reverse.
#include "cuda/device/arrays.hpp"
#include "cuda/device/cached_options.hpp"
#include "primitive_kernels.hpp"

#include <doctest/doctest.h>

#include <algorithm>

using namespace mergus;
using namespace mergus::cuda;
using testing::download;
using testing::upload;

namespace {

constexpr const char* sort_in_memory = R"(
extern "C" __global__ void sort_in_memory(uint64_t* words, unsigned n) {
    const auto order = [&](unsigned low, unsigned high, bool ascending) {
        const uint64_t x = words[low], y = words[high];
        if ((y < x) != ascending) return;
        words[low] = y;
        words[high] = x;
    };
    mergus::bitonic_sort(n, threadIdx.x, blockDim.x, order, [] { __syncthreads(); });
}
)";

constexpr const char* sort_in_registers = R"(
extern "C" __global__ void sort_in_registers(uint64_t* words) {
    constexpr unsigned each = 1u << each_log2;
    uint64_t word[each];
    for (unsigned u = 0; u < each; ++u) word[u] = words[u * 32 + mergus::lane()];
    mergus::warp_sort<each_log2>(word);
    for (unsigned u = 0; u < each; ++u) words[u * 32 + mergus::lane()] = word[u];
}
)";

const testing::CachedOptions options;

std::vector<std::vector<std::uint64_t>> inputs(std::size_t n) {
    std::vector<std::vector<std::uint64_t>> all(4, testing::random_values<std::uint64_t>(n, ~0ull));
    std::sort(all[1].begin(), all[1].end());
    all[2].assign(all[1].rbegin(), all[1].rend());
    all[3] = testing::random_values<std::uint64_t>(n, 3); // most are equal
    return all;
}

template <class Launch>
void check_sort(Device& device, std::size_t n, const Launch& launch) {
    CAPTURE(n);
    for (const auto& words : inputs(n)) {
        const auto on_device = upload(device, words);
        launch(on_device.data());
        auto expected = words;
        std::sort(expected.begin(), expected.end());
        CHECK(download(device, on_device) == expected);
    }
}

} // namespace

TEST_CASE("bitonic sort: items in memory, more and fewer than threads") {
    Device device(options());
    Kernel& kernel = device.kernel(
        testing::kernel_with({"primitives/bitonic_sort.cuh"}, "sort_in_memory", sort_in_memory));
    for (const unsigned threads : {32u, 256u})
        for (const unsigned n : {1u, 2u, 64u, 1024u})
            check_sort(device, n,
                       [&](std::uint64_t* words) { device.launch(kernel, {1}, {threads}, 0, words, n); });
}

TEST_CASE("bitonic sort: words in the registers of a warp") {
    Device device(options());
    for (const int each_log2 : {0, 1, 2}) {
        const std::string text =
            "constexpr int each_log2 = " + std::to_string(each_log2) + ";\n" + sort_in_registers;
        Kernel& kernel = device.kernel(
            testing::kernel_with({"primitives/bitonic_sort.cuh"}, "sort_in_registers", text.c_str()));
        check_sort(device, 32u << each_log2,
                   [&](std::uint64_t* words) { device.launch(kernel, {1}, {32}, 0, words); });
    }
}
