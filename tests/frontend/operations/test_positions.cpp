/// \file test_positions.cpp
/// Operators of positions with numbers of diagonals, rows and columns at the ends of int64.
#include "testing/device_testing.hpp"
#include "testing/vectors.hpp"

#include <mergus/mergus.hpp>

#include <functional>
#include <limits>
#include <vector>

using namespace mergus;
using namespace mergus::tests;

namespace {

using I32 = std::int32_t;
using I64 = std::int64_t;

constexpr I64 least = std::numeric_limits<I64>::min(), greatest = std::numeric_limits<I64>::max();
const std::vector<I64> ends = {
    least, least + 1, least + 2, least + 3, greatest, greatest - 1, greatest - 2, greatest - 3, -3,
    -1,    0,         1,         2,         4};

__extension__ typedef __int128 Wide;
struct Case {
    const char* name;
    IndexUnaryOp op;
    std::function<bool(Wide i, Wide j, Wide k)> passes;
};
const std::vector<Case> cases = {
    {"tril", ops::tril, [](Wide i, Wide j, Wide k) { return j <= i + k; }},
    {"triu", ops::triu, [](Wide i, Wide j, Wide k) { return j >= i + k; }},
    {"diag", ops::diag, [](Wide i, Wide j, Wide k) { return j == i + k; }},
    {"offdiag", ops::offdiag, [](Wide i, Wide j, Wide k) { return j != i + k; }},
    {"rowle", ops::rowle, [](Wide i, Wide, Wide k) { return i <= k; }},
    {"rowgt", ops::rowgt, [](Wide i, Wide, Wide k) { return i > k; }},
    {"colle", ops::colle, [](Wide, Wide j, Wide k) { return j <= k; }},
    {"colgt", ops::colgt, [](Wide, Wide j, Wide k) { return j > k; }},
};

/// The value of an integer modulo 2^32 or 2^64, which is that of the type.
template <class T>
T wrapped(Wide value) {
    return static_cast<T>(static_cast<std::uint64_t>(value));
}

} // namespace

TEST_SUITE_BEGIN("ops");

TEST_CASE("positions: select and apply at the ends of int64") {
    on_each_backend([](const Context& context) {
        const auto csr = csr_every(4, 3, 1);
        const auto A = Matrix<double>::from_csr(context, csr);
        const auto u = Vector<double>::from_dense(context, {1, 2, 3, 4});
        for (const Case& c : cases)
            for (const I64 k : ends) {
                CAPTURE(c.name);
                CAPTURE(k);
                Entries<bool> kept, kept_of_transpose, truth;
                Items<bool> kept_of_u;
                for (std::uint64_t i = 0; i < 4; ++i)
                    for (std::uint64_t j = 0; j < 3; ++j) {
                        if (c.passes(i, j, k)) kept.push_back({i, j, true});
                        truth.push_back({i, j, c.passes(i, j, k)});
                    }
                for (std::uint64_t j = 0; j < 3; ++j)
                    for (std::uint64_t i = 0; i < 4; ++i)
                        if (c.passes(j, i, k)) kept_of_transpose.push_back({j, i, true});
                for (std::uint64_t i = 0; i < 4; ++i)
                    if (c.passes(i, 0, k)) kept_of_u[i] = true;
                CHECK(read<bool>(select(c.op, A, k)) == kept);
                CHECK(read<bool>(select(c.op, A, k, {.transpose_a = true})) == kept_of_transpose);
                CHECK(read<bool>(apply<bool>(c.op, A, k)) == truth);
                CHECK(items<bool>(select(c.op, u, k)) == kept_of_u);
            }
    });
}

TEST_CASE("positions: indices plus a number wrap around, and diagonals far away are empty") {
    on_each_backend([](const Context& context) {
        const auto A = Matrix<double>::from_csr(context, csr_every(4, 3, 1));
        for (const I64 k : ends) {
            CAPTURE(k);
            const auto check = [&]<class T>(const Typed<IndexUnaryOp, T>& op, auto value) {
                Entries<T> expected;
                for (std::uint64_t i = 0; i < 4; ++i)
                    for (std::uint64_t j = 0; j < 3; ++j)
                        expected.push_back({i, j, wrapped<T>(value(Wide(i), Wide(j)) + k)});
                CHECK(read<T>(apply(op, A, k)) == expected);
            };
            check(ops::rowindex<I64>, [](Wide i, Wide) { return i; });
            check(ops::colindex<I64>, [](Wide, Wide j) { return j; });
            check(ops::diagindex<I64>, [](Wide i, Wide j) { return j - i; });
            check(ops::rowindex<I32>, [](Wide i, Wide) { return i; });
            check(ops::colindex<I32>, [](Wide, Wide j) { return j; });
            check(ops::diagindex<I32>, [](Wide i, Wide j) { return j - i; });
            if (k < -4 || k > 4) {
                CHECK(diag(A, k).size() == 0);
                CHECK_THROWS_AS(static_cast<void>(diag(Vector<double>::from_dense(context, {1, 2}), k)),
                                Error);
            }
        }
    });
}

TEST_SUITE_END();
