/// \file test_io_write.cpp
/// Writers, and conversions between entries and rows.
#include "io_testing.hpp"

#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <random>
#include <string>
#include <utility>

using namespace mergus::tests;

TEST_SUITE_BEGIN("io");

TEST_CASE("a written matrix is read back, plain and compressed") {
    const Scratch scratch;
    Tuples t;
    t.nrows = t.ncols = std::uint64_t{1} << 35;
    std::mt19937_64 random(7);
    for (int e = 0; e < 70000; ++e) { // two blocks
        t.rows.push_back(random() >> 29);
        t.cols.push_back(random() >> 29);
        t.integers.push_back(static_cast<std::int64_t>(random()));
        const double real = std::bit_cast<double>(random());
        t.reals.push_back(std::isnan(real) ? 1.0 : real);
    }
    const Reals extreme = {0.0,
                           -0.0,
                           1,
                           -2,
                           5e-324,
                           1.7976931348623157e308,
                           INFINITY,
                           -INFINITY,
                           0.1,
                           1e22,
                           1e23,
                           123456789012345680,
                           std::numeric_limits<double>::quiet_NaN(),
                           -std::numeric_limits<double>::quiet_NaN()};
    std::copy(extreme.begin(), extreme.end(), t.reals.begin());
    t.integers[0] = std::numeric_limits<std::int64_t>::min();
    for (const double real : t.reals)
        t.complexes.emplace_back(real, t.reals[t.complexes.size() * 31 % t.reals.size()]);
    for (const Field field : {Field::pattern, Field::integer, Field::real, Field::complex}) {
        Tuples part = t;
        part.field = field;
        if (field != Field::integer) part.integers.clear();
        if (field != Field::real) part.reals.clear();
        if (field != Field::complex) part.complexes.clear();
        for (const std::string name : {"a.mtx", "a.mtx.gz"}) {
            CAPTURE(name);
            mergus::write_matrix_market(scratch.file(name), part);
            CHECK(same(read(scratch.file(name), Duplicates::keep_all), part));
            const std::string text = slurp(scratch.file(name));
            CHECK(text.starts_with("\x1f\x8b") == (name == "a.mtx.gz"));
            if (field == Field::complex) {
                CHECK(failure("", [&] { mergus::write_edge_list(scratch.file(name), part); }) ==
                      "DOMAIN_MISMATCH: write_edge_list: the values are complex; weights must be integer or "
                      "real");
                continue;
            }
            mergus::write_edge_list(scratch.file(name), part);
            CHECK(same(mergus::read_edge_list(scratch.file(name), {Duplicates::keep_all, 0, {}, t.nrows}),
                       part));
        }
    }
    CHECK(scratch.files() == 2); // no temporary file is left
}

TEST_CASE("the written text is exactly as expected") {
    const Scratch scratch;
    const fs::path path = scratch.file("f");
    Tuples t{3, 4, Field::real, {2, 0}, {3, 0}, {}, {1, 0.5}};
    mergus::write_matrix_market(path, t);
    CHECK(slurp(path) == "%%MatrixMarket matrix coordinate real general\n3 4 2\n3 4 1\n1 1 0.5\n");
    CHECK(failure(path, [&] {
              mergus::write_edge_list(path, t);
          }).starts_with("DIMENSION_MISMATCH: write_edge_list: the matrix is 3 by 4"));
    t.nrows = 4;
    mergus::write_edge_list(path, t);
    CHECK(slurp(path) == "# Nodes: 4 Edges: 2\n2\t3\t1.0\n0\t0\t0.5\n");
    mergus::write_matrix_market(path, Tuples{2, 2, Field::pattern, {}, {}, {}, {}});
    CHECK(slurp(path) == "%%MatrixMarket matrix coordinate pattern general\n2 2 0\n");
}

TEST_CASE("a file appears complete or not at all") {
    const Scratch scratch;
    const fs::path path = scratch.write("before");
    const Tuples good{1, 1, Field::pattern, {0}, {0}, {}, {}};
    Tuples bad = good;
    bad.rows = {1};
    CHECK(failure(path, [&] { mergus::write_matrix_market(path, bad); }) ==
          "INVALID_INDEX: write_matrix_market: entry 0 at row 1, column 0 (from 0) is outside the 1 by 1 "
          "matrix");
    bad = good;
    bad.field = Field::real;
    CHECK(failure(path, [&] { mergus::write_matrix_market(path, bad); }) ==
          "DIMENSION_MISMATCH: write_matrix_market: 1 rows, 1 columns and 0 values");
    CHECK(slurp(path) == "before");
    CHECK(failure("", [&] {
              mergus::write_matrix_market(scratch.file("no/f"), good);
          }).starts_with("IO_ERROR: cannot create '"));
    CHECK(failure("", [&] {
              mergus::write_matrix_market(scratch.file("."), good);
          }).starts_with("IO_ERROR: cannot open '"));
    CHECK(scratch.files() == 1);
    fs::create_symlink("f", scratch.file("link"));
    mergus::write_matrix_market(scratch.file("link"), good);
    CHECK(fs::is_symlink(scratch.file("link")));
    CHECK(slurp(path).ends_with("\n1 1 1\n1 1\n"));
    CHECK(scratch.files() == 2);
    if (fs::exists("/dev/full")) {
        CHECK(failure("", [&] { mergus::write_matrix_market("/dev/full", good); }) ==
              "IO_ERROR: cannot write '/dev/full': No space left on device");
    }
}

