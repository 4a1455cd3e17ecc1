/// \file test_ewise_union.cpp
/// ewise_union: all types, options, transposes, shapes without entries, wrong arguments.
#include "testing/builtin_operators.hpp"
#include "testing/refuses.hpp"
#include "testing/vectors.hpp"

#include <mergus/mergus.hpp>

using namespace mergus;
using namespace mergus::tests;

namespace {

using I32 = std::int32_t;
using I64 = std::int64_t;

} // namespace

TEST_SUITE_BEGIN("ops");

TEST_CASE("ewise_union: the scalars stand for absent entries, on every type") {
    on_each_backend([](const Context& context) {
        for_each_type([&]<class T>(T) {
            if (is_slow(std::string(context.backend())) && !std::same_as<T, double> && !std::same_as<T, bool>)
                return;
            const auto A = make<T>(context, 2, 3, {{0, 0, T(1)}, {1, 2, T(0)}});
            const auto B = make<T>(context, 2, 3, {{0, 0, T(1)}, {0, 1, T(1)}});
            const T minus_one = std::same_as<T, bool> ? T(1) : number<T>(-1); // on bool minus is xor
            CHECK(read<T>(ewise_union<T>(ops::minus<T>, A, T(1), B, T(1))) ==
                  Entries<T>{{0, 0, T(0)}, {0, 1, T(0)}, {1, 2, minus_one}});
        });
    });
}

TEST_CASE("ewise_union: masks, accumulators and transposes") {
    on_each_backend([](const Context& context) {
        const auto A = make<I32>(context, 2, 2, {{0, 1, 5}, {1, 1, 6}});
        const auto B = make<I32>(context, 2, 2, {{1, 0, 2}, {1, 1, 3}});
        // A' = {(1,0): 5, (1,1): 6}
        CHECK(read<I32>(ewise_union<I32>(ops::minus<I32>, A, 100, B, 1000, {.transpose_a = true})) ==
              Entries<I32>{{1, 0, 3}, {1, 1, 3}});
        CHECK(read<I32>(ewise_union(ops::minus<I32>, A, 100, B, 1000)) ==
              Entries<I32>{{0, 1, -995}, {1, 0, 98}, {1, 1, 3}});
        CHECK(read<I32>(ewise_union<I32>(ops::minus<I32>, A, 100, B, 1000, {.mask = structure(B)})) ==
              Entries<I32>{{1, 0, 98}, {1, 1, 3}});
        auto C = make<I32>(context, 2, 2, {{0, 0, 1}, {1, 0, 10}});
        ewise_union(C, ops::minus<I32>, A, 100, B, 1000, {.mask = structure(B), .accum = ops::plus<I32>});
        CHECK(read<I32>(C) == Entries<I32>{{0, 0, 1}, {1, 0, 108}, {1, 1, 3}});
        ewise_union(C, ops::minus<I32>, A, 100, B, 1000,
                    {.mask = complement(structure(B)), .replace = true, .transpose_b = true});
        CHECK(read<I32>(C) == Entries<I32>{{0, 1, 3}}); // (0,1): 5 - 2
        // In place, and by comparison: the type of the result is the operator's.
        auto D = A.dup();
        ewise_union(D, ops::minus<I32>, D, 0, D, 0);
        CHECK(read<I32>(D) == Entries<I32>{{0, 1, 0}, {1, 1, 0}});
        const Matrix<bool> less = ewise_union(ops::lt<I32>, A, 0, B, 0);
        CHECK(read<bool>(less) == Entries<bool>{{0, 1, false}, {1, 0, true}, {1, 1, false}});
    });
}

TEST_CASE("ewise_union of vectors, and of objects without entries or without rows") {
    on_each_backend([](const Context& context) {
        const auto u = make_vector<double>(context, 4, {{0, 1.5}, {2, 2.5}});
        const auto v = make_vector<double>(context, 4, {{2, 1}, {3, 4}});
        CHECK(items<double>(ewise_union<double>(ops::minus<double>, u, 0.0, v, 0.5)) ==
              Items<double>{{0, 1}, {2, 1.5}, {3, -4}});
        const Vector<bool> less = ewise_union(ops::lt<double>, u, 2.0, v, 2.0);
        CHECK(items<bool>(less) == Items<bool>{{0, true}, {2, false}, {3, true}});
        auto w = make_vector<double>(context, 4, {{1, 7}, {3, 1}});
        ewise_union(w, ops::minus<double>, u, 0.0, v, 0.5,
                    {.mask = structure(v), .accum = ops::plus<double>});
        CHECK(items<double>(w) == Items<double>{{1, 7}, {2, 1.5}, {3, -3}});
        const Matrix<I32> none(context, 3, 2), flat(context, 0, 5);
        CHECK(ewise_union<I32>(ops::plus<I32>, none, 1, none, 1).nvals() == 0);
        CHECK(ewise_union<I32>(ops::plus<I32>, flat, 1, flat, 1).ncols() == 5);
        const Vector<I32> empty(context, 0);
        CHECK(ewise_union<I32>(ops::plus<I32>, empty, 1, empty, 1).size() == 0);
    });
}

TEST_CASE("ewise_union: wrong arguments change nothing") {
    on_each_backend([](const Context& context) {
        const auto A = make<I32>(context, 2, 3, {{0, 0, 1}});
        auto C = make<I32>(context, 2, 3, {{1, 1, 9}});
        const Matrix<I32> small(context, 2, 2);
        Matrix<I32> moved = A.dup();
        const Matrix<I32> taken = std::move(moved);
        refuses(Code::dimension_mismatch, {"ewise_union", "B", "2 x 2"},
                [&] { ewise_union(C, ops::plus<I32>, A, 0, small, 0); });
        refuses(Code::dimension_mismatch, {"ewise_union", "A", "3 x 2"},
                [&] { ewise_union(C, ops::plus<I32>, A, 0, A, 0, {.transpose_a = true}); });
        refuses(Code::dimension_mismatch, {"ewise_union", "mask"},
                [&] { ewise_union(C, ops::plus<I32>, A, 0, A, 0, {.mask = small}); });
        refuses(Code::invalid_value, {"ewise_union", "alpha", "0.5"},
                [&] { ewise_union(C, ops::plus<I32>, A, 0.5, A, 0); });
        const Scalar empty(nullptr, type_of<I32>());
        refuses(Code::empty_object, {"ewise_union"}, [&] { ewise_union(C, ops::plus<I32>, A, empty, A, 0); });
        refuses(Code::empty_object, {"ewise_union"}, [&] { ewise_union(C, ops::plus<I32>, A, 0, A, empty); });
        refuses(Code::uninitialized_object, {"ewise_union", "A"},
                [&] { ewise_union(C, ops::plus<I32>, moved, 0, A, 0); });
        refuses(Code::uninitialized_object, {"ewise_union", "C"},
                [&] { ewise_union(moved, ops::plus<I32>, A, 0, A, 0); });
        const Context other(context.backend());
        refuses(Code::invalid_object, {"ewise_union", "B"},
                [&] { ewise_union(C, ops::plus<I32>, A, 0, A.to(other), 0); });
        CHECK(read<I32>(C) == Entries<I32>{{1, 1, 9}});
    });
}

TEST_SUITE_END();
