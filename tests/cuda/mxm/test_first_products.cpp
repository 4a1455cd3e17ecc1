/// \file test_first_products.cpp
/// A result is a combination of products alone: the identity is no term, in any accumulator. −0.0 shows it,
/// which 0 ⊕ changes.
#include "forced.hpp"

#include <mergus/mergus.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <complex>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace {

// Eight bytes that may be any: no pattern is left to stand for "nothing yet".
MERGUS_TYPE(two_floats, float a; float b;);
MERGUS_TYPE(one_float, float a;);
MERGUS_SEMIRING(
    two_sums,
    static two_floats identity() {
        return two_floats{0, 0};
    } static two_floats add(two_floats x, two_floats y) {
        return two_floats{x.a + y.a, x.b + y.b};
    } static two_floats mul(double x, double y) {
        return two_floats{static_cast<float>(x * y), static_cast<float>(x * y)};
    })
MERGUS_SEMIRING(
    one_sum,
    static one_float identity() { return one_float{0}; } static one_float add(one_float x, one_float y) {
        return one_float{x.a + y.a};
    } static one_float mul(double x, double y) { return one_float{static_cast<float>(x * y)}; })

std::vector<double> parts(double x) {
    return {x};
}
std::vector<double> parts(float x) {
    return {static_cast<double>(x)};
}
template <class R>
std::vector<double> parts(std::complex<R> x) {
    return {static_cast<double>(x.real()), static_cast<double>(x.imag())};
}
std::vector<double> parts(two_floats x) {
    return {static_cast<double>(x.a), static_cast<double>(x.b)};
}
std::vector<double> parts(one_float x) {
    return {static_cast<double>(x.a)};
}

using Places = std::map<std::pair<std::uint64_t, std::uint64_t>, double>;

/// The pattern, with value(e) as entry e.
template <class Value>
mergus::Csr with_values(mergus::Csr matrix, Value value) {
    matrix.field = mergus::Field::real;
    matrix.integers.clear();
    matrix.reals.resize(matrix.nvals());
    for (std::size_t e = 0; e < matrix.reals.size(); ++e) matrix.reals[e] = value(e);
    return matrix;
}

/// Sums of the products in the order of k.
Places product(const mergus::Csr& A, const mergus::Csr& B) {
    Places sums;
    for (std::uint64_t i = 0; i < A.nrows; ++i)
        for (auto e = A.row_ptr[i]; e < A.row_ptr[i + 1]; ++e)
            for (auto f = B.row_ptr[A.cols[e]]; f < B.row_ptr[A.cols[e] + 1]; ++f) {
                const double term = A.reals[e] * B.reals[f];
                const auto [found, fresh] = sums.try_emplace({i, B.cols[f]}, term);
                if (!fresh) found->second += term;
            }
    return sums;
}

/// How many entries of the product have a part with another value or sign than `wanted`. Complex operands
/// have the reals in both parts.
template <class Z, class X>
std::size_t wrong_entries(const mergus::Context& context, const mergus::AnySemiring& semiring,
                          const mergus::Csr& left, const mergus::Csr& right, const Places& wanted) {
    mergus::Matrix<X> A(context, left.nrows, left.ncols), B(context, right.nrows, right.ncols);
    const auto fill = [](mergus::Matrix<X>& matrix, const mergus::Csr& csr) {
        std::vector<std::uint64_t> rows, cols;
        std::vector<X> values;
        for (std::uint64_t i = 0; i < csr.nrows; ++i)
            for (auto e = csr.row_ptr[i]; e < csr.row_ptr[i + 1]; ++e) {
                rows.push_back(i);
                cols.push_back(csr.cols[e]);
                if constexpr (std::is_same_v<X, double>)
                    values.push_back(csr.reals[e]);
                else
                    values.push_back(X(static_cast<typename X::value_type>(csr.reals[e]),
                                       static_cast<typename X::value_type>(csr.reals[e])));
            }
        matrix.build(rows, cols, values);
    };
    fill(A, left);
    fill(B, right);
    mergus::Matrix<Z> C(context, left.nrows, right.ncols);
    mergus::mxm(C, mergus::no_mask, mergus::no_accum, semiring, A, B);
    REQUIRE(C.nvals() == wanted.size());
    std::vector<std::uint64_t> rows(wanted.size()), cols(wanted.size());
    std::vector<Z> values(wanted.size());
    C.extract_tuples(rows.data(), cols.data(), values.data(), C.type());
    std::size_t wrong = 0;
    for (std::size_t e = 0; e < values.size(); ++e) {
        const auto found = wanted.find({rows[e], cols[e]});
        REQUIRE(found != wanted.end());
        bool right_parts = true;
        for (const double part : parts(values[e]))
            right_parts =
                right_parts && part == found->second && std::signbit(part) == std::signbit(found->second);
        wrong += right_parts ? 0 : 1;
    }
    return wrong;
}

} // namespace

TEST_SUITE_BEGIN("plan");

TEST_CASE("a sum of -0.0 alone is -0.0 in every accumulator") {
    const mergus::Csr graph = mergus::generate::from_spec("rmat:scale=6,ef=3,seed=3");
    const mergus::Csr band = mergus::generate::from_spec("banded:n=70,half=4");
    for (const std::string name :
         {"narrow", "esc", "hash", "bitmap_rank", "column_tile", "global_dense", "merge"}) {
        CAPTURE(name);
        std::string said;
        const mergus::cuda::testing::Forced device(name, said);
        const mergus::Context& context = device.context();
        bool ran = false;
        const auto see = [&](const std::string& line) { ran = ran || line.find(name) != std::string::npos; };
        const mergus::Csr& pattern = name == "narrow" ? band : graph;
        // All −0; −0 and 0 mixed; 1 and −1, which cancel; −0 among them.
        const std::vector<std::pair<mergus::Csr, mergus::Csr>> factors = {
            {with_values(pattern, [](std::size_t) { return -1.0; }),
             with_values(pattern, [](std::size_t) { return 0.0; })},
            {with_values(pattern, [](std::size_t e) { return e % 3 == 0 ? 1.0 : -1.0; }),
             with_values(pattern, [](std::size_t) { return 0.0; })},
            {with_values(pattern, [](std::size_t e) { return e % 2 == 0 ? 1.0 : -1.0; }),
             with_values(pattern, [](std::size_t e) { return e % 5 == 0 ? -0.0 : 1.0; })},
        };
        for (const auto& [A, B] : factors) {
            const Places wanted = product(A, B);
            CHECK(wrong_entries<double, double>(context, mergus::plus_times<double>, A, B, wanted) == 0);
            see(said);
            CHECK(wrong_entries<two_floats, double>(context, two_sums, A, B, wanted) == 0);
            see(said);
            if (name != "hash") continue;
            CHECK(wrong_entries<float, double>(context, mergus::plus_times<float>, A, B, wanted) == 0);
            CHECK(wrong_entries<one_float, double>(context, one_sum, A, B, wanted) == 0);
        }
        // Both parts of complex sums: of A's values alone.
        const auto& A = factors[0].second;
        const mergus::Csr minus = with_values(pattern, [](std::size_t) { return -0.0; });
        const mergus::Csr ones = with_values(pattern, [](std::size_t) { return 1.0; });
        using mergus::complex;
        CHECK(wrong_entries<complex<double>, complex<double>>(context, mergus::plus_first<complex<double>>,
                                                              minus, A, product(minus, ones)) == 0);
        see(said);
        INFO(said);
        CHECK((ran || name == "global_dense")); // computes small products as a whole, without bins
    }
}

TEST_SUITE_END();
