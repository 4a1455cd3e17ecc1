/// \file test_push_costs.cpp
/// What products on bitmaps cost: launches, waits, and the memory of the workspace, also after failures.
#include "cuda/explained_context.hpp"
#include "push_testing.hpp"
#include "testing/faulty_allocator.hpp"

#include <mergus/algorithms.hpp>

#include <algorithm>
#include <span>
#include <string>
#include <utility>

using namespace mergus;
using namespace mergus::tests;
using namespace mergus::tests::pushes;

namespace {

/// A path of `edges` edges among n vertices, in both directions, each of length 1.
Matrix<double> path(const Context& context, std::uint64_t n, std::uint64_t edges) {
    Entries<double> entries;
    for (std::uint64_t v = 0; v <= edges; ++v) {
        if (v > 0) entries.push_back({v, v - 1, 1.0});
        if (v < edges) entries.push_back({v, v + 1, 1.0});
    }
    return make<double>(context, n, n, entries);
}

/// What a round of an algorithm costs: the difference of two paths, without what comes before and after.
template <class Algorithm>
std::pair<double, double> launches_and_waits(const Context& context, const Algorithm& run) {
    constexpr std::uint64_t n = 150, edges[] = {20, 100};
    Counters used[2];
    for (int turn = 0; turn < 2; ++turn)
        for (const int i : {0, 1}) { // in the second turn all kernels and workspaces are there
            const Matrix<double> A = path(context, n, edges[i]);
            const Counters before = context.counters(), after = (run(A), context.counters());
            used[i].launches = after.launches - before.launches;
            used[i].synchronizations = after.synchronizations - before.synchronizations;
        }
    const auto rounds = static_cast<double>(edges[1] - edges[0]);
    return {static_cast<double>(used[1].launches - used[0].launches) / rounds,
            static_cast<double>(used[1].synchronizations - used[0].synchronizations) / rounds};
}

} // namespace

TEST_SUITE_BEGIN("push");

TEST_CASE("results whose cells are first values, and which keep nothing, are written at once") {
    const BitmapsEverywhere bitmaps;
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        Explained device(backend, true, "mxm");
        const auto at_once = [&](const How& how, const AnySemiring& semiring) {
            const Problem problem(3, 40, 70, how, 0);
            const Matrix<I64> U = make<I64>(device.context, problem.k, problem.m, problem.U),
                              B = make<I64>(device.context, problem.m, problem.n, problem.B),
                              M = make<I64>(device.context, problem.k, problem.n, problem.M);
            Matrix<I64> C = make<I64>(device.context, problem.k, problem.n, problem.C);
            mxm(C, semiring, U, B, problem.how.with(M, false));
            CHECK(device.by("push_bitmap"));
            return has_fact(device.method, facts::one_launch);
        };
        const How plain = hows[0], replaces = hows[1], keeps = hows[3], accumulates = hows[5];
        CHECK(at_once(plain, any_pair<I64>));
        CHECK(at_once(replaces, any_first<I64>));
        CHECK_FALSE(at_once(keeps, any_pair<I64>));
        CHECK_FALSE(at_once(accumulates, any_pair<I64>));
        CHECK_FALSE(at_once(plain, plus_times<I64>));
    }
}

TEST_CASE("arrays of results that are written at once are used again") {
    beside_suitesparse([](const Context& device, const Context& oracle) {
        const How plain = hows[0], replaces = hows[1];
        // Results of two sizes in turn, then of one size: the cleared arrays fit or do not.
        for (const std::uint64_t n : {33, 90, 33, 90, 90, 90, 33, 33, 33})
            for (const unsigned same : {0u, 1u, 2u, 3u})
                for (const How& how : {plain, replaces, hows[7], hows[6]}) {
                    CAPTURE(n);
                    CAPTURE(same);
                    CAPTURE(how.mask);
                    Problem problem(2, same % 2 == 1 ? n : 40, n, how, same);
                    CHECK(problem.rows(device, any_pair<I64>) == problem.rows(oracle, any_pair<I64>));
                    // With one entry in each column of B, any value is the only one.
                    problem.B.clear();
                    for (std::uint64_t j = 0; j < n; ++j)
                        problem.B.push_back({j * 7 % problem.m, j, static_cast<I64>(j) - 3});
                    std::sort(problem.B.begin(), problem.B.end(), [](const auto& a, const auto& b) {
                        return std::pair(a.row, a.col) < std::pair(b.row, b.col);
                    });
                    for (const AnySemiring& semiring :
                         {AnySemiring(any_first<I64>), AnySemiring(any_second<I64>),
                          AnySemiring(any_secondi<I64>)})
                        CHECK(problem.rows(device, semiring) == problem.rows(oracle, semiring));
                }
    });
}

