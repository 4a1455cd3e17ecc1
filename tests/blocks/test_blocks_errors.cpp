/// \file test_blocks_errors.cpp
/// Wrong options, and calls that fail: outputs are as before, and memory is given back.
#include "blocks_testing.hpp"
#include "testing/csr.hpp"
#include "testing/faulty_allocator.hpp"
#include "testing/matrices.hpp"
#include "testing/refuses.hpp"
#include "testing/vectors.hpp"

#include <mergus/mergus.hpp>

using namespace mergus;
using namespace mergus::tests;

TEST_CASE("blocks: wrong options name the variable and its value") {
    const auto fails = [](const Blocks& blocks, Code code, const std::vector<std::string>& words) {
        refuses(code, words, [&] { on_blocks(blocks); });
    };
    for (const char* grid : {"2", "0x2", "2x", "x2", "2x2x2", "axb", "5000x1", "-1x2"})
        fails({.grid = grid}, Code::no_backend, {"MERGUS_BLOCKS_GRID", grid, "two numbers from 1 to 4096"});
    fails({.local = "blocks"}, Code::no_backend, {"MERGUS_BLOCKS_LOCAL", "another backend"});
    fails({.local = "absent"}, Code::no_backend, {"no backend \"absent\""});
    fails({.devices = "0,,1"}, Code::no_backend, {"MERGUS_BLOCKS_DEVICES", "0,,1"});
    fails({.devices = "0,1"}, Code::invalid_value,
          {"MERGUS_BLOCKS_DEVICES", "device 1", "suitesparse has 1"});
    fails({.memory = "lots"}, Code::no_backend, {"MERGUS_BLOCKS_MEMORY", "lots", "bytes"});
}

TEST_CASE("blocks: a stream of the caller's is one device's") {
    const auto with_stream = [](ContextOptions options) {
        static int stream = 0;
        options.stream = &stream;
        return Context(options);
    };
    refuses(Code::invalid_value, {"stream", "MERGUS_BLOCKS_DEVICES", "2"},
            [&] { on_blocks({.devices = "0,0"}, with_stream); });
}

TEST_CASE("blocks: a build with duplicates in one block changes nothing") {
    const Context context = on_blocks({.grid = "2x2"});
    auto A = Matrix<double>(context, 4, 4);
    const std::vector<std::uint64_t> rows = {0, 1, 3, 3}, cols = {0, 3, 3, 3};
    const std::vector<double> values = {1, 2, 3, 4};
    refuses(Code::invalid_value, {"duplicates"}, [&] { A.build(rows, cols, values); });
    CHECK(A.nvals() == 0);
    A.build(rows, cols, values, ops::plus<double>);
    CHECK(read<double>(A) == Entries<double>{{0, 0, 1}, {1, 3, 2}, {3, 3, 7}});
}

TEST_CASE("blocks: memory that ends in any allocation leaves the output as it was") {
    FaultyAllocator allocator("cuda-emulated");
    const Context context = on_blocks({.grid = "2x2", .local = "cuda-emulated"},
                                      [&](ContextOptions options) { return allocator.context(options); });
    const auto A = Matrix<double>::from_csr(context, csr_every(8, 8, 1));
    auto C = Matrix<double>::from_csr(context, csr_every(8, 8, 3));
    const auto before = read<double>(C);
    const auto run = [&] {
        mxm(C, plus_times<double>, A, A, {.mask = structure(A), .accum = ops::plus<double>});
    };
    // The limit grows until the product succeeds.
    std::uint64_t failures = 0;
    bool done = false;
    for (std::uint64_t room = 0; !done; room += 256) {
        static_cast<void>(context.release_derived());
        allocator.limit = allocator.live + room;
        try {
            run();
            done = true;
        } catch (const Error& error) {
            CHECK(error.code() == Code::out_of_memory);
            ++failures;
        }
        allocator.limit = std::numeric_limits<std::uint64_t>::max();
        if (!done) CHECK(read<double>(C) == before);
    }
    CHECK(failures > 0);
    const Context plain("suitesparse");
    const auto a = Matrix<double>::from_csr(plain, csr_every(8, 8, 1));
    auto c = Matrix<double>::from_csr(plain, csr_every(8, 8, 3));
    mxm(c, plus_times<double>, a, a, {.mask = structure(a), .accum = ops::plus<double>});
    CHECK(read<double>(C) == read<double>(c));
}

TEST_CASE("blocks: an import that fails leaves its arrays with the caller") {
    FaultyAllocator allocator("cuda-emulated");
    for (const char* grid : {"1x1", "3x1"}) {
        CAPTURE(std::string(grid));
        const Context context = on_blocks({.grid = grid, .local = "cuda-emulated"},
                                          [&](ContextOptions options) { return allocator.context(options); });
        std::vector<std::uint64_t> indices = {1, 4, 7, 8};
        std::vector<double> values = {1, 2, 3, 4};
        fail_each_allocation(allocator, context, [&](const auto& attempt) {
            int released = 0;
            mergus_vector_arrays arrays = list_of(indices, values, 9);
            arrays.release = [](void* count) { ++*static_cast<int*>(count); };
            arrays.release_arg = &released;
            const bool done = attempt([&] {
                const AnyVector u = AnyVector::import_arrays(context, arrays);
                CHECK(u.nvals() == 4);
            });
            CHECK(released == (done ? 1 : 0));
        });
    }
}

TEST_CASE("blocks: a product that does not fit the device completes with blocks in host memory") {
    constexpr std::uint64_t room = 230 << 10;
    const Csr csr = with_integers(generate::banded(3000, 1));
    const auto product = [&](const Context& context) {
        const auto A = Matrix<double>::from_csr(context, csr);
        return read<double>(mxm(plus_times<double>, A, A));
    };
    FaultyAllocator allocator("cuda-emulated");
    allocator.limit = room;
    CHECK(code_of([&] { return product(allocator.context()).size(); }) == Code::out_of_memory);
    const Context context = on_blocks({.grid = "6x6", .local = "cuda-emulated"},
                                      [&](ContextOptions options) { return allocator.context(options); });
    CHECK(product(context) == product(Context("suitesparse")));
    CHECK(allocator.peak <= room);
    CHECK(context.counters().bytes_to_device > room);
}