TEST_CASE("entries are converted to compressed rows and back") {
    std::mt19937_64 random(3);
    for (const std::uint64_t nrows :
         {std::uint64_t{1}, std::uint64_t{50}, std::uint64_t{5000}, std::uint64_t{3000000}}) {
        Tuples t{nrows, 300, Field::integer, {}, {}, {}, {}};
        std::map<std::pair<std::uint64_t, std::uint64_t>, std::int64_t> expected;
        for (std::int64_t e = 0; e < 20000; ++e) {
            t.rows.push_back(random() % nrows *
                             (e % 3 == 0 ? 1 : 0)); // a row that is far longer than the others
            t.cols.push_back(random() % 300);
            t.integers.push_back(e);
            expected[{t.rows.back(), t.cols.back()}] = e; // the last duplicate wins
        }
        for (const unsigned threads : thread_counts) {
            const mergus::Csr csr = mergus::to_csr(t, Duplicates::keep_one, threads);
            REQUIRE((csr.nrows == nrows && csr.ncols == 300 && csr.row_ptr.size() == nrows + 1));
            REQUIRE((csr.nvals() == expected.size() && csr.integers.size() == expected.size()));
            const Tuples back = mergus::to_tuples(csr);
            bool right = true;
            std::size_t k = 0;
            for (const auto& [place, value] : expected) {
                right = right && back.rows[k] == place.first && back.cols[k] == place.second &&
                        back.integers[k] == value;
                ++k;
            }
            CHECK(right);
            CHECK(same(mergus::to_tuples(mergus::to_csr(back, Duplicates::fail, threads)),
                       back)); // already sorted
            CHECK(failure("", [&] {
                      mergus::to_csr(t, Duplicates::fail, threads);
                  }).starts_with("PARSE_ERROR: to_csr: entries "));
        }
    }
    const Tuples t{3, 3, Field::real, {2, 0, 2}, {1, 2, 0}, {}, {1, 2, 3}};
    const mergus::Csr csr = mergus::to_csr(t);
    CHECK(
        (csr.row_ptr == Indices{0, 1, 1, 3} && csr.cols == Indices{2, 0, 1} && csr.reals == Reals{2, 3, 1}));
    CHECK(mergus::to_csr(Tuples{2, 2, Field::pattern, {}, {}, {}, {}}).row_ptr == Indices{0, 0, 0});
    CHECK(mergus::to_csr(Tuples{}).row_ptr == Indices{0});
    CHECK(failure("", [&] { mergus::to_csr(t, Duplicates::keep_all); }).starts_with("INVALID_VALUE: "));
    Tuples outside = t;
    outside.cols[1] = 3;
    CHECK(failure("", [&] { mergus::to_csr(outside); }) ==
          "INVALID_INDEX: to_csr: entry 1 at row 0, column 3 (from 0) is outside the 3 by 3 matrix");
    Tuples twice = t;
    twice.cols[2] = 1;
    CHECK(failure("", [&] { mergus::to_csr(twice, Duplicates::fail); }) ==
          "PARSE_ERROR: to_csr: entries 0 and 2 are both at row 2, column 1 (all from 0)");
    mergus::Csr broken = csr;
    broken.row_ptr = {0, 2, 1, 3};
    CHECK(failure("", [&] { mergus::to_tuples(broken); }).starts_with("INVALID_VALUE: "));
    broken.row_ptr = {0, 3};
    CHECK(failure("", [&] { mergus::to_tuples(broken); }).starts_with("DIMENSION_MISMATCH: "));
}

TEST_CASE("an error has a code, and its message begins with the code's name") {
    const mergus::Error error(Code::parse_error, "f:1: x");
    CHECK(std::string(error.what()) == "PARSE_ERROR: f:1: x");
    CHECK(error.code() == Code::parse_error);
    CHECK(mergus::code_name(Code::dimension_mismatch) == "DIMENSION_MISMATCH");
    CHECK(mergus::code_name(Code::uninitialized_object) == "UNINITIALIZED_OBJECT");
    CHECK(mergus::code_name(Code::success) == "SUCCESS");
    CHECK(mergus::code_name(static_cast<Code>(12345)) == "UNKNOWN");
}

TEST_SUITE_END();
