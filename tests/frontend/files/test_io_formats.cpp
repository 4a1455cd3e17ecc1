/// \file test_io_formats.cpp
/// Formats are recognized by content: each reader refuses files of the other format and of unknown formats.
#include "io_testing.hpp"

#include <unistd.h>

using namespace mergus::tests;

namespace {

const std::string matrix = banner("coordinate integer general") + "3 3 2\n1 2 5\n3 1 7\n";
const std::string edges = "# Nodes: 3 Edges: 2\n0\t1\t5\n2\t0\t7\n";

Tuples expected() {
    return {3, 3, Field::integer, {0, 2}, {1, 0}, {5, 7}, {}};
}

std::string read_failure(const std::string& text, const std::string& name) {
    const Scratch scratch;
    const fs::path path = scratch.write(text, name);
    return failure(path, [&] { mergus::read_file(path); });
}

} // namespace

TEST_SUITE_BEGIN("io");

TEST_CASE("the edge list reader refuses a MatrixMarket file") {
    // Its banner looks like a comment, and its line of sizes like an edge.
    const std::string found = ": expected an edge list, found the banner of a MatrixMarket file";
    CHECK(edges_failure(matrix) == "PARSE_ERROR: F:1" + found);
    CHECK(edges_failure("%%matrixmarket MATRIX coordinate pattern general\n3 3 0\n") ==
          "PARSE_ERROR: F:1" + found);
    CHECK(edges_failure("%MatrixMarket matrix coordinate pattern general\n3 3 0\n") ==
          "PARSE_ERROR: F:1" + found);
    CHECK(edges_failure("# converted\n\n  " + matrix) == "PARSE_ERROR: F:3" + found);
    CHECK(edges_failure(Gzip::stored(matrix)) == "PARSE_ERROR: F:1" + found);
    CHECK(edges_failure(banner("array real general") + "1 1\n1\n") == "PARSE_ERROR: F:1" + found);
    CHECK(same(parse_edges(edges), expected()));
    CHECK(parse_edges("% MatrixMarket is another format\n0 1\n").nvals() == 1); // in a comment
    CHECK(parse_edges("0 1\n%%MatrixMarket\n").nvals() == 1);                   // not at the start
}

TEST_CASE("the error for a file of another format names the format") {
    using namespace std::string_literals;
    const auto both = [](const std::string& text, const std::string& name) {
        CHECK(edges_failure(text) == "PARSE_ERROR: F:1: expected an edge list, found " + name);
        CHECK(parse_failure(text) == "PARSE_ERROR: F:1: expected '%%MatrixMarket', found " + name);
        CHECK(parse_failure(Gzip::stored(text)) == parse_failure(text));
    };
    both("BZh91AY&SY", "bzip2 data; unpack it first (only gzip is unpacked automatically)");
    both("\xfd"
         "7zXZ\0\0"s,
         "xz data; unpack it first (only gzip is unpacked automatically)");
#ifndef MERGUS_TEST_ZSTD
    both("\x28\xb5\x2f\xfd\x24"s, "zstd data; unpack it first (only gzip is unpacked automatically)");
#endif
    both("\x89HDF\r\n\x1a\n", "an HDF5 file");
    both("MATLAB 5.0 MAT-file", "a MATLAB file");
    both("\xef\xbb\xbf" + matrix, "a byte order mark; remove its three bytes");
    both("<?xml version=\"1.0\"?>\n<graphml>", "XML, such as GraphML");
    both("*Vertices 3\n1\n", "a Pajek network");
    both("c a comment\np sp 3 2\n", "a DIMACS graph");
    CHECK(edges_failure(Gzip::stored(Gzip::stored(edges))) ==
          "PARSE_ERROR: F:1: expected an edge list, found gzip data within gzip data; unpack it first");
}

