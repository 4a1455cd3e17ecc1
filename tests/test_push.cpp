/// \file test_push.cpp
/// Products of vectors and of matrices of few rows stored as cells: pushed in two launches or in one, or
/// pulled. Compared with SuiteSparse at sizes around the ends of words, with all kinds of masks, accumulators
/// and replace, with outputs that are operands, and with long rows. Algorithms need few launches and waits.
#include "device_testing.hpp"
#include "faulty_allocator.hpp"

#include <mergus/algorithms.hpp>
#include <mergus/mergus.hpp>

#include <algorithm>
#include <complex>
#include <cstdlib>
#include <random>
#include <string>
#include <utility>
#include <vector>

using namespace mergus;
using namespace mergus::tests;

namespace push_products {

// clang-format off
/// Eight bytes for which no device has an atomic.
MERGUS_TYPE(Pair, int32_t a; int32_t b;);
MERGUS_SEMIRING(pair_sums,
    static Pair identity() { return Pair{0, 0}; }
    static Pair add(Pair x, Pair y) { return Pair{x.a + y.a, x.b + y.b}; }
    static Pair mul(int64_t a, int64_t b) { return Pair{(int32_t)(a * b), (int32_t)(a - b)}; })
/// Too wide for an atomic: such products are not pushed.
MERGUS_TYPE(Wide, int64_t a; int64_t b;);
MERGUS_SEMIRING(wide_sums,
    static Wide identity() { return Wide{0, 0}; }
    static Wide add(Wide x, Wide y) { return Wide{x.a + y.a, x.b + y.b}; }
    static Wide mul(int64_t a, int64_t b) { return Wide{a * b, a - b}; })
// clang-format on

} // namespace push_products

namespace {

using I64 = std::int64_t;
using push_products::Pair;
using push_products::Wide;
bool operator==(const Pair& x, const Pair& y) {
    return x.a == y.a && x.b == y.b;
}
bool operator==(const Wide& x, const Wide& y) {
    return x.a == y.a && x.b == y.b;
}

/// Contexts that are made meanwhile store as cells whatever may be stored so.
class CellsEverywhere {
public:
    CellsEverywhere() { setenv("MERGUS_CUDA_STORAGE", "cells", 1); }
    CellsEverywhere(const CellsEverywhere&) = delete;
    CellsEverywhere& operator=(const CellsEverywhere&) = delete;
    ~CellsEverywhere() { unsetenv("MERGUS_CUDA_STORAGE"); }
};

/// Contexts that are made meanwhile keep transposes from the first use on.
class KeepAll {
public:
    KeepAll() { setenv("MERGUS_CUDA_KEEP", "all", 1); }
    KeepAll(const KeepAll&) = delete;
    KeepAll& operator=(const KeepAll&) = delete;
    ~KeepAll() { unsetenv("MERGUS_CUDA_KEEP"); }
};

Context with_cells(const std::string& backend) {
    const CellsEverywhere cells;
    return Context(backend);
}

/// Everything is stored as compressed rows.
Context with_rows(const std::string& backend) {
    setenv("MERGUS_CUDA_STORAGE", "csr", 1);
    Context context(backend);
    unsetenv("MERGUS_CUDA_STORAGE");
    return context;
}

std::mt19937_64 random_bits(7);
std::uint64_t below(std::uint64_t n) {
    return random_bits() % n;
}

/// Entries in about `share` eighths of the positions.
Entries<I64> some_entries(std::uint64_t nrows, std::uint64_t ncols, std::uint64_t share) {
    Entries<I64> entries;
    for (std::uint64_t i = 0; i < nrows; ++i)
        for (std::uint64_t j = 0; j < ncols; ++j)
            if (below(8) < share) entries.push_back({i, j, static_cast<I64>(below(9)) - 3});
    return entries;
}

/// How a product is written.
struct How {
    unsigned mask; ///< 0: none, 1: by value, 2: by structure, 3 and 4: their complements
    bool accum, replace;

