/// \file test_vector_forms.cpp
/// Every operation with vectors gives what it gives with n × 1 matrices, on every backend under test: all
/// sizes of patterns from empty to full, all kinds of masks, accumulators, replace, and positions.
#include "matrices.hpp"

#include <mergus/mergus.hpp>

#include <algorithm>
#include <functional>
#include <numeric>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

using namespace mergus;
using namespace mergus::tests;

namespace vector_forms {

// clang-format off
/// Neither associative nor commutative: the order of the products shows.
MERGUS_SEMIRING(in_order,
    static int64_t identity() { return 0; }
    static bool associative() { return false; }
    static bool commutative() { return false; }
    static int64_t add(int64_t x, int64_t y) { return (int64_t)((uint64_t)x * 3 - (uint64_t)y); }
    static int64_t mul(int64_t a, int64_t b) { return a + 2 * b; })
/// Associative alone: composition of the maps t → a·t + b, with a and b modulo 2³².
MERGUS_SEMIRING(compositions,
    static uint64_t identity() { return 1; }
    static bool commutative() { return false; }
    static uint64_t add(uint64_t x, uint64_t y) {
        const uint64_t low = 0xffffffffu;
        return (((x >> 32) * (y & low) + (y >> 32)) & low) << 32 | ((x & low) * (y & low) & low);
    }
    static uint64_t mul(int64_t a, int64_t b) { return ((uint64_t)a + 2 * (uint64_t)b) * 0x9e3779b97f4a7c15u; })
/// Associative, and with a value that decides only what follows it: the first number that is not 0.
MERGUS_SEMIRING(first_number,
    static int64_t identity() { return 0; }
    static int64_t terminal() { return 1; }
    static bool commutative() { return false; }
    static int64_t add(int64_t x, int64_t y) { return x != 0 ? x : y; }
    static int64_t mul(int64_t a, int64_t b) { return a == 5 && b == 4 ? 1 : a == 4 && b == 3 ? 5 : 0; })
/// Wider than an atomic.
MERGUS_TYPE(Two, double a; int64_t b;);
MERGUS_SEMIRING(two_sums,
    static Two identity() { return Two{0, 0}; }
    static Two add(Two x, Two y) { return Two{x.a + y.a, x.b + y.b}; }
    static Two mul(int64_t a, int64_t b) { return Two{(double)(a * b), a - b}; })
// clang-format on

} // namespace vector_forms

