/// \file test_huge.cpp
/// A bool matrix of more than 2^32 entries through transpose, select, element-wise operations and as a mask.
/// Results are checked by arithmetic and by samples: nothing large is copied to the host.
///
/// A small version of the same steps runs everywhere. The large version takes a GPU with 140 GB of free
/// memory (the transpose sorts) and about a minute; it runs where MERGUS_TEST_HUGE=1 is in the environment,
/// and fails where there is no such GPU.
#include "testing/caller_device.hpp"
#include "testing/device_testing.hpp"

#include <mergus/mergus.hpp>

#include <cstdlib>
#include <numeric>

using namespace mergus;
using namespace mergus::tests;

namespace {

using Indices64 = std::vector<std::uint64_t>;

/// n × m, n and m multiples of 30: row i has the columns j with j mod 3 ≠ i mod 2, with the value j mod 5 =
/// 0.
struct Pattern {
    std::uint64_t n, m;

    static bool has(std::uint64_t i, std::uint64_t j) { return j % 3 != i % 2; }
    static bool value(std::uint64_t j) { return j % 5 == 0; }
    [[nodiscard]] std::uint64_t row_length() const { return m / 3 * 2; }
    [[nodiscard]] std::uint64_t nvals() const { return n * row_length(); }

    /// Computed as the product of an n × 2 and a 2 × m matrix.
    [[nodiscard]] Matrix<bool> matrix(const Context& context) const {
        Indices64 rows(n), which(n);
        std::iota(rows.begin(), rows.end(), std::uint64_t{0});
        for (std::uint64_t i = 0; i < n; ++i) which[i] = i % 2;
        Matrix<bool> kind(context, n, 2), columns(context, 2, m), A(context, n, m);
        const bool yes = true;
        kind.build(rows, which, std::vector<char>(n, yes).data(), type_of<bool>());
        Indices64 i, j;
        std::vector<char> values;
        for (std::uint64_t r = 0; r < 2; ++r)
            for (std::uint64_t c = 0; c < m; ++c)
                if (has(r, c)) i.push_back(r), j.push_back(c), values.push_back(value(c) ? 1 : 0);
        columns.build(i, j, values.data(), type_of<bool>());
        mxm(A, no_mask, no_accum, any_second<bool>, kind, columns);
        return A;
    }
};

/// Compares samples, some rows by a range of columns, with the pattern. \param flipped A is the transpose.
void check_samples(const AnyMatrix& A, bool flipped) {
    const std::uint64_t stretch = std::min<std::uint64_t>(A.ncols(), 500);
    for (const std::uint64_t from : {std::uint64_t{0}, (A.ncols() - stretch) / 2, A.ncols() - stretch}) {
        const Indices64 rows = {0, 1, 2, A.nrows() / 2 + 1, A.nrows() - 2, A.nrows() - 1};
        Indices64 cols(stretch);
        std::iota(cols.begin(), cols.end(), from);
        Matrix<bool> part(A.context(), rows.size(), stretch);
        extract(part, no_mask, no_accum, A, rows, cols);
        Entries<bool> expected;
        for (std::uint64_t r = 0; r < rows.size(); ++r)
            for (std::uint64_t c = 0; c < stretch; ++c) {
                const std::uint64_t i = flipped ? cols[c] : rows[r], j = flipped ? rows[r] : cols[c];
                if (Pattern::has(i, j)) expected.push_back({r, c, Pattern::value(j)});
            }
        const bool same = read<bool>(part) == expected;
        CHECK(same);
    }
}

/// A column vector with the value 1 in every `step`th row.
Matrix<bool> rows_every(const Context& context, std::uint64_t n, std::uint64_t step) {
    Indices64 rows, zeros;
    for (std::uint64_t i = 0; i < n; i += step) rows.push_back(i);
    zeros.resize(rows.size());
    Matrix<bool> column(context, n, 1);
    column.build(rows, zeros, std::vector<char>(rows.size(), 1).data(), type_of<bool>());
    return column;
}

void check_all(const Context& context, const Pattern& p) {
    const Matrix<bool> A = p.matrix(context);
    REQUIRE(A.nvals() == p.nvals());
    check_samples(A, false);
    {
        const AnyMatrix T = transpose(A);
        CHECK(T.nrows() == p.m);
        CHECK(T.nvals() == p.nvals());
        check_samples(T, true);
    }
    // A fifth of a row's entries are true.
    const std::uint64_t kept = select(ops::valueeq<bool>, A, Scalar(true)).nvals();
    CHECK(kept == p.n * (p.row_length() / 5));
    const std::uint64_t step = p.n / 30, chosen = 30;
    const Matrix<bool> some = rows_every(context, p.n, step);
    Indices64 columns(p.m);
    std::iota(columns.begin(), columns.end(), std::uint64_t{0});
    Matrix<bool> row(context, 1, p.m);
    row.build(Indices64(p.m), columns, std::vector<char>(p.m, 1).data(), type_of<bool>());
    Matrix<bool> full_rows(context, p.n, p.m); // 30 rows, all columns
    mxm(full_rows, no_mask, no_accum, any_pair<bool>, some, row);
    REQUIRE(full_rows.nvals() == chosen * p.m);
    {
        Matrix<bool> C(context, p.n, p.m);
        ewise_mult(C, no_mask, no_accum, ops::land<bool>, A, full_rows);
        CHECK(C.nvals() == chosen * p.row_length());
        ewise_add(C, no_mask, no_accum, ops::lor<bool>, A, full_rows);
        CHECK(C.nvals() == p.nvals() + chosen * (p.m - p.row_length()));
    }
    Matrix<bool> C(context, p.n, p.m);
    mxm(C, structure(A), no_accum, any_pair<bool>, some, row);
    CHECK(C.nvals() == chosen * p.row_length());
    mxm(C, A, no_accum, any_pair<bool>, some, row, DESC_R);
    CHECK(C.nvals() == chosen * (p.row_length() / 5));
    mxm(C, complement(structure(A)), no_accum, any_pair<bool>, some, row, DESC_R);
    CHECK(C.nvals() == chosen * (p.m - p.row_length()));
}

bool wants_huge() {
    const char* const wanted = std::getenv("MERGUS_TEST_HUGE");
    return wanted != nullptr && std::string(wanted) == "1";
}
const bool noticed =
    wants_huge() || add_notice("huge: 4.6 G entries are not tested without MERGUS_TEST_HUGE=1");

} // namespace

TEST_SUITE_BEGIN("huge");

TEST_CASE("huge: the same steps in small") {
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        check_all(Context(backend), {is_slow(backend) ? 60u : 3000u, is_slow(backend) ? 90u : 3000u});
    }
}

TEST_CASE("huge: a bool matrix of 4.6 G entries" * doctest::skip(!wants_huge())) {
    REQUIRE(devices_under_test() == std::vector<std::string>{"cuda"});
    const std::size_t free = CallerDevice::of("cuda")->free_memory();
    REQUIRE_MESSAGE(free >= 140'000'000'000, "a GPU with 140 GB of free memory is needed, this one has ",
                    free, " bytes");
    const Pattern p{64020, 108000};
    REQUIRE(p.nvals() > 4'600'000'000);
    check_all(Context("cuda"), p);
}

TEST_SUITE_END();
