/// \file test_hypersparse.cpp
/// Matrices of up to 2^60 rows and columns: the results are those of SuiteSparse:GraphBLAS, which stores
/// hypersparse rows too, and memory is used for entries alone.
#include "cuda/explained_context.hpp"
#include "testing/device_testing.hpp"
#include "testing/refuses.hpp"
#include "testing/scratch.hpp"
#include "testing/vectors.hpp"

#include <mergus/mergus.hpp>

#include <random>

using namespace mergus;
using namespace mergus::tests;

namespace {

using I64 = std::int64_t;
using cuda::testing::Variable;
using Lists = std::vector<std::uint64_t>;

constexpr std::uint64_t huge = std::uint64_t{1} << 60, large = std::uint64_t{1} << 40, small = 16;

/// An index of a dimension: 16 are used, the first and the last among them.
std::uint64_t id(std::uint64_t dimension, std::uint64_t index) {
    return index == 15 ? dimension - 1
                       : index * (dimension / 16) + (dimension > small && index > 3 ? index : 0);
}

Matrix<I64> random_matrix(const Context& context, std::uint64_t nrows, std::uint64_t ncols, unsigned seed) {
    std::mt19937 random(seed);
    std::map<std::pair<std::uint64_t, std::uint64_t>, I64> entries;
    for (int e = 0; e < 40; ++e)
        entries[{id(nrows, random() % 16), id(ncols, random() % 16)}] = static_cast<I64>(random() % 9) - 4;
    Entries<I64> list;
    for (const auto& [position, value] : entries) list.push_back({position.first, position.second, value});
    return make<I64>(context, nrows, ncols, list);
}

Vector<I64> random_vector(const Context& context, std::uint64_t size, unsigned seed) {
    std::mt19937 random(seed);
    Items<I64> items;
    for (int e = 0; e < 9; ++e) items[id(size, random() % 16)] = static_cast<I64>(random() % 9) - 4;
    return make_vector<I64>(context, size, items);
}

/// The results of one context, to be compared with those of another.
class Results {
public:
    void keep(const AnyMatrix& matrix) {
        CHECK(matrix.nvals() == read<I64>(matrix).size());
        all_.push_back(read<I64>(matrix));
    }
    void keep(const AnyVector& vector) {
        Entries<I64> entries;
        for (const auto& [index, value] : items<I64>(vector)) entries.push_back({index, 0, value});
        all_.push_back(entries);
    }
    void keep(I64 value) { all_.push_back({{0, 0, value}}); }

    friend void check_equal(const Results& a, const Results& b) {
        REQUIRE(a.all_.size() == b.all_.size());
        for (std::size_t r = 0; r < a.all_.size(); ++r) {
            CAPTURE(r);
            CHECK(a.all_[r] == b.all_[r]);
        }
    }

private:
    std::vector<Entries<I64>> all_;
};

/// Runs test(context, results) on the devices and on the CPU, and compares.
template <class Test>
void agrees(Test test) {
    Results expected;
    test(Context("suitesparse"), expected);
    on_devices([&](const Context& context) {
        Results found;
        test(context, found);
        check_equal(found, expected);
    });
}

constexpr std::uint64_t dimensions[] = {huge, large, small};

} // namespace

TEST_SUITE_BEGIN("hypersparse");

TEST_CASE("hypersparse: products") {
    for (const std::uint64_t n : dimensions)
        for (const std::uint64_t k : dimensions) {
            CAPTURE(n);
            CAPTURE(k);
            agrees([&](const Context& context, Results& results) {
                const Matrix<I64> A = random_matrix(context, n, k, 1), B = random_matrix(context, k, n, 2),
                                  M = random_matrix(context, n, n, 3);
                Matrix<I64> C = random_matrix(context, n, n, 4);
                results.keep(mxm(plus_times<I64>, A, B));
                results.keep(mxm(min_plus<I64>, A, A, {.transpose_b = true}));
                results.keep(mxm(plus_times<I64>, A, A, {.transpose_a = true}));
                mxm(C, plus_times<I64>, A, B, {.mask = M, .accum = ops::minus<I64>});
                results.keep(C);
                mxm(C, plus_times<I64>, C, C, {.mask = complement(structure(M)), .replace = true});
                results.keep(C);
                mxm(C, plus_times<I64>, C, M, {.accum = ops::plus<I64>, .transpose_b = true});
                results.keep(C);
                results.keep(mxm(min_firsti<I64>, A, B));
                results.keep(mxm(min_secondj1<I64>, A, A, {.transpose_b = true}));
                results.keep(mxm(min_firstj<I64>, B, B, {.transpose_a = true}));
                const Vector<I64> u = random_vector(context, k, 5), v = random_vector(context, n, 6);
                results.keep(mxv(plus_times<I64>, A, u));
                results.keep(mxv(min_secondi<I64>, B, u, {.transpose_a = true}));
                results.keep(vxm(plus_times<I64>, v, A));
                results.keep(vxm(min_secondj<I64>, u, A, {.transpose_a = true}));
                Vector<I64> w = random_vector(context, n, 7);
                mxv(w, min_plus<I64>, A, u, {.mask = complement(v), .accum = ops::plus<I64>});
                results.keep(w);
                vxm(w, plus_times<I64>, u, B, {.mask = structure(v), .replace = true});
                results.keep(w);
            });
        }
}

