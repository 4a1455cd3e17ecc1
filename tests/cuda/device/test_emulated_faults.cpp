/// \file test_emulated_faults.cpp
/// The emulated device finds what CUDA forbids: overruns, divergent barriers, deadlocks, lanes outside their
/// mask. Each report names the line and the threads.
#include "emulated_testing.hpp"

#include <cstdint>
#include <string>

using namespace mergus;
using namespace mergus::cuda;
using namespace mergus::cuda::testing;

namespace {

/// What running the kernel with one int* of 1024 zeros reports; empty when it ends well.
std::string fault(const KernelSource& source, std::uint32_t threads) {
    Device device(options());
    Array<int> memory(device, 1024);
    device.fill(memory.data(), 0, 1024 * sizeof(int));
    try {
        device.launch(device.kernel(source), {1}, {threads}, 0, memory.data());
        return "";
    } catch (const Error& error) {
        CHECK(error.code() == Code::device_lost);
        CHECK(device.lost());
        CHECK_THROWS_AS(device.synchronize(), Error);
        CHECK_THROWS_AS(static_cast<void>(device.allocate(1)), Error);
        return error.what();
    }
}

} // namespace

TEST_CASE("a divergent barrier is reported with both lines") {
    const std::string text =
        fault(kernel_of("diverge", "int* x",
                        "if (threadIdx.x < 32)\n    __syncthreads();\nelse\n    __syncthreads();"),
              64);
    CHECK(has(text, "'diverge', block (0,0,0)"));
    CHECK(has(text, "divergent barrier"));
    CHECK(has(text, "threads 0-31 in __syncthreads at diverge.cuh:3"));
    CHECK(has(text, "threads 32-63 in __syncthreads at diverge.cuh:5"));
}

TEST_CASE("a deadlock is reported with who waits where") {
    const std::string text =
        fault(kernel_of("stuck", "int* x", "if (threadIdx.x < 8) __syncthreads();\nelse __syncwarp();"), 32);
    CHECK(has(text, "deadlock"));
    CHECK(has(text, "threads 0-7 in __syncthreads at stuck.cuh:2"));
    CHECK(has(text, "threads 8-31 in __syncwarp with mask ffffffff at stuck.cuh:3"));
}

TEST_CASE("a barrier does not wait for threads that have ended") {
    CHECK(fault(kernel_of(
                    "early", "int* x",
                    "if (threadIdx.x >= 40) return;\n__syncthreads();\n"
                    "if (threadIdx.x < 32) return;\nx[0] = __ballot_sync(0xffffffffu, 1);\n__syncthreads();"),
                100) == "");
}

TEST_CASE("a lane outside its mask is reported") {
    const std::string text = fault(kernel_of("outside", "int* x", "x[0] = __any_sync(0xffff, 1);"), 32);
    CHECK(has(text, "warp 0 calls __any_sync with mask 0000ffff at outside.cuh:2, but is not in the mask"));
}

TEST_CASE("different collectives in one mask are reported") {
    const std::string text = fault(
        kernel_of("mixed", "int* x", "if (threadIdx.x & 1) __syncwarp();\nelse x[0] = __any_sync(~0u, 1);"),
        32);
    CHECK(has(text, "different collectives with one mask"));
}

TEST_CASE("a livelock runs out of switches") {
    const Variable budget("MERGUS_EMULATION_BUDGET", "20000");
    const std::string text =
        fault(kernel_of("spin", "int* x", "while (atomicCAS(&x[0], 0, 1) != 0) __nanosleep(100);"), 32);
    CHECK(has(text, "livelock"));
}

TEST_CASE("__trap is reported with its line") {
    CHECK(has(fault(kernel_of("trapped", "int* x", "\nif (threadIdx.x == 3) __trap();"), 32),
              "__trap at trapped.cuh:3 by thread (3,0,0)"));
}