TEST_CASE("after a lack of memory the workspace is as before") {
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        const Problem small(2, 30, 30, hows[0], 0), large(3, 300, 300, hows[2], 0);
        const Context oracle("suitesparse");
        FaultyAllocator allocator(backend);
        const BitmapsEverywhere bitmaps;
        const Context context = allocator.context();
        CHECK(small.rows(context, plus_times<I64>) == small.rows(oracle, plus_times<I64>));
        const Entries<I64> expected = large.rows(oracle, plus_times<I64>);
        bool failed = true;
        for (std::uint64_t nth = 1; failed; ++nth) {
            CAPTURE(nth);
            allocator.refused = 0;
            allocator.fail(nth);
            try {
                const bool right = large.rows(context, plus_times<I64>) == expected;
                CHECK(right);
            } catch (const Error& error) {
                CHECK(error.code() == Code::out_of_memory);
            }
            allocator.fail(0);
            failed = allocator.refused != 0;
            CHECK(small.rows(context, plus_times<I64>) == small.rows(oracle, plus_times<I64>));
            CHECK(small.rows(context, min_second<I64>) == small.rows(oracle, min_second<I64>));
        }
        // The same for what is written at once.
        const Problem wide(3, 300, 300, hows[1], 1);
        const Entries<I64> pairs = wide.rows(oracle, any_pair<I64>);
        failed = true;
        for (std::uint64_t nth = 1; failed; ++nth) {
            CAPTURE(nth);
            allocator.refused = 0;
            allocator.fail(nth);
            try {
                const bool right = wide.rows(context, any_pair<I64>) == pairs;
                CHECK(right);
            } catch (const Error& error) {
                CHECK(error.code() == Code::out_of_memory);
            }
            allocator.fail(0);
            failed = allocator.refused != 0;
            CHECK(small.rows(context, any_pair<I64>) == small.rows(oracle, any_pair<I64>));
            CHECK(small.rows(context, plus_times<I64>) == small.rows(oracle, plus_times<I64>));
        }
    }
}

TEST_CASE("a context that keeps nothing gives the workspace back after a product") {
    const Problem problem(3, 300, 300, hows[0], 0);
    const BitmapsEverywhere bitmaps;
    for (const std::string& backend : devices_under_test())
        for (const bool keep : {true, false}) {
            CAPTURE(backend);
            const Context context(ContextOptions{.backend = backend, .cache_derived = keep});
            static_cast<void>(problem.rows(context, plus_times<I64>));
            CHECK((context.counters().derived_bytes > 0) == keep);
        }
}

TEST_CASE("a round of an algorithm is a few launches, and fewer waits") {
    on_devices([&](const Context& context) {
        const auto check = [&](const char* name, double most_launches, const auto& run) {
            CAPTURE(name);
            const auto [launches, waits] = launches_and_waits(context, run);
            CHECK(launches > 0);
            CHECK(launches <= most_launches);
            CHECK(waits <= 0.5);
        };
        check("BFS by operations", 2.2, [](const Matrix<double>& A) {
            Vector<std::int32_t> levels(A.context(), A.nrows());
            Vector<bool> frontier(A.context(), A.nrows());
            frontier.set_element(0, true);
            for (std::int32_t d = 0; d % 4 != 0 || frontier.nvals() != 0; ++d) {
                assign(levels, d, {.mask = structure(frontier)});
                vxm(frontier, any_pair<bool>, frontier, A,
                    {.mask = complement(structure(levels)), .replace = true});
            }
        });
        check("widest_paths", 5.5, [](const Matrix<double>& A) { widest_paths(A, 0); });
        // An extension, whose levels are not launches.
        const std::uint64_t source = 0;
        const auto cost = launches_and_waits(
            context, [&](const Matrix<double>& A) { betweenness(A, std::span(&source, 1)); });
        CHECK(cost == std::pair(0.0, 0.0));
    });
}

TEST_SUITE_END();
