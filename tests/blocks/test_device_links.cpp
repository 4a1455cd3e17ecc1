/// \file test_device_links.cpp
/// Blocks that pass between the devices of ranks: the same results, by way of no host memory.
#include "ranks_testing.hpp"
#include "testing/csr.hpp"
#include "testing/matrices.hpp"

#include <mergus/mergus.hpp>

#include <doctest/doctest.h>

#include <cstdio>

using namespace mergus;
using namespace mergus::tests;

namespace {

std::vector<Entries<double>> results(const Context& context) {
    const auto A = Matrix<double>::from_csr(context, with_integers(csr_every(23, 23, 2)));
    const auto B = Matrix<double>::from_csr(context, with_integers(csr_every(23, 23, 5, 3)));
    auto C = mxm(plus_times<double>, A, B);
    mxm(C, plus_times<double>, C, A, {.mask = structure(B), .accum = ops::plus<double>});
    std::vector<Entries<double>> all{read<double>(C),
                                     read<double>(ewise_add(ops::plus<double>, C, transpose(A)))};
    all.push_back({{0, 0,
                    reduce<double>(plus_monoid<double>,
                                   mxv(plus_times<double>, C, reduce_rows(plus_monoid<double>, A)))}});
    return all;
}

/// The bytes of a rank's messages until the end of a call, and of those that its device received in it.
struct Passed {
    unsigned long long sent = 0, between = 0;
};
Passed passed(const std::string& reason) {
    CAPTURE(reason);
    Passed bytes;
    const std::size_t messages = reason.find("messages, "), copies = reason.find("the host, ");
    REQUIRE(messages != std::string::npos);
    REQUIRE(std::sscanf(reason.c_str() + messages, "messages, %llu bytes", &bytes.sent) == 1);
    if (copies != std::string::npos)
        REQUIRE(std::sscanf(reason.c_str() + copies, "the host, %llu between", &bytes.between) == 1);
    return bytes;
}

} // namespace

TEST_CASE("device links: results are those of one process") {
    const auto expected = results(Context("suitesparse"));
    for (const int ranks : {2, 3})
        for (const std::string grid : {"3x1", "2x2"}) {
            CAPTURE(ranks);
            CAPTURE(grid);
            std::vector<std::vector<Entries<double>>> found(static_cast<std::size_t>(ranks));
            const auto outcomes = on_ranks(
                ranks, {.grid = grid, .local = "cuda-emulated"},
                [&](const Context& context, int rank) {
                    found[static_cast<std::size_t>(rank)] = results(context);
                },
                "30", ",devices");
            CHECK(outcomes == Outcomes(static_cast<std::size_t>(ranks)));
            for (const auto& one : found) CHECK(one == expected);
        }
}

TEST_CASE("device links: a product sends no blocks through host memory") {
    const Csr csr = csr_every(400, 400, 3);
    std::vector<std::string> reasons(4);
    const auto outcomes = on_ranks(
        4, {.grid = "2x2", .local = "cuda-emulated"},
        [&](const Context& context, int rank) {
            const auto A = Matrix<double>::from_csr(context, csr);
            static_cast<void>(apply(ops::ainv<double>, A)); // forms the group
            const ExplainScope scope([&](const Explanation& call) {
                if (call.operation == "mxm") reasons[static_cast<std::size_t>(rank)] = call.reason;
            });
            static_cast<void>(mxm(plus_times<double>, A, A));
        },
        "30", ",devices");
    CHECK(outcomes == Outcomes(4));
    for (const std::string& reason : reasons) {
        const auto [sent, between] = passed(reason);
        CHECK(sent < 10000);                       // votes
        CHECK(between > 2 * 12 * csr.nvals() / 4); // two blocks of a quarter of the entries
    }
}

TEST_CASE("device links: blocks that a rank has are not sent again") {
    const Csr csr = with_integers(csr_every(200, 200, 3));
    const Context reference("suitesparse");
    const auto A0 = Matrix<double>::from_csr(reference, csr);
    const auto square = mxm(plus_times<double>, A0, A0);
    const std::vector<Entries<double>> expected{read<double>(square), read<double>(square),
                                                read<double>(mxm(plus_times<double>, A0, square))};
    for (const std::string transport : {",devices", ""})
        for (const std::string grid : {"2x2", "4x1"})
            for (const std::string memory : {"1000000", "9000"}) {
                CAPTURE(transport);
                CAPTURE(grid);
                CAPTURE(memory);
                std::vector<std::vector<Entries<double>>> found(4);
                std::vector<std::vector<std::string>> reasons(4);
                const auto outcomes = on_ranks(
                    4, {.grid = grid, .local = "cuda-emulated", .memory = memory},
                    [&](const Context& context, int rank) {
                        const auto own = static_cast<std::size_t>(rank);
                        auto A = Matrix<double>::from_csr(context, csr);
                        const auto B = apply(ops::identity<double>, A); // forms the group
                        const ExplainScope scope([&](const Explanation& call) {
                            if (call.operation == "mxm") reasons[own].emplace_back(call.reason);
                        });
                        // After each product ranks wait for each other: none answers requests of the next
                        // one before its own has ended.
                        const auto all_wait = [&] { static_cast<void>(apply(ops::ainv<double>, B)); };
                        const auto first = mxm(plus_times<double>, A, A);
                        all_wait();
                        const auto second = mxm(plus_times<double>, A, A);
                        all_wait();
                        mxm(A, plus_times<double>, A, A);
                        all_wait();
                        const auto third = mxm(plus_times<double>, B, A); // of other blocks of A
                        found[own] = {read<double>(first), read<double>(second), read<double>(third)};
                    },
                    "30", transport);
                CHECK(outcomes == Outcomes(4));
                for (const auto& one : found) CHECK(one == expected);
                if (memory != "1000000") continue; // that is too little to keep blocks
                for (const auto& calls : reasons) {
                    REQUIRE(calls.size() == 4);
                    constexpr unsigned long long votes = 3000;
                    const auto bytes_of = [&](std::size_t n) {
                        return passed(calls[n]).between + passed(calls[n]).sent - passed(calls[n - 1]).sent;
                    };
                    CHECK(bytes_of(1) < votes);
                    CHECK(bytes_of(3) > 10 * votes);
                }
            }
}

TEST_CASE("device links: a local backend without groups is an error of all ranks") {
    const auto outcomes = on_ranks(
        2, {.grid = "2x1"},
        [&](const Context& context, int) {
            const auto A = Matrix<double>::from_csr(context, csr_every(6, 6, 2));
            static_cast<void>(mxm(plus_times<double>, A, A));
        },
        "30", ",devices");
    for (const std::string& outcome : outcomes) {
        CHECK(outcome.find("device_group") != std::string::npos);
        CHECK(outcome.find("suitesparse") != std::string::npos);
    }
}
