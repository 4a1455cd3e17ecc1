/// \file test_io_bad.cpp
/// Invalid files: the error names the line for any number of threads, and memory use stays small.
#include "io_testing.hpp"

#include <mergus/arrow.hpp>

#include <string>
#include <utility>
#include <vector>

using namespace mergus::tests;

TEST_SUITE_BEGIN("io");

TEST_CASE("the error of an invalid file names the line and the reason") {
    const std::string real = banner("coordinate real general");
    const std::string index = "F:4: expected a row from 1 to 3, found ";
    const std::vector<std::pair<std::string, std::string>> cases = {
        {"", "F:1: expected '%%MatrixMarket', found an empty file"},
        {"\n", "F:1: expected '%%MatrixMarket', found the end of the line"},
        {"%MatrixMarket matrix", "F:1: expected '%%MatrixMarket', found '%MatrixMarket'"},
        {std::string("\x7f"
                     "ELF\0\x01",
                     6),
         "F:1: expected '%%MatrixMarket', found a program"},
        {"%%MatrixMarket", "F:1: expected 'matrix', found the end of the line"},
        {"%%MatrixMarket vector\n", "F:1: expected 'matrix', found 'vector'"},
        {banner("sparse"), "F:1: expected 'coordinate', 'array', found 'sparse'"},
        {banner("array rational"),
         "F:1: expected 'real', 'double', 'integer', 'pattern', 'complex', found 'rational'"},
        {banner("array real upper"),
         "F:1: expected 'general', 'symmetric', 'skew-symmetric', 'hermitian', found 'upper'"},
        {banner("array real general x"), "F:1: expected the end of the line, found 'x'"},
        {banner("array pattern general"),
         "F:1: expected values in an array file ('real', 'integer' or 'complex'), found 'pattern'"},
        {banner("coordinate pattern skew-symmetric"),
         "F:1: expected values in a skew-symmetric file ('real', 'integer' or 'complex'), found 'pattern'"},
        {real, "F:2: expected the line of sizes, found the end of the file"},
        {real + "% c\n\n", "F:4: expected the line of sizes, found the end of the file"},
        {real + "%\n3 x 1\n", "F:3: expected a number of columns from 0 to 1152921504606846976, found 'x'"},
        {real + "-3 3 1\n", "F:2: expected a number of rows from 0 to 1152921504606846976, found '-3'"},
        {real + "3 1152921504606846977 1\n",
         "F:2: expected a number of columns from 0 to 1152921504606846976, found '1152921504606846977'"},
        {real + "3 3\n",
         "F:2: expected a number of entries from 0 to 18446744073709551615, found the end of the line"},
        {real + "3 3 18446744073709551616\n",
         "F:2: expected a number of entries from 0 to 18446744073709551615, found '18446744073709551616'"},
        {real + "3 3 1 1\n", "F:2: expected the end of the line, found '1'"},
        {banner("coordinate real symmetric") + "2 3 0\n",
         "F:2: expected as many columns as rows in a symmetric file, found 2 by 3"},
        {real + "3 3 2\n1 1 1\n0 1 1\n", index + "'0'"},
        {real + "3 3 2\n1 1 1\n-1 1 1\n", index + "'-1'"},
        {real + "3 3 2\n1 1 1\n+1 1 1\n", index + "'+1'"},
        {real + "3 3 2\n1 1 1\n4 1 1\n", index + "'4'"},
        {real + "3 3 2\n1 1 1\n1.0 1 1\n", index + "'1.0'"},
        {real + "3 3 2\n1 1 1\n18446744073709551617 1 1\n", index + "'18446744073709551617'"},
        {real + "3 3 2\n1 1 1\n" + std::string(99, '7') + " 1 1\n",
         index + "'" + std::string(40, '7') + "…'"},
        {real + "3 3 2\n1 1 1\n\xff\xfe 1 1\n", index + "'\\xff\\xfe'"},
        {real + "3 3 2\n1 1 1\n1\n", "F:4: expected a column from 1 to 3, found the end of the line"},
        {real + "3 3 2\n1 1 1\n1 4 1\n", "F:4: expected a column from 1 to 3, found '4'"},
        {real + "3 3 2\n1 1 1\n1 2\n",
         "F:4: expected a real number in the range of a double, found the end of the line"},
        {real + "3 3 2\n1 1 1\n1 2 3 4\n", "F:4: expected the end of the line, found '4'"},
        {real + "3 3 2\n1 1 1\r2 2 2\n",
         "F:3: expected a real number in the range of a double, found '1\\x0d2'"},
        {real + "3 3 2\n1 1 1\n", "F:4: expected 2 entries, found the end of the file after 1"},
        {real + "3 3 2\n\n1 1 1", "F:5: expected 2 entries, found the end of the file after 1"},
        {real + "3 3 1\n1 1 1\n%\n2 2 2\n",
         "F:5: expected the end of the file after 1 entries, found another entry"},
        {real + "3 3 1\n1 1 1\njunk\n", "F:4: expected the end of the file after 1 entries, found 'junk'"},
        {real + "3 3 0\n1 1 1\n", "F:3: expected the end of the file after 0 entries, found another entry"},
        {real + "0 3 1\n1 1 1\n", "F:3: expected a row from 1 to 0, found '1'"},
        {banner("coordinate integer general") + "1 1 1\n1 1 1.0\n",
         "F:3: expected a 64-bit integer, found '1.0'"},
        {banner("coordinate integer general") + "1 1 1\n1 1 9223372036854775808\n",
         "F:3: expected a 64-bit integer, found '9223372036854775808'"},
        {banner("coordinate pattern general") + "1 1 1\n1 1 1\n",
         "F:3: expected the end of the line, found '1'"},
        {banner("coordinate real symmetric") + "2 2 1\n1 2 1\n",
         "F:3: expected an entry on or below the diagonal, as the file is symmetric, found row 1, column 2"},
        {banner("coordinate real skew-symmetric") + "2 2 1\n2 2 0\n",
         "F:3: expected an entry below the diagonal, as the file is skew-symmetric, found row 2, column 2"},
        {banner("coordinate integer skew-symmetric") + "2 2 1\n2 1 -9223372036854775808\n",
         "F:3: expected a 64-bit integer whose negative also fits 64 bits, found '-9223372036854775808'"},
        {banner("coordinate complex general") + "2 2 1\n2 1 1.5\n",
         "F:3: expected an imaginary part in the range of a double, found the end of the line"},
        {banner("coordinate complex general") + "2 2 1\n2 1\n",
         "F:3: expected a real part in the range of a double, found the end of the line"},
        {banner("coordinate complex general") + "2 2 1\n2 1 1 2i\n",
         "F:3: expected an imaginary part in the range of a double, found '2i'"},
        {banner("coordinate complex general") + "2 2 1\n2 1 1e999 2\n",
         "F:3: expected a real part in the range of a double, found '1e999'"},
        {banner("coordinate complex general") + "2 2 1\n2 1 1 2 3\n",
         "F:3: expected the end of the line, found '3'"},
        {banner("coordinate complex hermitian") + "2 2 1\n1 2 1 2\n",
         "F:3: expected an entry on or below the diagonal, as the file is hermitian, found row 1, column 2"},
        {banner("coordinate complex hermitian") + "2 2 2\n2 1 1 2\n2 2 5 -1\n",
         "F:4: expected an imaginary part 0 on the diagonal, as the file is hermitian, found -1"},
        {banner("array complex hermitian") + "2 2\n1 0\n%\n3 4\n2 1e-9\n",
         "F:6: expected an imaginary part 0 on the diagonal, as the file is hermitian, found 1e-09"},
        {banner("coordinate complex skew-symmetric") + "2 2 1\n2 2 0 0\n",
         "F:3: expected an entry below the diagonal, as the file is skew-symmetric, found row 2, column 2"},
        {banner("array complex general") + "1 2\n1\n2\n",
         "F:3: expected an imaginary part in the range of a double, found the end of the line"},
        {banner("coordinate complex hermitian") + "2 3 0\n",
         "F:2: expected as many columns as rows in a symmetric file, found 2 by 3"},
    };
    for (const auto& pair : cases) {
        const auto& text = pair.first; // not a binding, which CAPTURE cannot take
        const auto& message = pair.second;
        CAPTURE(text);
        CHECK(parse_failure(text) == "PARSE_ERROR: " + message);
    }
}

