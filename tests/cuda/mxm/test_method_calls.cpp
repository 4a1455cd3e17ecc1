/// \file test_method_calls.cpp
/// The methods of mxm and the accumulators of its bins (method_rows.cpp) in every form of a call: masks,
/// accumulators, transposed operands, a matrix that is operand, mask and result, memory that ends, and a
/// method that is left out.
#include "method_rows.hpp"
#include "testing/faulty_allocator.hpp"

#include <algorithm>

using namespace mergus;
using namespace mergus::tests;

namespace {

/// Every third position, some of which are zero.
reference::Matrix third(const mergus_type* type, std::uint64_t nrows, std::uint64_t ncols) {
    return with_zeros(uneven_matrix(type, nrows, ncols, [](auto i, auto j) { return (i + 2 * j) % 3 == 0; }));
}

BinaryOp plus_of(const MethodRow& row) {
    return row.any_order ? BinaryOp(ops::plus<double>) : BinaryOp(ops::plus<std::uint64_t>);
}

} // namespace

TEST_SUITE_BEGIN("methods");

TEST_CASE("methods: masks that a method is for, and those that are for others") {
    for (const MethodRow& row : method_rows()) {
        Operands given = row.probed();
        given.M =
            given.M ? with_zeros(*given.M) : third(type_of<std::int64_t>(), given.A.nrows, given.B.ncols);
        for (const Descriptor mask : every_mask) {
            const bool suits = std::any_of(row.masks.begin(), row.masks.end(),
                                           [&](Descriptor d) { return d.bits == mask.bits; });
            const bool by_value = (mask.bits & DESC_S.bits) == 0, is_accumulator = row.method.said.size() > 1;
            if (!suits && (is_accumulator || (by_value && row.masks.empty()))) continue; // as the others
            Method method = row.method;
            if (!suits) method.forced += ",hash"; // one accumulator has few kernels
            tests::check(method, row.probe(), given, mask, suits ? Used::yes : Used::no);
        }
    }
}

TEST_CASE("methods: transposed operands") {
    for (const MethodRow& row : method_rows()) {
        const Operands given = row.probed();
        check(row, row.probe(), {transposed(given.A), transposed(given.B), given.M}, DESC_T0 | DESC_T1);
    }
}

TEST_CASE("methods: an accumulator, with and without replacing what the mask does not keep") {
    for (const MethodRow& row : method_rows()) {
        const Operands given = row.probed();
        const mergus_type* const type = row.probe().get()->add->op->z_type;
        const reference::Matrix before = third(type, given.A.nrows, given.B.ncols);
        for (const std::string& backend : devices_under_test())
            for (const Descriptor replace : {Descriptor{}, DESC_R}) {
                CAPTURE(backend);
                CAPTURE(row.method.forced);
                CAPTURE(replace.bits);
                const Descriptor how = row.how() | replace;
                const Context context = shuffled(backend, row.method.forced, 7);
                const AnyMatrix A = upload(context, given.A), B = upload(context, given.B);
                AnyMatrix C = upload(context, before), M;
                if (given.M) M = upload(context, *given.M);
                mxm(C, given.M ? Mask(M) : Mask(no_mask), plus_of(row), row.probe(), A, B, how);
                const reference::Output output{given.M ? &*given.M : nullptr, plus_of(row).get(), how.bits};
                CHECK(bits_of(C) ==
                      bits_of(reference::mxm(before, output, *row.probe().get(), given.A, given.B)));
            }
    }
}

TEST_CASE("methods: a matrix by itself, into another and into itself") {
    for (const MethodRow& row : method_rows())
        for (const std::string& backend : devices_under_test())
            for (const bool into_itself : {false, true}) {
                CAPTURE(backend);
                CAPTURE(row.method.forced);
                CAPTURE(into_itself);
                const reference::Matrix given = row.small_numbers().A;
                const std::uint64_t n = std::max(given.nrows, given.ncols);
                const reference::Matrix square = moved(given, n, n, 0, 0), none{square.type, n, n, {}};
                const Descriptor how = row.how() | (row.any_order ? Descriptor{} : DESC_DETERMINISTIC);
                const Context context = shuffled(backend, row.method.forced, 5);
                AnyMatrix A = upload(context, square), other(context, type_of<double>(), n, n);
                AnyMatrix& C = into_itself ? A : other;
                const BinaryOp accum = into_itself ? BinaryOp(ops::plus<double>) : no_accum;
                mxm(C, row.needs_mask() ? Mask(A) : Mask(no_mask), accum, plus_times<double>, A, A, how);
                const reference::Output output{row.needs_mask() ? &square : nullptr, accum.get(), how.bits};
                CHECK(bits_of(C) == bits_of(reference::mxm(into_itself ? square : none, output,
                                                           *plus_times<double>.get(), square, square)));
            }
}

TEST_CASE("methods: each allocation fails in turn") {
    for (const MethodRow& row : method_rows())
        for (const std::string& backend : devices_under_test()) {
            if (row.slots && row.method.said.size() > 1 && row.method.forced != "hash")
                continue; // the allocations are those of hash
            CAPTURE(backend);
            CAPTURE(row.method.forced);
            const Operands given = row.probed();
            const Bits expected = naive(row.probe(), given, row.how());
            FaultyAllocator allocator(backend);
            const Variable forced("MERGUS_CUDA_MXM", row.method.forced);
            const Context context = allocator.context();
            const AnyMatrix A = upload(context, given.A), B = upload(context, given.B);
            AnyMatrix M;
            if (given.M) M = upload(context, *given.M);
            std::uint64_t refused = 0;
            fail_each_allocation(allocator, context, [&](const auto& attempt) {
                AnyMatrix C(context, row.probe().get()->add->op->z_type, A.nrows(), B.ncols());
                const std::uint64_t live = allocator.live;
                if (attempt([&] {
                        mxm(C, given.M ? Mask(M) : Mask(no_mask), no_accum, row.probe(), A, B, row.how());
                    }))
                    CHECK(bits_of(C) == expected);
                else
                    CHECK(C.nvals() == 0);
                refused += allocator.refused;
                C.clear();
                static_cast<void>(context.release_derived());
                CHECK(allocator.live <= live);
            });
            CHECK(refused > 2);
        }
}

TEST_CASE("methods: a product is the same where its method is left out") {
    for (const MethodRow& row : method_rows()) {
        if (row.method.said.size() > 1) continue; // an accumulator: the reason names others
        const std::string& name = row.method.said.front();
        tests::check(Method{"-" + name, {name}}, row.probe(), row.probed(), row.how(), Used::no);
    }
}

TEST_SUITE_END();