namespace {

using I64 = std::int64_t;
using vector_forms::Two;
bool operator==(const Two& x, const Two& y) {
    return x.a == y.a && x.b == y.b;
}

std::mt19937_64 random_bits(20);
std::uint64_t below(std::uint64_t n) {
    return random_bits() % n;
}

/// Entries in about `share` eighths of the indices.
Entries<I64> random_column(std::uint64_t n, std::uint64_t share) {
    Entries<I64> entries;
    for (std::uint64_t i = 0; i < n; ++i)
        if (below(8) < share) entries.push_back({i, 0, static_cast<I64>(below(7)) - 2});
    return entries;
}

Vector<I64> vector_of(const Context& context, std::uint64_t n, const Entries<I64>& entries) {
    std::vector<std::uint64_t> indices;
    std::vector<I64> values;
    for (const auto& e : entries) {
        indices.push_back(e.row);
        values.push_back(e.value);
    }
    return Vector<I64>::from_tuples(context, n, indices, values);
}

template <class T>
Entries<T> entries_of(const Vector<T>& v) {
    std::vector<std::uint64_t> indices(v.nvals());
    std::vector<T> values(v.nvals());
    v.extract_tuples(indices, values);
    Entries<T> entries;
    for (std::size_t e = 0; e < indices.size(); ++e) entries.push_back({indices[e], 0, values[e]});
    return entries;
}

/// A vector and the n × 1 matrix of the same entries.
struct Both {
    Vector<I64> v;
    Matrix<I64> m;
};
Both both(const Context& context, std::uint64_t n, std::uint64_t share) {
    const Entries<I64> entries = random_column(n, share);
    return {vector_of(context, n, entries), make<I64>(context, n, 1, entries)};
}

/// Some rows are long, some empty.
Matrix<I64> random_matrix(const Context& context, std::uint64_t nrows, std::uint64_t ncols) {
    Entries<I64> entries;
    for (std::uint64_t i = 0; i < nrows; ++i) {
        const std::uint64_t share = i % 7 == 3 ? 8 : i % 5 == 1 ? 0 : 1 + below(3);
        for (std::uint64_t j = 0; j < ncols; ++j)
            if (below(8) < share) entries.push_back({i, j, static_cast<I64>(below(9)) - 3});
    }
    return make<I64>(context, nrows, ncols, entries);
}

constexpr std::uint64_t shares[] = {0, 1, 4, 8};

/// Calls test(w, options, options) with outputs and masks of some kinds, which differ from call to call;
/// `test` writes w.v and w.m alike. Each combination needs kernels of its own, so not all are run.
template <class Test>
void under_masks(const Context& context, std::uint64_t n, const Test& test) {
    static int mask = 0;
    for (int round = 0; round < 4; ++round) {
        const std::uint64_t share = shares[below(4)];
        mask = (mask + 1) % 9;
        Both w = both(context, n, share);
        const Both m = both(context, n, shares[below(4)]);
        const auto masks = [&](const auto& object) -> Mask {
            switch (mask % 5) {
            case 1:
                return Mask(object);
            case 2:
                return structure(object);
            case 3:
                return complement(object);
            case 4:
                return complement(structure(object));
            default:
                return no_mask;
            }
        };
        const bool replace = mask >= 5;
        const BinaryOp accum = below(2) == 0 ? no_accum : BinaryOp(ops::minus<I64>);
        CAPTURE(share);
        CAPTURE(mask);
        test(w, WriteOptions{.mask = masks(m.v), .accum = accum, .replace = replace},
             WriteOptions{.mask = masks(m.m), .accum = accum, .replace = replace});
        REQUIRE(entries_of(w.v) == read<I64>(w.m));
        CHECK(w.v.size() == n);
    }
}

WriteOptionsA with(const WriteOptions& o, bool transpose) {
    return {.mask = o.mask, .accum = o.accum, .replace = o.replace, .transpose_a = transpose};
}
WriteOptionsAB with_both(const WriteOptions& o, bool a, bool b) {
    return {.mask = o.mask, .accum = o.accum, .replace = o.replace, .transpose_a = a, .transpose_b = b};
}

const std::pair<const char*, AnySemiring> semirings[] = {{"plus_times", plus_times<I64>},
                                                         {"min_plus", min_plus<I64>},
                                                         {"plus_second", plus_second<I64>},
                                                         {"plus_first", plus_first<I64>},
                                                         {"min_firsti", min_firsti<I64>},
                                                         {"min_secondi", min_secondi<I64>},
                                                         {"min_secondj1", min_secondj1<I64>},
                                                         {"lor_land", lor_land},
                                                         {"in_order", vector_forms::in_order},
                                                         {"compositions", vector_forms::compositions},
                                                         {"first_number", vector_forms::first_number}};

} // namespace

TEST_SUITE_BEGIN("vector-forms");

TEST_CASE("mxv and vxm are mxm with a matrix of one column, or of one row") {
    on_each_backend([](const Context& context) {
        for (const auto& [name, semiring] : semirings) {
            const std::uint64_t m = 20 + below(50), n = 20 + below(50);
            const Matrix<I64> A = random_matrix(context, m, n);
            for (const bool transposed : {false, true})
                under_masks(context, transposed ? n : m, [&](Both& w, const auto& ov, const auto& om) {
                    CAPTURE(name);
                    CAPTURE(transposed);
                    const Both u = both(context, transposed ? m : n, shares[below(4)]);
                    mxv(w.v, semiring, A, u.v, with(ov, transposed));
                    mxm(w.m, semiring, A, u.m, with_both(om, transposed, false));
                });
            for (const bool transposed : {false, true})
                under_masks(context, transposed ? m : n, [&](Both& w, const auto& ov, const auto& om) {
                    CAPTURE(name);
                    CAPTURE(transposed);
                    const Both u = both(context, transposed ? n : m, shares[below(4)]);
                    vxm(w.v, semiring, u.v, A, with(ov, transposed));
                    // w' = u' A, as a row
                    Matrix<I64> row(context, 1, transposed ? m : n), product = row.dup();
                    mxm(product, semiring, u.m, A, with_both({}, true, transposed));
                    Matrix<I64> column(context, transposed ? m : n, 1);
                    transpose(column, product);
                    assign(w.m, column, all, all, with(om, false));
                });
        }
    });
}

