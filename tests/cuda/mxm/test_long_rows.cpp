/// \file test_long_rows.cpp
/// Rows of A with thousands of entries, whose products ranked_bitmap spreads over the threads of a block,
/// with values in shared memory and in the result, as the naive reference has them. Values are small
/// integers, so that sums are exact in any order.
#include "product_testing.hpp"

using namespace mergus;
using namespace mergus::tests;
using mergus_tests::traces;

namespace {

/// A has rows of 1 and 1023 to 2600 entries. Rows of B have 0 to 5 entries, every 400th has `most`, and
/// column 17 is in most of them.
template <class T>
Operands long_rows(std::uint64_t ncols, std::uint64_t most) {
    constexpr std::uint64_t inner = 2600;
    constexpr std::uint64_t lengths[] = {1, 1023, 1024, 1025, inner, 2048};
    Operands operands{{type_of<T>(), 6, inner, {}}, {type_of<T>(), inner, ncols, {}}};
    for (std::uint64_t i = 0; i < 6; ++i)
        for (std::uint64_t e = 0; e < lengths[i]; ++e) put_small<T>(operands.A, i, (e * 17 + i) % inner);
    for (std::uint64_t k = 0; k < inner; ++k) {
        const std::uint64_t count = k % 400 == 399 ? most : k % 6;
        for (std::uint64_t r = 0; r < count; ++r)
            put_small<T>(operands.B, k, (k * 31 + r * (2 * (k % 40) + 1)) % ncols);
        if (count != 0 && k % 3 != 0) put_small<T>(operands.B, k, 17);
    }
    return operands;
}

/// Sizes of blocks of 1024 threads: values in shared memory, and in the result.
const Method shared_values{"ranked_bitmap:6,column_tile", {"ranked_bitmap"}, false, 2},
    in_result{"ranked_bitmap:10,column_tile", {"ranked_bitmap"}, false, 2};

} // namespace

TEST_SUITE_BEGIN("long-rows");

TEST_CASE("long rows: spread over the threads of a block") {
    const Operands numbers = long_rows<double>(3000, 1700);
    for (const Method& choice : {shared_values, in_result}) {
        check(choice, plus_times<double>, numbers);
        check(choice, min_firstj1<std::int64_t>, numbers);
    }
    check(in_result, plus_times<complex<double>>, long_rows<std::complex<double>>(3000, 1700));
    check(shared_values, lor_land, long_rows<bool>(3000, 1700));
    check(shared_values, traces, numbers);
}

TEST_CASE("long rows: more pieces of rows of B than the list of a round holds") {
    Operands numbers = long_rows<double>(16000, 0);
    for (std::uint64_t k = 100; k < 112; ++k)
        for (std::uint64_t j = 0; j < 16000; ++j) put_small<double>(numbers.B, k, j);
    check(in_result, plus_times<double>, numbers);
}

TEST_CASE("long rows: under the complement of a mask, and the pattern as blocks of columns") {
    const Operands numbers = long_rows<double>(3000, 1700);
    reference::Matrix mask{type_of<double>(), numbers.A.nrows, numbers.B.ncols, {}};
    for (std::uint64_t i = 0; i < mask.nrows; ++i)
        for (std::uint64_t j = i % 5; j < mask.ncols; j += 1 + i % 7) put_small<double>(mask, i, j);
    for (const Method& choice : {shared_values, in_result}) {
        check(choice, plus_times<double>, {numbers.A, numbers.B, mask}, DESC_R | DESC_S | DESC_C);
        check({choice.forced + ",blocks", choice.said, false, 2}, plus_times<double>, numbers);
    }
}

TEST_SUITE_END();
