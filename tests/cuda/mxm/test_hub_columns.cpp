/// \file test_hub_columns.cpp
/// Products whose rows have their values in the result, with hub columns of B apart, as the naive reference
/// has them. Values are small integers, so that sums are exact in any order.
#include "product_testing.hpp"
#include "testing/faulty_allocator.hpp"
#include "testing/variable.hpp"

using namespace mergus;
using namespace mergus::tests;
using mergus_tests::pair_sums;
using mergus_tests::triple_sums;

namespace {

constexpr std::uint64_t inner = 70;

/// Rows of A of 0, 1, 33 and all entries. Every seventh column of B has 40 entries, the others have up to 2;
/// every tenth row of B has none.
template <class T>
Operands skewed(std::uint64_t ncols, std::uint64_t far = 0) {
    constexpr std::uint64_t lengths[] = {33, 1, 0, inner, 17};
    Operands operands{{type_of<T>(), 5, inner, {}}, {type_of<T>(), inner, ncols + far, {}}};
    for (std::uint64_t i = 0; i < 5; ++i)
        for (std::uint64_t e = 0; e < lengths[i]; ++e) put_small<T>(operands.A, i, (e * 17 + i) % inner);
    for (std::uint64_t j = 0; j < ncols; ++j)
        for (std::uint64_t e = 0; e < (j % 7 == 3 ? 40 : j % 3); ++e) {
            const std::uint64_t k = (j * 11 + e * 13) % inner;
            if (k % 10 != 4) put_small<T>(operands.B, k, j < ncols / 2 ? j : j + far);
        }
    return operands;
}

const Method apart{"ranked_bitmap:10,column_tile,hubs", {facts::hub_columns}, false, 2},
    together{"ranked_bitmap:10,column_tile,-hubs", {facts::hub_columns}, false, 2};
/// Bytes of shared memory of a block of the emulated device, so that not all columns are hub columns.
constexpr const char* few_slots = "9000";

} // namespace

TEST_SUITE_BEGIN("hub-columns");

TEST_CASE("hub columns: sums, minima, and complex sums") {
    const Variable shared("MERGUS_EMULATION_SHARED", few_slots);
    check(apart, plus_times<double>, skewed<double>(1500));
    check(apart, min_plus<double>, skewed<double>(1500));
    check(apart, max_times<float>, skewed<float>(2500));
    check(apart, plus_times<std::int32_t>, skewed<std::int32_t>(2500));
    check(apart, plus_times<std::int64_t>, skewed<std::int64_t>(1500));
    check(apart, plus_times<mergus::complex<double>>, skewed<mergus::complex<double>>(900));
}

TEST_CASE("hub columns: operators that read positions, one operand or none, and operators of a program") {
    const Variable shared("MERGUS_EMULATION_SHARED", few_slots);
    const Operands numbers = skewed<double>(1500);
    check(apart, min_firstj1<std::int64_t>, numbers);
    check(apart, plus_pair<double>, numbers);
    check(apart, plus_first<double>, numbers);
    check(apart, pair_sums, numbers);
    check(together, plus_times<double>, numbers, {}, Used::no);
    // Values that are locked keep their columns together.
    check(apart, triple_sums, numbers, {}, Used::no);
}

TEST_CASE("hub columns: all columns, none with entries, far columns of 64 bits, the complement of a mask") {
    check(apart, plus_times<double>, skewed<double>(300));
    const Variable shared("MERGUS_EMULATION_SHARED", few_slots);
    Operands numbers = skewed<double>(1500);
    reference::Matrix mask{type_of<double>(), numbers.A.nrows, numbers.B.ncols, {}};
    for (std::uint64_t i = 0; i < mask.nrows; ++i)
        for (std::uint64_t j = i % 5; j < mask.ncols; j += 1 + i % 7) put_small<double>(mask, i, j);
    check(apart, plus_times<double>, {numbers.A, numbers.B, mask}, DESC_R | DESC_S | DESC_C);
    check(apart, plus_times<double>, {numbers.A, numbers.B, mask}, DESC_R | DESC_S, Used::no);
}

TEST_CASE("hub columns: where memory does not suffice, all products are summed in the result") {
    const Operands numbers = skewed<double>(300);
    const Bits wanted = naive(plus_times<double>, numbers);
    FaultyAllocator allocator("cuda-emulated");
    Product found;
    const Variable forced("MERGUS_CUDA_MXM", apart.forced);
    const Context context = allocator.context(reporting(found, {}, "mxm"));
    const AnyMatrix A = upload(context, numbers.A), B = upload(context, numbers.B);
    std::uint64_t in_result = 0;
    fail_each_allocation(allocator, context, [&](const auto& attempt) {
        AnyMatrix C(context, type_of<double>(), A.nrows(), B.ncols());
        if (!attempt([&] { mxm(C, no_mask, no_accum, plus_times<double>, A, B); })) return;
        CHECK(bits_of(C) == wanted);
        in_result +=
            allocator.refused != 0 && found.says("binned") && !found.says(facts::hub_columns) ? 1 : 0;
    });
    CHECK(in_result > 5);
}

TEST_SUITE_END();
