/// \file test_merged_rows.cpp
/// Products whose rows are expanded, merged and folded (MERGUS_CUDA_MXM=merge): values of uneven widths,
/// casts, groups longer than a block, batches of a few rows, terminal values, and memory that does not
/// suffice.
#include "product_shapes.hpp"
#include "testing/faulty_allocator.hpp"

using namespace mergus;
using namespace mergus::tests;
using mergus_tests::path_trace;
using mergus_tests::wide_traces;

// Outside anonymous namespaces, as a program's are.
namespace merged_rows {

MERGUS_TYPE(trace12, uint32_t word[3];);
MERGUS_TYPE(trace64, uint64_t word[8];);
MERGUS_TYPE(trace1000, uint64_t word[125];);
MERGUS_TYPE(scored, double score; int64_t rank;);

// clang-format off

// Sums that show the order and the grouping of their terms in every word; products that know where they come from.
MERGUS_SEMIRING(traces_of_12,
    static bool associative() { return false; } static bool commutative() { return false; }
    static trace12 identity() { return trace12{}; }
    static trace12 add(trace12 x, trace12 y) {
        for (unsigned w = 0; w < 3; ++w) x.word[w] = x.word[w] * 747796405u ^ (y.word[w] + w);
        return x;
    }
    static trace12 mul(double a, double b, int64_t i, int64_t k, int64_t j) {
        trace12 z;
        for (unsigned w = 0; w < 3; ++w) z.word[w] = unsigned(k) * 2654435761u + unsigned(i) * 40503u + unsigned(j) + (a < b ? w : 7u);
        return z;
    })
// Of factors of two types.
MERGUS_SEMIRING(traces_of_64,
    static bool associative() { return false; } static bool commutative() { return false; }
    static trace64 identity() { return trace64{}; }
    static trace64 add(trace64 x, trace64 y) {
        for (unsigned w = 0; w < 8; ++w) x.word[w] = x.word[w] * 6364136223846793005ull ^ (y.word[w] + w);
        return x;
    }
    static trace64 mul(float a, int32_t b, int64_t i, int64_t k, int64_t j) {
        trace64 z;
        for (unsigned w = 0; w < 8; ++w)
            z.word[w] = uint64_t(k) * 2654435761u + uint64_t(i) * 40503u + uint64_t(j) + (double(a) < double(b) ? w : 7u);
        return z;
    })
MERGUS_SEMIRING(traces_of_1000,
    static bool associative() { return false; } static bool commutative() { return false; }
    static trace1000 identity() { return trace1000{}; }
    static trace1000 add(trace1000 x, trace1000 y) {
        for (unsigned w = 0; w < 125; ++w) x.word[w] = x.word[w] * 6364136223846793005ull ^ (y.word[w] + w);
        return x;
    }
    static trace1000 mul(double a, double b) {
        trace1000 z;
        for (unsigned w = 0; w < 125; ++w) z.word[w] = uint64_t(w) + (a < b ? w : 7u);
        return z;
    })
// ⊕ on a sum that has ended shows.
MERGUS_SEMIRING(ends_at_best,
    static scored identity() { return scored{-INFINITY, 0}; }
    static scored terminal() { return scored{INFINITY, 7}; }
    static scored add(scored x, scored y) {
        if (x.score == INFINITY) return scored{-77, -77};
        return x.score < y.score ? y : x;
    }
    static scored mul(scored a, double) { return a; })

// clang-format on

} // namespace merged_rows

namespace {

using namespace merged_rows;

/// Entries of 700 products, far more than a block has threads.
Operands deep() {
    return {uneven_matrix(type_of<double>(), 3, 700, [](auto i, auto k) { return i != 1 || k % 3 == 0; }),
            uneven_matrix(type_of<double>(), 700, 3, [](auto k, auto j) { return j != 1 || k < 600; }),
            uneven_matrix(type_of<double>(), 3, 3, [](auto i, auto j) { return i != j; })};
}

/// Merged in one batch and in some, threads in two orders.
void check(const AnySemiring& semiring, const Operands& operands, Descriptor how = {}) {
    tests::check({"merge", {"merge"}, false, 1, 1}, semiring, operands, how);
    tests::check({"merge,merge<2200", {"merge"}, false, 1, 20}, semiring, operands, how);
}

Operands without_mask(Operands operands) {
    operands.M.reset();
    return operands;
}

} // namespace

TEST_SUITE_BEGIN("merged-rows");

TEST_CASE("merged rows: values of 12 and 1000 bytes, and of factors that are cast") {
    check(traces_of_12, mixed());
    check(traces_of_64, mixed(type_of<double>(), type_of<std::int64_t>()));
    check(traces_of_1000, mixed());
}

