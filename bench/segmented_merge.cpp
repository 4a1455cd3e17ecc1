/// \file segmented_merge.cpp
/// mergus_bench_segmented_merge: compares the segmented merge with sorts, for 32-bit keys and values on the
/// device.
///
///     mergus_bench_segmented_merge [--log2 N] [--lengths uniform|power-law|adversarial] [--average N]
///     [--runs R] [--csv]
///
/// 2^N keys; by default all lengths and averages. A time is the median of R calls between two events, after
/// an untimed call. Scratch memory of the sorts is allocated beforehand; Mergus takes it from its pool. The
/// time of the third sort includes packing (segment, key) into 64 bits and unpacking.
#include "segmented_merge_cases.hpp"
#include "segmented_sorts.hpp"

#include <mergus/context.hpp>
#include <mergus/segmented_merge.hpp>

#include <CLI/CLI.hpp>

#include <cstdio>
#include <functional>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using mergus::bench::MergeCases;
using mergus::bench::MergeInput;
using mergus::bench::SortArrays;
using u32 = std::uint32_t;
using u64 = std::uint64_t;

void check(cudaError_t result) {
    if (result != cudaSuccess) throw std::runtime_error(cudaGetErrorString(result));
}

template <class T>
class Array {
public:
    explicit Array(std::size_t count) {
        check(cudaMalloc(&data_, std::max<std::size_t>(1, count * sizeof(T))));
    }
    explicit Array(const std::vector<T>& values) : Array(values.size()) {
        check(cudaMemcpy(data_, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice));
    }
    Array(const Array&) = delete;
    Array& operator=(const Array&) = delete;
    ~Array() { cudaFree(data_); }
    [[nodiscard]] T* data() const { return static_cast<T*>(data_); }

private:
    void* data_ = nullptr;
};

template <class T>
std::vector<T> on_host(const Array<T>& array, std::size_t count) {
    std::vector<T> values(count);
    check(cudaMemcpy(values.data(), array.data(), count * sizeof(T), cudaMemcpyDeviceToHost));
    return values;
}

class Bench {
public:
    Bench(int runs, bool csv) : runs_(runs), csv_(csv) {
        check(cudaStreamCreate(&stream_));
        mergus::ContextOptions options;
        options.backend = "cuda";
        options.stream = stream_;
        context_ = std::make_unique<mergus::Context>(options);
        std::printf(csv ? "lengths,average,keys,segments,subsegments,competitor,ms,keys_per_ns,equal\n"
                        : "%-12s %8s %10s %10s %10s  %-22s %10s %12s %s\n",
                    "lengths", "average", "keys", "segments", "sub-seg.", "competitor", "ms", "keys per ns",
                    "equal");
    }

    void run(const char* lengths, u64 average, const MergeInput& in) {
        const u64 n = in.keys.size(), p = in.segment_ptr.size() - 1, q = in.subsegment_ptr.size() - 1;
        std::vector<u32> numbers(n);
        std::iota(numbers.begin(), numbers.end(), 0u);
        const Array<u64> segment_ptr(in.segment_ptr), subsegment_ptr(in.subsegment_ptr), offsets(in.offsets),
            packed(n);
        const Array<u32> keys(in.keys), segment(in.segment), values(numbers), keys_out(n), values_out(n);
        const SortArrays arrays{n,
                                p,
                                offsets.data(),
                                segment.data(),
                                keys.data(),
                                values.data(),
                                keys_out.data(),
                                values_out.data(),
                                packed.data(),
                                stream_};
        std::vector<u32> right_keys, right_values;
        const auto row = [&](const char* competitor, const std::function<void()>& call) {
            const double ms = median(call);
            std::vector<u32> found_keys = on_host(keys_out, n), found_values = on_host(values_out, n);
            if (right_keys.empty()) {
                right_keys = found_keys;
                right_values = found_values;
            }
            const bool equal = found_keys == right_keys && found_values == right_values;
            std::printf(csv_ ? "%s,%llu,%llu,%llu,%llu,%s,%.4f,%.3f,%s\n"
                             : "%-12s %8llu %10llu %10llu %10llu  %-22s %10.4f %12.3f %s\n",
                        lengths, number(average), number(n), number(p), number(q), competitor, ms,
                        static_cast<double>(n) / (ms * 1e6), equal ? "yes" : "NO");
            std::fflush(stdout);
        };
        const auto with_scratch = [&](const char* competitor, const auto& sort) {
            std::size_t bytes = 0;
            check(sort(nullptr, bytes, arrays));
            const Array<char> scratch(bytes);
            row(competitor, [&] { check(sort(scratch.data(), bytes, arrays)); });
        };
        with_scratch("cub stable segmented", mergus::bench::cub_segmented_sort);
        row("mergus", [&] {
            const mergus::Segments how{
                {segment_ptr.data(), p + 1}, {subsegment_ptr.data(), q + 1}, mergus::Memory::device};
            mergus::segmented_merge(*context_, how, n, keys.data(), values.data(), keys_out.data(),
                                    values_out.data());
        });
        with_scratch("cub segmented radix", mergus::bench::cub_segmented_radix_sort);
        row("thrust (segment key)", [&] { check(mergus::bench::thrust_sort(arrays)); });
    }

private:
    static unsigned long long number(u64 n) { return n; }

    double median(const std::function<void()>& call) {
        cudaEvent_t start, stop;
        check(cudaEventCreate(&start));
        check(cudaEventCreate(&stop));
        std::vector<float> times;
        for (int r = -1; r < runs_; ++r) {
            check(cudaEventRecord(start, stream_));
            call();
            check(cudaEventRecord(stop, stream_));
            check(cudaEventSynchronize(stop));
            float ms = 0;
            check(cudaEventElapsedTime(&ms, start, stop));
            if (r >= 0) times.push_back(ms);
        }
        check(cudaEventDestroy(start));
        check(cudaEventDestroy(stop));
        std::sort(times.begin(), times.end());
        return times[times.size() / 2];
    }

    int runs_;
    bool csv_;
    cudaStream_t stream_ = nullptr;
    std::unique_ptr<mergus::Context> context_;
};

} // namespace

int main(int argc, char** argv) {
    CLI::App program("Compares the segmented merge with sorts.", "mergus_bench_segmented_merge");
    int log2 = 26, runs = 7;
    std::vector<u64> averages = {2, 4, 8, 16, 64, 1024};
    std::vector<std::string> lengths = {"uniform", "power-law", "adversarial"};
    bool csv = false;
    program.add_option("--log2", log2, "Base-2 logarithm of the number of keys (default: 26)")
        ->check(CLI::Range(4, 30));
    program
        .add_option("--average", averages, "Average length of sub-segments; may be repeated (default: all)")
        ->check(CLI::IsMember(averages));
    program.add_option("--lengths", lengths, "Distribution of lengths; may be repeated (default: all)")
        ->check(CLI::IsMember(lengths));
    program.add_option("--runs", runs, "Timed calls (default: 7)")->check(CLI::Range(1, 1000));
    program.add_flag("--csv", csv, "Print CSV");
    try {
        program.parse(argc, argv);
        Bench bench(runs, csv);
        for (const u64 average : averages) {
            MergeCases cases(u64{1} << log2, average);
            for (const std::string& how : lengths) {
                if (how == "uniform") bench.run("uniform", average, cases.uniform());
                if (how == "power-law") bench.run("power law", average, cases.power_law());
                if (how == "adversarial") bench.run("adversarial", average, cases.adversarial());
            }
        }
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) return program.exit(error);
        std::fprintf(stderr, "USAGE: %s (see --help)\n", error.what());
        return 2;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return 0;
}
