/// \file test_reading.cpp
/// Files that ranks read by parts: the same matrices and errors as those of one process.
#include "ranks_testing.hpp"
#include "testing/matrices.hpp"
#include "testing/refuses.hpp"
#include "testing/scratch_directory.hpp"
#include "testing/vectors.hpp"

#include <mergus/mergus.hpp>

#include <doctest/doctest.h>

#include <fstream>

using namespace mergus;
using namespace mergus::tests;

namespace {

struct Text {
    const char* name;
    std::string text;
};

/// Lines "I J VALUE" of `count` entries at different positions, with comments and ends of both kinds.
std::string lines(std::uint64_t count, bool symmetric, const char* value) {
    std::string text;
    for (std::uint64_t e = 0; e < count; ++e) {
        const std::uint64_t i = 1 + e * 7 % 50,
                            j = 1 + (symmetric ? e * 7 % 50 * e % (i) : e / 50 * 3 + e % 3);
        text += std::to_string(i) + " " + std::to_string(j) + value + (e % 5 == 0 ? "\r\n" : "\n");
        if (e % 11 == 0) text += "% a comment that is longer than an entry\n\n";
    }
    return text;
}

std::vector<Text> files() {
    const std::string market = "%%MatrixMarket matrix coordinate ";
    std::string weights = "# Nodes: 60 Edges: 5\n0 1 3\n1 2 4\n", edges;
    for (int e = 0; e < 60; ++e) {
        weights += std::to_string(e % 50) + "\t" + std::to_string(e) + (e < 40 ? " 7\n" : " 0.5\n");
        edges += std::to_string(e) + " " + std::to_string(e * e % 61) + "\n";
    }
    return {{"real.mtx", market + "real general\n% c\n50 20 150\n" + lines(150, false, " 2.5")},
            {"integer.mtx", market + "integer general\n50 20 100\n" + lines(100, false, " -3")},
            {"pattern.mtx", market + "pattern general\n50 20 3\n" + lines(3, false, "")},
            {"symmetric.mtx", market + "pattern symmetric\n50 50 50\n" + lines(50, true, "")},
            {"skew.mtx", market + "real skew-symmetric\n3 3 2\n2 1 4\n3 2 5"},
            {"complex.mtx", market + "complex general\n50 20 30\n" + lines(30, false, " 1 -2")},
            {"array.mtx", "%%MatrixMarket matrix array real general\n2 3\n1\n2\n3\n4\n5\n6\n"},
            {"none.mtx", market + "real general\n4 4 0\n"},
            {"weights.txt", weights}, // the last of equal positions is kept, and some weights are reals
            {"edges.txt", edges}};
}

/// The entries, or the message of the error.
template <class T>
std::string result(const Context& context, const std::filesystem::path& file,
                   const BinaryOp& dup = no_accum) {
    try {
        const auto A = read_matrix<T>(context, file, dup);
        std::string text = std::to_string(A.nrows()) + " x " + std::to_string(A.ncols());
        for (const auto& entry : read<T>(A))
            text += " (" + std::to_string(entry.row) + "," + std::to_string(entry.col) + ")" +
                    std::to_string(std::real(entry.value));
        return text;
    } catch (const Error& error) {
        return error.what();
    }
}

template <class T>
void check_file(const std::filesystem::path& file, const BinaryOp& dup = no_accum) {
    CAPTURE(file.string());
    const std::string expected = result<T>(Context("suitesparse"), file, dup);
    for (const int ranks : {1, 2, 3, 5}) {
        CAPTURE(ranks);
        std::vector<std::string> found(static_cast<std::size_t>(ranks));
        const auto outcomes = on_ranks(ranks, {.grid = "3x2"}, [&](const Context& context, int rank) {
            found[static_cast<std::size_t>(rank)] = result<T>(context, file, dup);
        });
        for (const std::string& one : found) CHECK(one == expected);
    }
}

} // namespace

TEST_CASE("reading: ranks read parts of files of each kind") {
    const ScratchDirectory scratch;
    for (const Text& one : files()) {
        const auto file = scratch.path() / one.name;
        std::ofstream(file, std::ios::binary) << one.text;
        check_file<double>(file);
        check_file<double>(file, ops::plus<double>);
    }
    const auto file = scratch.path() / "complex.mtx";
    check_file<complex<double>>(file);
    check_file<std::int64_t>(scratch.path() / "weights.txt");
}

