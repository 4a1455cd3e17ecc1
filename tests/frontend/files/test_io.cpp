/// \file test_io.cpp
/// Reading of well-formed files: every feature of MatrixMarket, gzip and edge lists.
#include "io_testing.hpp"

#include <sys/stat.h>

#include <cmath>
#include <limits>
#include <string>
#include <thread>
#include <utility>
#include <vector>

using namespace mergus::tests;

TEST_SUITE_BEGIN("io");

TEST_CASE("a coordinate file of each field is read with its type and values") {
    Tuples t = parse(banner("coordinate real general") + "3 4 2\n1 4 2.5\n3 1 -1e3\n");
    CHECK((t.nrows == 3 && t.ncols == 4 && t.field == Field::real));
    CHECK(t.rows == Indices{0, 2});
    CHECK(t.cols == Indices{3, 0});
    CHECK(t.reals == Reals{2.5, -1000});
    CHECK(t.integers.empty());
    t = parse(banner("coordinate double general") + "3 4 1\n1 4 7\n");
    CHECK((t.field == Field::real && t.reals == Reals{7}));
    t = parse(banner("coordinate integer general") +
              "2 2 2\n1 1 -9223372036854775808\n2 2 +9223372036854775807\n");
    CHECK(t.field == Field::integer);
    CHECK(t.integers ==
          Integers{std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()});
    CHECK(t.reals.empty());
    t = parse(banner("coordinate pattern general") + "2 2 1\n2 1\n");
    CHECK((t.field == Field::pattern && t.rows == Indices{1} && t.cols == Indices{0}));
    CHECK((t.integers.empty() && t.reals.empty()));
    t = parse(banner("Coordinate Complex general") + "2 2 2\n2 1 -1.5 +2\n1 1  0\t-1e3\n");
    CHECK((t.field == Field::complex && t.rows == Indices{1, 0} && t.cols == Indices{0, 0}));
    CHECK(parts(t.complexes) == Reals{-1.5, 2, 0, -1000});
    CHECK((t.integers.empty() && t.reals.empty()));
    t = parse(banner("coordinate real general") + "5 6 0\n");
    CHECK((t.nrows == 5 && t.ncols == 6 && t.nvals() == 0 && t.field == Field::real));
    t = parse(banner("coordinate real general") + "0 0 0");
    CHECK((t.nrows == 0 && t.ncols == 0));
}

TEST_CASE("the case of the header, blanks, comments and line ends do not matter") {
    const Tuples plain = parse(banner("coordinate integer general") + "3 3 2\n1 2 5\n3 3 6\n");
    for (const std::string text : {
             "%%matrixmarket MATRIX Coordinate INTEGER General\n3 3 2\n1 2 5\n3 3 6",
             "%%MatrixMarket\tmatrix  coordinate integer general  \r\n% c\r\n\r\n3 3 2\r\n1 2 5\r\n3 3 6\r\n",
             "%%MatrixMarket matrix coordinate integer general\n%\n\n  % x\n \t3\t3 2 \n\n% a\n\t1  2\t+5 \n "
             "\n3 3 6\n%z\n\n",
             "%%MatrixMarket matrix coordinate integer general\n3 3 2\n01 002 05\n3 3 6\r",
         }) {
        CAPTURE(text);
        CHECK(same(parse(text), plain));
    }
}

TEST_CASE("a symmetric file is expanded, with the mirrored entries last") {
    for (const std::string kind : {"symmetric", "hermitian", "Hermitian"}) {
        const Tuples t = parse(banner("coordinate real " + kind) + "3 3 3\n1 1 1\n3 1 2\n3 2 -3\n");
        CHECK(t.rows == Indices{0, 2, 2, 0, 1});
        CHECK(t.cols == Indices{0, 0, 1, 2, 2});
        CHECK(t.reals == Reals{1, 2, -3, 2, -3});
    }
    Tuples t = parse(banner("coordinate pattern symmetric") + "2 2 2\n2 1\n2 2\n");
    CHECK((t.rows == Indices{1, 1, 0} && t.cols == Indices{0, 1, 1}));
    t = parse(banner("coordinate integer skew-symmetric") + "3 3 2\n2 1 4\n3 2 -9223372036854775807\n");
    CHECK((t.rows == Indices{1, 2, 0, 1} && t.cols == Indices{0, 1, 1, 2}));
    CHECK(t.integers == Integers{4, -9223372036854775807, -4, 9223372036854775807});
    t = parse(banner("coordinate real skew-symmetric") + "2 2 1\n2 1 0\n");
    CHECK(same_bits(t.reals, {0.0, -0.0}));
}

