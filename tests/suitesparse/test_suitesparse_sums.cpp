/// \file test_suitesparse_sums.cpp
/// Sums of the SuiteSparse backend begin with their first term, also where GraphBLAS begins with the
/// identity: min and max of NaN, sums of nothing, and monoids that differ in their identity alone.
#include "suitesparse_testing.hpp"

#include <cmath>
#include <limits>

using namespace mergus;
using namespace mergus::tests;

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

MERGUS_MONOID(
    least, static double identity() { return INFINITY; } static double add(double x, double y) {
        return fmin(x, y);
    })

/// n × ncols, with `value` at (i, i % ncols), but every third is −value, or NaN if the value is infinite:
/// GraphBLAS must not store one value for all.
template <class T>
Matrix<T> ladder(std::uint64_t n, std::uint64_t ncols, T value) {
    Matrix<T> A(context(), n, ncols);
    std::vector<std::uint64_t> rows, cols;
    std::vector<T> values;
    const T third = std::isinf(value) ? std::numeric_limits<T>::quiet_NaN() : -value;
    for (std::uint64_t i = 0; i < n; ++i) {
        rows.push_back(i);
        cols.push_back(i % ncols);
        values.push_back(i % 3 == 2 ? third : value);
    }
    A.build(rows, cols, values);
    return A;
}

template <class T>
bool all_nan(const AnyMatrix& C) {
    std::vector<T> values(C.nvals());
    C.extract_tuples(nullptr, nullptr, values.data(), type_of<T>());
    return !values.empty() && std::all_of(values.begin(), values.end(), [](T x) { return std::isnan(x); });
}
template <class T>
bool all_nan(const AnyVector& w) {
    std::vector<T> values(w.nvals());
    w.extract_tuples(nullptr, values.data(), type_of<T>());
    return !values.empty() && std::all_of(values.begin(), values.end(), [](T x) { return std::isnan(x); });
}

/// Products whose terms are all NaN, under each pair of transposes, with and without mask and accumulator.
template <class T>
void check_products(const AnySemiring& semiring, T a, T b) {
    const std::string name = semiring.get()->name;
    CAPTURE(name);
    for (const std::uint64_t inner : {1, 2, 40})
        for (const Descriptor flags : {Descriptor{}, DESC_T0, DESC_T1, DESC_T0T1}) {
            CAPTURE(inner);
            const auto shaped = [&](bool transposed, T value) {
                const Matrix<T> A = ladder<T>(40, inner, value);
                Matrix<T> result(context(), transposed ? 40 : inner, transposed ? inner : 40);
                transpose(result, no_mask, no_accum, A, transposed ? DESC_T0 : Descriptor{});
                return result;
            };
            const Matrix<T> A = shaped(!flags.has(DESC_T0), a), B = shaped(flags.has(DESC_T1), b);
            Matrix<T> C(context(), 40, 40);
            mxm(C, no_mask, no_accum, semiring, A, B, flags);
            CHECK(all_nan<T>(C));
            Matrix<T> D(context(), 40, 40); // without entries, so the accumulator is not called
            mxm(D, structure(C), ops::plus<T>, semiring, A, B, flags);
            CHECK(all_nan<T>(D));
        }
    const Matrix<T> A = ladder<T>(40, 3, a), B = ladder<T>(40, 3, b);
    for (const bool full : {false, true}) {
        Vector<T> u(context(), 40), v(context(), 40), w(context(), 3);
        assign(u, no_mask, no_accum, Scalar(a), full ? Indices(all) : Indices{std::vector<std::uint64_t>{5}});
        assign(v, no_mask, no_accum, Scalar(b), full ? Indices(all) : Indices{std::vector<std::uint64_t>{5}});
        vxm(w, no_mask, no_accum, semiring, u, B);
        CHECK(all_nan<T>(w));
        mxv(w, no_mask, no_accum, semiring, A, v, DESC_T0);
        CHECK(all_nan<T>(w));
    }
}

template <class T>
void check_all_products() {
    const T none = std::numeric_limits<T>::quiet_NaN(), huge = std::numeric_limits<T>::infinity();
    check_products<T>(min_second<T>, T{1}, none);
    check_products<T>(max_second<T>, T{1}, none);
    check_products<T>(min_first<T>, none, T{1});
    check_products<T>(min_plus<T>, none, T{1});
    check_products<T>(min_plus<T>, huge, -huge);
    check_products<T>(max_plus<T>, -huge, huge);
    check_products<T>(min_times<T>, T{0}, huge);
    check_products<T>(max_times<T>, huge, T{0});
}

} // namespace

TEST_SUITE_BEGIN("suitesparse");

TEST_CASE("min and max of products that are all NaN are NaN") {
    check_all_products<float>();
    check_all_products<double>();
}

