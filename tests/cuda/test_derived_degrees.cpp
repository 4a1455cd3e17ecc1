/// \file test_derived_degrees.cpp
/// Row degrees, which a matrix keeps: products by plus_pair with full vectors and sums of rows of iso
/// matrices use them, write as any product does, and give what SuiteSparse gives.
#include "explained_context.hpp"
#include "testing/device_testing.hpp"
#include "testing/faulty_allocator.hpp"
#include "testing/scratch.hpp"
#include "testing/vectors.hpp"

#include <mergus/algorithms.hpp>
#include <mergus/mergus.hpp>

#include <complex>
#include <string>
#include <vector>

using namespace mergus;
using namespace mergus::tests;
using cuda::testing::Variable;

namespace {

using I64 = std::int64_t;
constexpr std::uint64_t n = 70, wide = 150;

/// Every seventh row is empty; one row is full.
Csr some_graph(std::uint64_t nrows = n, std::uint64_t ncols = n) {
    return csr_where(nrows, ncols, [](std::uint64_t i, std::uint64_t j) {
        return i % 7 != 3 && (i == 11 || (i * 31 + j) % 5 == 0);
    });
}

template <class T>
Vector<T> full_vector(const Context& context, std::uint64_t size, T value = T(1)) {
    Vector<T> u(context, size);
    assign(u, value);
    return u;
}

/// C<M> ⊙= A ⊕.⊗ u, with entries in C and M before.
template <class C>
Vector<C> written(const Context& context, const AnySemiring& semiring, const AnyMatrix& A, unsigned mask,
                  bool accumulates, bool replace, bool by_vxm) {
    Vector<C> w(context, A.nrows());
    Vector<I64> m(context, A.nrows());
    for (std::uint64_t i = 0; i < A.nrows(); i += 2) w.set_element(i, C(5));
    for (std::uint64_t i = 0; i < A.nrows(); i += 3) m.set_element(i, static_cast<I64>(i % 2));
    const Mask masks[] = {no_mask, Mask(m), structure(m), complement(m), complement(structure(m))};
    const Vector<I64> u = full_vector<I64>(context, A.ncols());
    const BinaryOp accum = accumulates ? BinaryOp(ops::minus<C>) : no_accum;
    const WriteOptionsA how{.mask = masks[mask], .accum = accum, .replace = replace, .transpose_a = by_vxm};
    if (by_vxm)
        vxm(w, semiring, u, A, how);
    else
        mxv(w, semiring, A, u, how);
    return w;
}

/// The number of entries of each row, as `T`.
template <class T = I64>
Vector<T> counts(const AnyMatrix& A, const ResultOptionsA& how = {}) {
    return mxv<T>(plus_pair<T>, A, full_vector<I64>(A.context(), how.transpose_a ? A.nrows() : A.ncols()),
                  how);
}

} // namespace

TEST_SUITE_BEGIN("derived");

TEST_CASE("degrees: made once, used again under all masks, counted and given back") {
    const Context cpu("suitesparse");
    const auto expected_A = Matrix<double>::from_csr(cpu, some_graph(n, wide));
    for (const std::string& backend : devices_under_test())
        for (const char* storage : {"bitmap", "csr"}) {
            CAPTURE(backend);
            CAPTURE(storage);
            const Variable setting("MERGUS_CUDA_STORAGE", storage);
            Explained device(backend);
            const auto A = Matrix<double>::from_csr(device.context, some_graph(n, wide));
            const std::uint64_t own = A.bytes();
            unsigned turn = 0;
            std::uint64_t kept = 0;
            for (unsigned mask = 0; mask < 5; ++mask)
                for (const bool accumulates : {false, true})
                    for (const bool replace : {false, true}) {
                        CAPTURE(mask);
                        CAPTURE(accumulates);
                        CAPTURE(replace);
                        const bool by_vxm = turn % 3 == 2;
                        const auto found = written<I64>(device.context, plus_pair<I64>, A, mask, accumulates,
                                                        replace, by_vxm);
                        CHECK(device.by("degrees"));
                        if (turn++ == 0) kept = device.context.counters().derived_bytes;
                        CHECK(device.context.counters().derived_bytes == kept); // made once
                        CHECK(items<I64>(found) ==
                              items<I64>(written<I64>(cpu, plus_pair<I64>, expected_A, mask, accumulates,
                                                      replace, by_vxm)));
                    }
            CHECK(kept >= (n - n / 7) * 8);
            CHECK(A.bytes() == own + kept);
            CHECK(device.context.release_derived() == kept);
            CHECK(A.bytes() == own);
            CHECK(items<I64>(counts(A)) == items<I64>(counts(expected_A)));
            CHECK(device.context.counters().derived_bytes == kept);
        }
}

