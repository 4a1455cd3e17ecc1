/// \file test_derived.cpp
/// What a matrix keeps beside its arrays (ContextOptions::cache_derived): that it is used, that every change
/// of the matrix gives it up, that it counts in bytes() and in the counters, and that it is given back.
#include "explained_context.hpp"
#include "testing/device_testing.hpp"
#include "testing/faulty_allocator.hpp"
#include "testing/scratch.hpp"

#include <mergus/mergus.hpp>

#include <functional>
#include <string>
#include <vector>

using namespace mergus;
using namespace mergus::tests;

namespace {

using I64 = std::int64_t;
constexpr std::uint64_t n = 60;

Csr graph(std::uint64_t step = 7) {
    return csr_where(n, n, [=](std::uint64_t i, std::uint64_t j) { return (i * 31 + j * j) % step == 0; });
}

/// A'·A.
Entries<I64> square_of_transpose(const Matrix<I64>& A) {
    return read<I64>(mxm(plus_times<I64>, A, A, {.transpose_a = true}));
}

/// The number of entries of each row.
Entries<I64> degrees_of(const Matrix<I64>& A) {
    Vector<I64> u(A.context(), A.ncols());
    assign(u, I64{1});
    return read<I64>(diag(mxv(plus_pair<I64>, A, u)));
}

struct Change {
    std::string name;
    std::function<void(Matrix<I64>& A, const Matrix<I64>& B)> make;
};

const std::vector<Change> changes = {
    {"set_element", [](auto& A, const auto&) { A.set_element(3, 4, I64{77}); }},
    {"remove_element", [](auto& A, const auto&) { A.remove_element(0, 0); }},
    {"clear and build",
     [](auto& A, const auto&) {
         A.clear();
         A.build(std::vector<std::uint64_t>{1, 5}, std::vector<std::uint64_t>{2, 3}, std::vector<I64>{4, 6});
     }},
    {"resize",
     [](auto& A, const auto&) {
         A.resize(n / 2, n / 2);
         A.resize(n, n);
     }},
    {"assign", [](auto& A, const auto& B) { assign(A, B); }},
    {"assign, accumulated", [](auto& A, const auto& B) { assign(A, B, {.accum = ops::plus<I64>}); }},
    {"assign a part",
     [](auto& A, const auto&) {
         const Matrix<I64> part = make<I64>(A.context(), 2, 1, {{0, 0, 5}});
         assign(A, part, std::vector<std::uint64_t>{3, 9}, std::vector<std::uint64_t>{7});
     }},
    {"assign a scalar", [](auto& A, const auto&) { assign(A, I64{9}, {.mask = structure(A)}); }},
    {"assign a row", [](auto& A, const auto& B) { assign(A, reduce_rows(max_monoid<I64>, B), 5, all); }},
    {"apply", [](auto& A, const auto&) { apply(A, ops::ainv<I64>, A); }},
    {"apply, accumulated",
     [](auto& A, const auto& B) { apply(A, ops::plus<I64>, B, I64{3}, {.accum = ops::times<I64>}); }},
    {"select", [](auto& A, const auto&) { select(A, ops::tril, A, I64{0}); }},
    {"ewise_add", [](auto& A, const auto& B) { ewise_add(A, ops::plus<I64>, A, B); }},
    {"ewise_mult", [](auto& A, const auto& B) { ewise_mult(A, ops::times<I64>, A, B); }},
    {"mxm", [](auto& A, const auto& B) { mxm(A, plus_times<I64>, A, B, {.transpose_a = true}); }},
    {"mxm, accumulated",
     [](auto& A, const auto& B) { mxm(A, plus_times<I64>, A, B, {.accum = ops::min<I64>}); }},
    {"transpose", [](auto& A, const auto&) { transpose(A, A); }},
    {"extract",
     [](auto& A, const auto& B) { extract(A, B, all, all, {.accum = ops::plus<I64>, .transpose_a = true}); }},
    {"kronecker",
     [](auto& A, const auto&) {
         const Matrix<I64> one = make<I64>(A.context(), 1, 1, {{0, 0, 2}});
         kronecker(A, ops::times<I64>, A, one);
     }},
    {"a value under a mask",
     [](auto& A, const auto&) { assign(A, I64{1}, {.mask = A, .accum = ops::plus<I64>}); }},
};

} // namespace

TEST_SUITE_BEGIN("derived");

TEST_CASE("kept: a transpose is used again until the matrix changes, and counted") {
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        Explained device(backend);
        const Matrix<I64> A = Matrix<I64>::from_csr(device.context, graph());
        const std::uint64_t own = A.bytes(), before = device.context.counters().derived_bytes;
        CHECK(before == 0);
        const Entries<I64> first = square_of_transpose(A);
        const std::string made = device.reason;
        const std::uint64_t kept = device.context.counters().derived_bytes;
        CHECK(kept == own); // the transpose is as large as A
        CHECK(A.bytes() == own + kept);
        const Entries<I64> second = square_of_transpose(A);
        CHECK(device.reason != made); // the transpose was there
        CHECK(device.context.counters().derived_bytes == kept);
        CHECK(second == first);
        CHECK(device.context.release_derived() == kept);
        CHECK(device.context.counters().derived_bytes == 0);
        CHECK(A.bytes() == own);
        CHECK(device.context.release_derived() == 0);
        CHECK(square_of_transpose(A) == first);
        CHECK(device.reason == made);
        CHECK(read<I64>(transpose(A)) == read<I64>(transpose(A.to(Context("suitesparse")))));
    }
}