TEST_CASE(
    "a mirrored complex entry is the same (symmetric), the negative (skew) or the conjugate (hermitian)") {
    const std::string entries = "3 3 2\n2 1 1 2\n3 2 -3 4\n";
    for (const auto& [kind, mirrored] : {std::pair<std::string, Reals>{"symmetric", {1, 2, -3, 4}},
                                         {"skew-symmetric", {-1, -2, 3, -4}},
                                         {"hermitian", {1, -2, -3, -4}}}) {
        const Tuples t = parse(banner("coordinate complex " + kind) + entries);
        CHECK((t.rows == Indices{1, 2, 0, 1} && t.cols == Indices{0, 1, 1, 2}));
        Reals all{1, 2, -3, 4};
        all.insert(all.end(), mirrored.begin(), mirrored.end());
        CHECK(parts(t.complexes) == all);
    }
    Tuples t = parse(banner("array complex hermitian") + "2 2\n1 0\n2 3\n4 0\n");
    CHECK((t.rows == Indices{0, 1, 1, 0} && t.cols == Indices{0, 0, 1, 1}));
    CHECK(parts(t.complexes) == Reals{1, 0, 2, 3, 4, 0, 2, -3});
    t = parse(banner("coordinate complex hermitian") + "2 2 1\n2 2 7 -0\n");
    CHECK((t.nvals() == 1 && t.complexes[0].real() == 7));
    t = parse(banner("array complex skew-symmetric") + "2 2\n5 6\n");
    CHECK(parts(t.complexes) == Reals{5, 6, -5, -6});
    t = parse(banner("coordinate complex symmetric") + "1 1 2\n1 1 1 2\n1 1 3 4\n", Duplicates::keep_one);
    CHECK(parts(t.complexes) == Reals{3, 4});
}

TEST_CASE("an array file is read by columns") {
    Tuples t = parse(banner("array real general") + "2 3\n1\n2\n3\n% c\n\n4\n5\n0\n");
    CHECK((t.nrows == 2 && t.ncols == 3));
    CHECK((t.rows == Indices{0, 1, 0, 1, 0, 1} && t.cols == Indices{0, 0, 1, 1, 2, 2}));
    CHECK(t.reals == Reals{1, 2, 3, 4, 5, 0});
    t = parse(banner("array integer symmetric") + "2 2\n1\n2\n3\n");
    CHECK((t.rows == Indices{0, 1, 1, 0} && t.cols == Indices{0, 0, 1, 1} &&
           t.integers == Integers{1, 2, 3, 2}));
    t = parse(banner("array integer skew-symmetric") + "3 3\n1\n2\n3\n");
    CHECK((t.rows == Indices{1, 2, 2, 0, 0, 1} && t.cols == Indices{0, 0, 1, 1, 2, 2}));
    CHECK(t.integers == Integers{1, 2, 3, -1, -2, -3});
    CHECK(parse(banner("array real general") + "0 7\n").nvals() == 0);
    CHECK(parse(banner("array real skew-symmetric") + "1 1\n").nvals() == 0);
    CHECK(parse_failure(banner("array real general") + "2 2\n1\n2\n3\n") ==
          "PARSE_ERROR: F:6: expected 4 entries, found the end of the file after 3");
    CHECK(parse_failure(banner("array real symmetric") + "2 2\n1\n2\n3\n4\n") ==
          "PARSE_ERROR: F:6: expected the end of the file after 3 entries, found another entry");
    CHECK(parse_failure(banner("array real general") + "2 1\n1 2\n") ==
          "PARSE_ERROR: F:3: expected the end of the line, found '2'");
    CHECK(parse_failure(banner("array real general") + "4294967296 4294967296\n") ==
          "PARSE_ERROR: F:2: expected a number of rows times columns below 2^64, found 4294967296 by "
          "4294967296");
    CHECK(parse_failure(banner("array real symmetric") + "4294967295 4294967295\n1\n") ==
          "PARSE_ERROR: F:4: expected 9223372034707292160 entries, found the end of the file after 1");
}

