/// \file test_checkpoints.cpp
/// Algorithms that are stopped go on from their last step, with the same result.
#include "testing/matrices.hpp"
#include "testing/refuses.hpp"
#include "testing/scratch_directory.hpp"

#include <mergus/mergus.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>
#include <tuple>
#include <vector>

using namespace mergus;
using namespace mergus::tests;

namespace fs = std::filesystem;

namespace {

/// Groups of different sizes, connected in a ring.
Matrix<double> groups(const Context& context, double weight = 1) {
    Entries<double> entries;
    std::uint64_t first = 0;
    for (std::uint64_t size = 3; size < 9; ++size) {
        for (std::uint64_t i = 0; i < size; ++i)
            for (std::uint64_t j = 0; j < size; ++j)
                if (i != j) entries.push_back({first + i, first + j, 1});
        const std::uint64_t next = size == 8 ? 0 : first + size;
        entries.push_back({first, next, weight});
        entries.push_back({next, first, weight});
        first += size;
    }
    return make<double>(context, first, first, entries);
}

/// Calls that the callback ends after `steps` steps, as a crash would. \return the steps made
template <class Call>
std::uint64_t stopped_after(std::uint64_t steps, const Call& call) {
    std::uint64_t made = 0;
    const ProgressScope scope([&](const AlgorithmStep& step) {
        made = step.step;
        return step.step < steps;
    });
    try {
        static_cast<void>(call());
    } catch (const Error& error) {
        CHECK(error.code() == Code::stopped);
    }
    return made;
}

constexpr std::uint64_t all_steps = std::numeric_limits<std::uint64_t>::max();

/// A call that was stopped after `steps` steps and is made again has the result of a call without
/// checkpoints, in fewer steps. \param call takes checkpoints and returns the result
template <class Call>
void goes_on(std::uint64_t steps, const Call& call) {
    const ScratchDirectory directory;
    const auto expected = call(Checkpoints{});
    const std::uint64_t all = stopped_after(all_steps, [&] { return call(Checkpoints{}); });
    REQUIRE(all > steps);
    stopped_after(steps, [&] { return call(Checkpoints{directory.name()}); });
    CHECK(directory.all_files().size() == 1);
    decltype(call(Checkpoints{})) found;
    const std::uint64_t rest = stopped_after(all_steps, [&] {
        found = call(Checkpoints{directory.name()});
        return 0;
    });
    CHECK(found == expected);
    CHECK(rest < all);
    CHECK(directory.all_files().empty()); // the end was reached
}

} // namespace

TEST_SUITE_BEGIN("algorithms");

TEST_CASE("checkpoints: stopped algorithms go on") {
    const DeterministicScope deterministic;
    on_each_backend([](const Context& context) {
        const auto A = groups(context);
        goes_on(5, [&](const Checkpoints& checkpoints) {
            const auto found = pagerank(A, {.checkpoints = checkpoints});
            return std::tuple(read<double>(diag(found.rank, 0)), found.iterations, found.residual,
                              found.converged);
        });
        goes_on(4, [&](const Checkpoints& checkpoints) {
            const auto found = markov_clustering(A, {.checkpoints = checkpoints});
            return std::tuple(read<std::int64_t>(diag(found.clusters, 0)), found.iterations, found.converged);
        });
    });
}

TEST_CASE("checkpoints: passes of louvain and leiden go on") {
    on_each_backend([](const Context& context) {
        const auto A = groups(context);
        for (const bool refine : {false, true}) {
            const auto divide = [&](std::uint64_t passes, const Checkpoints& checkpoints) {
                const CommunityOptions options{.max_passes = passes, .checkpoints = checkpoints};
                const auto found = refine ? leiden(A, options) : louvain(A, options);
                return std::tuple(read<std::int64_t>(diag(found.labels, 0)), found.count, found.levels);
            };
            const ScratchDirectory directory;
            const Checkpoints checkpoints{directory.name()};
            const auto expected = divide(5, {});
            const std::uint64_t all = stopped_after(all_steps, [&] { return divide(5, {}); });
            static_cast<void>(divide(1, checkpoints)); // a limit is not the end
            REQUIRE(directory.all_files().size() == 1);
            decltype(divide(5, {})) found;
            const std::uint64_t rest = stopped_after(all_steps, [&] {
                found = divide(5, checkpoints);
                return 0;
            });
            CHECK(found == expected);
            CHECK(rest < all);
            CHECK(directory.all_files().empty());
        }
    });
}