TEST_CASE("merged rows: entries of more products than a block has threads") {
    check(wide_traces, without_mask(deep()));
    check(wide_traces, deep(), DESC_S);
    check(wide_traces, deep(), DESC_S | DESC_C);
    check(traces_of_1000, without_mask(deep()));
}

TEST_CASE("merged rows: a sum ends at its terminal value") {
    const scored best{std::numeric_limits<double>::infinity(), 7};
    for (const std::string& backend : devices_under_test())
        for (const std::size_t length : {4u, 700u, 1100u})
            for (const std::size_t at : {std::size_t{1}, length - 2}) {
                CAPTURE(backend);
                CAPTURE(length);
                CAPTURE(at);
                const Context context = shuffled(backend, "merge", 1);
                Entries<scored> row;
                Entries<double> ones;
                for (std::size_t k = 0; k < length; ++k) {
                    row.push_back({0, k, k == at ? best : scored{5, 1}});
                    ones.push_back({k, 0, 1});
                }
                Matrix<scored> C(context, 1, 1);
                mxm(C, no_mask, no_accum, ends_at_best, make(context, 1, length, row),
                    make(context, length, 1, ones));
                const Entries<scored> all = read<scored>(C);
                REQUIRE(all.size() == 1);
                CHECK(all[0].value.score == best.score);
                CHECK(all[0].value.rank == best.rank);
            }
}

TEST_CASE("merged rows: beside others, by their products") {
    const Operands operands = mixed();
    tests::check({"", {"merge"}}, wide_traces, operands, {}, Used::no);
    tests::check({"merge>400", {"merge:0"}}, wide_traces, operands);
    tests::check({"merge>400", {"rows in merge"}}, wide_traces, operands, {}, Used::no);
    tests::check({"merge>400,merge<401", {"merge:0"}}, wide_traces, operands, {}, Used::no);
    tests::check({"column_tile,merge>400", {"column_tile:0 merge:0"}}, wide_traces, operands);
}

TEST_CASE("merged rows: a batch has as many rows as it has room for, and each is waited for") {
    const Operands operands = mixed();
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        const auto waits = [&](const char* accumulators) {
            const Context context = shuffled(backend, accumulators, 1);
            const AnyMatrix A = upload(context, operands.A), B = upload(context, operands.B);
            AnyMatrix C(context, type_of<path_trace>(), A.nrows(), B.ncols());
            const std::uint64_t before = context.counters().synchronizations;
            mxm(C, no_mask, no_accum, wide_traces, A, B);
            return context.counters().synchronizations - before;
        };
        // One after the cut, one in the merge, two for the bins.
        CHECK(waits("merge") <= 4);
        CHECK(waits("merge,merge<2200") >= waits("merge") + 2);
    }
}

TEST_CASE("merged rows: what does not fit is done without" * doctest::test_suite("merged-rows-emulated")) {
    // A row whose entries of A meet empty rows of B.
    Operands sparse = mixed();
    sparse.A = uneven_matrix(type_of<double>(), 4, 400, [](auto, auto) { return true; });
    sparse.B =
        uneven_matrix(type_of<double>(), 400, 50, [](auto k, auto j) { return k % 50 == 1 && j % 7 == 0; });
    tests::check({"merge,merge<100", {"column_tile"}}, wide_traces, sparse);

    // An allocation that fails: its rows go to another accumulator, unless memory ends in the operation
    // itself.
    const Operands operands{
        uneven_matrix(type_of<double>(), 4, 12, [](auto i, auto k) { return i < 3 || k < 5; }),
        uneven_matrix(type_of<double>(), 12, 8, [](auto k, auto j) { return (k + j) % 3 != 0; })};
    const Bits wanted = naive(wide_traces, operands);
    FaultyAllocator allocator("cuda-emulated");
    tests::Product found;
    const Variable forced("MERGUS_CUDA_MXM", "merge,merge<150");
    const Context context = allocator.context(reporting(found, {}, "mxm"));
    const AnyMatrix A = upload(context, operands.A), B = upload(context, operands.B);
    std::uint64_t went_on = 0;
    fail_each_allocation(allocator, context, [&](const auto& attempt) {
        AnyMatrix C(context, type_of<path_trace>(), A.nrows(), B.ncols());
        if (!attempt([&] { mxm(C, no_mask, no_accum, wide_traces, A, B); })) return;
        CHECK(bits_of(C) == wanted);
        went_on += found.says("column_tile") ? 1 : 0;
    });
    CHECK(went_on > 30);
}

TEST_SUITE_END();
