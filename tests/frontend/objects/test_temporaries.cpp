/// \file test_temporaries.cpp
/// Arguments that are made of temporaries own them; those of objects with a name refer to them.
#include "testing/matrices.hpp"

#include <mergus/mergus.hpp>

#include <list>
#include <optional>

using namespace mergus;
using namespace mergus::tests;

namespace mergus::tests {
/// Of more bytes than a Scalar has room for in itself.
MERGUS_TYPE(wide_value, int64_t part[12];);
} // namespace mergus::tests

namespace {

using I32 = std::int32_t;
using List = std::vector<std::uint64_t>;

static_assert(!std::constructible_from<Mask, const AnyMatrix> &&
              !std::constructible_from<Mask, const Matrix<I32>>);
static_assert(std::constructible_from<Mask, Matrix<I32>&> &&
              std::constructible_from<Mask, const Matrix<I32>&> &&
              std::constructible_from<Mask, Matrix<I32>>);
static_assert(!std::constructible_from<Indices, std::list<std::uint64_t>> &&
              !std::constructible_from<Indices, std::vector<bool>>);

/// Overwrites what a dangling reference would refer to.
void reuse_memory(const Context& context) {
    std::vector<Matrix<I32>> matrices;
    std::vector<List> lists;
    for (int n = 0; n < 8; ++n) {
        matrices.push_back(make<I32>(context, 5, 7, {{0, 0, -1}}));
        lists.emplace_back(2, 77);
    }
}

} // namespace

TEST_SUITE_BEGIN("ops");

TEST_CASE("temporaries: a mask owns a temporary matrix, and refers to one with a name") {
    on_each_backend([](const Context& context) {
        const Matrix<I32> M = make<I32>(context, 3, 3, {{0, 1, 1}, {2, 2, 0}});
        const auto admitted = [&](const Mask& mask) {
            Matrix<I32> C(context, 3, 3);
            assign(C, mask, no_accum, 1);
            return C.nvals();
        };
        const Mask plain = M.dup(), pattern = structure(M.dup()), rest = complement(structure(M.dup()));
        const Mask copy = pattern;
        reuse_memory(context);
        CHECK(admitted(plain) == 1);
        CHECK(admitted(pattern) == 2);
        CHECK(admitted(copy) == 2);
        CHECK(admitted(rest) == 7);
        std::optional<Mask> moved = Mask(M.dup());
        const Mask kept = std::move(*moved);
        CHECK(admitted(*moved) == 1); // NOLINT: a mask that was moved from is the mask still
        moved.reset();
        CHECK(admitted(kept) == 1);
        CHECK(admitted(structure(M.dup())) == 2);

        CHECK(Mask(M).object() == &M);
        CHECK(structure(M).object() == &M);
        CHECK(complement(structure(M)).object() == &M);
        Matrix<I32> given = M.dup();
        const Mask taken = std::move(given);
        CHECK(admitted(taken) == 1);
        CHECK(given.state() == nullptr); // NOLINT: it moved in
    });
}

TEST_CASE("temporaries: lists of indices own temporaries, and refer to lists with a name") {
    on_each_backend([](const Context& context) {
        const Indices rows(List{1, 2}), cols = std::vector<int>{0, 2};
        const Indices copy = rows;
        const Indices array(std::array<std::uint64_t, 2>{0, 1});
        reuse_memory(context);
        const auto entries = [&](const Indices& i, const Indices& j) {
            Matrix<I32> C(context, 3, 3);
            assign(C, no_mask, no_accum, 4, i, j);
            return read<I32>(C);
        };
        CHECK(entries(rows, cols) == Entries<I32>{{1, 0, 4}, {1, 2, 4}, {2, 0, 4}, {2, 2, 4}});
        CHECK(entries(copy, List{1}) == Entries<I32>{{1, 1, 4}, {2, 1, 4}});
        CHECK(entries(array, List{1}) == Entries<I32>{{0, 1, 4}, {1, 1, 4}});
        CHECK(entries(List{}, all).empty());

        const List named = {0, 1};
        CHECK(Indices(named).list().data() == named.data());
        CHECK(Indices(std::span(named)).list().data() == named.data());
        CHECK(Indices(copy).list().data() == copy.list().data());
        List moved = {5, 6};
        const std::uint64_t* const data = moved.data();
        CHECK(IndexList(std::move(moved)).list().data() == data);
    });
}

TEST_CASE("temporaries: a scalar owns its value, of any size") {
    on_each_backend([](const Context& context) {
        const auto made = [&](int n) { return Scalar(n + 40); };
        const Scalar number = made(2), real(2.5);
        wide_value wide{};
        for (int n = 0; n < 12; ++n) wide.part[n] = n;
        std::optional<Scalar> original = Scalar(wide);
        const Scalar copy = *original;
        original.reset();
        mergus_type own = *type_of<wide_value>(); // the caller's own descriptor of the type
        std::string name = own.name;
        own.name = name.c_str();
        const Scalar described(&wide, &own);
        name = "nothing";
        wide = {};
        reuse_memory(context);
        Matrix<I32> C(context, 1, 1);
        assign(C, no_mask, no_accum, number);
        CHECK(read<I32>(C)[0].value == 42);
        Matrix<double> D(context, 1, 1);
        assign(D, no_mask, no_accum, real);
        CHECK(read<double>(D)[0].value == 2.5);
        Matrix<wide_value> W(context, 1, 1);
        for (const Scalar* scalar : {&copy, &described}) {
            assign(W, no_mask, no_accum, *scalar);
            CHECK(read<wide_value>(W)[0].value.part[11] == 11);
        }
    });
}

TEST_SUITE_END();