TEST_CASE("mxv with rows of thousands of entries, values of every width, and a deterministic sum") {
    on_each_backend([](const Context& context) {
        const std::uint64_t n = 5000;
        Entries<I64> entries;
        for (std::uint64_t i = 0; i < 40; ++i)
            for (std::uint64_t j = 0; j < n; ++j)
                if (i % 3 == 1 || below(1000) < 3) entries.push_back({i, j, static_cast<I64>(below(9)) - 3});
        const Matrix<I64> A = make<I64>(context, 40, n, entries);
        for (const std::uint64_t share : shares) {
            CAPTURE(share);
            const Both u = both(context, n, share);
            for (const auto& [name, semiring] : semirings) {
                CAPTURE(name);
                CHECK(entries_of(mxv<I64>(semiring, A, u.v)) == read<I64>(mxm(semiring, A, u.m)));
            }
            const Vector<Two> two = mxv<Two>(vector_forms::two_sums, A, u.v);
            CHECK(entries_of(two) == read<Two>(mxm(AnySemiring(vector_forms::two_sums), A, u.m)));
        }
    });
}

TEST_CASE("any finds an entry wherever there is one") {
    on_each_backend([](const Context& context) {
        const Matrix<I64> A = random_matrix(context, 60, 90);
        for (const std::uint64_t share : shares)
            under_masks(context, 60, [&](Both& w, const auto& ov, const auto& om) {
                const Both u = both(context, 90, share);
                mxv(w.v, any_pair<I64>, A, u.v, with(ov, false));
                mxm(w.m, any_pair<I64>, A, u.m, with_both(om, false, false));
            });
    });
}

TEST_CASE("union, intersection, apply and select") {
    on_each_backend([](const Context& context) {
        const std::uint64_t n = 77;
        for (const std::uint64_t share : shares)
            under_masks(context, n, [&](Both& w, const auto& ov, const auto& om) {
                const Both u = both(context, n, share), v = both(context, n, shares[below(4)]);
                ewise_add(w.v, ops::minus<I64>, u.v, v.v, ov);
                ewise_add(w.m, ops::minus<I64>, u.m, v.m, with_both(om, false, false));
                REQUIRE(entries_of(w.v) == read<I64>(w.m));
                ewise_mult(w.v, ops::second<I64>, u.v, v.v, ov);
                ewise_mult(w.m, ops::second<I64>, u.m, v.m, with_both(om, false, false));
                REQUIRE(entries_of(w.v) == read<I64>(w.m));
                apply(w.v, ops::ainv<I64>, u.v, ov);
                apply(w.m, ops::ainv<I64>, u.m, with(om, false));
                apply(w.v, ops::minus<I64>, Scalar(I64{5}), v.v, ov);
                apply(w.m, ops::minus<I64>, Scalar(I64{5}), v.m, with(om, false));
                apply(w.v, ops::rowindex<I64>, u.v, Scalar(I64{3}), ov);
                apply(w.m, ops::rowindex<I64>, u.m, Scalar(I64{3}), with(om, false));
                REQUIRE(entries_of(w.v) == read<I64>(w.m));
                apply(w.v, ops::colindex<I64>, v.v, Scalar(I64{4}), ov);
                apply(w.m, ops::colindex<I64>, v.m, Scalar(I64{4}), with(om, false));
                select(w.v, ops::rowle, u.v, Scalar(I64{40}), ov);
                select(w.m, ops::rowle, u.m, Scalar(I64{40}), with(om, false));
                REQUIRE(entries_of(w.v) == read<I64>(w.m));
                select(w.v, ops::tril, v.v, Scalar(I64{-9}), ov);
                select(w.m, ops::tril, v.m, Scalar(I64{-9}), with(om, false));
            });
    });
}

