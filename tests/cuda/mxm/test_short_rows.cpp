/// \file test_short_rows.cpp
/// Products of short rows, by a thread a row and by a group a row, bit for bit as the naive reference has
/// them: rows of every length up to the greatest, empty rows, values of many widths, wide indices, warps with
/// more entries than shared memory holds, many tiles of rows, and matrices that are not suited.
#include "product_testing.hpp"

#include <cstring>

using namespace mergus;
using namespace mergus::tests;
using mergus_tests::traces;
using mergus_tests::traces_of_72;
using mergus_tests::wide_traces;

namespace {

/// Rows of 0 to `longest` entries, the next row beginning a few columns later.
reference::Matrix stairs(const mergus_type* type, std::uint64_t nrows, std::uint64_t ncols,
                         std::uint64_t longest) {
    return uneven_matrix(type, nrows, ncols, [=](std::uint64_t i, std::uint64_t j) {
        const std::uint64_t length = i % (longest + 1), offset = (j + ncols - i * 3 % ncols) % ncols;
        return offset % 2 == 0 && offset / 2 < length;
    });
}

Operands short_ones(std::uint64_t longest, const mergus_type* a = type_of<double>(),
                    const mergus_type* b = type_of<double>()) {
    return {stairs(a, 75, 60, longest), stairs(b, 60, 140, 7)};
}

/// Small whole numbers, whose sums are exact in any order.
template <class T, class Has>
reference::Matrix whole_numbers(std::uint64_t nrows, std::uint64_t ncols, Has has) {
    reference::Matrix matrix{type_of<T>(), nrows, ncols, {}};
    for (std::uint64_t i = 0; i < nrows; ++i)
        for (std::uint64_t j = 0; j < ncols; ++j) {
            if (!has(i, j)) continue;
            const T value = static_cast<T>(static_cast<int>(1 + (i * 7 + j * 5) % 9));
            reference::Value bytes = reference::zero(matrix.type);
            std::memcpy(bytes.data(), &value, sizeof value);
            matrix.set(i, j, bytes);
        }
    return matrix;
}

/// How a product is forced to be made, and what the report says of it.
struct Form {
    const char* name;
    const char* method;
};
constexpr Form thread_rows{"short_rows", "a thread a row"},
    sorted_rows{"sorted_rows", "a group a row, sorted"};

/// The reference's result, or SuiteSparse's for values too wide for the reference.
Bits expected_bits(const AnySemiring& semiring, const Operands& operands) {
    const mergus_type* type = semiring.get()->add->op->z_type;
    if (type->size <= reference::greatest_size) return naive(semiring, operands);
    const Context context("suitesparse");
    const AnyMatrix A = upload(context, operands.A), B = upload(context, operands.B);
    AnyMatrix result(context, type, A.nrows(), B.ncols());
    mxm(result, no_mask, no_accum, semiring, A, B);
    return bits_of(result);
}

void check(const AnySemiring& semiring, const Operands& operands, bool suited = true, Descriptor how = {},
           const Form& form = thread_rows) {
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        CAPTURE(form.name);
        const Product found = product(backend, form.name, semiring, operands, how);
        CHECK(found.bits == expected_bits(semiring, operands));
        CHECK_MESSAGE((found.method.find(form.method) != std::string::npos) == suited, found.method);
        if (suited) CHECK_MESSAGE(found.method.find("k in order") != std::string::npos, found.method);
    }
}

} // namespace

TEST_SUITE_BEGIN("short-rows");

TEST_CASE("short rows: values of every width, folded in the order of k") {
    for (const Form& form : {thread_rows, sorted_rows}) {
        check(traces, short_ones(7), true, {}, form);
        check(wide_traces, short_ones(7), true, {}, form);
        check(traces_of_72, short_ones(7), true, {}, form);
        check(plus_times<double>, short_ones(7), true, DESC_DETERMINISTIC, form);
        check(plus_times<double>, short_ones(7), true, {}, form);
        check(plus_times<float>, short_ones(7), true, DESC_DETERMINISTIC, form);
        check(plus_times<complex<double>>,
              short_ones(7, type_of<complex<double>>(), type_of<complex<double>>()), true, DESC_DETERMINISTIC,
              form);
        check(min_firstj1<std::int64_t>, short_ones(7), true, {}, form);
        check(plus_pair<std::int8_t>, short_ones(7), true, {}, form);
        check(lor_land, short_ones(7), true, {}, form);
    }
}