    template <class Object>
    [[nodiscard]] Mask of(const Object& M) const {
        switch (mask) {
        case 1:
            return Mask(M);
        case 2:
            return structure(M);
        case 3:
            return complement(M);
        case 4:
            return complement(structure(M));
        default:
            return no_mask;
        }
    }
    template <class Object>
    [[nodiscard]] WriteOptionsAB with(const Object& M, bool transpose_b) const {
        return {.mask = of(M),
                .accum = accum ? BinaryOp(ops::minus<I64>) : no_accum,
                .replace = replace,
                .transpose_b = transpose_b};
    }
};

constexpr How hows[] = {{0, false, false}, {4, false, true}, {2, true, false}, {3, false, false},
                        {1, true, true},   {0, true, false}, {2, false, true}, {1, false, false},
                        {3, true, false},  {4, true, true}};

const std::pair<const char*, AnySemiring> semirings[] = {
    {"plus_times", plus_times<I64>},     {"any_pair", any_pair<I64>},    {"min_secondi", min_secondi<I64>},
    {"min_secondj1", min_secondj1<I64>}, {"max_plus", max_plus<I64>},    {"plus_first", plus_first<I64>},
    {"min_second", min_second<I64>},     {"min_firsti", min_firsti<I64>}};

/// Operands of C<M> ⊙= U·B. `same`: 1: C is U, 2: C is M, 3: C is U and M
struct Problem {
    std::uint64_t k, m, n;
    Entries<I64> U, B, M, C;
    How how;
    unsigned same;

    Problem(std::uint64_t k, std::uint64_t m, std::uint64_t n, const How& how, unsigned same)
        : k(k), m(m), n(n), U(some_entries(k, m, 1 + below(4))), B(some_entries(m, n, 1 + below(2))),
          M(some_entries(k, n, 4)), C(some_entries(k, n, below(3) * 3)), how(how), same(same) {}

    /// The product twice: the second finds the workspace that the first has left. \param transposed the
    /// factor is stored as its transpose
    [[nodiscard]] Entries<I64> rows(const Context& context, const AnySemiring& semiring,
                                    bool transposed = false) const {
        Matrix<I64> output = make<I64>(context, k, n, same % 2 == 1 ? U : C);
        const Matrix<I64> input = make<I64>(context, k, m, U), mask = make<I64>(context, k, n, M);
        Matrix<I64> factor = make<I64>(context, m, n, B);
        if (transposed) factor = transpose(factor);
        for (int round = 0; round < 2; ++round)
            mxm(output, semiring, same % 2 == 1 ? output : input, factor,
                how.with(same >= 2 ? output : mask, transposed));
        return read<I64>(output);
    }
    /// The same with vectors, k = 1: w' = u'·B, or with B'·u, by columns or by rows of B.
    [[nodiscard]] Entries<I64> vectors(const Context& context, const AnySemiring& semiring, bool by_vxm,
                                       bool transposed) const {
        const auto vector = [&](std::uint64_t size, const Entries<I64>& entries) {
            Vector<I64> v(context, size);
            for (const auto& e : entries) v.set_element(e.col, e.value);
            return v;
        };
        Vector<I64> output = vector(n, same % 2 == 1 ? U : C);
        const Vector<I64> input = vector(m, U), mask = vector(n, M);
        Matrix<I64> factor = make<I64>(context, m, n, B);
        if (transposed == by_vxm) factor = transpose(factor);
        for (int round = 0; round < 2; ++round) {
            const Vector<I64>& u = same % 2 == 1 ? output : input;
            const WriteOptionsAB how_written = how.with(same >= 2 ? output : mask, false);
            const WriteOptionsA o{.mask = how_written.mask,
                                  .accum = how_written.accum,
                                  .replace = how_written.replace,
                                  .transpose_a = transposed};
            if (by_vxm)
                vxm(output, semiring, u, factor, o);
            else
                mxv(output, semiring, factor, u, o);
        }
        std::vector<std::uint64_t> indices(output.nvals());
        std::vector<I64> values(indices.size());
        output.extract_tuples(indices, values);
        Entries<I64> entries;
        for (std::size_t e = 0; e < indices.size(); ++e) entries.push_back({0, indices[e], values[e]});
        return entries;
    }
};

/// A path of `edges` edges among n vertices, in both directions, each of length 1.
Matrix<double> path(const Context& context, std::uint64_t n, std::uint64_t edges) {
    Entries<double> entries;
    for (std::uint64_t v = 0; v <= edges; ++v) {
        if (v > 0) entries.push_back({v, v - 1, 1.0});
        if (v < edges) entries.push_back({v, v + 1, 1.0});
    }
    return make<double>(context, n, n, entries);
}

/// What a round of an algorithm costs: the difference of two paths, without what comes before and after.
template <class Algorithm>
std::pair<double, double> launches_and_waits(const Context& context, const Algorithm& run) {
    constexpr std::uint64_t n = 150, edges[] = {20, 100};
    Counters used[2];
    for (int turn = 0; turn < 2; ++turn)
        for (const int i : {0, 1}) { // in the second turn all kernels and workspaces are there
            const Matrix<double> A = path(context, n, edges[i]);
            const Counters before = context.counters(), after = (run(A), context.counters());
            used[i].launches = after.launches - before.launches;
            used[i].synchronizations = after.synchronizations - before.synchronizations;
        }
    const auto rounds = static_cast<double>(edges[1] - edges[0]);
    return {static_cast<double>(used[1].launches - used[0].launches) / rounds,
            static_cast<double>(used[1].synchronizations - used[0].synchronizations) / rounds};
}

/// Runs test(device context, SuiteSparse context) on each device under test.
template <class Test>
void beside_suitesparse(const Test& test) {
    const Context oracle("suitesparse");
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        test(with_cells(backend), oracle);
    }
}

} // namespace