TEST_CASE("min of products that are NaN or infinite is infinite") {
    const Matrix<double> A = ladder<double>(40, 1, 1.0);
    Matrix<double> B(context(), 1, 40), C(context(), 40, 40);
    std::vector<double> values(40, not_a_number);
    values[7] = infinity;
    std::vector<std::uint64_t> rows(40, 0), cols(40);
    for (std::uint64_t j = 0; j < 40; ++j) cols[j] = j;
    B.build(rows, cols, values);
    mxm(C, no_mask, no_accum, min_second<double>, A, B);
    for (const auto& [place, value] : entries_in(C)) {
        if (place.second == 7)
            CHECK(value == infinity);
        else
            CHECK(std::isnan(value));
    }
}

TEST_CASE("min and max of entries that are all NaN are NaN, of rows and of the whole") {
    for (const std::uint64_t ncols : {1, 3, 40}) {
        CAPTURE(ncols);
        const Matrix<double> A = ladder<double>(40, ncols, not_a_number);
        const Matrix<double> mixed = [&] { // not stored as one value
            Matrix<double> B(context(), 41, ncols);
            std::vector<std::uint64_t> rows, cols;
            std::vector<double> values(41, not_a_number);
            for (std::uint64_t i = 0; i < 41; ++i) {
                rows.push_back(i);
                cols.push_back(i % ncols);
            }
            values[40] = -not_a_number;
            B.build(rows, cols, values);
            return B;
        }();
        for (const AnyMonoid& monoid :
             {AnyMonoid(min_monoid<double>), AnyMonoid(max_monoid<double>), AnyMonoid(least)})
            for (const Matrix<double>* matrix : {&A, &mixed}) {
                double sum = 0;
                reduce(&sum, type_of<double>(), no_accum, monoid, *matrix);
                CHECK(std::isnan(sum));
                Vector<double> rows(context(), matrix->nrows()), cols(context(), ncols);
                reduce(rows, no_mask, no_accum, monoid, *matrix);
                CHECK(all_nan<double>(rows));
                reduce(cols, no_mask, no_accum, monoid, *matrix, DESC_T0);
                CHECK(all_nan<double>(cols));
                reduce(&sum, type_of<double>(), no_accum, monoid, rows);
                CHECK(std::isnan(sum));
            }
    }
    Vector<double> u(context(), 3); // bitmap
    u.set_element(0, not_a_number);
    u.set_element(2, infinity);
    CHECK(reduce(min_monoid<double>, u) == infinity);
    CHECK(reduce(max_monoid<double>, u) == infinity);
    CHECK(reduce(least, u) == infinity);
}

TEST_CASE("the sum of nothing is the monoid's own identity, also of a predefined operator") {
    const Matrix<double> A(context(), 3, 3);
    const Vector<double> u(context(), 3);
    for (const double identity : {0.0, -0.0, 5.0, infinity, not_a_number}) {
        const AnyMonoid monoid = make_monoid(ops::min<double>, Scalar(identity));
        double sum = 1;
        reduce(&sum, type_of<double>(), no_accum, monoid, A);
        CHECK(std::memcmp(&sum, &identity, sizeof sum) == 0);
        sum = 1;
        reduce(&sum, type_of<double>(), no_accum, monoid, u);
        CHECK(std::memcmp(&sum, &identity, sizeof sum) == 0);
        sum = 1;
        reduce(&sum, type_of<double>(), no_accum, monoid, ladder<double>(9, 3, 7.0));
        CHECK(sum == -7);
    }
}

TEST_CASE("a long vector is reduced by a user's monoid without its identity") {
    constexpr std::uint64_t size = 300'001;
    Vector<double> u(context(), size);
    std::vector<std::uint64_t> indices;
    std::vector<double> values;
    for (std::uint64_t i = 1; i < size; i += 2) {
        indices.push_back(i);
        values.push_back(static_cast<double>(i % 1000) + 2000);
    }
    u.build(indices, values);
    const AnyMonoid from_zero =
        make_monoid(BinaryOp(least.get()->op), Scalar(0.0)); // 0 is less than every entry
    double sum = 0;
    reduce(&sum, type_of<double>(), no_accum, from_zero, u);
    CHECK(sum == 2001);
    Vector<double> huge(context(), std::uint64_t{1} << 59);
    const std::vector<std::uint64_t> three{0, 5, (std::uint64_t{1} << 59) - 1};
    huge.build(three, std::vector<double>{5, 4, 3});
    reduce(&sum, type_of<double>(), no_accum, from_zero, huge);
    CHECK(sum == 3);
}

TEST_CASE("a matrix without columns has no sums of rows, although a value was assigned to all of it") {
    Matrix<std::int32_t> A(context(), 1, 0);
    const std::vector<std::uint64_t> first{0}, none;
    assign(A, no_mask, no_accum, Scalar(7), first, none);
    CHECK(A.nvals() == 0);
    Vector<std::int32_t> w(context(), 1);
    reduce(w, no_mask, no_accum, plus_monoid<std::int32_t>, A);
    CHECK(w.nvals() == 0);
    Matrix<std::int32_t> B(context(), 0, 1);
    assign(B, no_mask, no_accum, Scalar(7));
    reduce(w, no_mask, no_accum, plus_monoid<std::int32_t>, B, DESC_T0);
    CHECK(w.nvals() == 0);
    CHECK(reduce(plus_monoid<std::int32_t>, A) == 0);
}

TEST_SUITE_END();
