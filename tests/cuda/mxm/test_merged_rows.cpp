/// \file test_merged_rows.cpp
/// Products whose rows are expanded, merged and folded (MERGUS_CUDA_MXM=merge): values of many
/// widths, groups longer than a block, batches of a few rows, masks, casts, terminal values, and memory that
/// does not suffice.
#include "product_shapes.hpp"

using namespace mergus;
using namespace mergus::tests;
using mergus_tests::path_trace;
using mergus_tests::traces;
using mergus_tests::wide_traces;

// Outside anonymous namespaces, as a program's are.
namespace merged_rows {

MERGUS_TYPE(trace12, uint32_t word[3];);
MERGUS_TYPE(trace24, uint64_t word[3];);
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
MERGUS_SEMIRING(traces_of_24,
    static bool associative() { return false; } static bool commutative() { return false; }
    static trace24 identity() { return trace24{}; }
    static trace24 add(trace24 x, trace24 y) {
        for (unsigned w = 0; w < 3; ++w) x.word[w] = x.word[w] * 6364136223846793005ull ^ (y.word[w] + w);
        return x;
    }
    static trace24 mul(double a, double b, int64_t i, int64_t k, int64_t j) {
        trace24 z;
        for (unsigned w = 0; w < 3; ++w) z.word[w] = uint64_t(k) * 2654435761u + uint64_t(i) * 40503u + uint64_t(j) + (a < b ? w : 7u);
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

Operands mixed_under_mask(const mergus_type* a = type_of<double>(),
                          const mergus_type* b = type_of<double>()) {
    Operands operands = mixed(a, b);
    operands.M = with_zeros(
        uneven_matrix(type_of<double>(), 23, 90, [](auto i, auto j) { return (i + 3 * j) % 4 != 0; }));
    return operands;
}

/// Entries of 700 products, far more than a block has threads.
Operands deep() {
    return {uneven_matrix(type_of<double>(), 3, 700, [](auto i, auto k) { return i != 1 || k % 3 == 0; }),
            uneven_matrix(type_of<double>(), 700, 3, [](auto k, auto j) { return j != 1 || k < 600; }),
            uneven_matrix(type_of<double>(), 3, 3, [](auto i, auto j) { return i != j; })};
}

/// No mask, and the values or the structure of the mask, or their complement.
enum class Under { none, values, structure, not_values, not_structure };

/// Merged in one batch and in some, threads in two orders.
void check(const AnySemiring& semiring, const Operands& operands, std::initializer_list<Under> masks) {
    const Method one{"merge", {"merge"}, false, 1, 1}, some{"merge,merge<2200", {"merge"}, false, 1, 20};
    for (const Under under : masks) {
        Operands given = operands;
        Descriptor how{};
        if (under == Under::none) given.M.reset();
        if (under == Under::structure || under == Under::not_structure) how = how | DESC_S;
        if (under == Under::not_values || under == Under::not_structure) how = how | DESC_C;
        for (const Method& method : {one, some}) tests::check(method, semiring, given, how);
    }
}

constexpr auto every_mask = {Under::none, Under::values, Under::structure, Under::not_values,
                             Under::not_structure};

ContextOptions saying(std::string& bins) {
    ContextOptions options;
    options.explain = [&](const Explanation& e) {
        if (e.operation == "mxm") bins = e.reason;
    };
    return options;
}

} // namespace

TEST_SUITE_BEGIN("merged-rows");

TEST_CASE("merged rows: values of every width, folded in the order of k under every mask") {
    const Operands numbers = mixed_under_mask();
    check(traces, numbers, every_mask);
    check(wide_traces, numbers, every_mask);
    check(traces_of_12, numbers, {Under::none, Under::not_values});
    check(traces_of_24, numbers, {Under::none, Under::not_values});
    // Cast to the factors' types.
    check(traces_of_64, mixed_under_mask(type_of<double>(), type_of<std::int64_t>()),
          {Under::none, Under::structure, Under::not_structure});
    check(traces_of_1000, numbers, {Under::none});
    check(plus_times<double>, numbers, {Under::none, Under::not_values}); // on one thread's sum, so in order
    check(plus_times<complex<double>>,
          mixed_under_mask(type_of<complex<double>>(), type_of<complex<double>>()), {Under::not_values});
    check(min_firstj1<std::int64_t>, numbers, {Under::not_values});
    check(plus_pair<std::int8_t>, numbers, {Under::not_values});
    check(lor_land, numbers, {Under::not_values});
}

TEST_CASE("merged rows: entries of more products than a block has threads") {
    check(wide_traces, deep(), {Under::none, Under::structure, Under::not_structure});
    check(traces_of_64, deep(), {Under::none});
    check(traces_of_1000, deep(), {Under::none});
    check(plus_times<double>, deep(), {Under::none});
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

TEST_CASE("merged rows: beside others, by their products; transposed inputs, an accumulator, C as an input") {
    const Operands operands = mixed();
    tests::check({"", {"merge"}}, wide_traces, operands, {}, Used::no);
    tests::check({"merge>400", {"merge:0"}}, wide_traces, operands);
    tests::check({"merge>400", {"rows in merge"}}, wide_traces, operands, {}, Used::no);
    tests::check({"merge>400,merge<401", {"merge:0"}}, wide_traces, operands, {}, Used::no);
    tests::check({"column_tile,merge>400", {"column_tile:0 merge:0"}}, wide_traces, operands);
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        std::string bins;
        const Context context = shuffled(backend, "merge,merge<1000", 1, saying(bins));
        const reference::Matrix square =
            uneven_matrix(type_of<double>(), 30, 30, [](auto i, auto j) { return (i * j + i) % 3 != 1; });
        const Descriptor how = DESC_T0 | DESC_T1 | DESC_DETERMINISTIC;
        const reference::Output output{nullptr, ops::plus<double>.get(), how.bits};
        AnyMatrix C = upload(context, square);
        mxm(C, no_mask, ops::plus<double>, plus_times<double>, C, C, how);
        CHECK(bits_of(C) ==
              bits_of(reference::mxm(square, output, *plus_times<double>.get(), square, square)));
        CHECK_MESSAGE(bins.find("merge") != std::string::npos, bins);
    }
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

    // An allocation that fails.
    const Operands operands{
        uneven_matrix(type_of<double>(), 4, 12, [](auto i, auto k) { return i < 3 || k < 5; }),
        uneven_matrix(type_of<double>(), 12, 8, [](auto k, auto j) { return (k + j) % 3 != 0; })};
    std::string bins;
    std::uint64_t countdown = 0, refused = 0, live = 0;
    ContextOptions options = saying(bins);
    options.allocate = [&](std::size_t bytes, void*) -> void* {
        if (countdown != 0 && --countdown == 0) {
            ++refused;
            return nullptr;
        }
        live += bytes;
        return std::malloc(bytes);
    };
    options.deallocate = [&](void* block, std::size_t bytes, void*) {
        live -= bytes;
        std::free(block);
    };
    const Context context = shuffled("cuda-emulated", "merge,merge<150", 1, options);
    const AnyMatrix A = upload(context, operands.A), B = upload(context, operands.B);
    const Bits wanted = naive(wide_traces, operands);
    std::uint64_t went_on = 0, held = 0;
    for (std::uint64_t nth = 0;; ++nth) {
        CAPTURE(nth);
        AnyMatrix C(context, type_of<path_trace>(), A.nrows(), B.ncols());
        if (nth == 1) held = live;
        refused = 0;
        countdown = nth;
        try {
            mxm(C, no_mask, no_accum, wide_traces, A, B);
            countdown = 0;
            CHECK(bits_of(C) == wanted);
            if (refused != 0) {
                const bool in_ranges = bins.find("memory is short") != std::string::npos;
                CHECK_MESSAGE((in_ranges || bins.find("column_tile") != std::string::npos), bins);
                went_on += in_ranges ? 0 : 1;
            }
        } catch (const Error& error) {
            CHECK(error.code() == Code::out_of_memory); // for C, before the product
            CHECK(refused == 1);
        }
        countdown = 0;
        if (nth > 0 && refused == 0) break;
        C = AnyMatrix(context, type_of<path_trace>(), A.nrows(), B.ncols());
        if (nth > 0) CHECK(live == held);
    }
    CHECK(went_on > 30);
}

TEST_SUITE_END();