TEST_CASE("real numbers are read in every notation, and rounded correctly") {
    const std::vector<std::pair<std::string, double>> cases = {
        {"1", 1},
        {"+1.5", 1.5},
        {"-.5", -0.5},
        {"1.", 1},
        {"1E+2", 100},
        {"1e-400", 0.0},
        {"-1e-400", -0.0},
        {"5e-324", 5e-324},
        {"inf", INFINITY},
        {"-Infinity", -INFINITY},
        {"0.1", 0.1},
        {"1.7976931348623157e308", 1.7976931348623157e308},
        {"0e999", 0.0},
        {"0.00001e-99999999999999999999", 0.0},
        {"9007199254740993", 9007199254740992.0},
        {"0.000" + std::string(400, '0') + "1e2", 0.0},
    };
    for (const auto& pair : cases) {
        const auto& text = pair.first; // not a binding, which CAPTURE cannot take
        const auto& value = pair.second;
        CAPTURE(text);
        const Tuples t = parse(banner("coordinate real general") + "1 1 1\n1 1 " + text + "\n");
        CHECK(same_bits(t.reals, {value}));
    }
    CHECK(std::isnan(parse(banner("coordinate real general") + "1 1 1\n1 1 NaN\n").reals.at(0)));
    for (const std::string text : {"1e400", "-1e400", "1e99999999999999999999", "1e", "0x10", "1,5", "+-1",
                                   "++1", "1d5", ".", "-", "+", "e5", "in", "nanx", "--1", "1\x01"}) {
        CAPTURE(text);
        const std::string what =
            parse_failure(banner("coordinate real general") + "1 1 1\n1 1 " + text + "\n");
        CHECK(what.starts_with("PARSE_ERROR: F:3: expected a real number in the range of a double, found '" +
                               (text == "1\x01" ? "1\\x01" : text) + "'"));
    }
}

TEST_CASE("duplicates are refused, or one or all of them are kept") {
    const std::string text = banner("coordinate integer general") +
                             "4 4 6\n1 1 10\n2 3 20\n% c\n1 1 30\n\n\n4 4 40\n2 3 50\n1 1 60\n";
    CHECK(parse_failure(text) ==
          "PARSE_ERROR: F:6: expected one entry at each position, found a second one at row 1, "
          "column 1 (the first is on line 3)");
    const Tuples one = parse(text, Duplicates::keep_one);
    CHECK((one.rows == Indices{3, 1, 0} && one.cols == Indices{3, 2, 0} &&
           one.integers == Integers{40, 50, 60}));
    CHECK(parse(text, Duplicates::keep_all).integers == Integers{10, 20, 30, 40, 50, 60});
    const std::string mirrored = banner("coordinate real symmetric") + "3 3 3\n2 1 5\n3 3 1\n2 1 7\n";
    CHECK(parse_failure(mirrored).find("F:5:") != std::string::npos);
    CHECK(parse(mirrored, Duplicates::keep_one).reals == Reals{1, 7, 7});
    CHECK(parse(mirrored, Duplicates::keep_all).reals == Reals{5, 1, 7, 5, 7});
    // Entries far apart in a huge shape: no allocation may be proportional to the dimensions.
    const std::string sparse =
        banner("coordinate pattern general") +
        "1152921504606846976 1152921504606846976 3\n1152921504606846976 1152921504606846976\n"
        "1 1\n1152921504606846976 1152921504606846976\n";
    CHECK(parse_failure(sparse).find("F:5:") != std::string::npos);
    CHECK(parse(sparse, Duplicates::keep_one).rows == Indices{0, 1152921504606846975});
}