TEST_CASE("checkpoints: another graph, other weights and other options begin anew") {
    on_each_backend([](const Context& context) {
        const ScratchDirectory directory;
        const Checkpoints checkpoints{directory.name()};
        const auto A = groups(context), heavier = groups(context, 1.5);
        const auto begins = [&](const AnyMatrix& graph, const MarkovClusteringOptions& options) {
            return stopped_after(2, [&] { return markov_clustering(graph, options); });
        };
        CHECK(begins(A, {.max_iterations = 2, .checkpoints = checkpoints}) == 2);
        CHECK(directory.all_files().size() == 1);
        CHECK(begins(heavier, {.checkpoints = checkpoints}) == 2);
        CHECK(directory.all_files().size() == 2);
        CHECK(begins(A, {.inflation = 1.9, .checkpoints = checkpoints}) == 2);
        CHECK(directory.all_files().size() == 3);
        // PageRank ignores weights, and the bound of the residual only says when it ends.
        stopped_after(2, [&] { return pagerank(A, {.checkpoints = checkpoints}); });
        CHECK(directory.all_files().size() == 4);
        const auto found = pagerank(heavier, {.tolerance = 1, .checkpoints = checkpoints});
        CHECK(found.iterations == 2);
        CHECK(found.converged);
        CHECK(directory.all_files().size() == 3);
    });
}

TEST_CASE("checkpoints: one weight that differs is another graph") {
    const Context context("suitesparse");
    const ScratchDirectory directory;
    std::size_t files = 0;
    for (const double weight : {1.0, 2.0, 4.0, 65536.0}) {
        auto A = groups(context);
        A.set_element(3, 9, weight);
        A.set_element(9, 3, weight);
        static_cast<void>(louvain(A, {.max_passes = 1, .checkpoints = {directory.name()}}));
        CHECK(directory.all_files().size() == ++files);
    }
}

TEST_CASE("checkpoints: damaged files, directories that are not there, and intervals") {
    const Context context("suitesparse");
    const auto A = groups(context);
    const auto refused = [&](const Checkpoints& checkpoints, Code code, const std::string& word) {
        refuses(code, {word}, [&] { pagerank(A, {.checkpoints = checkpoints}); });
    };
    refused({"/no/such/directory"}, Code::io_error, "/no/such/directory");
    const ScratchDirectory directory;
    refused({directory.name(), -1}, Code::invalid_value, "-1");
    const Checkpoints checkpoints{directory.name()};
    stopped_after(3, [&] { return pagerank(A, {.checkpoints = checkpoints}); });
    REQUIRE(directory.all_files().size() == 1);
    const fs::path file = directory.all_files().front();
    const auto size = fs::file_size(file);
    {
        std::fstream bytes(file, std::ios::in | std::ios::out | std::ios::binary);
        const auto middle = static_cast<std::streamoff>(size / 2);
        bytes.seekg(middle);
        const int byte = bytes.get();
        bytes.seekp(middle);
        bytes.put(static_cast<char>(byte ^ 1));
    }
    refused(checkpoints, Code::parse_error, "checksum");
    for (const std::uintmax_t bytes : {size / 2, std::uintmax_t{10}, std::uintmax_t{0}}) {
        fs::resize_file(file, bytes);
        refused(checkpoints, Code::parse_error, file.string());
    }
    fs::remove(file);
    fs::create_directory(file);
    refused(checkpoints, Code::io_error, file.string());
    fs::remove(file);

    // The first file is written at once, the next one not for an hour.
    stopped_after(3, [&] { return pagerank(A, {.checkpoints = {directory.name(), 3600}}); });
    CHECK(pagerank(A, {.tolerance = 1, .checkpoints = checkpoints}).iterations == 1);
}

TEST_SUITE_END();