TEST_CASE("short rows: a group a row, for every number of products that a kernel is compiled for") {
    const reference::Matrix B = stairs(type_of<double>(), 90, 140, 7);
    for (const std::uint64_t longest : {1, 2, 4, 9, 18, 24, 36}) {
        CAPTURE(longest);
        const Operands operands{stairs(type_of<double>(), 75, 90, longest), B};
        check(traces, operands, true, {}, sorted_rows);
        check(traces_of_72, operands, longest * 7 <= 64, {}, sorted_rows); // few wide values a thread
    }
    check(traces, {stairs(type_of<double>(), 75, 90, 37), B}, false, {}, sorted_rows);
    // Every product of a row goes to one column, and to columns of its own.
    const auto full = [](auto, auto) { return true; };
    const auto diagonal = [](auto k, auto j) { return j / 4 == k; };
    check(traces,
          {uneven_matrix(type_of<double>(), 70, 60, full), uneven_matrix(type_of<double>(), 60, 1, full)},
          true, {}, sorted_rows);
    check(
        traces,
        {uneven_matrix(type_of<double>(), 70, 60, full), uneven_matrix(type_of<double>(), 60, 240, diagonal)},
        true, {}, sorted_rows);
}

TEST_CASE("short rows: more tiles of rows than a block adds up") {
    const Operands operands{uneven_matrix(type_of<double>(), 70000, 6,
                                          [](auto i, auto k) { return (i * 7 + k) % 29 < 2 && i % 5 != 0; }),
                            stairs(type_of<double>(), 6, 20, 3)};
    check(traces, operands, true, {}, sorted_rows);
}

TEST_CASE("short rows: rows of A of every length that a kernel is compiled for") {
    for (const std::uint64_t longest : {1, 4, 5, 6, 9, 10, 13, 17, 24}) {
        CAPTURE(longest);
        check(traces, short_ones(longest));
    }
}

TEST_CASE("short rows: a longer row, or too many products for a thread, takes the other accumulators") {
    check(traces, short_ones(25), false);
    const Operands wide{
        stairs(type_of<double>(), 40, 60, 20),
        uneven_matrix(type_of<double>(), 60, 140, [](auto k, auto j) { return k == 7 || j == k; })};
    check(traces, wide, false);
}

TEST_CASE("short rows: empty rows and matrices") {
    const auto nothing = [](auto, auto) { return false; };
    const auto last = [](auto i, auto) { return i == 59; };
    const reference::Matrix B = stairs(type_of<double>(), 60, 140, 7);
    check(traces,
          {uneven_matrix(type_of<double>(), 33, 60, [](auto i, auto k) { return i == 32 && k == 9; }), B});
    check(traces, {stairs(type_of<double>(), 75, 60, 5), uneven_matrix(type_of<double>(), 60, 5, last)});
    check(traces, {uneven_matrix(type_of<double>(), 75, 60, nothing), B}, false); // no kernel at all
    check(traces,
          {uneven_matrix(type_of<double>(), 33, 60, [](auto i, auto k) { return i == 32 && k == 9; }), B},
          true, {}, sorted_rows);
    check(traces, {stairs(type_of<double>(), 75, 60, 5), uneven_matrix(type_of<double>(), 60, 5, last)}, true,
          {}, sorted_rows);
}

TEST_CASE("short rows: columns of 64 bits") {
    constexpr std::uint64_t wide = std::uint64_t{1} << 33;
    Operands operands{stairs(type_of<double>(), 75, 60, 9), stairs(type_of<double>(), 60, 140, 7)};
    reference::Matrix far{operands.B.type, 60, wide, {}};
    for (const auto& [place, entry] : operands.B.entries)
        far.entries[{place.first, wide - 1 - (140 - place.second) * 30'000'000}] = entry;
    operands.B = far;
    check(traces, operands);
    check(traces, operands, true, {}, sorted_rows);
}

