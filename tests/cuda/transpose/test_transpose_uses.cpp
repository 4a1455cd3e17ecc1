/// \file test_transpose_uses.cpp
/// The transpose of the device backends in calls: masks, accumulators, one matrix for both, inputs that a
/// descriptor transposes, and errors. Each forced method against SuiteSparse.
#include "transpose_testing.hpp"

using namespace mergus;
using namespace mergus::tests;

namespace {

using I64 = std::int64_t;

constexpr std::uint64_t m = 130, n = 90;

Csr tall() {
    return csr_where(m, n, [](auto i, auto j) { return j == 40 || mixed(i * n + j) % 9 == 0; });
}
Csr wide() {
    return csr_every(n, m, 4, 1);
}

/// Everything that is done with transposes, in one context; what it gives, by name.
std::vector<std::pair<std::string, Entries<I64>>> results(const Context& context) {
    std::vector<std::pair<std::string, Entries<I64>>> all;
    const auto in = [&](const Csr& csr) { return Matrix<I64>::from_csr(context, csr); };
    const auto add = [&](const std::string& what, const AnyMatrix& C) {
        all.emplace_back(what, read<I64>(C));
    };
    const Matrix<I64> A = in(tall()), B = in(csr_every(m, n, 7)), M = in(csr_every(n, m, 3, 2)),
                      old = in(wide());

    const auto written = [&](const std::string& what, const Mask& mask, const BinaryOp& accum,
                             Descriptor how = {}) {
        Matrix<I64> C = old.dup();
        transpose(C, mask, accum, A, how);
        add(what, C);
    };
    written("plain", no_mask, no_accum);
    written("accumulated", no_mask, ops::plus<I64>);
    written("masked", structure(M), no_accum);
    written("masked, replacing", structure(M), no_accum, DESC_R);
    written("masked, accumulated", structure(M), ops::minus<I64>);
    written("masked by values, complemented, replacing, accumulated", complement(M), ops::plus<I64>, DESC_R);
    Matrix<double> cast(context, n, m);
    transpose(cast, no_mask, no_accum, A);
    add("cast", cast);

    Matrix<I64> square =
        in(csr_where(n, n, [](auto i, auto j) { return mixed(i * n + j) % 11 == 0 || i == 3; }));
    transpose(square, no_mask, no_accum, square);
    add("in place", square);
    transpose(square, no_mask, ops::plus<I64>, square);
    add("in place, accumulated", square);
    transpose(square, structure(square), no_accum, square);
    add("in place, masked by itself", square);

    Matrix<I64> T(context, n, m), BT(context, n, m);
    transpose(T, no_mask, no_accum, A);
    transpose(BT, no_mask, no_accum, B);
    const auto product = [&](const std::string& what, const AnyMatrix& X, const AnyMatrix& Y,
                             std::uint64_t size, Descriptor how = {}) {
        Matrix<I64> C(context, size, size);
        mxm(C, no_mask, no_accum, plus_times<I64>, X, Y, how);
        add(what, C);
    };
    product("A'·B", A, B, n, DESC_T0);
    product("T·B", T, B, n);
    product("A·B'", A, B, m, DESC_T1);
    product("A·BT", A, BT, m);
    product("T'·B'", T, B, m, DESC_T0 | DESC_T1);
    product("A·BT again", A, BT, m);
    return all;
}

} // namespace

TEST_SUITE_BEGIN("transpose");

TEST_CASE("transpose: masks, accumulators, aliases and descriptors, by every method") {
    const auto expected = results(Context("suitesparse"));
    for (const std::string& backend : devices_under_test())
        for (const char* forced : {"sort", "partition", "banded"}) {
            const Transposer device(backend, forced);
            const auto found = results(device.context());
            REQUIRE(found.size() == expected.size());
            for (std::size_t r = 0; r < found.size(); ++r) {
                CAPTURE(backend);
                CAPTURE(forced);
                CAPTURE(expected[r].first);
                const bool same = found[r].second == expected[r].second;
                CHECK(same);
            }
            const std::size_t products = found.size() - 6; // a descriptor's transpose is the explicit one
            for (std::size_t r = products; r < found.size(); r += 2) {
                CAPTURE(found[r].first);
                const bool same = found[r].second == found[r + 1].second;
                CHECK(same);
            }
        }
}

TEST_CASE("transpose: columns beyond 32 bits take the sort, or more memory than there is") {
    const std::uint64_t far = (std::uint64_t{1} << 32) + 5;
    const cuda::testing::Variable rows("MERGUS_CUDA_STORAGE",
                                       "csr"); // no lists of the columns that have entries
    for (const std::string& backend : devices_under_test())
        for (const char* forced : {"best", "banded"}) {
            CAPTURE(backend);
            CAPTURE(forced);
            const Transposer device(backend, forced);
            const auto A = make<I64>(device.context(), 2, far, {{0, 7, 2}, {1, 7, 3}, {1, far - 1, 5}});
            Matrix<I64> C = make<I64>(device.context(), 2, 2, {{1, 0, 9}});
            const Entries<I64> before = read<I64>(C), product = {{0, 0, 4}, {0, 1, 6}, {1, 0, 6}, {1, 1, 34}};
            bool fits = true;
            try {
                mxm(C, no_mask, no_accum, plus_times<I64>, A, A, DESC_T1);
            } catch (const Error& error) {
                fits = false;
                CHECK(error.code() == Code::out_of_memory);
            }
            if (backend == "cuda-emulated") CHECK_FALSE(fits); // 4 GiB
            const bool same = read<I64>(C) == (fits ? product : before);
            CHECK(same);
            const auto small = make<I64>(device.context(), 2, 3, {{0, 1, 2}, {1, 0, 3}});
            CHECK(read<I64>(transpose(small)) == Entries<I64>{{0, 1, 3}, {1, 0, 2}});
        }
}

TEST_CASE("transpose: a method that is none makes no context") {
    for (const std::string& backend : devices_under_test())
        for (const char* none :
             {"radix", "Sort", "partition:", "partition:7", "sort:0", "local", "banded "}) {
            CAPTURE(none);
            const cuda::testing::Variable setting("MERGUS_CUDA_TRANSPOSE", none);
            CHECK_THROWS_AS(Context{backend}, Error);
        }
}

TEST_SUITE_END();
