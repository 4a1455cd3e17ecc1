/// \file test_ranks.cpp
/// Ranks as threads of this process: the same results as without ranks, and faults of one rank, which are
/// errors of all within the time-out.
#include "ranks_testing.hpp"
#include "testing/csr.hpp"
#include "testing/matrices.hpp"
#include "testing/refuses.hpp"
#include "testing/vectors.hpp"

#include <mergus/mergus.hpp>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <thread>

using namespace mergus;
using namespace mergus::tests;

namespace {

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

} // namespace

TEST_CASE("ranks: results are those of one process") {
    const auto results = [](const Context& context) {
        const auto A = Matrix<double>::from_csr(context, csr_every(23, 23, 2));
        const auto B = Matrix<double>::from_csr(context, csr_every(23, 23, 5, 3));
        auto C = Matrix<double>::from_csr(context, csr_every(23, 23, 3));
        mxm(C, plus_times<double>, A, B, {.mask = structure(B), .accum = ops::plus<double>});
        std::vector<Entries<double>> all{read<double>(C), read<double>(transpose(C)),
                                         read<double>(select(ops::tril, C, std::int64_t{-2})),
                                         read<double>(kronecker(ops::times<double>, B, B))};
        const auto u = reduce_rows(plus_monoid<double>, A);
        for (const auto& [index, value] : items<double>(mxv(plus_times<double>, B, u)))
            all.push_back({{index, 0, value}});
        all.push_back({{0, 0, reduce<double>(plus_monoid<double>, C)}});
        C.resize(12, 40);
        all.push_back(read<double>(C));
        return all;
    };
    const auto expected = results(Context("suitesparse"));
    for (const int ranks : {1, 2, 3, 5})
        for (const std::string grid : {"1x1", "2x2", "3x1"})
            for (const bool deterministic : {false, true}) {
                CAPTURE(ranks);
                CAPTURE(grid);
                std::vector<std::vector<Entries<double>>> found(static_cast<std::size_t>(ranks));
                const auto outcomes = on_ranks(ranks, {.grid = grid, .deterministic = deterministic},
                                               [&](const Context& context, int rank) {
                                                   found[static_cast<std::size_t>(rank)] = results(context);
                                               });
                CHECK(outcomes == Outcomes(static_cast<std::size_t>(ranks)));
                for (const auto& one : found) CHECK(one == expected);
            }
}

TEST_CASE("ranks: deterministic calls have the bits of one process") {
    const auto product = [](const Context& context) {
        const auto A = Matrix<double>::from_csr(context, rounding(csr_every(40, 40, 1)));
        auto result = read<double>(mxm(plus_times<double>, A, A));
        result.push_back({0, 0, reduce<double>(plus_monoid<double>, A)});
        return result;
    };
    ContextOptions options;
    options.backend = "suitesparse";
    options.deterministic = true;
    const auto expected = product(Context(options));
    for (const int ranks : {2, 3}) {
        std::vector<Entries<double>> found(static_cast<std::size_t>(ranks));
        const auto outcomes =
            on_ranks(ranks, {.grid = "2x2", .deterministic = true}, [&](const Context& context, int rank) {
                found[static_cast<std::size_t>(rank)] = product(context);
            });
        CHECK(outcomes == Outcomes(static_cast<std::size_t>(ranks)));
        for (const auto& one : found) CHECK(one == expected);
    }
}

TEST_CASE("ranks: products with a matrix that has blocks without entries") {
    const auto products = [](const Context& context) {
        const auto A = Matrix<double>::from_csr(context, csr_every(40, 40, 3));
        const auto first = select(ops::rowle, A, std::int64_t{9}),
                   last = select(ops::rowgt, A, std::int64_t{29}),
                   middle = select(ops::rowle, select(ops::rowgt, A, std::int64_t{9}), std::int64_t{29});
        std::vector<Entries<double>> all;
        const auto both = ewise_add(ops::plus<double>, first, last);
        for (const auto* B : {&first, &last, &middle, &both})
            all.push_back(read<double>(mxm(plus_times<double>, A, *B)));
        return all;
    };
    const auto expected = products(Context("suitesparse"));
    for (const std::string grid : {"4x1", "2x2"}) {
        CAPTURE(grid);
        std::vector<std::vector<Entries<double>>> found(3);
        const auto outcomes = on_ranks(3, {.grid = grid}, [&](const Context& context, int rank) {
            found[static_cast<std::size_t>(rank)] = products(context);
        });
        CHECK(outcomes == Outcomes(3));
        for (const auto& one : found) CHECK(one == expected);
    }
}