TEST_CASE("kept: every operation that changes a matrix gives up what it keeps") {
    for (const std::string& backend : devices_under_test())
        for (const char* keep : {"on", "all", "off"}) {
            const cuda::testing::Variable setting("MERGUS_CUDA_DERIVED", keep);
            const Context context(backend), cpu("suitesparse");
            const Matrix<I64> B = Matrix<I64>::from_csr(context, graph(5)),
                              cpu_B = Matrix<I64>::from_csr(cpu, graph(5));
            for (const Change& change : changes) {
                CAPTURE(backend);
                CAPTURE(keep);
                CAPTURE(change.name);
                Matrix<I64> A = Matrix<I64>::from_csr(context, graph()),
                            expected = Matrix<I64>::from_csr(cpu, graph());
                for (int round = 0; round < 2; ++round) {
                    static_cast<void>(square_of_transpose(A)); // keeps A'
                    static_cast<void>(degrees_of(A));
                    change.make(A, B);
                    change.make(expected, cpu_B);
                    REQUIRE(read<I64>(A) == read<I64>(expected));
                    const bool same = square_of_transpose(A) == square_of_transpose(expected);
                    CHECK(same);
                    CHECK(degrees_of(A) == degrees_of(expected));
                    CHECK(read<I64>(transpose(A)) == read<I64>(transpose(expected)));
                }
                if (std::string(keep) == "off") CHECK(context.counters().derived_bytes == 0);
            }
        }
}

TEST_CASE("kept: a full row whose values change in place gives up its transpose") {
    for (const std::string& backend : devices_under_test())
        for (const char* storage : {"csr", "bitmap"}) {
            const cuda::testing::Variable setting("MERGUS_CUDA_STORAGE", storage);
            const auto run = [](const Context& context) {
                Matrix<I64> A(context, 1, n), B = Matrix<I64>::from_csr(context, csr_every(1, n, 3));
                assign(A, I64{3});
                A.set_element(0, 7, I64{-2});
                std::vector<Entries<I64>> found{square_of_transpose(A)};
                assign(A, B, {.accum = ops::plus<I64>});
                found.push_back(square_of_transpose(A));
                A.set_element(0, 1, I64{50});
                found.push_back(square_of_transpose(A));
                return found;
            };
            CAPTURE(backend);
            CAPTURE(storage);
            const bool same = run(Context(backend)) == run(Context("suitesparse"));
            CHECK(same);
        }
}

TEST_CASE("kept: a symmetric matrix is its own transpose") {
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        const cuda::testing::Variable setting("MERGUS_CUDA_DERIVED", "all");
        const Context context(backend);
        Csr symmetric =
            csr_where(n, n, [](std::uint64_t i, std::uint64_t j) { return (i * j + i + j) % 5 == 0; });
        std::size_t e = 0;
        for (std::uint64_t i = 0; i < n; ++i)
            for (; e < symmetric.row_ptr[i + 1]; ++e) symmetric.reals[e] = double(i + symmetric.cols[e]);
        Matrix<I64> S = Matrix<I64>::from_csr(context, symmetric);
        const Entries<I64> product = square_of_transpose(S);
        CHECK(context.counters().derived_bytes == 0);
        CHECK(product == read<I64>(mxm(plus_times<I64>, S, S)));
        S.set_element(1, 1, I64{100}); // still symmetric
        CHECK(square_of_transpose(S) == read<I64>(mxm(plus_times<I64>, S, S)));
        CHECK(context.counters().derived_bytes == 0);
        S.set_element(0, 1, I64{100}); // values alone are not
        const bool same = square_of_transpose(S) == read<I64>(mxm(plus_times<I64>, transpose(S), S));
        CHECK(same);
        CHECK(context.counters().derived_bytes > 0);
    }
}

