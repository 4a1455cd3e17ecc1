/// \file test_read_matrix.cpp
/// Matrices from files in one call.
#include "io_testing.hpp"
#include "testing/matrices.hpp"

#include <mergus/algebra.hpp>
#include <mergus/read.hpp>

namespace tests = mergus::tests;
using mergus::Context;
using mergus::Error;
using mergus::Matrix;
using mergus::read_matrix;
using mergus::type_of;

TEST_SUITE_BEGIN("io");

TEST_CASE("read_matrix: both formats, told by content, with the file's type or another one") {
    const tests::Scratch scratch;
    const std::string market = "%%MatrixMarket matrix coordinate real general\n2 3 2\n2 1 -1.5\n1 3 300\n";
    tests::on_each_backend([&](const Context& context) {
        const auto file = scratch.write(market, "matrix.txt");
        const mergus::AnyMatrix A = read_matrix(context, file);
        CHECK(A.type() == type_of<double>());
        CHECK(A.ncols() == 3);
        CHECK(tests::read<double>(A) == tests::Entries<double>{{0, 2, 300}, {1, 0, -1.5}});
        const Matrix<std::int8_t> cast = read_matrix<std::int8_t>(context, file);
        CHECK(tests::read<std::int8_t>(cast) == tests::Entries<std::int8_t>{{0, 2, 127}, {1, 0, -1}});

        const mergus::AnyMatrix edges =
            read_matrix(context, scratch.write("# edges\n0 1\n2 0\n0 1\n", "edges"));
        CHECK(edges.type() == type_of<bool>());
        CHECK(edges.nrows() == 3);
        CHECK(edges.nvals() == 2);
        const auto weighted = scratch.write("0 1 5\n0 1 7\n", "weighted.el");
        CHECK(tests::read<int>(read_matrix<int>(context, weighted)) == tests::Entries<int>{{0, 1, 7}});
        CHECK(tests::read<int>(read_matrix<int>(context, weighted, mergus::ops::plus<int>)) ==
              tests::Entries<int>{{0, 1, 12}});
        CHECK(read_matrix(context, weighted).type() == type_of<std::int64_t>());
        CHECK(read_matrix(context, weighted, mergus::no_accum, {.vertices = 7}).nrows() == 7);
        CHECK(read_matrix<int>(context, weighted, mergus::ops::plus<int>, {.vertices = 7}).ncols() == 7);
        CHECK_THROWS_AS(
            (void)read_matrix(context, weighted, mergus::no_accum, {.duplicates = mergus::Duplicates::fail}),
            Error);
        CHECK_THROWS_AS((void)read_matrix(context, scratch.file("nothing.mtx")), Error);
        const auto twice = scratch.write(
            "%%MatrixMarket matrix coordinate integer general\n1 1 2\n1 1 2\n1 1 3\n", "twice.mtx");
        CHECK_THROWS_AS((void)read_matrix(context, twice), Error);
        CHECK(tests::read<int>(read_matrix<int>(context, twice, mergus::ops::times<int>)) ==
              tests::Entries<int>{{0, 0, 6}});
    });
}

TEST_SUITE_END();
