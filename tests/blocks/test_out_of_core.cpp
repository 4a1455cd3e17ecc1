/// \file test_out_of_core.cpp
/// Blocks that pass between devices and host memory while others are computed. The emulated device makes such
/// copies as late as it may, and is lost if their memory is freed before.
#include "blocks_testing.hpp"
#include "testing/csr.hpp"
#include "testing/matrices.hpp"
#include "testing/refuses.hpp"

#include <mergus/mergus.hpp>

#include <doctest/doctest.h>

#include <cstdio>
#include <utility>

using namespace mergus;
using namespace mergus::tests;

namespace {

/// Results of calls that use each other's results, so that blocks go out and come back.
std::vector<Entries<double>> results(const Context& context, const Csr& csr) {
    const auto A = Matrix<double>::from_csr(context, csr);
    auto C = mxm(plus_times<double>, A, A);
    std::vector<Entries<double>> all{read<double>(C)};
    const auto copy = C.dup();
    mxm(C, plus_times<double>, A, A, {.mask = structure(A), .accum = ops::plus<double>});
    const auto sum = ewise_add(ops::plus<double>, C, copy);
    all.push_back(read<double>(C));
    all.push_back(read<double>(sum));
    all.push_back(read<double>(mxm(plus_times<double>, sum, A)));
    all.push_back(read<double>(copy));
    return all;
}

/// The counts in the report of a call.
struct Traffic {
    unsigned long long to_devices = 0, to_host = 0, between = 0;
};
template <class Body>
Traffic traffic_of(const Body& body) {
    Traffic found;
    const ExplainScope scope([&](const Explanation& call) {
        const std::string reason(call.reason);
        const std::size_t at = reason.find("; ");
        REQUIRE(at != std::string::npos);
        found = {}; // without copies there are no counts
        static_cast<void>(std::sscanf(reason.c_str() + at,
                                      "; %llu bytes to devices, %llu to the host, %llu between",
                                      &found.to_devices, &found.to_host, &found.between));
    });
    body();
    return found;
}

/// Of A·A with the blocks of A in host memory.
Traffic traffic_of_product(const Blocks& blocks, const Csr& csr) {
    const Context context = on_blocks(blocks);
    const auto A = Matrix<double>::from_csr(context, csr);
    return traffic_of([&] { CHECK(mxm(plus_times<double>, A, A).nvals() > 0); });
}

/// Bytes of the compressed rows of a matrix in that many blocks of rows.
double bytes_of(const Csr& csr, std::uint64_t parts) {
    return static_cast<double>(8 * (csr.nrows + parts) + 12 * csr.nvals());
}

} // namespace

TEST_CASE("out of core: results with memory for few blocks") {
    // Rows 20 to 59 have no entries, so there is a block without.
    const Csr csr = with_integers(csr_where(80, 80, [](std::uint64_t i, std::uint64_t j) {
        return (i < 20 || i >= 60) && (i * 80 + j) % 3 == 0;
    }));
    const auto expected = results(Context("suitesparse"), csr);
    const Variable emulated("MERGUS_EMULATION_DEVICES", "2");
    for (const std::string grid : {"4x1", "2x2", "1x1"})
        for (const std::string devices : {"0", "0,0", "0,1"})
            for (const std::string memory : {"1", "20000", "1000000"}) {
                CAPTURE(grid);
                CAPTURE(devices);
                CAPTURE(memory);
                CHECK(results(
                          on_blocks(
                              {.grid = grid, .local = "cuda-emulated", .devices = devices, .memory = memory}),
                          csr) == expected);
            }
}

TEST_CASE("out of core: a product copies each block to a device once, and those that do not fit back") {
    const Csr csr = with_integers(csr_where(120, 120, [](std::uint64_t i, std::uint64_t j) {
        return ((120 * i + j) * 2654435761U >> 9) % 6 == 0;
    }));
    const double A = bytes_of(csr, 4);
    const Blocks blocks{.grid = "4x1", .local = "cuda-emulated", .devices = "0", .memory = "1000000"};
    const Traffic fits = traffic_of_product(blocks, csr);
    CHECK(static_cast<double>(fits.to_devices) <= A);
    CHECK(fits.to_host == 0);
    Blocks limited = blocks;
    limited.memory = "200000"; // room for A in two forms, and half of C
    const Traffic written = traffic_of_product(limited, csr);
    CHECK(static_cast<double>(written.to_devices) <= A);
    CHECK(written.to_host > 0);
}