TEST_CASE("degrees: where no row is empty they are a full vector") {
    const Context cpu("suitesparse");
    const Csr csr =
        csr_where(n, n, [](std::uint64_t i, std::uint64_t j) { return i == j || i * j % 7 == 3; });
    const auto expected = items<I64>(counts(Matrix<I64>::from_csr(cpu, csr)));
    for (const std::string& backend : devices_under_test())
        for (const char* storage : {"bitmap", "csr"}) {
            CAPTURE(backend);
            CAPTURE(storage);
            const Variable setting("MERGUS_CUDA_STORAGE", storage);
            const Context context(backend);
            const auto A = Matrix<I64>::from_csr(context, csr);
            for (int time = 0; time < 2; ++time) CHECK(items<I64>(counts(A)) == expected);
            static_cast<void>(reduce_rows(plus_monoid<I64>, A));
            for (int time = 0; time < 2; ++time) CHECK(items<double>(counts<double>(A)).size() == n);
        }
}

TEST_CASE("degrees: no count waits") {
    on_devices([&](const Context& context) {
        const auto A = Matrix<double>::from_csr(context, some_graph());
        const Vector<I64> u = full_vector<I64>(context, n);
        Vector<I64> w(context, n);
        for (int time = 0; time < 2; ++time) {
            const std::uint64_t waits = context.counters().synchronizations;
            mxv(w, plus_pair<I64>, A, u);
            CHECK(context.counters().synchronizations == waits);
        }
    });
}

TEST_CASE("degrees: types that hold every count, and types that do not") {
    const Context cpu("suitesparse");
    const auto expected_A = Matrix<I64>::from_csr(cpu, some_graph(n, wide));
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        Explained device(backend);
        const auto A = Matrix<I64>::from_csr(device.context, some_graph(n, wide));
        const auto check = [&]<class T, class C>(T, C, bool uses) {
            CAPTURE(type_of<T>()->name);
            CAPTURE(type_of<C>()->name);
            for (const bool accumulates : {false, true}) {
                const auto found = written<C>(device.context, plus_pair<T>, A, 0, accumulates, false, false);
                CHECK(device.by("degrees") == uses);
                CHECK(items<C>(found) ==
                      items<C>(written<C>(cpu, plus_pair<T>, expected_A, 0, accumulates, false, false)));
            }
        };
        check(I64{}, std::int8_t{}, true);
        check(I64{}, double{}, true);
        check(I64{}, bool{}, true);
        check(std::uint8_t{}, I64{}, true);
        check(std::int8_t{}, I64{}, false); // a row of 150 entries is −106
        check(std::uint16_t{}, float{}, true);
        check(float{}, std::int32_t{}, true);
        check(double{}, std::uint64_t{}, true);
        check(std::complex<double>{}, std::complex<float>{}, true);
        check(std::complex<float>{}, std::complex<double>{}, true);
    }
}

TEST_CASE("degrees: only full vectors, plus and pair") {
    const Context cpu("suitesparse");
    const auto expected_A = Matrix<I64>::from_csr(cpu, some_graph());
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        Explained device(backend);
        const auto A = Matrix<I64>::from_csr(device.context, some_graph());
        const auto check = [&](const auto& product) {
            const auto found = product(device.context, A);
            CHECK_FALSE(device.by("degrees"));
            CHECK(items<I64>(found) == items<I64>(product(cpu, expected_A)));
        };
        check([](const Context& context, const Matrix<I64>& M) {
            Vector<I64> u = full_vector<I64>(context, n);
            u.remove_element(11);
            static_cast<void>(u.nvals());
            return mxv<I64>(plus_pair<I64>, M, u);
        });
        for (const AnySemiring& semiring :
             {AnySemiring(plus_first<I64>), AnySemiring(plus_second<I64>), AnySemiring(any_pair<I64>)})
            check([&](const Context& context, const Matrix<I64>& M) {
                return mxv<I64>(semiring, M, full_vector<I64>(context, n, 3));
            });
        // The vector may have any values, and be the output.
        Vector<I64> w = full_vector<I64>(device.context, n, 0);
        mxv(w, plus_pair<I64>, A, w);
        CHECK(device.by("degrees"));
        CHECK(items<I64>(w) == items<I64>(counts(expected_A)));
        const std::vector<double> zeros(n);
        const auto dense = Vector<double>::from_dense(device.context, zeros);
        CHECK(items<I64>(mxv<I64>(plus_pair<I64>, A, dense)) == items<I64>(counts(expected_A)));
        CHECK(device.by("degrees"));
    }
}

TEST_CASE("degrees: columns, where the transpose is known") {
    const Context cpu("suitesparse");
    const auto expected_A = Matrix<I64>::from_csr(cpu, some_graph(n, wide));
    const Csr both_ways =
        csr_where(n, n, [](std::uint64_t i, std::uint64_t j) { return (i * j + i + j) % 5 == 0; });
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        Explained device(backend);
        const auto A = Matrix<I64>::from_csr(device.context, some_graph(n, wide));
        const auto expected = items<I64>(counts(expected_A, {.transpose_a = true}));
        CHECK(items<I64>(counts(A, {.transpose_a = true})) == expected);
        CHECK_FALSE(device.by("degrees"));
        static_cast<void>(mxm(plus_times<I64>, A, A, {.transpose_a = true})); // keeps A'
        for (const bool made : {true, false}) {
            const std::uint64_t kept = device.context.counters().derived_bytes;
            CHECK(items<I64>(counts(A, {.transpose_a = true})) == expected);
            CHECK(device.by("degrees"));
            CHECK((device.context.counters().derived_bytes > kept) == made);
        }
        CHECK(items<I64>(counts(A)) == items<I64>(counts(expected_A)));
        CHECK(A.bytes() > device.context.counters().derived_bytes);
        static_cast<void>(device.context.release_derived());
        CHECK(device.context.counters().derived_bytes == 0);

        const auto S = Matrix<I64>::from_csr(device.context, both_ways);
        static_cast<void>(bfs_levels(S, std::vector<std::uint64_t>{0})); // finds out that S is symmetric
        CHECK(items<I64>(counts(S, {.transpose_a = true})) == items<I64>(counts(S)));
    }
}