TEST_CASE("a file that cannot be read is an error") {
    const Scratch scratch;
    CHECK(failure("", [&] { read(scratch.file("none")); }).starts_with("IO_ERROR: cannot open '"));
    CHECK(failure("", [&] { read(scratch.file(".")); }).starts_with("IO_ERROR: cannot read '"));
    CHECK(failure("", [&] {
              mergus::read_edge_list(scratch.file("none"));
          }).ends_with("none': No such file or directory"));
}

TEST_CASE("lines of up to 1 MiB are read, longer ones refused") {
    constexpr std::size_t limit = std::size_t{1} << 20; // including the newline
    const std::string head = banner("coordinate real general") + "1 1 1\n";
    const auto blanks = [](std::size_t size) { return std::string(size, ' '); };
    CHECK(parse(head + blanks(limit - 6) + "1 1 2\n").reals == Reals{2});
    CHECK(parse(head + "%" + blanks(limit - 2) + "\n1 1 3").reals == Reals{3});
    CHECK(parse(banner("coordinate real general") + "%" + blanks(limit - 2) + "\n1 1 1\n1 1 4\n").reals ==
          Reals{4});
    const std::string message = ": expected a line of at most 1048576 bytes, found a longer one";
    CHECK(parse_failure(head + "\n" + blanks(limit - 5) + "1 1 2\n") == "PARSE_ERROR: F:4" + message);
    CHECK(parse_failure(banner("coordinate real general") + "%" + blanks(limit - 1) + "\n1 1 0\n") ==
          "PARSE_ERROR: F:2" + message);
    CHECK(parse_failure(blanks(3 * limit)) == "PARSE_ERROR: F:1" + message);
    CHECK(edges_failure("1 2\n" + blanks(3 * limit)) == "PARSE_ERROR: F:2" + message);
}