TEST_SUITE_BEGIN("push");

TEST_CASE("matrices of few rows whose cells end anywhere in a word") {
    beside_suitesparse([](const Context& device, const Context& oracle) {
        unsigned turn = 0;
        for (const auto& [name, semiring] : semirings) {
            const How& how = hows[turn++ % std::size(hows)];
            CAPTURE(name);
            CAPTURE(how.mask);
            for (const std::uint64_t k : {1, 2, 5, 64})
                for (const std::uint64_t n : {1, 31, 32, 33, 65}) {
                    CAPTURE(k);
                    CAPTURE(n);
                    const unsigned same = turn++ % 4;
                    const Problem problem(k, same % 2 == 1 ? n : 40, n, how, same);
                    CAPTURE(same);
                    REQUIRE(problem.rows(device, semiring) == problem.rows(oracle, semiring));
                }
        }
    });
}

TEST_CASE("vectors are pushed and pulled under all masks") {
    beside_suitesparse([](const Context& device, const Context& oracle) {
        for (std::size_t h = 0; h < std::size(hows); ++h) {
            const auto& [name, semiring] = semirings[h % std::size(semirings)];
            CAPTURE(name);
            CAPTURE(h);
            for (const bool by_vxm : {false, true})
                for (const bool transposed : {false, true})
                    for (const std::uint64_t n : {1, 32, 33, 70}) {
                        CAPTURE(by_vxm);
                        CAPTURE(transposed);
                        CAPTURE(n);
                        const Problem problem(1, n, n, hows[h], static_cast<unsigned>((h + n) % 4));
                        CAPTURE(problem.same);
                        REQUIRE(problem.vectors(device, semiring, by_vxm, transposed) ==
                                problem.vectors(oracle, semiring, by_vxm, transposed));
                    }
        }
    });
}

TEST_CASE("matrices of few rows are pushed or pulled under all masks") {
    const KeepAll all_kept; // transposes are made at the first use
    beside_suitesparse([](const Context& device, const Context& oracle) {
        for (std::size_t h = 0; h < std::size(hows); ++h)
            for (const std::size_t s : {h, h + 3}) {
                const auto& [name, semiring] = semirings[s % std::size(semirings)];
                CAPTURE(name);
                CAPTURE(h);
                for (const bool transposed : {false, true})
                    for (const std::uint64_t k : {2, 64}) {
                        CAPTURE(transposed);
                        CAPTURE(k);
                        const std::uint64_t n = (h + k / 64) % 2 == 0 ? 33 : 50;
                        Problem problem(k, n, n, hows[h], static_cast<unsigned>((h + s) % 4));
                        CAPTURE(problem.same);
                        if (s == h) problem.U.resize(1); // few entries: the other direction
                        REQUIRE(problem.rows(device, semiring, transposed) ==
                                problem.rows(oracle, semiring, transposed));
                    }
            }
    });
}