#if defined(__SANITIZE_ADDRESS__)
TEST_CASE("an overrun is found in every kind of memory, with the line and the thread") {
    struct Case {
        const char* body;
        const char* kind;
    };
    const Case cases[] = {
        {"\nx[threadIdx.x + 1024 - 31] = 1;", "heap-buffer-overflow"},
        {"__shared__ int s[16]; int* volatile p = s;\np[threadIdx.x & 16] = 1; x[0] = p[3];",
         "global-buffer-overflow"},
        {"extern __shared__ int s[];\ns[threadIdx.x & 16] = 1; x[0] = s[3];", "heap-buffer-overflow"},
        {"int s[16] = {}; int* volatile p = s;\np[threadIdx.x & 16] = 1; x[0] = p[3];",
         "stack-buffer-overflow"}};
    for (const Case& c : cases) {
        INFO(std::string(c.body));
        const auto outcome = in_child([&] {
            Device device(options());
            const Array<int> x(device, 1024);
            device.launch(device.kernel(kernel_of("overrun", "int* x", c.body)), {1}, {32}, 64, x.data());
        });
        CHECK(outcome.status != 0);
        CHECK(has(outcome.output, c.kind));
        CHECK(has(outcome.output, "overrun.cuh:3"));
        INFO(outcome.output);
        CHECK(has(outcome.output, "mergus emulation: in kernel 'overrun', block (0,0,0), thread ("));
    }
}

TEST_CASE("use after release is found") {
    const auto outcome = in_child([] {
        Device device(options());
        Array<int> x(device, 1024);
        int* const stale = x.data();
        x = Array<int>();
        device.launch(device.kernel(kernel_of("stale", "int* x", "x[threadIdx.x] = 1;")), {1}, {32}, 0,
                      stale);
    });
    CHECK(outcome.status != 0);
    CHECK(has(outcome.output, "heap-use-after-free"));
}
#else
TEST_CASE("a wild access ends the process and says where") {
    for (const char* body :
         {"*(int*)threadIdx.x = 1;", "struct Deep { static int down(int n) { volatile char c[256]; "
                                     "c[0] = n; return down(n + 1) + c[0]; } };\nx[0] = Deep::down(0);"}) {
        INFO(std::string(body));
        const auto outcome = in_child([&] {
            Device device(options());
            const Array<int> x(device, 1024);
            device.launch(device.kernel(kernel_of("wild", "int* x", body)), {1}, {32}, 0, x.data());
        });
        CHECK(WIFSIGNALED(outcome.status));
        CHECK(has(outcome.output, "mergus emulation: in kernel 'wild', block (0,0,0), thread ("));
    }
}
#endif

TEST_CASE("faults at the barrier of the grid") {
    const auto cooperative = [](const std::string& body, Start start) -> std::string {
        Device device(options());
        const KernelSource source = kernel_of("meets", "uint32_t* barrier", body);
        const Kernel& kernel = device.kernel(source);
        const std::uint32_t* const word = device.grid_barrier_word();
        const void* const arguments[] = {&word};
        const std::size_t size = sizeof word;
        try {
            device.launch_raw(kernel, {3}, {64}, 0, arguments, &size, 1, start);
            return "";
        } catch (const Error& error) {
            CHECK(error.code() == Code::device_lost);
            return error.what();
        }
    };
    const std::string meets = "mergus::grid_barrier(barrier);";
    CHECK(cooperative(meets, Start::cooperative) == "");
    CHECK(has(cooperative(meets, Start::in_order), "grid_barrier in a launch that is not cooperative"));
    CHECK(has(cooperative("if (blockIdx.x != 1) " + meets, Start::cooperative),
              "the block has ended, but another one is in grid_barrier"));
    CHECK(has(cooperative("if (threadIdx.x < 32) " + meets, Start::cooperative),
              "grid_barrier without all threads"));
    CHECK(has(cooperative("if (blockIdx.x != 1) " + meets + "\nelse " + meets, Start::cooperative),
              "divergent barrier of the grid"));
    CHECK(has(cooperative("if (threadIdx.x < 32) " + meets + "\nelse __syncthreads();", Start::cooperative),
              "divergent barrier"));
}