TEST_CASE("hypersparse: operations on entries") {
    for (const std::uint64_t n : dimensions)
        for (const std::uint64_t m : dimensions) {
            CAPTURE(n);
            CAPTURE(m);
            agrees([&](const Context& context, Results& results) {
                const Matrix<I64> A = random_matrix(context, n, m, 1), B = random_matrix(context, n, m, 2),
                                  M = random_matrix(context, n, m, 3), D = random_matrix(context, m, n, 4);
                Matrix<I64> C = random_matrix(context, n, m, 5);
                results.keep(ewise_add(ops::minus<I64>, A, B));
                results.keep(ewise_mult(ops::minus<I64>, A, B));
                ewise_add(C, ops::plus<I64>, A, D, {.mask = complement(M), .transpose_b = true});
                results.keep(C);
                ewise_mult(C, ops::times<I64>, C, D,
                           {.mask = M, .accum = ops::plus<I64>, .transpose_b = true});
                results.keep(C);
                results.keep(transpose(A));
                transpose(C, D, {.mask = M, .accum = ops::plus<I64>});
                results.keep(C);
                apply(C, ops::ainv<I64>, C, {.mask = structure(M)});
                results.keep(C);
                results.keep(apply(ops::minus<I64>, 7, A));
                results.keep(apply(ops::rowindex<I64>, A, 1));
                results.keep(apply(ops::colindex<I64>, D, -1, {.transpose_a = true}));
                apply(C, ops::diagindex<I64>, A, 2, {.mask = M, .accum = ops::max<I64>});
                results.keep(C);
                results.keep(select(ops::tril, A, 0));
                results.keep(select(ops::triu, A, -3, {}));
                results.keep(select(ops::diag, A, 0));
                results.keep(select(ops::offdiag, D, 1, {.transpose_a = true}));
                results.keep(select(ops::rowle, A, static_cast<I64>(id(n, 7))));
                results.keep(select(ops::colgt, A, static_cast<I64>(id(m, 7))));
                results.keep(select(ops::valuegt<I64>, A, 0));
                results.keep(reduce(plus_monoid<I64>, A));
                results.keep(reduce_rows(plus_monoid<I64>, A));
                results.keep(reduce_columns(min_monoid<I64>, A));
                Vector<I64> w = random_vector(context, n, 6);
                reduce(w, plus_monoid<I64>, A, {.accum = ops::plus<I64>});
                results.keep(w);
                results.keep(isequal(A, A.dup()) ? 1 : 0);
                results.keep(isequal(A, B) ? 1 : 0);
                results.keep(isequal(transpose(transpose(A)), A) ? 1 : 0);
                results.keep(diag(w, 0));
                results.keep(diag(random_matrix(context, n, n, 7), 0));
                results.keep(diag(random_matrix(context, n, n, 8), static_cast<I64>(id(n, 2))));
                results.keep(diag(random_matrix(context, n, n, 9), -static_cast<I64>(id(n, 3))));
                results.keep(C.to(Context("suitesparse")));
                C.clear();
                results.keep(C);
            });
        }
    agrees([](const Context& context, Results& results) {
        const std::uint64_t half = std::uint64_t{1} << 30;
        const Matrix<I64> A = random_matrix(context, half, small, 1),
                          B = random_matrix(context, half, half, 2);
        results.keep(kronecker(ops::times<I64>, A, B));
        results.keep(kronecker(ops::minus<I64>, B, A, {.transpose_a = true, .transpose_b = true}));
        const Matrix<I64> S = random_matrix(context, small, small, 3);
        results.keep(kronecker(ops::times<I64>, S, S));
        const Vector<I64> v = random_vector(context, large, 4);
        results.keep(diag(v, static_cast<I64>(large)));
        results.keep(diag(v, -3));
    });
}

