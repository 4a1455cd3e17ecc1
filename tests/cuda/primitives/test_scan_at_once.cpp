/// \file test_scan_at_once.cpp
/// Numbers of a kernel and their scan in one launch: none, fewer than threads, several rounds of several
/// blocks, and sums of more bits than a posted word has.
#include "cuda/device/arrays.hpp"
#include "cuda/device/cached_options.hpp"
#include "primitive_kernels.hpp"
#include "primitives/scan_at_once.h"

#include <doctest/doctest.h>

#include <algorithm>

using namespace mergus;
using namespace mergus::cuda;
using testing::download;
using testing::upload;

namespace {

constexpr const char* scan_array = R"(
extern "C" __global__ void scan_array(const uint64_t* numbers, uint64_t count, mergus::ScanOutput out) {
    mergus::scan_at_once(count, out, [&](uint64_t i) { return numbers[i]; });
}
)";

const testing::CachedOptions options;

} // namespace

TEST_CASE("scan at once: offsets and their sum, of any number of numbers in any number of blocks") {
    Device device(options());
    Kernel& kernel =
        device.kernel(testing::kernel_with({"primitives/block_sum.cuh", "primitives/tile_offset.cuh",
                                            "primitives/scan_at_once.h", "primitives/scan_at_once.cuh"},
                                           "scan_array", scan_array));
    for (const std::uint64_t largest : {std::uint64_t{5}, std::uint64_t{1} << 44})
        for (const std::size_t n : {0u, 1u, 255u, 257u, 2048u, 2049u, 9000u})
            for (const unsigned blocks : {1u, 2u, 3u}) {
                CAPTURE(n);
                CAPTURE(blocks);
                const auto numbers = testing::random_values<std::uint64_t>(n, largest);
                std::vector<std::uint64_t> expected(n + 1, 0);
                for (std::size_t i = 0; i < n; ++i) expected[i + 1] = expected[i] + numbers[i];
                const auto in = upload(device, numbers);
                const Array<std::uint64_t> offsets(device, n + 1), totals(device, blocks);
                const Device::Message post = device.next_post();
                const ScanOutput out{offsets.data(), totals.data(), device.grid_barrier_word(), post.words,
                                     post.ticket};
                device.launch_cooperative(kernel, {blocks}, {scan_threads}, 0,
                                          static_cast<const std::uint64_t*>(in.data()), std::uint64_t{n},
                                          out);
                const auto words = device.posted(post, 3);
                CHECK(words[0] == std::min(expected.back(), scan_most_posted));
                CHECK((words[1] | words[2] << scan_pair_shift) == expected.back());
                CHECK(download(device, offsets) == expected);
            }
}