TEST_CASE("out of core: devices copy blocks from each other") {
    const Variable emulated("MERGUS_EMULATION_DEVICES", "2");
    const Context context = on_blocks({.grid = "4x1", .local = "cuda-emulated", .devices = "0,1"});
    const auto A = Matrix<double>::from_csr(context, with_integers(csr_every(120, 120, 5)));
    const auto C = mxm(plus_times<double>, A, A); // on the devices only
    const Traffic traffic = traffic_of([&] { static_cast<void>(mxm(plus_times<double>, C, C)); });
    CHECK(traffic.to_devices == 0);
    CHECK(traffic.to_host == 0);
    CHECK(traffic.between > 0);
}

TEST_CASE("out of core: a matrix without entries gets the cuts of what is assigned to it") {
    const Variable emulated("MERGUS_EMULATION_DEVICES", "2");
    const Context context = on_blocks({.grid = "", .local = "cuda-emulated", .devices = "0,1"});
    const Csr skewed = csr_where(120, 120, [](std::uint64_t i, std::uint64_t j) { return i < 20 || i == j; });
    const auto A = Matrix<double>::from_csr(context, skewed);
    Matrix<double> by_mask(context, 120, 120), by_matrix(context, 120, 120);
    assign(by_mask, 1.0, {.mask = structure(A)});
    assign(by_matrix, A);
    for (const Matrix<double>* const made : {&by_mask, &by_matrix}) {
        const Traffic traffic =
            traffic_of([&] { CHECK(ewise_add(ops::plus<double>, A, *made).nvals() == A.nvals()); });
        CHECK(traffic.between == 0);
    }
}

TEST_CASE("out of core: a context without options chooses the grid and the memory of blocks") {
    const Csr csr = with_integers(generate::banded(3000, 1));
    const auto product = [&](const Context& context) {
        const auto A = Matrix<double>::from_csr(context, csr);
        return read<double>(mxm(plus_times<double>, A, A));
    };
    const auto expected = product(Context("suitesparse"));
    const Variable memory("MERGUS_EMULATION_MEMORY", "300000"), alone("MERGUS_BLOCKS_FALLBACK", "off");
    refuses(Code::out_of_memory, {"MERGUS_BACKEND=blocks", "MERGUS_BLOCKS_LOCAL=cuda-emulated"},
            [&] { product(Context("cuda-emulated")); });
    const Context context = on_blocks({.grid = "", .local = "cuda-emulated"});
    CHECK(product(context) == expected);
    CHECK(context.counters().bytes_to_host > 0);

    // A has few entries, and C has many.
    const Csr column = csr_where(200, 200, [](std::uint64_t i, std::uint64_t j) { return j == 0 || i == 0; });
    const auto dense = [&](const Context& on) {
        const auto A = Matrix<double>::from_csr(on, column);
        return read<double>(mxm(plus_times<double>, A, A));
    };
    CHECK(code_of([&] { return dense(Context("cuda-emulated")).size(); }) == Code::out_of_memory);
    const Context limited = on_blocks({.grid = "", .local = "cuda-emulated"});
    CHECK(dense(limited) == dense(Context("suitesparse")));
    const auto A = Matrix<double>::from_csr(limited, column);
    const auto work = [&] {
        std::uint64_t found = 0;
        const ExplainScope scope([&](const Explanation& call) { found = call.work; });
        CHECK(mxm(plus_times<double>, A, A).nvals() == 200 * 200);
        return found;
    };
    const std::uint64_t first = work();
    CHECK(work() < first); // the rows of blocks are known
}

TEST_CASE("out of core: an assignment to a new matrix is cut as its mask or its input") {
    const Csr csr = with_integers(generate::banded(600, 20));
    const auto assigned = [&](const Context& context) {
        const auto A = Matrix<double>::from_csr(context, csr);
        Matrix<double> copy(context, 600, 600);
        Matrix<bool> pattern(context, 600, 600);
        assign(copy, A);
        assign(pattern, true, {.mask = structure(A)});
        return std::pair(read<double>(copy), read<bool>(pattern));
    };
    const auto expected = assigned(Context("suitesparse"));
    const Variable memory("MERGUS_EMULATION_MEMORY", "250000"); // less than A
    CHECK(assigned(on_blocks({.grid = "", .local = "cuda-emulated"})) == expected);
}
