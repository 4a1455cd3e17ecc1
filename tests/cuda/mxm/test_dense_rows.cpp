/// \file test_dense_rows.cpp
/// Extreme shapes on the device backends, compared with SuiteSparse: rows and columns of very different
/// lengths, high and low compression ratios (flops per entry). Values are small integers, so all results are
/// exact.
#include "product_testing.hpp"

#include <mergus/mergus.hpp>

using namespace mergus;
using namespace mergus::tests;

// No device has an atomic for it.
MERGUS_SEMIRING(
    own_sums, static int64_t identity() { return 0; } static int64_t add(int64_t x, int64_t y) {
        return x + y;
    } static int64_t mul(int64_t a, int64_t b) { return a * b; })

namespace {

using I32 = std::int32_t;
using I64 = std::int64_t;

/// A·B is defined.
struct Shape {
    std::string name;
    Csr A, B;
};

/// About one position in `one_in` has an entry; the pattern is irregular.
Csr scattered(std::uint64_t nrows, std::uint64_t ncols, std::uint64_t one_in) {
    return csr_where(nrows, ncols, [=](std::uint64_t i, std::uint64_t j) {
        return ((i * ncols + j + 1) * 2654435761u >> 13) % one_in == 0;
    });
}

std::vector<Shape> shapes(std::uint64_t n) {
    const std::uint64_t middle = n / 2, many = 12 * n;
    const Csr square = scattered(n, n, n / 3);
    const auto arrow = [](std::uint64_t i, std::uint64_t j) { return i == 0 || j == 0 || i == j; };
    return {
        {"a dense row", csr_where(n, n, [=](auto i, auto) { return i == middle; }), square},
        {"a dense column", csr_where(n, n, [=](auto, auto j) { return j == middle; }), square},
        {"a sparse matrix times a dense row", square,
         csr_where(n, n, [=](auto i, auto) { return i == middle; })},
        {"a dense column times a dense row", csr_where(n, n, [](auto, auto j) { return j == 0; }),
         csr_where(n, n, [](auto i, auto) { return i == 0; })},
        {"an arrow", csr_where(n, n, arrow), square},
        {"an arrow times an arrow", csr_where(n, n, arrow), csr_where(n, n, arrow)},
        {"n × 1", csr_every(n, 1, 1), csr_every(1, n, 2)},
        {"1 × n", csr_every(1, n, 1), scattered(n, n, 10)},
        {"1 × n times n × 1", csr_every(1, n, 1), csr_every(n, 1, 1)},
        {"nearly all rows empty", csr_every(5 * n, n, 97 * n + 1), csr_every(n, 4 * n, 71 * n + 3)},
        {"all entries in the last row",
         csr_where(n, n, [=](auto i, auto j) { return i == n - 1 && j % 3 != 0; }), square},
        {"identical rows", csr_where(n, n, [](auto, auto j) { return j % 16 == 3; }),
         csr_where(n, n, [](auto, auto j) { return j % 16 == 5; })},
        {"ten thousand products, ten entries",
         csr_where(3, many, [](auto i, auto j) { return i == 1 || j == 7; }),
         csr_where(many, 3 * n, [=](auto i, auto j) { return j % (n / 3) == 2 || (i == 8 && j % 7 == 0); })},
        {"rows of every length", csr_where(n, n, [](auto i, auto j) { return j < i; }),
         csr_where(n, n, [](auto i, auto j) { return i == j || j == 0; })},
    };
}

std::uint64_t products(const Csr& A, const Csr& B) {
    std::uint64_t count = 0;
    for (const std::uint64_t k : A.cols) count += B.row_ptr[k + 1] - B.row_ptr[k];
    return count;
}

/// Sum of the squared row lengths (`first`: the flops of A'·A) or column lengths (the flops of A·A').
std::uint64_t products_with_transpose(const Csr& A, bool first) {
    std::vector<std::uint64_t> lengths(first ? A.nrows : A.ncols);
    for (std::uint64_t i = 0; i < A.nrows; ++i)
        for (std::uint64_t p = A.row_ptr[i]; p < A.row_ptr[i + 1]; ++p) ++lengths[first ? i : A.cols[p]];
    std::uint64_t count = 0;
    for (const std::uint64_t length : lengths) count += length * length;
    return count;
}

template <class T>
struct Algebra {
    AnySemiring semiring;
    Monoid<T> monoid;
    BinaryOp op;
};

/// All checks of one shape in one context.
template <class T>
class Results {
public:
    Results(const Context& context, const Algebra<T>& algebra, const Shape& shape, std::uint64_t most)
        : context_(context), algebra_(algebra), A_(in(shape.A)), B_(in(shape.B)) {
        if (products(shape.A, shape.B) <= most) multiply("A·B", A_, B_, A_.nrows(), B_.ncols(), {});
        if (products_with_transpose(shape.A, false) <= most)
            multiply("A·A'", A_, A_, A_.nrows(), A_.nrows(), DESC_T1);
        if (products_with_transpose(shape.A, true) <= most)
            multiply("A'·A", A_, A_, A_.ncols(), A_.ncols(), DESC_T0);
        entrywise();
    }

    std::vector<std::pair<std::string, Entries<T>>> all;

private:
    Matrix<T> in(const Csr& csr) const { return Matrix<T>::from_csr(context_, csr); }
    void add(const std::string& what, const AnyMatrix& C) { all.emplace_back(what, read<T>(C)); }

