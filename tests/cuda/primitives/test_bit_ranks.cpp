/// \file test_bit_ranks.cpp
/// Ranks of bits, and the sums that they are made of, against a loop: by a warp and by blocks of all sizes,
/// for bitmaps shorter and longer than these.
#include "cuda/device/arrays.hpp"
#include "cuda/device/cached_options.hpp"
#include "primitive_kernels.hpp"

#include <doctest/doctest.h>

using namespace mergus;
using namespace mergus::cuda;
using testing::download;
using testing::upload;

namespace {

/// before[w]: the bits of words below w. totals[0]: the least of the totals that threads learn, [1]: the
/// greatest; [2] and [3]: of count_bits. ranks[n]: of bit n, from the words with ranks beside them.
constexpr const char* rank_all = R"(
extern "C" __global__ void rank_all(const unsigned* bits, unsigned words, unsigned* before,
                                    unsigned* totals, unsigned* ranks) {
    using namespace mergus;
    __shared__ unsigned sums[32];
    extern __shared__ __align__(8) unsigned char shared_bytes[];
    CountedWord* const counted = reinterpret_cast<CountedWord*>(shared_bytes);
    const auto bits_in = [&](unsigned w) { return unsigned(__popc(bits[w])); };
    const unsigned counts[2] = {
        rank_bits<whole_block>(words, blockDim.x, sums, bits_in,
                               [&](unsigned w, unsigned rank) {
                                   before[w] = rank;
                                   counted[w] = {bits[w], rank};
                               }),
        count_bits<whole_block>(words, blockDim.x, sums, bits_in)};
    for (unsigned n = 0; n < 2; ++n) {
        atomicMin(&totals[2 * n], counts[n]);
        atomicMax(&totals[2 * n + 1], counts[n]);
    }
    __syncthreads();
    for (unsigned n = threadIdx.x; n < words * 32; n += blockDim.x)
        ranks[n] = rank_in(counted[n / 32], n % 32);
}
)";

/// The threads' numbers before each, and the sum that each learns.
constexpr const char* sum_all = R"(
extern "C" __global__ void sum_all(const unsigned* numbers, unsigned* before, unsigned* totals) {
    __shared__ unsigned sums[32];
    before[threadIdx.x] = mergus::block_exclusive_sum(numbers[threadIdx.x], sums, totals[threadIdx.x]);
}
)";

constexpr std::initializer_list<const char*> texts = {"primitives/block_sum.cuh", "primitives/bit_ranks.cuh"};
const testing::CachedOptions options;

void check_ranks(bool whole_block, const std::vector<unsigned>& thread_counts) {
    Device device(options());
    const std::string text = "constexpr bool whole_block = " + std::to_string(whole_block) + ";\n" + rank_all;
    Kernel& kernel = device.kernel(testing::kernel_with(texts, "rank_all", text.c_str()));
    for (const unsigned threads : thread_counts)
        for (const unsigned words : {1u, 31u, 32u, 33u, 700u}) {
            CAPTURE(threads);
            CAPTURE(words);
            auto bits = testing::random_values<unsigned>(words, ~0u);
            bits[words / 2] = 0;
            bits[words - 1] = ~0u;
            const auto in = upload(device, bits);
            const auto totals = upload(device, std::vector<unsigned>{~0u, 0, ~0u, 0});
            const Array<unsigned> before(device, words), ranks(device, words * 32);
            device.launch(kernel, {1}, {threads}, words * 8, in.data(), words, before.data(), totals.data(),
                          ranks.data());
            std::vector<unsigned> expected, expected_ranks;
            unsigned sum = 0;
            for (const unsigned word : bits) {
                expected.push_back(sum);
                for (unsigned bit = 0; bit < 32; ++bit) {
                    expected_ranks.push_back(sum);
                    sum += word >> bit & 1;
                }
            }
            CHECK(download(device, before) == expected);
            CHECK(download(device, ranks) == expected_ranks);
            CHECK(download(device, totals) == std::vector<unsigned>(4, sum));
        }
}

} // namespace

TEST_CASE("bit ranks: by a warp and by a block") {
    check_ranks(false, {32});
    check_ranks(true, {32, 96, 256, 1024});
}

TEST_CASE("block sum: the sum before each thread, and of all") {
    Device device(options());
    Kernel& kernel = device.kernel(testing::kernel_with(texts, "sum_all", sum_all));
    for (const unsigned threads : {32u, 96u, 1024u}) {
        CAPTURE(threads);
        const auto numbers = testing::random_values<unsigned>(threads, 1000);
        const auto in = upload(device, numbers);
        const Array<unsigned> before(device, threads), totals(device, threads);
        device.launch(kernel, {1}, {threads}, 0, in.data(), before.data(), totals.data());
        std::vector<unsigned> expected;
        unsigned sum = 0;
        for (const unsigned number : numbers) {
            expected.push_back(sum);
            sum += number;
        }
        CHECK(download(device, before) == expected);
        CHECK(download(device, totals) == std::vector<unsigned>(threads, sum));
    }
}