TEST_CASE("ranks: messages and bytes of a product are those of docs/SCALING.md") {
    const Csr csr = csr_every(400, 400, 3);
    struct Grid {
        const char* name;
        std::uint64_t rows, fetched; ///< rows of a block; blocks that a rank fetches
    };
    for (const Grid& grid : {Grid{"2x2", 200, 2}, Grid{"4x1", 100, 3}, Grid{"1x4", 400, 3}}) {
        CAPTURE(std::string(grid.name));
        std::vector<std::string> reasons(4);
        const auto outcomes = on_ranks(4, {.grid = grid.name}, [&](const Context& context, int rank) {
            const auto A = Matrix<double>::from_csr(context, csr);
            const ExplainScope scope([&](const Explanation& call) {
                if (call.operation == "mxm") reasons[static_cast<std::size_t>(rank)] = call.reason;
            });
            static_cast<void>(mxm(plus_times<double>, A, A));
        });
        CHECK(outcomes == Outcomes(4));
        double sent = 0, messages = 0;
        for (const std::string& reason : reasons) {
            unsigned long long one = 0, bytes = 0;
            const std::size_t at = reason.find("has sent ");
            REQUIRE(at != std::string::npos);
            REQUIRE(std::sscanf(reason.c_str() + at, "has sent %llu messages, %llu bytes", &one, &bytes) ==
                    2);
            messages += static_cast<double>(one);
            sent += static_cast<double>(bytes);
        }
        const auto fetched = static_cast<double>(grid.fetched);
        const double nvals = static_cast<double>(csr.nvals()) / 4;
        // A request and a block; votes of the import and the product for each other rank.
        CHECK(messages == 4 * (2 * fetched + 3 + 3));
        const double model = 4 * fetched * (8 * static_cast<double>(grid.rows) + 12 * nvals);
        CHECK(std::abs(sent - model) < 0.1 * model);
    }
}

TEST_CASE("ranks: products of matrices with far more rows than entries") {
    constexpr std::uint64_t n = std::uint64_t{1} << 24;
    std::vector<Entries<double>> found(2);
    std::vector<unsigned long long> copied(2);
    const auto outcomes = on_ranks(2, {.grid = "4x1"}, [&](const Context& context, int rank) {
        Entries<double> entries;
        for (std::uint64_t i = 0; i < 8; ++i) entries.push_back({i, i, 2});
        entries.push_back({n / 2, 0, 3});
        const auto A = make<double>(context, n, n, entries);
        const auto S = select(ops::rowle, A, 5); // the block of the last rows has no entries
        const ExplainScope scope([&](const Explanation& call) {
            const std::string reason(call.reason);
            const std::size_t end = reason.find(" bytes to devices"), begin = reason.rfind(' ', end - 1);
            if (call.operation == "mxm" && end != std::string::npos)
                copied[static_cast<std::size_t>(rank)] = std::stoull(reason.substr(begin + 1));
        });
        found[static_cast<std::size_t>(rank)] = read<double>(mxm(plus_times<double>, S, S));
    });
    CHECK(outcomes == Outcomes(2));
    for (const auto& one : found) {
        CHECK(one.size() == 6);
        for (const auto& entry : one) CHECK(entry.value == 4);
    }
    for (const auto bytes : copied) {
        CHECK(bytes > 0);
        CHECK(bytes < 10000); // offsets of all rows have 134 MB
    }
}

TEST_CASE("ranks: an error of one rank is the error of all, and the next call succeeds") {
    const std::vector<std::uint64_t> rows = {0, 3, 3}, cols = {0, 3, 3};
    const std::vector<double> values = {1, 2, 3};
    std::vector<std::uint64_t> nvals(3);
    const auto outcomes = on_ranks(3, {.grid = "2x2"}, [&](const Context& context, int rank) {
        Matrix<double> A(context, 4, 4);
        std::string message;
        try {
            A.build(rows, cols, values); // the duplicates are in one block
        } catch (const Error& error) {
            message = error.what();
        }
        A.build(rows, cols, values, ops::plus<double>);
        nvals[static_cast<std::size_t>(rank)] = A.nvals();
        throw std::runtime_error(message);
    });
    for (const std::string& outcome : outcomes) {
        CHECK(contains(outcome, "INVALID_VALUE"));
        CHECK(contains(outcome, "duplicates"));
        CHECK(outcome == outcomes.front());
    }
    CHECK(nvals == std::vector<std::uint64_t>{2, 2, 2});
}

TEST_CASE("ranks: wrong input on one rank is the error of all, and the next call succeeds") {
    std::vector<std::uint64_t> nvals(3);
    const auto outcomes = on_ranks(3, {.grid = "2x2"}, [&](const Context& context, int rank) {
        Csr csr = csr_every(6, 6, 2);
        if (rank == 1) csr.cols.back() = 6;
        std::string message;
        try {
            static_cast<void>(Matrix<double>::from_csr(context, csr));
        } catch (const Error& error) {
            message = error.what();
        }
        nvals[static_cast<std::size_t>(rank)] =
            transpose(Matrix<double>::from_csr(context, csr_every(6, 6, 2))).nvals();
        throw std::runtime_error(message);
    });
    for (const std::string& outcome : outcomes) {
        CHECK(contains(outcome, "INVALID_INDEX"));
        CHECK(outcome == outcomes.front());
    }
    CHECK(nvals == std::vector<std::uint64_t>(3, csr_every(6, 6, 2).nvals()));
}

