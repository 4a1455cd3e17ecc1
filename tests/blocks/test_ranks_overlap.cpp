/// \file test_ranks_overlap.cpp
/// Ranks as threads of this process: what passes between them while they multiply, the order in which a rank
/// asks for blocks, and the processors of each rank.
#include "ranks_testing.hpp"
#include "testing/csr.hpp"

#include <mergus/mergus.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <sched.h>
#include <unistd.h>

using namespace mergus;
using namespace mergus::tests;

namespace {

/// Waits for a flag, for some seconds. \return whether it was set
bool becomes(const std::atomic<bool>& flag, double seconds) {
    using Clock = std::chrono::steady_clock;
    const auto start = Clock::now();
    while (!flag && std::chrono::duration<double>(Clock::now() - start).count() < seconds)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return flag;
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

/// A product whose multiplication is that function of a row's value and any value.
template <class F>
Matrix<double> product(const Matrix<double>& A, const Matrix<double>& B, F&& multiply) {
    const auto times = make_binary_op<double, double, double>("slow times", multiply);
    return mxm(make_semiring(plus_monoid<double>, times), A, B);
}

} // namespace

TEST_CASE("ranks overlap: a rank that multiplies answers requests") {
    // Rank 0 needs nothing of rank 1, which needs a row of rank 0.
    Csr csr = csr_where(4, 4, [](auto i, auto j) { return i < 2 ? j < 2 : j == 0 || j == 3; });
    for (std::size_t e = 0; e < csr.reals.size(); ++e) csr.reals[e] = e < 4 ? 1 : 2;
    std::atomic<bool> rank_0_multiplies = false, rank_1_multiplies = false, was_answered = false;
    const auto outcomes = on_ranks(2, {.grid = "2x1"}, [&](const Context& context, int rank) {
        const auto A = Matrix<double>::from_csr(context, csr);
        if (rank == 1) CHECK(becomes(rank_0_multiplies, 20));
        static_cast<void>(product(A, A, [&](double a, double b) {
            (a == 1 ? rank_0_multiplies : rank_1_multiplies) = true;
            if (a == 1 && !was_answered) was_answered = becomes(rank_1_multiplies, 10);
            return a * b;
        }));
    });
    CHECK(outcomes == Outcomes(2));
    CHECK(was_answered);
}

TEST_CASE("ranks overlap: a rank asks for the blocks of its next product before it multiplies") {
    // Each rank computes a column of two blocks, for each of which it needs a block of A of the other rank.
    Csr csr = csr_every(4, 4, 1);
    for (std::size_t e = 0; e < csr.reals.size(); ++e) csr.reals[e] = e < 8 ? 1 : 2;
    std::vector<std::string> found(2);
    const std::string expected = "2 blocks of others, 1 ahead";
    for (const double seconds : {.05, .5, 5.}) { // on a machine that is busy the blocks take long
        const auto outcomes = on_ranks(2, {.grid = "2x2"}, [&](const Context& context, int rank) {
            const auto A = Matrix<double>::from_csr(context, csr);
            std::string& own = found[static_cast<std::size_t>(rank)];
            const ExplainScope scope([&](const Explanation& call) {
                if (call.operation == "mxm") own = call.reason;
            });
            std::atomic<bool> has_rested = false;
            static_cast<void>(product(A, A, [&](double a, double b) {
                if (a == 1 && !has_rested.exchange(true))
                    std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
                return a * b;
            }));
        });
        CHECK(outcomes == Outcomes(2));
        if (contains(found[0], expected) && contains(found[1], expected)) break;
    }
    for (const std::string& one : found) {
        CAPTURE(one);
        CHECK(contains(one, expected));
    }
}

TEST_CASE("ranks overlap: a rank begins with the blocks of the next rank") {
    struct Case {
        const char* name;
        Csr csr;
        int requests; ///< before the first answer
    };
    const Case cases[] = {
        {"all of the blocks", csr_every(80, 80, 1), 2},
        {"some rows", csr_where(80, 80, [](auto i, auto j) { return i % 20 == 7 || j % 20 == 5; }), 1}};
    constexpr int votes = 4 * 3; // the messages of the import
    for (const Case& one : cases)
        for (int request = 1; request <= one.requests; ++request)
            for (int first = 0; first < 4; ++first) {
                CAPTURE(one.name);
                CAPTURE(request);
                CAPTURE(first);
                std::atomic<int> imported = 0;
                // Only one rank multiplies. Its message that cannot be sent says to whom.
                const auto outcomes = on_ranks(
                    4, {.grid = "4x1"},
                    [&](const Context& context, int rank) {
                        const auto A = Matrix<double>::from_csr(context, one.csr);
                        ++imported;
                        while (rank == first && imported < 4) std::this_thread::yield();
                        if (rank == first) static_cast<void>(mxm(plus_times<double>, A, A));
                    },
                    "30", ",fail:" + std::to_string(votes + request));
                const std::string outcome = outcomes[static_cast<std::size_t>(first)];
                CAPTURE(outcome);
                CHECK(contains(outcome, "cannot send to rank " + std::to_string((first + request) % 4)));
            }
}

TEST_CASE("ranks overlap: the ranks of a machine share its processors") {
    const Variable chosen("OMP_NUM_THREADS", nullptr);
    const Csr csr = generate::er(20000, 20000, 32);
    constexpr int ranks = 2;
    const auto outcomes = on_ranks(ranks, {.grid = "2x1"}, [&](const Context& context, int) {
        const auto A = Matrix<double>::from_csr(context, csr);
        std::mutex mutex;
        std::set<std::thread::id> threads;
        static_cast<void>(product(A, A, [&](double a, double b) {
            thread_local const std::set<std::thread::id>* known = nullptr;
            if (std::exchange(known, &threads) != &threads) {
                const std::lock_guard lock(mutex);
                threads.insert(std::this_thread::get_id());
            }
            return a * b;
        }));
        cpu_set_t own; // fewer where this process is bound
        CHECK(sched_getaffinity(0, sizeof own, &own) == 0);
        const auto share = static_cast<unsigned>(sysconf(_SC_NPROCESSORS_ONLN)) / ranks;
        CHECK(threads.size() <= std::min(static_cast<unsigned>(CPU_COUNT(&own)), std::max(1U, share)));
    });
    CHECK(outcomes == Outcomes(ranks));
}