    void multiply(const std::string& what, const Matrix<T>& X, const Matrix<T>& Y, std::uint64_t nrows,
                  std::uint64_t ncols, Descriptor how) {
        const Matrix<T> sparse = in(scattered(nrows, ncols, 9)),
                        row = in(csr_where(nrows, ncols, [=](auto i, auto) { return i == nrows / 2; })),
                        column = in(csr_where(nrows, ncols, [](auto, auto j) { return j == 0; }));
        Matrix<T> C(context_, nrows, ncols);
        mxm(C, no_mask, no_accum, algebra_.semiring, X, Y, how);
        add(what, C);
        for (const auto* mask : {&sparse, &row, &column}) {
            mxm(C, structure(*mask), no_accum, algebra_.semiring, X, Y, how | DESC_R);
            add(what + " masked", C);
            mxm(C, complement(*mask), algebra_.op, algebra_.semiring, X, Y, how);
            add(what + " accumulated where the mask is not", C);
            C.clear();
        }
    }

    void entrywise() {
        const std::uint64_t nrows = A_.nrows(), ncols = A_.ncols();
        const Matrix<T> other = in(scattered(nrows, ncols, 5));
        add("transpose", transpose(A_));
        Matrix<T> C = A_.dup(), rows(context_, nrows, 1), columns(context_, ncols, 1);
        reduce(rows, no_mask, no_accum, algebra_.monoid, A_);
        add("reduce to rows", rows);
        reduce(columns, no_mask, no_accum, algebra_.monoid, A_, DESC_T0);
        add("reduce to columns", columns);
        all.push_back({"reduce", {{0, 0, reduce(algebra_.monoid, A_)}}});
        add("tril", select(ops::tril, A_, 0));
        add("values", select(ops::valuegt<T>, A_, Scalar(static_cast<T>(3))));
        ewise_add(C, no_mask, no_accum, algebra_.op, A_, other);
        add("ewise_add", C);
        ewise_mult(C, structure(other), no_accum, algebra_.op, A_, C);
        add("ewise_mult", C);
    }

    Context context_;
    Algebra<T> algebra_;
    Matrix<T> A_, B_;
};

template <class T>
void check(const Algebra<T>& algebra) {
    const Context oracle("suitesparse");
    for (const std::string& backend : devices_under_test()) {
        const Context context(backend);
        const bool slow = is_slow(backend);
        for (const Shape& shape : shapes(slow ? 96 : 500)) {
            CAPTURE(backend);
            CAPTURE(shape.name);
            const std::uint64_t most = slow ? 20000 : 20000000;
            const Results<T> expected(oracle, algebra, shape, most), found(context, algebra, shape, most);
            REQUIRE(found.all.size() == expected.all.size());
            for (std::size_t r = 0; r < found.all.size(); ++r) {
                CAPTURE(found.all[r].first);
                const bool same = found.all[r].second == expected.all[r].second;
                CHECK(same);
            }
        }
    }
}

/// A·A' on the whole grid, where the first columns of the product get almost all products.
template <class T>
void check_hot_columns(const AnySemiring& semiring, std::uint64_t dense, bool all_rows) {
    const auto has = [=](std::uint64_t i, std::uint64_t k) {
        return i < dense ? (i + k) % 7 != 0 : i - dense == k;
    };
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        const std::uint64_t n = is_slow(backend) ? 500 : 5000;
        const Csr csr = csr_where(all_rows ? dense + n : dense, n, has);
        const auto product = [&](const Context& context) {
            const auto A = Matrix<T>::from_csr(context, csr);
            Matrix<T> C(context, csr.nrows, csr.nrows);
            mxm(C, no_mask, no_accum, semiring, A, A, DESC_T1);
            return read<T>(C);
        };
        const bool same =
            product(shuffled(backend, "dense_accumulator", 3)) == product(Context("suitesparse"));
        CHECK(same);
    }
}

} // namespace

TEST_SUITE_BEGIN("dense-rows");

TEST_CASE("dense rows: columns that get almost all products") {
    check_hot_columns<double>(plus_times<double>, 4, false);
    check_hot_columns<double>(min_plus<double>, 4, false);
    check_hot_columns<complex<double>>(plus_times<complex<double>>, 4, false);
    check_hot_columns<I64>(own_sums, 4, false);
    check_hot_columns<I32>(plus_pair<I32>, 4, false);
    check_hot_columns<bool>(lor_land, 4, false);
    check_hot_columns<double>(plus_times<double>, 4, true);
    check_hot_columns<I64>(own_sums, 4, true);
}

TEST_CASE("dense rows: heavy rows among light ones are the work of the whole grid") {
    // Rows 7, 107 and 207 have 320 entries and 36,000 products each.
    const Operands operands{
        whole_numbers<double>(
            300, 400, [](auto i, auto k) { return i % 100 == 7 ? k % 5 != 1 : k == i || k == i + 3; }),
        whole_numbers<double>(400, 900, [](auto k, auto j) { return (k * 7 + j * 3) % 8 == 0; })};
    for (const AnySemiring& semiring : {AnySemiring(plus_times<double>), AnySemiring(min_plus<double>)})
        check({"", {"dense_accumulator"}}, semiring, operands);
}

TEST_CASE("dense rows: plus_times of fp64") {
    check<double>({plus_times<double>, plus_monoid<double>, ops::plus<double>});
}
TEST_CASE("dense rows: min_plus of int64") {
    check<I64>({min_plus<I64>, min_monoid<I64>, ops::min<I64>});
}
TEST_CASE("dense rows: lor_land") {
    check<bool>({lor_land, lor_monoid, ops::lor<bool>});
}
TEST_CASE("dense rows: any_pair of int32") {
    check<I32>({any_pair<I32>, max_monoid<I32>, ops::max<I32>});
}

TEST_SUITE_END();