TEST_CASE("frontiers of several sources choose their direction") {
    const KeepAll all_kept;
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        std::string method;
        ContextOptions options;
        options.backend = backend;
        options.explain = [&](const Explanation& e) { method = std::string(e.method); };
        const Context context(options);
        const std::uint64_t n = 700;
        const auto A = make<I64>(context, n, n, some_entries(n, n, 1));
        const auto directions = [&](std::uint64_t entries, const WriteOptionsAB& how) {
            Entries<I64> frontier;
            for (std::uint64_t e = 0; e < entries; ++e) frontier.push_back({e % 4, e / 4 * 3, 1});
            std::sort(frontier.begin(), frontier.end(), [](const auto& a, const auto& b) {
                return std::pair(a.row, a.col) < std::pair(b.row, b.col);
            });
            const auto F = make<I64>(context, 4, n, frontier);
            Matrix<I64> next(context, 4, n);
            mxm(next, plus_times<I64>, F, A, how);
            return method.substr(0, 4);
        };
        const Matrix<I64> few = make<I64>(context, 4, n, {{0, 3, 1}, {2, 5, 1}});
        const Mask visited = complement(structure(few));
        CHECK(directions(8, {}) == "push");
        CHECK(directions(400, {}) == "pull");
        CHECK(directions(8, {.mask = visited}) == "push");
        CHECK(directions(400, {.mask = visited}) == "pull");
        CHECK(directions(8, {.transpose_b = true}) == "push");
        CHECK(directions(400, {.transpose_b = true}) == "pull");
        // A normal mask admits few rows, which a pull visits alone.
        CHECK(directions(8, {.mask = structure(few), .transpose_b = true}) == "pull");
        CHECK(directions(8, {.mask = structure(few)}) == "pull");
    }
}

TEST_CASE("values of all kinds of accumulators, and those that take another way") {
    beside_suitesparse([](const Context& device, const Context& oracle) {
        const Problem p(3, 45, 50, hows[0], 0);
        const auto check = [&]<class T>(const AnySemiring& semiring, T) {
            CAPTURE(semiring.get()->name);
            const auto on = [&](const Context& context) {
                return read<T>(
                    mxm(semiring, make<I64>(context, 3, 45, p.U), make<I64>(context, 45, 50, p.B)));
            };
            for (int round = 0; round < 2; ++round) CHECK(on(device) == on(oracle));
        };
        check(push_products::pair_sums, Pair{});
        check(push_products::wide_sums, Wide{});
        check(plus_times<double>, double{});
        check(min_plus<float>, float{});
        check(plus_times<std::int8_t>, std::int8_t{});
        check(plus_times<std::complex<float>>, std::complex<float>{});
        check(plus_times<std::complex<double>>, std::complex<double>{});
        check(lxor_land, bool{});
    });
}

TEST_CASE("long rows are expanded and folded in chunks") {
    beside_suitesparse([](const Context& device, const Context& oracle) {
        const std::uint64_t n = 1500;
        Entries<I64> entries;
        for (std::uint64_t i = 0; i < n; ++i) {
            const std::uint64_t step = i % 1000 == 7 ? 1 : i % 50 == 3 ? 20 : 997;
            for (std::uint64_t j = i % step; j < n; j += step)
                entries.push_back({i, j, static_cast<I64>(below(9)) - 3});
        }
        for (const unsigned h : {0, 5}) {
            CAPTURE(h);
            Problem problem(1, n, n, hows[h], 0);
            problem.B = entries;
            const AnySemiring semiring = plus_times<I64>;
            CHECK(problem.rows(device, semiring) == problem.rows(oracle, semiring));
            for (const bool by_vxm : {false, true})
                CHECK(problem.vectors(device, semiring, by_vxm, by_vxm) ==
                      problem.vectors(oracle, semiring, by_vxm, by_vxm));
        }
        Problem rows(4, n, n, hows[2], 0);
        rows.B = entries;
        for (const bool transposed : {false, true})
            CHECK(rows.rows(device, plus_times<I64>, transposed) ==
                  rows.rows(oracle, plus_times<I64>, transposed));
        rows.how = hows[1]; // written at once; the list of long rows is empty again each time
        for (int turn = 0; turn < 2; ++turn)
            CHECK(rows.rows(device, any_pair<I64>) == rows.rows(oracle, any_pair<I64>));
    });
}