TEST_CASE("read_file recognizes the format by the content, else by the name") {
    const Scratch scratch;
    for (const std::string name : {"a.mtx", "a.txt", "a", "a.txt.gz"})
        CHECK(same(mergus::read_file(scratch.write(matrix, name)), expected()));
    CHECK(same(mergus::read_file(scratch.write(Gzip::stored(matrix), "packed")), expected()));
    for (const std::string name : {"a.txt", "a", "a.dat"})
        CHECK(same(mergus::read_file(scratch.write(edges, name)), expected()));
    // Without its banner a MatrixMarket file could be taken for a list of edges.
    const std::string headless = matrix.substr(matrix.find('\n') + 1);
    for (const std::string name : {"a.mtx", "a.mm", "a.mtx.gz"})
        CHECK(read_failure(headless, name) == "PARSE_ERROR: F:1: expected '%%MatrixMarket', found '3'");
    CHECK(read_failure("", "a.txt") ==
          "PARSE_ERROR: F:1: expected an edge or a comment '# Nodes: N' (the number "
          "of vertices was not given), found the end of the file");
    CHECK(read_failure("PAR1", "a.txt") == "PARSE_ERROR: F:1: expected an edge list, found a Parquet file");

    // The default treatment of duplicates depends on the format; an option overrides it.
    const std::string twice = banner("coordinate integer general") + "2 2 2\n1 1 3\n1 1 4\n";
    CHECK(read_failure(twice, "a").starts_with("PARSE_ERROR: F:4: expected one entry at each position"));
    mergus::FileOptions options;
    options.duplicates = Duplicates::keep_one;
    CHECK(mergus::read_file(scratch.write(twice), options).integers == Integers{4});
    const fs::path list = scratch.write("0 0 3\n0 0 4\n");
    CHECK(mergus::read_file(list).integers == Integers{4});
    options.duplicates = Duplicates::keep_all;
    CHECK(mergus::read_file(list, options).integers == Integers{3, 4});
    options.duplicates = Duplicates::fail;
    CHECK(failure(list, [&] { mergus::read_file(list, options); }).starts_with("PARSE_ERROR: F:2: "));

    // The number of vertices is given for edge lists; a matrix has its own.
    mergus::FileOptions vertices;
    vertices.vertices = 9;
    CHECK(mergus::read_file(scratch.write(edges), vertices).nrows == 9);
    const fs::path square = scratch.write(matrix, "square.mtx");
    CHECK(failure(square, [&] { mergus::read_file(square, vertices); }) ==
          "DIMENSION_MISMATCH: F: the matrix is 3 x 3, but 9 vertices were given; only an edge list has as "
          "many "
          "vertices as are given");
    vertices.vertices = 3;
    CHECK(mergus::read_file(square, vertices).nrows == 3);
}

TEST_CASE("a recognized file is read from its start, also after long comment lines") {
    std::string text = banner("coordinate pattern general");
    for (int line = 0; line < 5000; ++line) text += "% a line of a long description of the matrix\n";
    const Scratch scratch;
    CHECK(mergus::read_file(scratch.write(text + "2 2 1\n2 1\n")).rows == Indices{1});
    std::string list;
    for (int line = 0; line < 5000; ++line) list += "# a line of a long description of the graph\n";
    CHECK(mergus::read_file(scratch.write(list + "0 1\n")).rows == Indices{0});
    CHECK(read_failure(list + "0 x\n", "a") ==
          "PARSE_ERROR: F:5001: expected a vertex from 0 to 68719476735, found 'x'");
}

TEST_CASE("the name - stands for standard input and standard output") {
    const Scratch scratch;
    int ends[2];
    REQUIRE(pipe(ends) == 0);
    const int input = dup(STDIN_FILENO);
    dup2(ends[0], STDIN_FILENO);
    REQUIRE(write(ends[1], matrix.data(), matrix.size()) == static_cast<ssize_t>(matrix.size()));
    close(ends[1]);
    CHECK(same(mergus::read_file("-"), expected()));
    CHECK(failure("", [] { mergus::read_file("-"); }).starts_with("PARSE_ERROR: standard input:1: "));
    close(ends[0]);
    if (input >= 0) {
        dup2(input, STDIN_FILENO);
        close(input);
    } else {
        close(STDIN_FILENO);
    }

    const fs::path path = scratch.write("kept ", "out");
    std::fflush(stdout);
    const int output = dup(STDOUT_FILENO);
    FILE* const file = std::fopen(path.c_str(), "a");
    REQUIRE(file != nullptr);
    dup2(fileno(file), STDOUT_FILENO);
    const std::string failed = failure("", [] { mergus::write_edge_list("-", expected()); });
    dup2(output, STDOUT_FILENO);
    close(output);
    std::fclose(file);
    CHECK(failed.empty());
    CHECK(slurp(path) == "kept " + edges);
    CHECK_FALSE(fs::exists("-"));
}

TEST_SUITE_END();