TEST_CASE("gzip is recognized by content and may have several members") {
    const Scratch scratch;
    const std::string text = many_entries(100000);
    const Tuples plain = parse(text);
    const std::string packed = Gzip::stored(text);
    CHECK(same(parse(packed), plain));
    const std::size_t half = text.size() / 2; // within a line
    const std::string members =
        Gzip::stored(text.substr(0, half)) + Gzip::stored("") + Gzip::stored(text.substr(half));
    CHECK(same(parse(members), plain));
    CHECK(same(parse(packed + std::string(100000, '\0')), plain));

    std::string what = parse_failure(packed.substr(0, packed.size() / 2));
    CHECK(what.ends_with("expected the rest of the gzip data, found the end of the file"));
    // The text before the cut is read, so the error names the line at the cut.
    const std::uint64_t line = std::stoull(what.substr(std::string("PARSE_ERROR: F:").size()));
    CHECK((line > 20000 && line < 80000));
    CHECK(parse_failure(packed.substr(0, 3)) ==
          "PARSE_ERROR: F:1: expected the rest of the gzip data, found the end of the file");
    CHECK(parse_failure(packed + "more")
              .ends_with("F:100003: expected the end of the file after the gzip data, found other bytes"));
    std::string damaged = packed;
    damaged[packed.size() - 6] = static_cast<char>(damaged[packed.size() - 6] ^ 1); // in the checksum
    CHECK(parse_failure(damaged).ends_with("expected gzip data, found damage (incorrect data check)"));
    CHECK(parse_failure("\x1f\x8b" + std::string(100, 'x'))
              .starts_with("PARSE_ERROR: F:1: expected gzip data, found damage"));
}

TEST_CASE("progress is reported in order, on the caller's thread") {
    const Scratch scratch;
    const std::string text = many_entries(200000);
    for (const bool packed : {false, true}) {
        const fs::path path = scratch.write(packed ? Gzip::stored(text) : text);
        for (const unsigned threads : thread_counts) {
            std::uint64_t last = 0;
            std::uint64_t calls = 0;
            const auto caller = std::this_thread::get_id();
            const auto progress = [&](std::uint64_t done, std::uint64_t total) {
                CHECK((done >= last && done <= total && total == fs::file_size(path)));
                CHECK(std::this_thread::get_id() == caller);
                last = done;
                ++calls;
            };
            static_cast<void>(mergus::read_matrix_market(path, {Duplicates::keep_all, threads, progress}));
            CHECK(last == fs::file_size(path));
            CHECK(calls >= 3);
            struct Stop {};
            const auto stop = [](std::uint64_t, std::uint64_t) { throw Stop(); };
            CHECK_THROWS_AS(mergus::read_matrix_market(path, {Duplicates::keep_all, threads, stop}), Stop);
        }
    }
}

TEST_CASE("matrices are read from pipes and written to them") {
    const Scratch scratch;
    const std::string text = many_entries(100000);
    REQUIRE(::mkfifo(scratch.file("pipe").c_str(), 0600) == 0);
    std::thread writer([&] { std::ofstream(scratch.file("pipe"), std::ios::binary) << text; });
    const Tuples t = read(scratch.file("pipe"));
    writer.join();
    CHECK(same(t, parse(text)));
    std::string received;
    std::thread reader([&] { received = slurp(scratch.file("pipe")); });
    mergus::write_matrix_market(scratch.file("pipe"), t);
    reader.join();
    CHECK(same(parse(received), t));
    CHECK(fs::is_fifo(scratch.file("pipe")));
}