TEST_CASE("kept: is given back when an allocation fails, but not what the call uses") {
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        FaultyAllocator allocator(backend);
        const Context context = allocator.context();
        const Matrix<I64> A = Matrix<I64>::from_csr(context, graph());
        const Entries<I64> product = square_of_transpose(A);
        CHECK(context.counters().derived_bytes > 0);
        allocator.fail(1);
        const Matrix<I64> copy = A.dup();
        CHECK(allocator.refused == 1);
        CHECK(context.counters().derived_bytes == 0);
        CHECK(read<I64>(copy) == read<I64>(A));
        // The product uses the transpose of A, and may give back that of `copy` alone.
        for (std::uint64_t nth = 1, refused = 1; refused != 0; ++nth) {
            CAPTURE(nth);
            static_cast<void>(square_of_transpose(A));
            static_cast<void>(square_of_transpose(copy));
            allocator.refused = 0;
            allocator.fail(nth);
            Matrix<I64> C(context, n, n);
            Code code{};
            try {
                mxm(C, plus_times<I64>, A, A, {.transpose_a = true});
            } catch (const Error& error) {
                code = error.code();
            }
            refused = allocator.refused;
            allocator.fail(0);
            CHECK(code == Code{});
            CHECK(read<I64>(C) == product);
        }
        // Nothing is left to give back: the failure is reported.
        static_cast<void>(context.release_derived());
        allocator.fail(1);
        CHECK_THROWS_AS(static_cast<void>(A.dup()), Error);
        allocator.fail(0);
    }
}

TEST_CASE("kept: the peak of a single product is that of a context that keeps nothing") {
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        const auto peak = [&](bool keep) {
            const Explained device(backend, keep);
            const Matrix<I64> A = Matrix<I64>::from_csr(device.context, graph());
            Matrix<I64> C(device.context, n, n);
            mxm(C, plus_times<I64>, A, A, {.transpose_a = true});
            C.clear();
            CHECK((device.context.counters().derived_bytes > 0) == keep);
            static_cast<void>(device.context.release_derived());
            device.context.wait();
            static_cast<void>(device.context.counters(true));
            mxm(C, plus_times<I64>, A, A, {.transpose_a = true});
            return device.context.counters().high_water_bytes;
        };
        CHECK(peak(true) == peak(false));
    }
}

TEST_CASE("kept: products with vectors push or pull on the kept transpose") {
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        const cuda::testing::Variable setting("MERGUS_CUDA_DERIVED", "all");
        Explained device(backend);
        const Context cpu("suitesparse");
        const auto both = [&](auto&& make) { return std::pair(make(device.context), make(cpu)); };
        const auto A = both([](const Context& c) { return Matrix<I64>::from_csr(c, graph()); });
        const auto few = both([](const Context& c) {
            Vector<I64> u(c, n);
            u.set_element(7, I64{3});
            return u;
        });
        const auto many = both([](const Context& c) {
            Vector<I64> u(c, n);
            assign(u, I64{2});
            u.set_element(5, I64{-4});
            return u;
        });
        const auto mask = both([](const Context& c) {
            Vector<bool> m(c, n);
            for (std::uint64_t i = 0; i < n; i += 2) m.set_element(i, true);
            return m;
        });
        const auto same = [&](const auto& product) {
            CHECK(isequal(product(A.first, few.first, many.first, mask.first).to(cpu),
                          product(A.second, few.second, many.second, mask.second)));
        };
        using M = Matrix<I64>;
        using V = Vector<I64>;
        using B = Vector<bool>;
        same([](const M& a, const V& u, const V&, const B&) { return mxv(plus_times<I64>, a, u); });
        CHECK(device.context.counters().derived_bytes > 0); // the transpose
        CHECK_FALSE((device.by("pull") || device.by("pull_bitmap")));
        same([](const M& a, const V& u, const V&, const B& m) {
            return mxv(min_plus<I64>, a, u, {.mask = complement(structure(m))});
        });
        same([](const M& a, const V& u, const V&, const B& m) {
            return mxv(min_first<I64>, a, u, {.mask = structure(m)});
        });
        CHECK(many.first.nvals() > 0); // a vector whose entries are not counted yet is pushed
        same([](const M& a, const V&, const V& v, const B&) { return vxm(plus_times<I64>, v, a); });
        CHECK((device.by("tiles") || device.by("tiles_bitmap"))); // of the rows of the transpose
        same([](const M& a, const V&, const V& v, const B& m) {
            return vxm(min_plus<I64>, v, a, {.mask = complement(structure(m))});
        });
        same([](const M& a, const V&, const V& v, const B&) {
            return mxv(plus_times<I64>, a, v, {.transpose_a = true});
        });
        same([](const M& a, const V& u, const V&, const B&) {
            return vxm(plus_times<I64>, u, a, {.transpose_a = true});
        });
        same([](const M& a, const V&, const V& v, const B&) {
            return mxv(min_secondi<I64>, a, v, {.transpose_a = true, .deterministic = true});
        });
    }
}

TEST_CASE("kept: MERGUS_CUDA_DERIVED has three values, and an empty one is not set") {
    for (const std::string& backend : devices_under_test()) {
        for (const char* none : {"yes", "ON", "all "}) {
            CAPTURE(none);
            const cuda::testing::Variable setting("MERGUS_CUDA_DERIVED", none);
            CHECK_THROWS_AS(Context{backend}, Error);
        }
        for (const char* value : {"", "on", "off", "all"}) {
            CAPTURE(value);
            const cuda::testing::Variable setting("MERGUS_CUDA_DERIVED", value);
            CHECK_NOTHROW(Context{backend});
        }
    }
}

TEST_SUITE_END();