TEST_CASE("memory depends on the entries of the file, not on the count in its header") {
    const Scratch scratch;
    const auto bomb = [&](const std::string& head, char filling) {
        return scratch.write(Gzip::run(head, filling, 1000000)); // 258 MB from 1.6 MB
    };
    const auto within = [](const fs::path& path, const std::string& message) {
        std::string what;
        const auto peak = peak_mib([&] { what = failure(path, [&] { read(path, Duplicates::fail, 2); }); });
        CHECK(what == "PARSE_ERROR: " + message);
        if (peak) CHECK(*peak < 64);
    };
    const std::string sizes = "1000000000000 1000000000000 1000000000000\n";
    within(scratch.write(banner("coordinate real general") + sizes + "1 1 1\n"),
           "F:4: expected 1000000000000 entries, found the end of the file after 1");
    within(scratch.write(banner("array real general") + "1000000 1000000000000\n1\n"),
           "F:4: expected 1000000000000000000 entries, found the end of the file after 1");
    within(bomb(banner("coordinate real general") + sizes, '\n'),
           "F:258000004: expected 1000000000000 entries, found the end of the file after 0");
    within(bomb(banner("coordinate real general") + sizes, '0'),
           "F:3: expected a line of at most 1048576 bytes, found a longer one");
    within(bomb("%%MatrixMarket", ' '), "F:1: expected a line of at most 1048576 bytes, found a longer one");

    const std::string entries =
        many_entries(2000000, "pattern"); // the shortest lines give the largest ratio of memory to file size
    const fs::path path = scratch.write(entries);
    const auto peak = peak_mib([&] { CHECK(read(path, Duplicates::fail, 2).nvals() == 2000000); });
    if (peak) CHECK(*peak < 40 + 5 * static_cast<double>(entries.size()) / (1 << 20));
}