TEST_CASE("long rows that their first entries do not decide are pulled in chunks") {
    const Context oracle("suitesparse");
    const std::uint64_t n = 1200;
    // Of the long rows of B', some have early entries of u that decide them, some late ones, some none.
    Problem problem(1, n, n, hows[0], 0);
    problem.B.clear();
    for (std::uint64_t k = 0; k < n; ++k)
        for (std::uint64_t j = 0; j < n; ++j)
            if (k >= j / 20 % 4 * 200 && (j % 20 == 3 || (j + k) % 97 == 0 || (j % 20 == 6 && k % 3 == 0)))
                problem.B.push_back({k, j, 1});
    problem.U.clear();
    for (std::uint64_t k = 0; k < n; k += 2)
        if (k < 100 || (k >= 500 && k < 620)) problem.U.push_back({0, k, k >= 500 && k % 16 == 0 ? 1 : 0});
    for (const std::string& backend : devices_under_test())
        for (const bool cells : {false, true}) {
            CAPTURE(backend);
            CAPTURE(cells);
            const Context device = cells ? with_cells(backend) : with_rows(backend);
            for (const unsigned h : {0, 5, 1})
                for (const AnySemiring& semiring : {AnySemiring(any_pair<I64>), AnySemiring(lor_land),
                                                    AnySemiring(land_lor), AnySemiring(min_plus<I64>)}) {
                    CAPTURE(h);
                    CAPTURE(semiring.get()->name);
                    problem.how = hows[h];
                    CHECK(problem.vectors(device, semiring, false, false) ==
                          problem.vectors(oracle, semiring, false, false));
                }
        }
}

TEST_CASE("what is written at once takes one launch, and its arrays are used again") {
    beside_suitesparse([](const Context& device, const Context& oracle) {
        const auto launches = [&](const Problem& problem, const AnySemiring& semiring) {
            const Matrix<I64> U = make<I64>(device, problem.k, problem.m, problem.U),
                              B = make<I64>(device, problem.m, problem.n, problem.B),
                              M = make<I64>(device, problem.k, problem.n, problem.M);
            Matrix<I64> C = make<I64>(device, problem.k, problem.n, problem.C);
            for (int round = 0; round < 2; ++round) mxm(C, semiring, U, B, problem.how.with(M, false));
            const std::uint64_t before = device.counters().launches;
            mxm(C, semiring, U, B, problem.how.with(M, false));
            return device.counters().launches - before;
        };
        const How plain = hows[0], replaces = hows[1], keeps = hows[3], accumulates = hows[5];
        CHECK(launches(Problem(3, 40, 70, plain, 0), any_pair<I64>) == 1);
        CHECK(launches(Problem(3, 40, 70, replaces, 0), any_first<I64>) == 1);
        CHECK(launches(Problem(3, 40, 70, keeps, 0), any_pair<I64>) == 2);
        CHECK(launches(Problem(3, 40, 70, accumulates, 0), any_pair<I64>) == 2);
        CHECK(launches(Problem(3, 40, 70, plain, 0), plus_times<I64>) == 2);
        // Results of two sizes in turn, then of one size: the cleared arrays fit or do not.
        for (const std::uint64_t n : {33, 90, 33, 90, 90, 90, 33, 33, 33})
            for (const unsigned same : {0u, 1u, 2u, 3u})
                for (const How& how : {plain, replaces, hows[7], hows[6]}) {
                    CAPTURE(n);
                    CAPTURE(same);
                    CAPTURE(how.mask);
                    Problem problem(2, same % 2 == 1 ? n : 40, n, how, same);
                    CHECK(problem.rows(device, any_pair<I64>) == problem.rows(oracle, any_pair<I64>));
                    // With one entry in each column of B, any value is the only one.
                    problem.B.clear();
                    for (std::uint64_t j = 0; j < n; ++j)
                        problem.B.push_back({j * 7 % problem.m, j, static_cast<I64>(j) - 3});
                    std::sort(problem.B.begin(), problem.B.end(), [](const auto& a, const auto& b) {
                        return std::pair(a.row, a.col) < std::pair(b.row, b.col);
                    });
                    for (const AnySemiring& semiring :
                         {AnySemiring(any_first<I64>), AnySemiring(any_second<I64>),
                          AnySemiring(any_secondi<I64>)})
                        CHECK(problem.rows(device, semiring) == problem.rows(oracle, semiring));
                }
    });
}