TEST_CASE("reading: parts of many blocks of text") {
    const ScratchDirectory scratch;
    const auto file = scratch.path() / "edges.txt";
    std::string text; // 3 MB; a reader takes 1 MiB at a time
    for (std::uint64_t e = 0; e < 200000; ++e)
        text += std::to_string(e) + " " + std::to_string(e * e % 200003) + " " + std::to_string(e % 9) + "\n";
    std::ofstream(file, std::ios::binary) << text;
    std::vector<std::int64_t> sums(3);
    std::vector<std::uint64_t> counts(3);
    const auto outcomes = on_ranks(3, {.grid = "3x1"}, [&](const Context& context, int rank) {
        const auto A = read_matrix<std::int64_t>(context, file);
        const auto u = reduce_rows(plus_monoid<std::int64_t>, A);
        counts[static_cast<std::size_t>(rank)] = A.nvals();
        for (const auto& [index, value] : items<std::int64_t>(u))
            sums[static_cast<std::size_t>(rank)] +=
                value == static_cast<std::int64_t>(index % 9) ? value : -1;
    });
    CHECK(outcomes == Outcomes(3));
    std::int64_t expected = 0;
    for (std::int64_t e = 0; e < 200000; ++e) expected += e % 9;
    CHECK(counts == std::vector<std::uint64_t>(3, 200000));
    CHECK(sums == std::vector<std::int64_t>(3, expected));
}

TEST_CASE("reading: ranks write one file together") {
    const ScratchDirectory scratch;
    for (const std::string name : {"real.mtx", "pattern.mtx", "complex.mtx", "none.mtx"}) {
        CAPTURE(name);
        const auto from = scratch.path() / name;
        for (const Text& one : files())
            if (one.name == name) std::ofstream(from, std::ios::binary) << one.text;
        for (const std::string to : {"copy.mtx", "copy.mtx.gz"})
            for (const int ranks : {1, 3}) {
                const auto copy = scratch.path() / to;
                const auto outcomes = on_ranks(ranks, {.grid = "3x2"}, [&](const Context& context, int) {
                    write_matrix(copy, read_matrix(context, from, ops::plus<double>));
                });
                CHECK(outcomes == Outcomes(static_cast<std::size_t>(ranks)));
                const Tuples found = read_file(copy);
                CHECK(found.field == read_file(from, {.duplicates = Duplicates::keep_all}).field);
                const Context plain("suitesparse");
                CHECK(isequal(read_matrix(plain, copy), read_matrix(plain, from, ops::plus<double>)));
                CHECK(!std::filesystem::exists(copy.string() + ".unfinished"));
            }
    }
    const auto outcomes = on_ranks(2, {.grid = "2x1"}, [&](const Context& context, int) {
        write_matrix(scratch.path() / "absent" / "a.mtx", Matrix<double>(context, 2, 2));
    });
    for (const std::string& outcome : outcomes) {
        CHECK(outcome.find("IO_ERROR") != std::string::npos);
        CHECK(outcome.find("rank 0") != std::string::npos);
    }
}

TEST_CASE("reading: errors of files in parts are those of the whole") {
    const ScratchDirectory scratch;
    const std::string market = "%%MatrixMarket matrix coordinate real general\n";
    const Text texts[] = {
        {"duplicate.mtx", market + "50 20 101\n" + lines(100, false, " 1") + "1 1 5\n"},
        {"word.mtx", market + "50 20 100\n" + lines(90, false, " 1") + "1 x 5\n" + lines(9, false, " 1")},
        {"few.mtx", market + "50 20 101\n" + lines(100, false, " 1")},
        {"many.mtx", market + "50 20 99\n" + lines(100, false, " 1")},
        {"columns.txt", "0 1\n0 2\n0 3\n0 4 1\n0 5 1\n"},
        {"empty.txt", "# nothing\n"}};
    for (const Text& one : texts) {
        const auto file = scratch.path() / one.name;
        std::ofstream(file, std::ios::binary) << one.text;
        check_file<double>(file);
    }
    check_file<double>(scratch.path() / "absent.mtx");
}