TEST_CASE("assign, extract and reduce") {
    on_each_backend([](const Context& context) {
        const std::uint64_t n = 60;
        std::vector<std::uint64_t> list(n);
        for (const std::uint64_t share : shares)
            under_masks(context, n, [&](Both& w, const auto& ov, const auto& om) {
                std::iota(list.begin(), list.end(), std::uint64_t{0});
                std::shuffle(list.begin(), list.end(), random_bits);
                const std::vector<std::uint64_t> part(list.begin(), list.begin() + 20);
                const Both u = both(context, 20, share), x = both(context, n, share);
                assign(w.v, u.v, part, ov);
                assign(w.m, u.m, part, all, with(om, false));
                REQUIRE(entries_of(w.v) == read<I64>(w.m));
                assign(w.v, x.v, ov);
                assign(w.m, x.m, all, all, with(om, false));
                assign(w.v, Scalar(I64{6}), part, ov);
                assign(w.m, Scalar(I64{6}), part, all, om);
                REQUIRE(entries_of(w.v) == read<I64>(w.m));
                assign(w.v, Scalar(I64{-6}), ov);
                assign(w.m, Scalar(I64{-6}), all, all, om);
                REQUIRE(entries_of(w.v) == read<I64>(w.m));
                for (auto& i : list) i = below(20); // repeated
                extract(w.v, u.v, list, ov);
                extract(w.m, u.m, list, all, with(om, false));
                const Matrix<I64> A = random_matrix(context, n, 30);
                reduce(w.v, plus_monoid<I64>, A, with(ov, false));
                reduce(w.m, plus_monoid<I64>, A, with(om, false));
                REQUIRE(entries_of(w.v) == read<I64>(w.m));
                CHECK(reduce(plus_monoid<I64>, x.v) == reduce(plus_monoid<I64>, x.m));
                CHECK(reduce(max_monoid<I64>, u.v) == reduce(max_monoid<I64>, u.m));
            });
    });
}

TEST_CASE("rows, columns and diagonals of a matrix") {
    on_each_backend([](const Context& context) {
        const Matrix<I64> A = random_matrix(context, 45, 60);
        const Both w = both(context, 45, 4);
        std::vector<std::uint64_t> list(45);
        for (auto& i : list) i = below(45);
        for (const std::uint64_t j : {0, 3, 59}) {
            const std::vector<std::uint64_t> column{j};
            CHECK(entries_of(extract<I64>(A, all, j)) == read<I64>(extract<I64>(A, all, column)));
            CHECK(entries_of(extract<I64>(A, list, j)) == read<I64>(extract<I64>(A, list, column)));
            Matrix<I64> C = A.dup(), D = A.dup();
            assign(C, w.v, all, j);
            assign(D, w.m, all, column);
            CHECK(read<I64>(C) == read<I64>(D));
        }
        const Matrix<I64> At = transpose(A);
        for (const std::uint64_t i : {0, 3, 8, 44}) {
            const std::vector<std::uint64_t> row{i};
            CHECK(entries_of(extract<I64>(A, i, list)) == read<I64>(extract<I64>(At, list, row)));
            CHECK(entries_of(extract<I64>(A, i, all)) == read<I64>(extract<I64>(At, all, row)));
            Matrix<I64> C = At.dup(), D = At.dup();
            assign(C, w.v, i, all);
            assign(D, transpose(w.m), row, all);
            CHECK(read<I64>(C) == read<I64>(D));
        }
        for (const std::int64_t k : {0, 4, -7, 59, -44, 60, 100, -45}) {
            CAPTURE(k);
            Entries<I64> expected, placed;
            for (const auto& e : read<I64>(A))
                if (static_cast<I64>(e.col) - static_cast<I64>(e.row) == k)
                    expected.push_back({std::min(e.row, e.col), 0, e.value});
            CHECK(entries_of(diag<I64>(static_cast<const AnyMatrix&>(A), k)) == expected);
            for (const auto& e : read<I64>(w.m))
                placed.push_back({e.row + static_cast<std::uint64_t>(std::max<I64>(-k, 0)),
                                  e.row + static_cast<std::uint64_t>(std::max<I64>(k, 0)), e.value});
            CHECK(read<I64>(diag<I64>(static_cast<const AnyVector&>(w.v), k)) == placed);
        }
    });
}