TEST_CASE("after a lack of memory the workspace is as before") {
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        const Problem small(2, 30, 30, hows[0], 0), large(3, 300, 300, hows[2], 0);
        const Context oracle("suitesparse");
        FaultyAllocator allocator(backend);
        const CellsEverywhere cells;
        const Context context = allocator.context();
        CHECK(small.rows(context, plus_times<I64>) == small.rows(oracle, plus_times<I64>));
        const Entries<I64> expected = large.rows(oracle, plus_times<I64>);
        bool failed = true;
        for (std::uint64_t nth = 1; failed; ++nth) {
            CAPTURE(nth);
            allocator.refused = 0;
            allocator.fail(nth);
            try {
                const bool right = large.rows(context, plus_times<I64>) == expected;
                CHECK(right);
            } catch (const Error& error) {
                CHECK(error.code() == Code::out_of_memory);
            }
            allocator.fail(0);
            failed = allocator.refused != 0;
            CHECK(small.rows(context, plus_times<I64>) == small.rows(oracle, plus_times<I64>));
            CHECK(small.rows(context, min_second<I64>) == small.rows(oracle, min_second<I64>));
        }
        // The same for what is written at once.
        const Problem wide(3, 300, 300, hows[1], 1);
        const Entries<I64> pairs = wide.rows(oracle, any_pair<I64>);
        failed = true;
        for (std::uint64_t nth = 1; failed; ++nth) {
            CAPTURE(nth);
            allocator.refused = 0;
            allocator.fail(nth);
            try {
                const bool right = wide.rows(context, any_pair<I64>) == pairs;
                CHECK(right);
            } catch (const Error& error) {
                CHECK(error.code() == Code::out_of_memory);
            }
            allocator.fail(0);
            failed = allocator.refused != 0;
            CHECK(small.rows(context, any_pair<I64>) == small.rows(oracle, any_pair<I64>));
            CHECK(small.rows(context, plus_times<I64>) == small.rows(oracle, plus_times<I64>));
        }
    }
}

TEST_CASE("a context that keeps nothing gives the workspace back after a product") {
    const Problem problem(3, 300, 300, hows[0], 0);
    const CellsEverywhere cells;
    for (const std::string& backend : devices_under_test())
        for (const bool keep : {true, false}) {
            CAPTURE(backend);
            ContextOptions options;
            options.backend = backend;
            options.keep_results = keep;
            const Context context(options);
            static_cast<void>(problem.rows(context, plus_times<I64>));
            CHECK((context.counters().kept_bytes > 0) == keep);
        }
}

TEST_CASE("a round of an algorithm is a few launches, and fewer waits") {
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        const Context context(backend);
        const auto check = [&](const char* name, double most_launches, const auto& run) {
            CAPTURE(name);
            const auto [launches, waits] = launches_and_waits(context, run);
            CHECK(launches > 0);
            CHECK(launches <= most_launches);
            CHECK(waits <= 0.5);
        };
        check("BFS by operations", 2.2, [](const Matrix<double>& A) {
            Vector<std::int32_t> levels(A.context(), A.nrows());
            Vector<bool> frontier(A.context(), A.nrows());
            frontier.set_element(0, true);
            for (std::int32_t d = 0; d % 4 != 0 || frontier.nvals() != 0; ++d) {
                assign(levels, d, {.mask = structure(frontier)});
                vxm(frontier, any_pair<bool>, frontier, A,
                    {.mask = complement(structure(levels)), .replace = true});
            }
        });
        check("shortest_paths", 5.5, [](const Matrix<double>& A) { shortest_paths(A, 0); });
        check("betweenness", 10, [](const Matrix<double>& A) {
            const std::uint64_t source = 0;
            betweenness(A, std::span(&source, 1));
        });
    }
}

TEST_SUITE_END();