TEST_CASE("ranks: a rank that gets no context is an error of the others at once") {
    const Variable transport("MERGUS_BLOCKS_TRANSPORT", "threads:2");
    const Blocks blocks{.devices = "0,7"}; // the ranks take them in turn
    const Context first = on_blocks(blocks);
    refuses(Code::invalid_value, {"device 7"}, [&] { on_blocks(blocks); });
    refuses(Code::device_lost, {"rank 1 has no context", "device 7"},
            [&] { static_cast<void>(Matrix<double>::from_csr(first, csr_every(6, 6, 2))); });
}

TEST_CASE("ranks: another program on one rank is an error of all") {
    const auto outcomes = on_ranks(3, {.grid = "2x2"}, [&](const Context& context, int rank) {
        const auto A = Matrix<double>::from_csr(context, csr_every(6, 6, 2));
        try {
            if (rank == 1)
                static_cast<void>(transpose(A));
            else
                static_cast<void>(mxm(plus_times<double>, A, A));
        } catch (const Error& error) {
            CHECK(error.code() == Code::device_lost);
            refuses(Code::device_lost, {"lost", "another program"},
                    [&] { static_cast<void>(mxm(plus_times<double>, A, A)); });
            throw;
        }
    });
    for (const std::string& outcome : outcomes) CHECK(contains(outcome, "another program"));
}

TEST_CASE("ranks: a silent rank is an error of the others within the time-out") {
    const auto start = std::chrono::steady_clock::now();
    const auto outcomes = on_ranks(
        3, {.grid = "2x2"},
        [&](const Context& context, int rank) {
            const auto A = Matrix<double>::from_csr(context, csr_every(6, 6, 2));
            if (rank != 2) static_cast<void>(mxm(plus_times<double>, A, A));
        },
        "0.3");
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
    CHECK(passed.count() < 10);
    CHECK(contains(outcomes[0], "DEVICE_LOST"));
    CHECK(contains(outcomes[1], "DEVICE_LOST"));
    CHECK(contains(outcomes[0], "within 0.3 s"));
    CHECK(outcomes[2].empty());
}

TEST_CASE("ranks: a message that is lost, damaged or not sent is an error of all, and changes nothing") {
    const auto expected = [] {
        const auto A = Matrix<double>::from_csr(Context("suitesparse"), csr_every(6, 6, 2));
        return read<double>(mxm(plus_times<double>, A, A));
    }();
    const auto start = std::chrono::steady_clock::now();
    std::uint64_t faults = 0;
    for (const std::string kind : {"lose", "truncate", "fail"})
        // 6 messages are votes on the import; then there are requests, blocks, and votes on the product.
        for (int message = 1; message <= 24; message += kind == "lose" ? 4 : 1) {
            CAPTURE(kind);
            CAPTURE(message);
            std::vector<char> failed(3);
            const auto multiply = [&](const Context& context, int rank) {
                Matrix<double> C(context, 6, 6);
                bool done = false;
                try {
                    const auto A = Matrix<double>::from_csr(context, csr_every(6, 6, 2));
                    mxm(C, plus_times<double>, A, A);
                    done = true;
                    const auto found = read<double>(C); // a rank that has all votes learns of the fault here
                    CHECK(found == expected);
                } catch (const Error& error) {
                    failed[static_cast<std::size_t>(rank)] = 1;
                    CHECK(error.code() == Code::device_lost);
                    if (!done) CHECK(C.nvals() == 0);
                    CHECK(code_of([&] { Matrix<double>::from_csr(context, csr_every(6, 6, 2)); }) ==
                          Code::device_lost);
                }
            };
            static_cast<void>(
                on_ranks(3, {.grid = "3x1"}, multiply, "0.2", "," + kind + ":" + std::to_string(message)));
            CHECK(failed[0] == failed[1]);
            CHECK(failed[0] == failed[2]);
            faults += failed[0] != 0 ? 1 : 0;
        }
    CHECK(faults > 30);
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
    CHECK(passed.count() < 30);
}

TEST_CASE("ranks: wrong transports are refused") {
    for (const char* text : {"threads", "threads:0", "threads:65", "threads:2x", "threads:2,lose:0",
                             "threads:2,drop:1", "threads:2,lose:1x", "tcp"}) {
        const Variable transport("MERGUS_BLOCKS_TRANSPORT", text);
        refuses(Code::invalid_value, {"MERGUS_BLOCKS_TRANSPORT", text}, [] { on_blocks({}); });
    }
    const Variable timeout("MERGUS_BLOCKS_TIMEOUT", "0");
    refuses(Code::no_backend, {"MERGUS_BLOCKS_TIMEOUT", "seconds"}, [] { on_blocks({}); });
}