TEST_CASE("a damaged file throws and does nothing else") {
    const Scratch scratch;
    const std::vector<std::string> seeds = {
        banner("coordinate real general") + "3 3 3\n1 1 1.5\n2 3 -2e1\n3 2 3\n",
        banner("coordinate integer symmetric") + "3 3 3\r\n1 1 1\r\n3 1 -2\r\n3 2 3\r\n",
        banner("array real general") + "2 2\n1\n2\n3\n4\n",
        Gzip::stored(banner("coordinate pattern general") + "3 3 2\n1 1\n2 3\n"),
    };
    std::size_t refused = 0;
    std::size_t taken = 0;
    const auto attempt = [&](const std::string& text) {
        const fs::path path = scratch.write(text);
        try {
            const Tuples t = read(path, Duplicates::keep_one, 1);
            CHECK(t.rows.size() == t.cols.size());
            for (std::size_t e = 0; e < t.nvals(); ++e) CHECK((t.rows[e] < t.nrows && t.cols[e] < t.ncols));
            ++taken;
        } catch (const mergus::Error& error) {
            CHECK((error.code() == Code::parse_error || error.code() == Code::not_implemented));
            ++refused;
        }
        try {
            static_cast<void>(mergus::read_edge_list(path));
        } catch (const mergus::Error& error) {
            CHECK(error.code() == Code::parse_error);
        }
    };
    for (const std::string& seed : seeds) {
        for (std::size_t at = 0; at < seed.size(); ++at) {
            attempt(seed.substr(0, at));
            for (const char c : {'\0', '\n', ' ', '-', '9', '\xff', '%'}) {
                std::string text = seed;
                text[at] = c;
                attempt(text);
            }
        }
    }
    CHECK(refused > 500);
    CHECK(taken > 100);
}

TEST_CASE("a large file gives the same result, or the same line of an error, with any number of threads") {
    constexpr std::uint64_t count = 300000; // several blocks of a MiB
    for (const std::string field : {"real", "integer", "pattern"}) {
        const Tuples t = parse(many_entries(count, field));
        REQUIRE(t.nvals() == count);
        bool right = true;
        for (std::uint64_t e = 0; e < count; ++e) {
            const std::uint64_t place = e * 7919 % count;
            right = right && t.rows[e] == place / 1000 && t.cols[e] == place % 1000;
            if (field == "real") right = right && t.reals[e] == static_cast<double>(e) + 0.25;
            if (field == "integer") right = right && t.integers[e] == -static_cast<std::int64_t>(e);
        }
        CHECK(right);
    }
    // Line 1 is the banner, 2 the sizes, so that entry e (from 0) is on line e + 3.
    const std::string good = many_entries(count);
    const auto line_start = [&good](std::uint64_t line) {
        std::size_t at = 0;
        for (std::uint64_t passed = 1; passed < line; ++passed) at = good.find('\n', at) + 1;
        return at;
    };
    std::string bad = good;
    bad.insert(line_start(250001), "x");
    bad.insert(line_start(290000), "y"); // the first fault in the file is reported, not the first in time
    CHECK(
        parse_failure(bad).starts_with("PARSE_ERROR: F:250001: expected a row from 1 to 1000000, found 'x"));
    bad = good;
    bad.insert(line_start(200001), "% one\n\n");
    bad.insert(bad.find('\n', line_start(280000)) + 1, "\n");
    const std::string again = bad.substr(bad.find('\n', line_start(100)) + 1, 9);
    const std::size_t last = bad.rfind('\n', bad.size() - 2) + 1;
    const std::size_t middle = line_start(101);
    const std::string copied = good.substr(middle, good.find('\n', middle) - middle);
    bad.replace(last, bad.size() - 1 - last, copied);
    CHECK(parse_failure(bad).starts_with("PARSE_ERROR: F:300005: expected one entry at each position"));
    CHECK(parse_failure(bad).ends_with("(the first is on line 101)"));
    bad = good;
    bad.replace(bad.find(" 300000\n"), 8, " 270000\n");
    CHECK(parse_failure(bad) ==
          "PARSE_ERROR: F:270003: expected the end of the file after 270000 entries, found another entry");
    bad = good.substr(0, line_start(240000));
    CHECK(parse_failure(bad) ==
          "PARSE_ERROR: F:240000: expected 300000 entries, found the end of the file after 239997");
}

TEST_CASE("a packed Parquet file is refused") {
    const Scratch scratch;
    for (const char* const head : {"\x1f\x8b\x08", "\x28\xb5\x2f\xfd"}) {
        const auto file = scratch.write(head);
        CHECK_THROWS_WITH_AS(mergus::read_parquet(file),
                             ("PARSE_ERROR: " + file.string() +
                              ": expected a Parquet file, found a packed one; unpack it first")
                                 .c_str(),
                             mergus::Error);
    }
}

TEST_SUITE_END();