TEST_CASE("hypersparse: parts") {
    for (const std::uint64_t n : dimensions)
        for (const std::uint64_t m : dimensions) {
            CAPTURE(n);
            CAPTURE(m);
            agrees([&](const Context& context, Results& results) {
                const Matrix<I64> A = random_matrix(context, n, m, 1), M = random_matrix(context, n, m, 2);
                Matrix<I64> C = random_matrix(context, n, m, 3);
                // Indices with and without entries, in no order, with repetitions for extract.
                const Lists rows = {id(n, 9), id(n, 2), 1, id(n, 15), 0},
                            cols = {id(m, 15), id(m, 4), 3, id(m, 1)},
                            again = {id(m, 4), id(m, 15), id(m, 4), 2};
                const Matrix<I64> part = extract(A, rows, cols);
                results.keep(part);
                results.keep(extract(A, rows, again));
                results.keep(extract(A, all, cols));
                results.keep(extract(A, rows, all));
                results.keep(extract(A, all, all));
                results.keep(extract(A, cols, rows, {.transpose_a = true}));
                assign(C, part, rows, cols);
                results.keep(C);
                assign(C, extract(A, all, cols), all, cols, {.mask = M, .accum = ops::plus<I64>});
                results.keep(C);
                assign(C, extract(A, rows, all), rows, all, {.mask = complement(M), .replace = true});
                results.keep(C);
                assign(C, A, {.mask = structure(M)});
                results.keep(C);
                assign(C, 5, {.mask = M});
                results.keep(C);
                assign(C, 6, rows, cols, {.accum = ops::plus<I64>});
                results.keep(C);
                assign(C, 7, rows, cols, {.mask = complement(M)});
                results.keep(C);
                const Vector<I64> row = random_vector(context, m, 4), column = random_vector(context, n, 5);
                assign(C, row, id(n, 3), all);
                results.keep(C);
                assign(C, column, all, id(m, 3));
                results.keep(C);
                results.keep(extract(C, id(n, 3), all));
                results.keep(extract(C, all, id(m, 3)));
                results.keep(extract(C, id(n, 3), cols));
                results.keep(extract(C, rows, id(m, 3)));
                C.set_element(n - 1, m - 1, 11);
                C.set_element(n / 2, 0, 12);
                C.remove_element(id(n, 3), id(m, 3));
                results.keep(C);
                results.keep(C.extract_element(n - 1, m - 1).value_or(0));
                results.keep(C.extract_element(1, 1).value_or(-1));
                Matrix<I64> D = C.dup();
                D.resize(id(n, 8), id(m, 9));
                results.keep(D);
                D.resize(huge, huge);
                D.set_element(huge - 1, huge - 1, 1);
                results.keep(D);
                D.resize(3, 3);
                results.keep(D);
            });
        }
}

TEST_CASE("hypersparse: tuples, and errors that change nothing") {
    on_devices([](const Context& context) {
        Matrix<I64> A(context, huge, huge);
        CHECK(A.nrows() == huge);
        CHECK(A.nvals() == 0);
        CHECK(read<I64>(A).empty());
        const Lists rows = {huge - 1, 5, huge - 1, 5}, cols = {huge - 1, huge - 2, huge - 1, 0};
        const std::vector<I64> values = {1, 2, 3, 4};
        CHECK(code_of([&] { A.build(rows, cols, values.data(), type_of<I64>()); }) == Code::invalid_value);
        CHECK(A.nvals() == 0);
        A.build(rows, cols, values.data(), type_of<I64>(), ops::plus<I64>);
        const Entries<I64> expected = {{5, 0, 4}, {5, huge - 2, 2}, {huge - 1, huge - 1, 4}};
        CHECK(read<I64>(A) == expected);
        CHECK(code_of([&] { assign(A, 1); }) == Code::out_of_memory);
        CHECK(read<I64>(A) == expected);
        CHECK(A.bytes() < 4096);
        Matrix<I64> B(context, huge, 3);
        CHECK(code_of([&] { B.build(Lists{huge}, Lists{0}, values.data(), type_of<I64>()); }) ==
              Code::index_out_of_bounds);
    });
}

TEST_CASE("hypersparse: calls with the same operands renumber them once") {
    on_devices([](const Context& context) {
        const Matrix<I64> A = random_matrix(context, huge, huge, 1),
                          B = random_matrix(context, huge, huge, 2);
        Matrix<I64> C = ewise_add(ops::plus<I64>, A, B);
        ewise_add(C, ops::plus<I64>, A, B);
        const std::uint64_t before = context.counters().launches;
        ewise_add(C, ops::plus<I64>, A, B);
        const std::uint64_t launches = context.counters().launches - before;
        const Matrix<I64> D = random_matrix(context, small, small, 1),
                          E = random_matrix(context, small, small, 2);
        Matrix<I64> F = ewise_add(ops::plus<I64>, D, E);
        const std::uint64_t ordinary = context.counters().launches;
        ewise_add(F, ops::plus<I64>, D, E);
        CHECK(launches <= context.counters().launches - ordinary);
    });
}

TEST_CASE("hypersparse: the variable of the environment forces and forbids the storage") {
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        const auto reason = [&](const char* storage) {
            const Variable forced("MERGUS_CUDA_STORAGE", storage);
            const Explained explained(backend);
            const Matrix<I64> A = random_matrix(explained.context, small, small, 1);
            static_cast<void>(ewise_add(ops::plus<I64>, A, A));
            return explained.reason;
        };
        CHECK(reason("hypersparse").find("A hypersparse") != std::string::npos);
        CHECK(reason("csr").find("A csr") != std::string::npos);
    }
}