TEST_CASE("an edge list is read") {
    Tuples t = parse_edges("# c\n0\t3\n\n 2  1 \r\n% d\n3 3");
    CHECK((t.nrows == 4 && t.ncols == 4 && t.field == Field::pattern));
    CHECK((t.rows == Indices{0, 2, 3} && t.cols == Indices{3, 1, 3}));
    t = parse_edges("5 0 7\n0 5 -9223372036854775808\n");
    CHECK((t.nrows == 6 && t.field == Field::integer));
    CHECK(t.integers == Integers{7, std::numeric_limits<std::int64_t>::min()});
    t = parse_edges("5 0 9007199254740993\n0 5 0.5\n1 1 3\n");
    CHECK((t.field == Field::real && t.reals == Reals{9007199254740992.0, 0.5, 3} && t.integers.empty()));
    t = parse_edges("0 1 9223372036854775808\n");
    CHECK((t.field == Field::real && t.reals == Reals{0x1p63}));
    CHECK(parse_edges("0 1 1\n0 1 2\n1 0 3\n0 1 4\n").integers == Integers{3, 4});
    CHECK(parse_edges("0 1 1\n0 1 2\n", {Duplicates::keep_all, 0, {}, 0}).nvals() == 2);
    CHECK(edges_failure("0 1\n\n1 0\n0 1\n", {Duplicates::fail, 0, {}, 0}) ==
          "PARSE_ERROR: F:4: expected one entry at each position, found a second one at row 0, column 1 (the "
          "first is on line 1)");
    t = parse_edges("0 1\n", {Duplicates::fail, 0, {}, 9});
    CHECK((t.nrows == 9 && t.ncols == 9));
    CHECK(parse_edges("# none\n", {Duplicates::fail, 0, {}, 9}).nvals() == 0);
    CHECK(parse_edges("68719476735 0\n").nrows == 68719476736);

    const std::vector<std::pair<std::string, std::string>> cases = {
        {"", "F:1: expected an edge or a comment '# Nodes: N' (the number of vertices was not given), found "
             "the end of the file"},
        {"# none\n",
         "F:2: expected an edge or a comment '# Nodes: N' (the number of vertices was not given), "
         "found the end of the file"},
        {"0 1\n0\n", "F:2: expected a vertex from 0 to 68719476735, found the end of the line"},
        {"0 -1\n", "F:1: expected a vertex from 0 to 68719476735, found '-1'"},
        {"0 68719476736\n", "F:1: expected a vertex from 0 to 68719476735, found '68719476736'"},
        {"0,1\n", "F:1: expected a vertex from 0 to 68719476735, found '0,1'"},
        {"0 1\n1 2 3\n", "F:2: expected 2 columns as in the lines before, found 3 columns"},
        {"0 1 2\n1 2\n", "F:2: expected 3 columns as in the lines before, found 2 columns"},
        {"0 1 x\n", "F:1: expected a weight, a number in the range of a double, found 'x'"},
        {"0 1 1e999\n", "F:1: expected a weight, a number in the range of a double, found '1e999'"},
        {"0 1 2 3\n", "F:1: expected the end of the line, found '3'"},
    };
    for (const auto& pair : cases) {
        const auto& text = pair.first; // not a binding, which CAPTURE cannot take
        const auto& message = pair.second;
        CAPTURE(text);
        CHECK(edges_failure(text) == "PARSE_ERROR: " + message);
    }
    CHECK(edges_failure("0 1\n3 9\n", {Duplicates::fail, 0, {}, 9}) ==
          "PARSE_ERROR: F:2: expected a vertex from 0 to 8, found '9'");
    CHECK(edges_failure("0 1\n", {Duplicates::fail, 0, {}, (std::uint64_t{1} << 36) + 1})
              .starts_with("INVALID_VALUE: "));
}

