/// \file test_ranks_files.cpp
/// Files of ranks: blocks, whose faults on one rank are errors of all, and checkpoints, of which there is
/// one.
#include "ranks_testing.hpp"
#include "testing/csr.hpp"
#include "testing/matrices.hpp"
#include "testing/scratch_directory.hpp"

#include <mergus/mergus.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <barrier>
#include <cmath>
#include <filesystem>

using namespace mergus;
using namespace mergus::tests;

namespace fs = std::filesystem;

namespace {

Csr matrix() {
    return with_integers(
        csr_where(40, 40, [](std::uint64_t i, std::uint64_t j) { return (i * 7 + j * 5) % 4 == 0; }));
}

} // namespace

TEST_CASE("ranks: a block file that is lost on one rank is an error of all, and C is as before") {
    const ScratchDirectory directory;
    const Variable place("MERGUS_BLOCKS_DIRECTORY", directory.path().string()),
        limit("MERGUS_BLOCKS_HOST_MEMORY", "1");
    const auto a = Matrix<double>::from_csr(Context("suitesparse"), matrix());
    const auto expected = read<double>(mxm(plus_times<double>, a, a));
    const Blocks blocks{.grid = "4x2", .memory = "1"};
    const auto product = [&](const Context& context, int) {
        const auto A = Matrix<double>::from_csr(context, matrix());
        if (read<double>(mxm(plus_times<double>, A, A)) != expected)
            throw std::runtime_error("another result");
    };
    for (const std::string& outcome : on_ranks(2, blocks, product)) CHECK(outcome.empty());
    CHECK(directory.files() == 0);

    std::barrier<> both(2);
    const auto lost = [&](const Context& context, int rank) {
        const auto A = Matrix<double>::from_csr(context, matrix());
        auto C = Matrix<double>::from_csr(context, matrix());
        const auto before = read<double>(C);
        both.arrive_and_wait(); // the other rank has written its files
        if (rank == 1)          // every block of both ranks that is in a file
            for (const auto& entry : fs::recursive_directory_iterator(directory.path()))
                if (entry.is_regular_file()) fs::resize_file(entry.path(), 1);
        both.arrive_and_wait();
        std::string message;
        try {
            mxm(C, plus_times<double>, A, A);
        } catch (const Error& error) {
            if (error.code() == Code::io_error) message = error.what();
        }
        if (message.find("truncated") == std::string::npos) throw std::runtime_error("no error: " + message);
        if (C.nvals() != before.size()) throw std::runtime_error("C has changed");
    };
    for (const std::string& outcome : on_ranks(2, blocks, lost)) CHECK(outcome == "");
}

TEST_CASE("ranks: an algorithm goes on from the checkpoint of all") {
    const ScratchDirectory directory;
    const Csr graph =
        csr_where(40, 40, [](std::uint64_t i, std::uint64_t j) { return (i * i + 3 * j) % 7 < j % 3; });
    const auto expected = pagerank(Matrix<double>::from_csr(Context("suitesparse"), graph));
    REQUIRE(expected.iterations > 3);
    for (const std::uint64_t most : {3, 100}) {
        const auto rank_of = [&](const Context& context, int) {
            const auto A = Matrix<double>::from_csr(context, graph);
            std::uint64_t first = 0;
            const ProgressScope scope([&](const AlgorithmStep& step) {
                if (step.step == 0) first = step.done;
                return true;
            });
            const auto found = pagerank(
                A, {.max_iterations = most, .checkpoints = {.directory = directory.path().string()}});
            if (found.iterations != std::min(most, expected.iterations))
                throw std::runtime_error("another number of iterations");
            if (first != (most == 3 ? 0U : 3U)) throw std::runtime_error("not from the checkpoint on");
            if (most == 3) return;
            const auto ranks = read<double>(diag(found.rank, 0)),
                       others = read<double>(diag(expected.rank, 0));
            for (std::size_t n = 0; n < others.size(); ++n)
                if (!(std::abs(ranks.at(n).value - others[n].value) < 1e-12))
                    throw std::runtime_error("another result");
        };
        for (const std::string& outcome : on_ranks(3, {.grid = "3x1"}, rank_of)) CHECK(outcome == "");
        CHECK(directory.files() == (most == 3 ? 1 : 0));
    }
}