TEST_CASE("degrees: sums of rows of iso matrices") {
    const Context cpu("suitesparse");
    const Csr csr = some_graph(n, wide);
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        Explained device(backend);
        const auto check = [&]<class X, class Z>(X value, Z, bool uses) {
            CAPTURE(type_of<X>()->name);
            CAPTURE(type_of<Z>()->name);
            const auto sums = [&](const Context& context, bool transposed, bool accumulates) {
                const auto pattern = Matrix<bool>::from_csr(context, csr);
                Matrix<X> A(context, n, wide);
                assign(A, value, {.mask = structure(pattern)});
                if (transposed) static_cast<void>(mxm(plus_pair<I64>, A, A, {.transpose_a = true}));
                Vector<Z> w(context, transposed ? wide : n);
                w.set_element(3, Z(7));
                w.set_element(11, Z(2));
                reduce(
                    w, plus_monoid<Z>, A,
                    {.accum = accumulates ? BinaryOp(ops::minus<Z>) : no_accum, .transpose_a = transposed});
                return items<Z>(w);
            };
            for (const bool transposed : {false, true})
                for (const bool accumulates : {false, true}) {
                    CAPTURE(transposed);
                    const auto found = sums(device.context, transposed, accumulates);
                    CHECK(device.by("degrees") == uses);
                    CHECK(found == sums(cpu, transposed, accumulates));
                }
        };
        check(true, I64{}, true);
        check(I64{-3}, std::int8_t{}, true); // sums of 150 terms wrap
        check(2.5, std::int32_t{}, true);    // each value is cast: 2
        check(float{1.5f}, double{}, true);
        check(0.0, float{}, true);
        check(std::uint64_t{1} << 60, std::uint64_t{}, true);
        check(2.0, std::complex<double>{}, false);
    }
}

TEST_CASE("degrees: deterministic sums of floating-point values are folded") {
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        Explained device(backend);
        Matrix<double> A(device.context, n, n);
        assign(A, 0.1, {.mask = structure(Matrix<bool>::from_csr(device.context, some_graph()))});
        Vector<double> w(device.context, n);
        reduce(w, plus_monoid<double>, A, {.deterministic = true});
        CHECK_FALSE(device.by("degrees"));
        reduce(w, plus_monoid<double>, A);
        CHECK(device.by("degrees"));
    }
}

TEST_CASE("degrees: a failed allocation leaves the output as it was") {
    const Context cpu("suitesparse");
    const auto expected = items<I64>(counts(Matrix<I64>::from_csr(cpu, some_graph())));
    for (const std::string& backend : devices_under_test())
        for (const char* storage : {"bitmap", "csr"}) {
            CAPTURE(backend);
            const Variable setting("MERGUS_CUDA_STORAGE", storage);
            FaultyAllocator allocator(backend);
            const Context context = allocator.context();
            const auto A = Matrix<I64>::from_csr(context, some_graph());
            const Vector<I64> u = full_vector<I64>(context, n);
            fail_each_allocation(allocator, context, [&](const auto& attempt) {
                Vector<I64> w = full_vector<I64>(context, n, 4);
                const auto before = items<I64>(w);
                const bool done = attempt([&] { mxv(w, plus_pair<I64>, A, u); });
                CHECK(items<I64>(w) == (done ? expected : before));
            });
        }
}

TEST_CASE("degrees: algorithms count the edges of a graph once") {
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        Explained device(backend);
        const auto A = Matrix<double>::from_csr(device.context, some_graph());
        const auto counted = [&](const auto& run) {
            device.methods.clear();
            run();
            return std::ranges::count_if(device.methods,
                                         [](const auto& method) { return is_by(method, "degrees"); });
        };
        Items<double> first, second;
        CHECK(counted([&] { first = items<double>(pagerank(A).rank); }) == 1);
        const std::uint64_t kept = device.context.counters().derived_bytes;
        CHECK(kept > 0);
        CHECK(counted([&] { second = items<double>(pagerank(A).rank); }) == 1);
        CHECK(second == first);
        CHECK(device.context.counters().derived_bytes == kept);
        // These count the edges of their graph without loops, which they make.
        CHECK(counted([&] { static_cast<void>(core_numbers(A)); }) == 1);
        CHECK(counted([&] { static_cast<void>(clustering_coefficients(A)); }) == 1);
        CHECK(counted([&] { static_cast<void>(jaccard(A)); }) == 1);
    }
}

TEST_SUITE_END();