TEST_CASE("an edge list has as many vertices as its comments state, if its edges need no more") {
    const auto vertices = [](const std::string& text) { return parse_edges(text).nrows; };
    for (const char* line : {"# Nodes: 10 Edges: 1\n", "#Nodes: 10\n", "% nodes:10, edges: 1\r\n",
                             "# a graph\n\n  ##\tNODES:\t10\n", "# Nodes: 10,\n"}) {
        CAPTURE(line);
        CHECK(vertices(line + std::string("0 1\n")) == 10);
        CHECK(vertices(line + std::string("9 1\n")) == 10);
        CHECK(vertices(line + std::string("0 10\n")) == 11); // not all files number their vertices from 0
        CHECK(parse_edges(line + std::string("0 1\n"), {Duplicates::fail, 0, {}, 4}).nrows == 4);
        CHECK(vertices(line) == 10); // no edges
    }
    CHECK(vertices("# Nodes: 10") == 10);
    CHECK(vertices("# Nodes: 0 Edges: 0\n") == 0);
    CHECK(vertices("# Nodes: 0\n0 1\n") == 2);
    for (const char* line : {"# Nodes 10\n", "# 10 nodes\n", "# Nodes: ten\n", "# Nodes: 4,039\n",
                             "# Nodes: 10x\n", "# Nodes: -10\n", "# Nodes:\n10 9\n", "0 1\n# Nodes: 20\n"}) {
        CAPTURE(line);
        CHECK(vertices(line + std::string("0 1\n")) == (std::string(line).find("10 9") < 20 ? 11 : 2));
    }
    CHECK(vertices("# Nodes: 68719476736\n0 1\n") == 68719476736);
    for (const std::string number : {"68719476737", "99999999999999999999"})
        CHECK(edges_failure("# c\n# Nodes: " + number + "\n0 1\n") ==
              "PARSE_ERROR: F:2: expected a number of nodes up to 68719476736, found '" + number + "'");
    // A line that the first 64 KiB cut within its number is not read.
    const std::string line = "# Nodes: 1000\n";
    const std::string long_comment = "#" + std::string((1 << 16) - line.size() - 1, ' ') + "\n";
    CHECK(vertices(long_comment.substr(2) + line + "0 1\n") == 1000);
    CHECK(vertices("# " + long_comment.substr(0, long_comment.size() - 1) + " \n" + line + "0 1\n") == 2);

    const Scratch scratch;
    const fs::path file = scratch.file("isolated.txt");
    mergus::write_edge_list(file, {10, 10, Field::pattern, {0}, {1}, {}, {}});
    CHECK(mergus::read_edge_list(file).nrows == 10);
    mergus::write_edge_list(file, {10, 10, Field::pattern, {}, {}, {}, {}});
    CHECK(mergus::read_edge_list(file).nrows == 10);
}

TEST_CASE("an edge list of several blocks has the type of all its values") {
    constexpr std::uint64_t count = 250000;
    const auto edges = [](std::uint64_t special, const std::string& line) {
        std::string text;
        for (std::uint64_t e = 0; e < count; ++e) {
            text += e == special
                        ? line
                        : std::to_string(e) + "\t" + std::to_string(e + 1) + "\t" + std::to_string(e) + "\n";
        }
        return text;
    };
    for (const std::uint64_t special : {std::uint64_t{0}, count / 2, count - 1}) {
        const Tuples t = parse_edges(edges(special, "7 7 0.5\n"));
        REQUIRE((t.field == Field::real && t.reals.size() == count && t.integers.empty()));
        bool right = true;
        for (std::uint64_t e = 0; e < count; ++e) {
            right = right && t.reals[e] == (e == special ? 0.5 : static_cast<double>(e));
        }
        CHECK(right);
    }
    CHECK(edges_failure(edges(count - 2, "1 2\n")) ==
          "PARSE_ERROR: F:249999: expected 3 columns as in the lines before, found 2 columns");
    // A block whose type differs from that of earlier blocks from its first line on.
    std::string text = edges(0, "0 0 0\n");
    const std::size_t lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
    for (int e = 0; e < 200000; ++e) text += "# a comment that takes some room\n";
    text += "1 2\n1 3\n";
    CHECK(edges_failure(text) == "PARSE_ERROR: F:" + std::to_string(lines + 200001) +
                                     ": expected 3 columns as in the lines before, found 2 columns");
}

TEST_SUITE_END();