TEST_CASE("short rows: a warp with more entries than its shared memory holds writes them one by one") {
    const Operands full{stairs(type_of<double>(), 70, 60, 24), stairs(type_of<double>(), 60, 140, 30)};
    check(traces_of_72, full);
    check(wide_traces, full);
}

TEST_CASE("short rows: a product with an aggregation takes a group a row, whatever A's rows are like") {
    // An average row of A has 12 and 40 entries, one of B has one.
    for (const std::uint64_t length : {12, 40}) {
        CAPTURE(length);
        const reference::Matrix A = uneven_matrix(
                                    type_of<double>(), 2048, 120,
                                    [=](auto i, auto k) { return (k + 120 - i / 30) % 120 < length; }),
                                P = uneven_matrix(type_of<double>(), 120, 60,
                                                  [](auto k, auto j) { return k / 2 == j; });
        check(traces, {A, P}, true, {}, {.name = "", .method = sorted_rows.method});
    }
    const auto long_row = [](auto i, auto k) { return i == 77 || k % 10 == i % 10; };
    check(plus_times<double>,
          {uneven_matrix(type_of<double>(), 2048, 120, long_row),
           uneven_matrix(type_of<double>(), 120, 60, [](auto k, auto j) { return k / 2 == j; })},
          false, DESC_DETERMINISTIC, {.name = "", .method = sorted_rows.method});
}

TEST_CASE("short rows: a few long rows are made by the whole grid") {
    constexpr const char* by_grid = "long rows by the grid";
    const auto check_long = [&](const AnySemiring& semiring, const Operands& operands, bool suited = true,
                                Descriptor how = {}, const char* name = sorted_rows.name) {
        for (const std::string& backend : devices_under_test()) {
            CAPTURE(backend);
            const Product found = product(backend, name, semiring, operands, how);
            CHECK(found.bits == expected_bits(semiring, operands));
            CHECK_MESSAGE((found.method.find(by_grid) != std::string::npos) == suited, found.method);
        }
    };
    // Rows of 0 to 3 entries, and of 513 to 600 at the ends and between.
    const auto with_long = [](std::uint64_t every) {
        return [=](auto i, auto k) { return i % every == 0 ? k >= i : (k * 7 + i) % 600 < i % 4; };
    };
    const auto of = [&]<class T>(T, std::uint64_t every) {
        return Operands{whole_numbers<T>(85, 600, with_long(every)),
                        whole_numbers<T>(600, 140, [](auto k, auto j) { return (j * 3 + k) % 140 < k % 6; })};
    };
    const Operands doubles = of(double(), 21), ints = of(std::int64_t(), 21);
    check_long(plus_times<double>, doubles);
    check_long(min_plus<double>, doubles);
    check_long(plus_times<std::int64_t>, ints);
    check_long(plus_pair<std::int8_t>, ints);
    check_long(lor_land, of(bool(), 84));
    check_long(plus_times<double>, of(double(), 3)); // 29 long rows
    check_long(plus_times<double>, of(double(), 2), false);
    check_long(plus_times<double>, doubles, false, DESC_DETERMINISTIC);
    check_long(traces, doubles, false); // has no atomics
    const auto beside_units = [](auto i, auto k) { return i % 1000 == 3 || k == i % 700; };
    check_long(plus_times<double>,
               {whole_numbers<double>(2100, 700, beside_units),
                whole_numbers<double>(700, 140, [](auto k, auto j) { return (j * 3 + k) % 140 < k % 6; })},
               true, {}, "");
}

TEST_CASE("short rows: the profile of a matrix is of its present entries") {
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        const Context context = shuffled(backend, "short_rows", 5);
        const Operands first = short_ones(4), second = short_ones(24), third = short_ones(25);
        AnyMatrix A = upload(context, first.A), C(context, type_of<double>(), 75, 140);
        const AnyMatrix B = upload(context, first.B);
        for (const Operands* now : {&first, &second, &third, &first}) {
            const AnyMatrix other = upload(context, now->A);
            apply(A, no_mask, no_accum, ops::identity<double>, other, DESC_R);
            mxm(C, no_mask, no_accum, plus_times<double>, A, B, DESC_DETERMINISTIC);
            CHECK(bits_of(C) == expected_bits(plus_times<double>, *now));
        }
    }
}

TEST_SUITE_END();
