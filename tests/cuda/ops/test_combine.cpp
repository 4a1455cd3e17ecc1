/// \file test_combine.cpp
/// Unions, intersections and writes under masks of rows of any lengths, compared with plain loops over sorted
/// entries: rows longer than several tiles of the kernels (2,014 items), thousands of empty rows, one row,
/// equal patterns, and results that keep the pattern of C.
#include "testing/device_testing.hpp"
#include "testing/faulty_allocator.hpp"
#include "testing/matrices.hpp"

#include <mergus/mergus.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <random>
#include <utility>

using namespace mergus;
using namespace mergus::tests;

// Outside anonymous namespaces, as a program's are.
namespace combine_values {
MERGUS_TYPE(page, uint64_t v[32];);
MERGUS_BINARY_OP(
    sum_of_pages, static page apply(page a, page b) {
        for (int k = 0; k < 32; ++k) a.v[k] += b.v[k];
        return a;
    })
} // namespace combine_values

namespace {

using combine_values::page;

using I64 = std::int64_t;
using Place = std::pair<std::uint64_t, std::uint64_t>;
using Content = std::map<Place, I64>;

Entries<I64> entries_of(const Content& content) {
    Entries<I64> entries;
    for (const auto& [place, value] : content) entries.push_back({place.first, place.second, value});
    return entries;
}

struct Shape {
    std::uint64_t nrows, ncols;
    std::uint64_t entries;      ///< drawn anywhere
    std::uint64_t long_entries; ///< and in one row
};

constexpr Shape shapes[] = {{1, 9000, 5000, 0},             // a row of several tiles
                            {300, 9000, 6000, 7000},        // a row of several tiles among short ones
                            {50'000, 40, 300, 0},           // tiles of empty rows
                            {1, 9000, 1600, 0},             // a row of two tiles
                            {3, 1ULL << 35, 300, 900},      // the same of columns of 64 bits, between rows
                            {1500, 3000, 1000, 0},          // two tiles of short rows
                            {70, 70, 4000, 0},              // almost dense
                            {5000, 1ULL << 35, 9000, 3000}, // columns of 64 bits
                            {9, 9, 0, 0}};

Content draw(const Shape& shape, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    Content content;
    const auto add = [&](std::uint64_t row) {
        // Few different columns, so that the matrices share many.
        const std::uint64_t step = std::max<std::uint64_t>(shape.ncols / 10'000, 1);
        content[{row, random() % (shape.ncols / step) * step}] = static_cast<I64>(random() % 7) - 2;
    };
    for (std::uint64_t e = 0; e < shape.entries; ++e) add(random() % shape.nrows);
    for (std::uint64_t e = 0; e < shape.long_entries; ++e) add(shape.nrows / 2);
    return content;
}

Matrix<I64> make(const Context& context, const Shape& shape, const Content& content) {
    return tests::make<I64>(context, shape.nrows, shape.ncols, entries_of(content));
}

/// C<M> ⊙= T by plain loops. \param minus the accumulator is C − T; otherwise there is none
Content written(const Content& C, const Content& T, const Content* M, bool structural, bool complement,
                bool replace, bool minus) {
    const auto admits = [&](const Place& place) {
        if (M == nullptr) return true;
        const auto found = M->find(place);
        return (found != M->end() && (structural || found->second != 0)) != complement;
    };
    Content Z;
    for (const auto& [place, value] : C) {
        if (!admits(place)) {
            if (!replace) Z[place] = value;
        } else if (minus) {
            Z[place] = value;
        }
    }
    for (const auto& [place, value] : T)
        if (admits(place)) Z[place] = minus && C.contains(place) ? C.at(place) - value : value;
    return Z;
}

} // namespace

TEST_SUITE_BEGIN("combine");

TEST_CASE("combine: unions and intersections of rows of any lengths") {
    on_backends_and_devices([](const Context& context) {
        for (const Shape& shape : shapes) {
            CAPTURE(shape.nrows);
            const Content a = draw(shape, 1), b = draw(shape, 2);
            const Matrix<I64> A = make(context, shape, a), B = make(context, shape, b);
            Content both, any = a;
            for (const auto& [place, value] : b)
                if (a.contains(place))
                    any[place] = both[place] = a.at(place) - value;
                else
                    any[place] = value;
            CHECK(read<I64>(ewise_add(ops::minus<I64>, A, B)) == entries_of(any));
            CHECK(read<I64>(ewise_mult(ops::minus<I64>, A, B)) == entries_of(both));
        }
    });
}

TEST_CASE("combine: results through masks and accumulators") {
    on_backends_and_devices([](const Context& context) {
        for (const Shape& shape : shapes) {
            const Content c = draw(shape, 3), t = draw(shape, 4), m = draw(shape, 5);
            const Matrix<I64> T = make(context, shape, t), M = make(context, shape, m);
            for (unsigned how = 0; how < 32; ++how) {
                const bool masked = (how & 1) == 0, structural = (how & 2) != 0, complement = (how & 4) != 0,
                           replace = (how & 8) != 0, minus = (how & 16) != 0;
                if (!masked && (structural || complement || replace)) continue;
                CAPTURE(shape.nrows);
                CAPTURE(how);
                Matrix<I64> C = make(context, shape, c);
                Mask mask = masked ? Mask(M) : no_mask;
                if (structural) mask = structure(mask);
                if (complement) mask = mergus::complement(mask);
                const BinaryOp accum = minus ? BinaryOp(ops::minus<I64>) : no_accum;
                apply(C, ops::identity<I64>, T, {.mask = mask, .accum = accum, .replace = replace});
                CHECK(read<I64>(C) == entries_of(written(c, t, masked ? &m : nullptr, structural, complement,
                                                         replace, minus)));
            }
        }
    });
}

TEST_CASE("combine: equal patterns of many entries, and values that change in place") {
    on_backends_and_devices([](const Context& context) {
        const Shape shape{2000, 3000, 150'000, 0};
        Content a = draw(shape, 6), b = a;
        for (auto& [place, value] : b) value = value * 3 + 1;
        const Matrix<I64> A = make(context, shape, a), B = make(context, shape, b);
        Content difference = a;
        for (auto& [place, value] : difference) value -= b.at(place);
        CHECK(read<I64>(ewise_add(ops::minus<I64>, A, B)) == entries_of(difference));
        CHECK(read<I64>(ewise_mult(ops::minus<I64>, A, B)) == entries_of(difference));
        Content none = a;
        for (auto& [place, value] : none) value = 0;
        CHECK(read<I64>(ewise_mult(ops::minus<I64>, A, A)) == entries_of(none));
        Matrix<I64> C = A.dup();
        apply(C, ops::identity<I64>, B, {.accum = ops::minus<I64>});
        CHECK(read<I64>(C) == entries_of(difference));

        // Through masks of the same pattern, which admit all of it, none of it, or by their values.
        Content odd = a;
        for (auto& [place, value] : odd) value = value % 2;
        const Matrix<I64> M = make(context, shape, odd);
        for (unsigned how = 0; how < 16; ++how) {
            const bool structural = (how & 1) != 0, complement = (how & 2) != 0, replace = (how & 4) != 0,
                       minus = (how & 8) != 0;
            CAPTURE(how);
            C = A.dup();
            Mask mask = structural ? structure(M) : Mask(M);
            if (complement) mask = mergus::complement(mask);
            const BinaryOp accum = minus ? BinaryOp(ops::minus<I64>) : no_accum;
            assign(C, B, {.mask = mask, .accum = accum, .replace = replace});
            CHECK(read<I64>(C) == entries_of(written(a, b, &odd, structural, complement, replace, minus)));
        }

        // One entry elsewhere: as many entries, but other patterns.
        Content moved = b;
        const Place first = moved.begin()->first;
        moved.erase(moved.begin());
        Place free = first;
        while (b.contains(free)) ++free.second;
        moved[free] = 5;
        REQUIRE(free.second < shape.ncols);
        const Content any = written(a, moved, nullptr, false, false, false, true);
        const Matrix<I64> moved_matrix = make(context, shape, moved);
        CHECK(read<I64>(ewise_add(ops::minus<I64>, A, moved_matrix)) == entries_of(any));
        C = A.dup();
        assign(C, B, {.mask = structure(moved_matrix)}); // the mask lacks an entry, and has another
        CHECK(read<I64>(C) == entries_of(written(a, b, &moved, true, false, false, false)));

        // T's pattern is a part of C's.
        Content part;
        for (const auto& [place, value] : b)
            if (place.second % 3 == 0) part[place] = value;
        C = A.dup();
        const Matrix<I64> P = make(context, shape, part);
        apply(C, ops::identity<I64>, P, {.accum = ops::minus<I64>});
        CHECK(read<I64>(C) == entries_of(written(a, part, nullptr, false, false, false, true)));
        apply(C, ops::identity<I64>, C, {.accum = ops::minus<I64>});
        CHECK(read<I64>(C) == entries_of(none));
    });
}

/// Entries in every row, as many as asked for; `other`: in other columns.
Content spread(std::uint64_t nrows, std::uint64_t entries, bool other) {
    Content content;
    for (std::uint64_t e = 0; e < entries; ++e)
        content[{e % nrows, e / nrows * 2 + (other ? e % 2 : 0)}] = static_cast<I64>(e % 5);
    return content;
}

TEST_CASE("combine: small operands take one launch and one wait") {
    constexpr std::uint64_t tile = 2039, nrows = 1000; // entries and ends of rows in a tile of the kernels
    const auto run = [](const Context& context, std::uint64_t entries) {
        const Content a = spread(nrows, 1500, false), b = spread(nrows, entries, true);
        const Shape shape{nrows, 50, 0, 0};
        const Matrix<I64> A = make(context, shape, a), B = make(context, shape, b);
        Matrix<I64> C(context, nrows, 50);
        Counters before;
        for (int time = 0; time < 2; ++time) { // the first call compiles
            before = context.counters();
            ewise_add(C, ops::minus<I64>, A, B);
        }
        const Counters after = context.counters();
        Content any = a;
        for (const auto& [place, value] : b) any[place] = a.contains(place) ? a.at(place) - value : value;
        CHECK(read<I64>(C) == entries_of(any));
        return std::pair(after.launches - before.launches, after.synchronizations - before.synchronizations);
    };
    const auto small = std::pair<std::uint64_t, std::uint64_t>(1, 1);
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        const Context context(backend);
        CHECK(run(context, 0) == small);
        CHECK(run(context, tile - nrows - 1500 + tile) == small);
        if (backend == "cuda-emulated") // where two tiles are the most
            CHECK(run(context, tile - nrows - 1500 + tile + 1).first == 3);
    }
}

TEST_CASE(
    "combine: results of one launch keep the pattern's arrays where it stays, and little unused memory") {
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        const Context context(backend);
        const Shape shape{1000, 50, 0, 0};
        const Content a = spread(1000, 1300, false), b = spread(1000, 700, false);
        Matrix<I64> A = make(context, shape, a);
        const Matrix<I64> B = make(context, shape, b);
        const std::uint64_t bytes = A.bytes();
        for (int time = 0; time < 3; ++time) assign(A, B, all, all, {.accum = ops::plus<I64>});
        CHECK(A.bytes() == bytes);
        Content sum = a;
        for (const auto& [place, value] : b) sum[place] += 3 * value;
        CHECK(read<I64>(A) == entries_of(sum));
        assign(A, A, all, all, {.accum = ops::plus<I64>}); // aliases
        for (auto& [place, value] : sum) value *= 2;
        CHECK(read<I64>(A) == entries_of(sum));

        // Twice the memory for the result is allocated, and half of it is given back.
        Entries<page> pages;
        for (const auto& [place, value] : a) pages.push_back({place.first, place.second, page{{7, 1}}});
        const Matrix<page> P = tests::make<page>(context, 1000, 50, pages), Q = P.dup();
        Matrix<page> C = ewise_add(combine_values::sum_of_pages, P, Q);
        C = Matrix<page>();
        const std::uint64_t before = context.counters().allocated_bytes;
        C = ewise_add(combine_values::sum_of_pages, P, Q);
        CHECK(C.bytes() == P.bytes());
        CHECK(context.counters().allocated_bytes - before == C.bytes());
        const Entries<page> found = read<page>(C);
        REQUIRE(found.size() == pages.size());
        CHECK(found.back().value.v[0] == 14);
    }
}

TEST_CASE("combine: isequal takes one launch and one wait") {
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        const Context context(backend);
        const Shape shape{2000, 3000, 9000, 0}; // more entries than threads of a block load at once
        const Content a = draw(shape, 8);
        const Matrix<I64> A = make(context, shape, a), same = A.dup();
        CHECK(isequal(A, same)); // compiles
        const Counters before = context.counters();
        CHECK(isequal(A, same));
        const Counters after = context.counters();
        CHECK(after.launches - before.launches == 1);
        CHECK(after.synchronizations - before.synchronizations == 1);
        {
            const DeterministicScope scope; // the one pass has no flags
            CHECK(isequal(A, same));
            CHECK(context.counters().launches - after.launches > 1);
        }

        const auto differs = [&](const Content& other) { return !isequal(A, make(context, shape, other)); };
        for (const auto& changed : {*a.begin(), *std::next(a.begin(), 5000), *a.rbegin()}) {
            const Place& place = changed.first;
            CAPTURE(place.first);
            Content other = a;
            other[place] += 1;
            CHECK(differs(other));
            other.erase(place);
            Place free = place; // another column of the row
            while (a.contains(free)) free.second = (free.second + 1) % shape.ncols;
            other[free] = changed.second;
            CHECK(differs(other));
            other.erase(free);
            free = {place.first == 0 ? 1 : place.first - 1, place.second}; // or the column in another row
            while (a.contains(free)) free.first = (free.first + 1) % shape.nrows;
            other[free] = changed.second;
            CHECK(differs(other));
            CHECK(isequal(A, same));
        }
        CHECK(isequal(A, A, ops::le<I64>));
        CHECK_FALSE(isequal(A, A, ops::lt<I64>));

        // One value for all entries, on one side or both.
        Content ones = a;
        for (auto& [place, value] : ones) value = 1;
        Matrix<I64> one(context, shape.nrows, shape.ncols);
        assign(one, 1, {.mask = structure(A)});
        CHECK(isequal(one, one.dup()));
        CHECK(isequal(one, make(context, shape, ones)));
        CHECK(isequal(make(context, shape, ones), one));
        CHECK_FALSE(isequal(one, A));
    }
}

TEST_CASE("combine: C += A takes no second C where its pattern stays") {
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        FaultyAllocator allocator(backend);
        const Context context = allocator.context();
        using Operand = std::pair<const Matrix<I64>*, const Content*>;
        const Shape shape{2000, 3000, 420'000, 0}; // more than one launch takes at once
        const Content c = draw(shape, 6);
        Content part;
        for (const auto& [place, value] : c)
            if (place.second % 3 == 0) part[place] = value;
        const Matrix<I64> A = make(context, shape, c), P = make(context, shape, part);
        for (const auto& [T, t] : {Operand(&A, &c), Operand(&P, &part)}) {
            CAPTURE(t->size());
            Matrix<I64> C = A.dup();
            allocator.limit = allocator.live + c.size(); // C has 12 bytes an entry
            assign(C, *T, all, all, {.accum = ops::minus<I64>});
            allocator.limit = std::numeric_limits<std::uint64_t>::max();
            CHECK(read<I64>(C) == entries_of(written(c, *t, nullptr, false, false, false, true)));
        }
    }
}

TEST_SUITE_END();
