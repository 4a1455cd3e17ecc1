/// \file test_tiles.cpp
/// concat and split: grids, types, tiles without rows, wrong arguments.
#include "conformance/user_algebra.hpp"
#include "testing/builtin_operators.hpp"
#include "testing/matrices.hpp"
#include "testing/refuses.hpp"

#include <mergus/mergus.hpp>

using namespace mergus;
using namespace mergus::tests;
using conformance::poly3;

namespace {
using I32 = std::int32_t;
using List = std::vector<std::uint64_t>;
} // namespace

TEST_SUITE_BEGIN("ops");

TEST_CASE("concat: a grid of matrices, of every type") {
    on_each_backend([](const Context& context) {
        for_each_type([&]<class T>(T) {
            if (is_slow(std::string(context.backend())) && !std::same_as<T, double> && !std::same_as<T, bool>)
                return;
            const T one = T(1);
            const auto A = make<T>(context, 2, 1, {{1, 0, one}}), B = make<T>(context, 2, 3, {{0, 2, one}});
            const auto C = make<T>(context, 1, 1, {{0, 0, one}}), D = make<T>(context, 1, 3, {});
            const Matrix<T> M = concat<T>({{&A, &B}, {&C, &D}});
            CHECK(M.nrows() == 3);
            CHECK(M.ncols() == 4);
            CHECK(read<T>(M) == Entries<T>{{0, 3, one}, {1, 0, one}, {2, 0, one}});
        });
        const auto structs = make<poly3>(context, 1, 1, {{0, 0, {1, 2, 3}}});
        CHECK(concat({{&structs, &structs}}).nvals() == 2);
        // Types are cast to that of the first tile, or to the one given.
        const auto real = make<double>(context, 1, 1, {{0, 0, 2.75}});
        const auto integer = make<I32>(context, 1, 1, {{0, 0, 3}});
        CHECK(read<I32>(concat({{&integer, &real}})) == Entries<I32>{{0, 0, 3}, {0, 1, 2}});
        CHECK(read<double>(concat<double>({{&integer, &real}})) == Entries<double>{{0, 0, 3}, {0, 1, 2.75}});
        const Matrix<I32> no_rows(context, 0, 1), no_columns(context, 1, 0);
        CHECK(read<I32>(concat({{&no_rows}, {&integer}})) == Entries<I32>{{0, 0, 3}});
        CHECK(concat({{&no_columns, &integer, &no_columns}}).ncols() == 1);
    });
}

TEST_CASE("split gives the tiles of which concat makes the matrix") {
    on_each_backend([](const Context& context) {
        const auto A = make<I32>(context, 4, 5, {{0, 0, 1}, {0, 4, 2}, {1, 2, 3}, {2, 1, 4}, {3, 4, 5}});
        const auto tiles = split(A, List{1, 0, 3}, List{2, 3});
        REQUIRE(tiles.size() == 3);
        CHECK(read<I32>(tiles[0][1]) == Entries<I32>{{0, 2, 2}});
        CHECK(tiles[1][1].nrows() == 0);
        CHECK(read<I32>(tiles[2][0]) == Entries<I32>{{1, 1, 4}});
        CHECK(read<I32>(tiles[2][1]) == Entries<I32>{{0, 0, 3}, {2, 2, 5}});
        Tiles again;
        for (const auto& line : tiles) {
            again.emplace_back();
            for (const Matrix<I32>& tile : line) again.back().push_back(&tile);
        }
        CHECK(isequal(concat(again), A));
        const auto whole = split(static_cast<const AnyMatrix&>(A), List{4}, List{5});
        CHECK(isequal(whole[0][0], A));
        CHECK(split(Matrix<I32>(context, 0, 2), List{}, List{1, 1}).empty());
    });
}

TEST_CASE("concat and split: wrong arguments") {
    on_each_backend([](const Context& context) {
        const Matrix<I32> A(context, 2, 3), B(context, 1, 3), C(context, 2, 2);
        const Matrix<poly3> structs(context, 2, 3);
        AnyMatrix empty;
        const Context other(context.backend());
        const Matrix<I32> far = A.to(other);
        refuses(Code::dimension_mismatch, {"concat", "(0, 1)", "1 rows"}, [&] { (void)concat({{&A, &B}}); });
        refuses(Code::dimension_mismatch, {"concat", "(1, 0)", "2 columns"}, [&] {
            (void)concat({{&A}, {&C}});
        });
        refuses(Code::invalid_value, {"concat", "no tiles"}, [&] { (void)concat({}); });
        refuses(Code::invalid_value, {"concat", "row 1"}, [&] { (void)concat({{&A, &A}, {&A}}); });
        refuses(Code::null_pointer, {"concat", "(0, 1)"}, [&] { (void)concat({{&A, nullptr}}); });
        refuses(Code::uninitialized_object, {"concat"}, [&] { (void)concat({{&A, &empty}}); });
        refuses(Code::invalid_object, {"concat"}, [&] { (void)concat({{&A, &far}}); });
        refuses(Code::domain_mismatch, {"concat"}, [&] { (void)concat({{&A, &structs}}); });
        refuses(Code::dimension_mismatch, {"split", "rows"}, [&] { (void)split(A, List{1}, List{3}); });
        refuses(Code::dimension_mismatch, {"split", "columns"}, [&] { (void)split(A, List{2}, List{2, 2}); });
        refuses(Code::dimension_mismatch, {"split", "rows"}, [&] {
            (void)split(A, List{~std::uint64_t{0}, 3}, List{3});
        });
        refuses(Code::uninitialized_object, {"split"}, [&] { (void)split(empty, List{}, List{}); });
    });
}

TEST_SUITE_END();
