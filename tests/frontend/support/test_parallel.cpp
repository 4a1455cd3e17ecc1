/// \file test_parallel.cpp
/// The loop and the pipeline that files and generators run on.
#include "../../../backend/frontend/support/parallel.hpp"
#include "testing/variable.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace {

using Indices = std::vector<std::uint64_t>;
using mergus::tests::Variable;

} // namespace

TEST_SUITE_BEGIN("parallel");

TEST_CASE("parallel_for visits every index once and rethrows exceptions") {
    for (const unsigned threads : {1U, 2U, 7U}) {
        for (const std::uint64_t count : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{99},
                                          std::uint64_t{100}, std::uint64_t{1001}}) {
            std::vector<std::atomic<int>> visits(count);
            mergus::core::parallel_for(count, 10, threads, [&](std::uint64_t begin, std::uint64_t end) {
                CHECK((begin < end && end <= count && end - begin <= 10));
                for (std::uint64_t i = begin; i < end; ++i) ++visits[i];
            });
            CHECK(std::all_of(visits.begin(), visits.end(), [](const auto& visit) { return visit == 1; }));
        }
        try {
            mergus::core::parallel_for(1000, 1, threads, [](std::uint64_t begin, std::uint64_t) {
                if (begin >= 500) throw std::runtime_error(std::to_string(begin));
            });
            FAIL("nothing was thrown");
        } catch (const std::runtime_error& error) {
            CHECK(std::string(error.what()) == "500"); // pieces start in order, so that this one did
        }
    }
    constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    std::atomic<std::uint64_t> total{0};
    mergus::core::parallel_for(most, most / 2, 2,
                               [&](std::uint64_t begin, std::uint64_t end) { total += end - begin; });
    CHECK(total == most);
}

TEST_CASE("a pipeline keeps the order, stops at the first failure, and bounds its jobs") {
    struct Job {
        std::uint64_t number = 0;
        std::uint64_t result = 0;
    };
    struct Stop {
        std::uint64_t number;
    };
    constexpr std::uint64_t none = ~std::uint64_t{0};
    // Runs 500 jobs, with a throw in one step of one job; gives what was consumed and what was thrown.
    const auto run = [](unsigned threads, int step, std::uint64_t at) {
        const auto throw_at = [&](int here, std::uint64_t number) {
            if (here == step && number == at) throw Stop{number};
        };
        std::uint64_t produced = 0;
        Indices consumed;
        std::uint64_t thrown = none;
        bool bounded = true;
        try {
            mergus::core::OrderedPipeline<Job> pipeline(threads);
            pipeline.run(
                [&](Job& job) {
                    if (produced == 500) return false;
                    throw_at(0, produced);
                    bounded = bounded && produced - consumed.size() <= 2 * threads + 1;
                    job.number = produced++;
                    return true;
                },
                [&](Job& job) {
                    throw_at(1, job.number);
                    job.result = 3 * job.number;
                },
                [&](const Job& job) {
                    throw_at(2, job.number);
                    consumed.push_back(job.result);
                });
        } catch (const Stop& stop) {
            thrown = stop.number;
        }
        CHECK(bounded);
        return std::pair(consumed, thrown);
    };
    Indices all(500);
    for (std::uint64_t i = 0; i < 500; ++i) all[i] = 3 * i;
    for (const unsigned threads : {1U, 2U, 7U}) {
        CAPTURE(threads);
        CHECK(run(threads, 3, 0) == std::pair(all, none));
        for (const int step : {0, 1, 2}) {
            for (const std::uint64_t at : {0U, 1U, 250U, 499U}) {
                const Indices before(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(at));
                CHECK(run(threads, step, at) == std::pair(before, at));
            }
        }
    }
}

TEST_CASE("the number of threads is that of the setting, else of the machine") {
    {
        const Variable setting("MERGUS_THREADS", "3");
        CHECK(mergus::core::thread_count() == 3);
        CHECK(mergus::core::thread_count(5) == 5);
    }
    for (const std::string wrong : {"0", "-1", "x", "2x"}) {
        const Variable setting("MERGUS_THREADS", wrong);
        CHECK(mergus::core::thread_count() == std::max(1U, std::thread::hardware_concurrency()));
    }
}

TEST_SUITE_END();