TEST_CASE("kronecker products and other shapes") {
    on_each_backend([](const Context& context) {
        const Matrix<I64> A = random_matrix(context, 9, 7), B = random_matrix(context, 8, 5);
        Entries<I64> expected;
        for (const auto& a : read<I64>(A))
            for (const auto& b : read<I64>(B))
                expected.push_back({a.row * 8 + b.row, a.col * 5 + b.col, a.value - b.value});
        std::sort(expected.begin(), expected.end(), [](const auto& x, const auto& y) {
            return std::pair(x.row, x.col) < std::pair(y.row, y.col);
        });
        CHECK(read<I64>(kronecker(ops::minus<I64>, A, B)) == expected);
        for (const auto& [nrows, ncols] : {std::pair<std::uint64_t, std::uint64_t>{9, 7},
                                           {4, 7},
                                           {9, 3},
                                           {20, 5},
                                           {3, 30},
                                           {30, 1ull << 34},
                                           {0, 0}}) {
            Matrix<I64> C = A.dup();
            C.resize(nrows, ncols);
            Entries<I64> kept;
            for (const auto& e : read<I64>(A))
                if (e.row < nrows && e.col < ncols) kept.push_back(e);
            CHECK(read<I64>(C) == kept);
            C.resize(9, 7);
            CHECK(read<I64>(C) == kept);
        }
        for (const std::uint64_t share : shares)
            for (const std::uint64_t size : {0ull, 10ull, 30ull, 50ull, 1ull << 50}) {
                Both u = both(context, 30, share);
                Vector<I64> v = u.v.dup();
                v.resize(size);
                Entries<I64> kept;
                for (const auto& e : read<I64>(u.m))
                    if (e.row < size) kept.push_back(e);
                CHECK(entries_of(v) == kept);
                CHECK(v.size() == size);
                v.resize(30);
                ewise_add(u.v, ops::minus<I64>, v, v); // its arrays are those of a vector of size 30
                for (auto& e : kept) e.value = 0;
                CHECK(entries_of(u.v) == kept);
            }
    });
}

TEST_CASE("arrays of vectors: lists, full arrays and bitmaps, in and out") {
    on_each_backend([](const Context& context) {
        const std::uint64_t n = 50;
        for (const std::uint64_t share : shares) {
            const Entries<I64> entries = random_column(n, share);
            std::vector<std::uint32_t> indices;
            std::vector<I64> values, dense(n, -99);
            std::vector<std::uint8_t> present(n, 0);
            for (const auto& e : entries) {
                indices.push_back(static_cast<std::uint32_t>(e.row));
                values.push_back(e.value);
                dense[e.row] = e.value;
                present[e.row] = 1;
            }
            mergus_vector_arrays arrays{};
            arrays.struct_size = sizeof arrays;
            arrays.type = type_of<I64>();
            arrays.size = n;
            arrays.nvals = entries.size();
            arrays.index_bits = 32;
            for (const int format : {MERGUS_VECTOR_LIST, MERGUS_VECTOR_BITMAP, MERGUS_VECTOR_FULL}) {
                if (format == MERGUS_VECTOR_FULL && share != 8) continue;
                CAPTURE(format);
                arrays.format = format;
                arrays.indices = indices.data();
                arrays.present = present.data();
                arrays.values = format == MERGUS_VECTOR_LIST ? values.data() : dense.data();
                const Vector<I64> v(AnyVector::import_arrays(context, arrays));
                CHECK(entries_of(v) == entries);
                for (const int out : {MERGUS_VECTOR_LIST, MERGUS_VECTOR_BITMAP, MERGUS_VECTOR_FULL}) {
                    if (out == MERGUS_VECTOR_FULL && share != 8) continue;
                    CAPTURE(out);
                    std::vector<std::uint64_t> got_indices(n);
                    std::vector<std::uint8_t> got_present(n, 7);
                    std::vector<I64> got(n);
                    mergus_vector_arrays copy = arrays;
                    copy.format = out;
                    copy.index_bits = 64;
                    copy.indices = got_indices.data();
                    copy.present = got_present.data();
                    copy.values = got.data();
                    copy.capacity = n;
                    v.export_arrays(copy);
                    CHECK(copy.nvals == entries.size());
                    for (std::size_t e = 0; e < entries.size(); ++e) {
                        if (out == MERGUS_VECTOR_LIST) CHECK(got_indices[e] == entries[e].row);
                        CHECK(got[out == MERGUS_VECTOR_LIST ? e : entries[e].row] == entries[e].value);
                    }
                    if (out == MERGUS_VECTOR_BITMAP) CHECK(got_present == present);
                    Vector<I64> moved = v.dup();
                    VectorArrays own = moved.release_arrays(out);
                    CHECK(moved.nvals() == 0);
                    const Vector<I64> again(AnyVector::import_arrays(context, std::move(own)));
                    CHECK(entries_of(again) == entries);
                }
            }
        }
    });
}

TEST_SUITE_END();
