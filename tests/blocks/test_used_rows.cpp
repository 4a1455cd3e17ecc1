/// \file test_used_rows.cpp
/// Products of ranks, which fetch the rows of B that their rows of A use.
#include "ranks_testing.hpp"
#include "testing/csr.hpp"
#include "testing/matrices.hpp"
#include "testing/vectors.hpp"

#include <mergus/mergus.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdio>

using namespace mergus;
using namespace mergus::tests;

namespace {

struct Case {
    const char* name;
    Csr A, B;
};

std::vector<Case> cases() {
    const auto near = [](std::uint64_t distance) {
        return [=](std::uint64_t i, std::uint64_t j) { return i < j + distance && j < i + distance; };
    };
    const auto lonely = [](std::uint64_t i, std::uint64_t j) { return i == 77 ? j % 50 == 3 : i == j + 160; };
    return {{"a band", csr_where(200, 200, near(3)), csr_where(200, 200, near(2))},
            {"few rows", csr_where(200, 200, lonely), csr_every(200, 70, 3)},
            {"a first and a last row",
             csr_where(90, 200, [](auto i, auto j) { return i % 7 == 0 && j % 199 == 0; }),
             csr_every(200, 200, 2)},
            {"no entries", csr_where(40, 200, [](auto, auto) { return false; }), csr_every(200, 200, 2)},
            {"all rows", csr_every(200, 200, 3), csr_every(200, 200, 5)}};
}

std::vector<Entries<double>> results(const Context& context, const Case& one) {
    const auto A = Matrix<double>::from_csr(context, with_integers(one.A)),
               B = Matrix<double>::from_csr(context, with_integers(one.B));
    auto C = mxm(plus_times<double>, A, B);
    std::vector<Entries<double>> all{read<double>(C)};
    mxm(C, min_plus<double>, A, B, {.mask = complement(structure(C)), .accum = ops::plus<double>});
    all.push_back(read<double>(C));
    all.push_back(read<double>(mxm(plus_times<double>, transpose(B), transpose(A))));
    Vector<double> u(context, B.nrows());
    u.build(std::vector<std::uint64_t>{3, 77}, std::vector<double>{2, 5});
    for (const auto& [index, value] : items<double>(vxm(plus_times<double>, u, B)))
        all.push_back({{index, 0, value}});
    return all;
}

/// Bytes of this rank's messages until the end of a call.
unsigned long long bytes_sent(const Explanation& call) {
    const std::string reason(call.reason);
    unsigned long long bytes = 0;
    const std::size_t at = reason.find("messages, ");
    if (at != std::string::npos) std::sscanf(reason.c_str() + at, "messages, %llu", &bytes);
    return bytes;
}

/// Bytes that each rank sends for each of some products.
using Sent = std::vector<std::vector<unsigned long long>>;

/// Bytes that this rank sends for each of `times` products of A and B.
///
/// A rank can answer requests of a call that another rank has begun before its own call before that has
/// ended. So ranks wait for each other twice between products: while a rank is in the first of the two calls,
/// no other rank is in the next product, and all have ended the last one.
std::vector<unsigned long long> sent_for_products(const Matrix<double>& A, const Matrix<double>& B,
                                                  int times) {
    unsigned long long now = 0;
    const ExplainScope scope([&](const Explanation& call) { now = bytes_sent(call); });
    const auto sent_before_next_product = [&] {
        static_cast<void>(apply(ops::ainv<double>, A));
        const auto sent = now;
        static_cast<void>(apply(ops::ainv<double>, A));
        return sent;
    };
    std::vector<unsigned long long> all;
    auto before = sent_before_next_product();
    for (int n = 0; n < times; ++n) {
        static_cast<void>(mxm(plus_times<double>, A, B));
        const auto after = sent_before_next_product();
        all.push_back(after - before);
        before = after;
    }
    return all;
}

} // namespace

TEST_CASE("used rows: products of ranks are those of one process") {
    for (const Case& one : cases()) {
        CAPTURE(one.name);
        const auto expected = results(Context("suitesparse"), one);
        for (const std::string local : {"suitesparse", "cuda-emulated"})
            for (const std::string grid : {"", "4x1", "2x2", "1x3"}) {
                CAPTURE(local);
                CAPTURE(grid);
                std::vector<std::vector<Entries<double>>> found(3);
                const auto outcomes =
                    on_ranks(3, {.grid = grid, .local = local}, [&](const Context& context, int rank) {
                        found[static_cast<std::size_t>(rank)] = results(context, one);
                    });
                CHECK(outcomes == Outcomes(3));
                for (const auto& result : found) CHECK(result == expected);
            }
    }
}

TEST_CASE("used rows: a product of a band sends the rows at the ends of blocks") {
    const Csr band = csr_where(4000, 4000, [](auto i, auto j) { return i < j + 3 && j < i + 3; });
    for (const std::string grid : {"4x1", ""}) { // one and two blocks a rank
        CAPTURE(grid);
        Sent sent(4);
        const auto outcomes = on_ranks(4, {.grid = grid}, [&](const Context& context, int rank) {
            const auto A = Matrix<double>::from_csr(context, band);
            sent[static_cast<std::size_t>(rank)] = sent_for_products(A, A, 1);
        });
        CHECK(outcomes == Outcomes(4));
        for (const auto& products : sent) {
            CHECK(products.at(0) > 0);
            CHECK(products.at(0) < 4000); // a block has 60,000 bytes
        }
    }
}

TEST_CASE(
    "used rows: where copies stay, a second product of two matrices fetches all, and a third one nothing") {
    const Csr band = csr_where(4000, 4000, [](auto i, auto j) { return i < j + 3 && j < i + 3; });
    Sent sent(2);
    const auto outcomes = on_ranks(2, {.grid = "4x1", .local = "cuda-emulated", .memory = "10000000"},
                                   [&](const Context& context, int rank) {
                                       const auto A = Matrix<double>::from_csr(context, band);
                                       sent[static_cast<std::size_t>(rank)] = sent_for_products(A, A, 4);
                                   });
    CHECK(outcomes == Outcomes(2));
    for (const auto& products : sent) {
        CHECK(products.at(0) < 4000);
        CHECK(products.at(1) > 60000);
        CHECK(products.at(2) < 1000);
        CHECK(products.at(3) < 1000);
    }
}

TEST_CASE("used rows: all of a block is sent where the rows are most of it") {
    // One row of B has nearly all entries, and A uses that row alone.
    const Csr wide = csr_where(2000, 2000, [](auto i, auto j) { return i == 1500 || i == j; }),
              column = csr_where(2000, 2000, [](auto i, auto j) { return j == 1500 || (i == 3 && j == 7); });
    Sent sent(2);
    const auto outcomes = on_ranks(2, {.grid = "2x1"}, [&](const Context& context, int rank) {
        const auto A = Matrix<double>::from_csr(context, column), B = Matrix<double>::from_csr(context, wide);
        sent[static_cast<std::size_t>(rank)] = sent_for_products(A, B, 1);
    });
    CHECK(outcomes == Outcomes(2));
    CHECK(sent[1].at(0) > 30000); // the row alone has 24,000
}
