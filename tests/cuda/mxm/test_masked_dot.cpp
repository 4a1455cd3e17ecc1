/// \file test_masked_dot.cpp
/// Products under a mask as dot products, bit for bit as the naive reference has them: sets of warps and of
/// blocks, as bitmaps and as hash tables in one part and in several, masks by structure and by value, sparser
/// and denser than the operands, transposed operands, the symmetric pass, one pass and two, products that are
/// counted, values of many widths, wide indices.
#include "product_testing.hpp"
#include "testing/scratch.hpp"

using namespace mergus;
using namespace mergus::tests;
using mergus_tests::compositions;
using mergus_tests::traces;
using mergus_tests::wide_traces;

namespace {

struct Masked {
    reference::Matrix A, B, M;
};

/// Pseudo-random: `of` in 64 entries of a row, and more of every eighth row and column.
auto skewed(std::uint64_t seed, std::uint64_t of) {
    return [=](std::uint64_t i, std::uint64_t j) {
        const std::uint64_t x = (i * 1000003 + j + seed) * 0x9e3779b97f4a7c15u;
        return (x >> 40) % 64 < (i % 8 == 3 ? 4 * of : of) + (j % 8 == 5 ? 2 * of : 0) && i % 11 != 7;
    };
}

Masked operands(std::uint64_t m, std::uint64_t n, std::uint64_t k, std::uint64_t of = 6,
                const mergus_type* a = type_of<double>(), const mergus_type* b = type_of<double>()) {
    return {uneven_matrix(a, m, k, skewed(1, of)), uneven_matrix(b, k, n, skewed(2, of)),
            uneven_matrix(type_of<std::int64_t>(), m, n, skewed(3, of))};
}

reference::Matrix transposed(const reference::Matrix& matrix) {
    reference::Matrix T{matrix.type, matrix.ncols, matrix.nrows, {}};
    for (const auto& [place, entry] : matrix.entries) T.entries[{place.second, place.first}] = entry;
    return T;
}

Product product(const std::string& backend, const AnySemiring& semiring, const Masked& operands,
                Descriptor how) {
    return tests::product(backend, "masked_dot", semiring, {operands.A, operands.B}, how, &operands.M);
}

Bits naive(const AnySemiring& semiring, const Masked& operands, Descriptor how) {
    const reference::Matrix C{semiring.get()->add->op->z_type, operands.M.nrows, operands.M.ncols, {}};
    return bits_of(
        reference::mxm(C, {&operands.M, nullptr, how.bits}, *semiring.get(), operands.A, operands.B));
}

/// With plain and with transposed operands.
void check(const AnySemiring& semiring, const Masked& given, Descriptor how = DESC_S) {
    const Bits expected = naive(semiring, given, how);
    const Masked turned{transposed(given.A), transposed(given.B), given.M};
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        CAPTURE(semiring.get()->add->op->name);
        for (const bool turn : {false, true}) {
            const Product found = turn ? product(backend, semiring, turned, how | DESC_T0 | DESC_T1)
                                       : product(backend, semiring, given, how);
            CHECK(found.bits == expected);
            CHECK_MESSAGE(found.method.starts_with("dot products"), found.method);
        }
    }
}

} // namespace

TEST_SUITE_BEGIN("masked-dot");

TEST_CASE("masked dot: values of every width, folded in the order of k") {
    const Masked some = operands(70, 90, 80);
    check(traces, some);
    check(wide_traces, some);
    check(plus_times<double>, some, DESC_S | DESC_DETERMINISTIC);
    check(plus_times<complex<double>>,
          operands(70, 90, 80, 6, type_of<complex<double>>(), type_of<complex<double>>()),
          DESC_S | DESC_DETERMINISTIC);
    check(compositions,
          operands(70, 90, 80, 6, compositions.get()->mul->x_type, compositions.get()->mul->y_type));
}

TEST_CASE("masked dot: values of every width, in any order") {
    const Masked some = operands(70, 90, 80);
    check(min_plus<double>, some);
    check(max_times<float>, some);
    check(min_firstj1<std::int64_t>, some);
    check(min_secondi<std::int64_t>, some);
    check(plus_pair<std::int8_t>, some);
    check(plus_pair<std::int64_t>, some);
    check(lor_land, operands(70, 90, 80));
}

TEST_CASE("masked dot: equal products of complex numbers with an infinite part") {
    using Complex = complex<double>;
    const Csr graph =
        csr_where(40, 40, [](std::uint64_t i, std::uint64_t j) { return (i + 3 * j) % 4 == 0; });
    const auto values = [&](const Context& context) {
        const auto pattern = Matrix<bool>::from_csr(context, graph);
        const auto A = [&](Complex value) {
            Matrix<Complex> made(context, graph.nrows, graph.ncols);
            assign(made, structure(pattern), no_accum, value);
            return made;
        };
        const double infinite = std::numeric_limits<double>::infinity();
        const auto C = mxm(plus_first<Complex>, A({infinite, 1}), A({1, 0}), {.mask = structure(pattern)});
        Entries<Complex> entries = read<Complex>(C);
        return entries;
    };
    const auto expected = values(Context("suitesparse"));
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        const cuda::testing::Variable forced("MERGUS_CUDA_ACCUMULATORS", "masked_dot");
        const auto found = values(Context(backend));
        REQUIRE(found.size() == expected.size());
        for (std::size_t e = 0; e < found.size(); ++e) {
            CHECK(std::isnan(found[e].value.real()) == std::isnan(expected[e].value.real()));
            CHECK(std::isnan(found[e].value.imag()) == std::isnan(expected[e].value.imag()));
        }
    }
}

TEST_CASE("masked dot: masks by value, sparser and denser than the operands") {
    Masked some = operands(70, 90, 80);
    std::uint64_t n = 0;
    for (auto& [place, entry] : some.M.entries)
        if (n++ % 3 == 0) entry.value = reference::zero(some.M.type);
    check(traces, some, {});
    check(min_plus<double>, some, {});
    check(min_plus<double>, some, DESC_S);
    some.M = uneven_matrix(type_of<bool>(), 70, 90, [](auto, auto) { return true; });
    check(traces, some);
    some.M = uneven_matrix(type_of<bool>(), 70, 90, [](auto i, auto j) { return (i * 90 + j) % 97 == 5; });
    check(min_plus<double>, some);
}

TEST_CASE("masked dot: sets of blocks, as bitmaps") {
    const Masked large = operands(24, 70, 1500, 20);
    check(traces, large);
    check(min_plus<double>, large);
    check(plus_pair<std::int64_t>, large);
    // A row of the mask of more entries than a block takes at a time.
    const auto first = [](auto i, auto j) { return i == 0 && j % 2 == 0; };
    check(min_plus<double>, {uneven_matrix(type_of<double>(), 2, 700, first),
                             uneven_matrix(type_of<double>(), 700, 2000, skewed(5, 1)),
                             uneven_matrix(type_of<bool>(), 2, 2000, [](auto, auto) { return true; })});
}

TEST_CASE("masked dot: sets of blocks, as hash tables") {
    // Columns k too many for a bitmap in shared memory. The first row of A needs two parts of a table.
    constexpr std::uint64_t far = 3'000'017;
    Masked some{{type_of<double>(), 3, far, {}},
                {type_of<double>(), far, 40, {}},
                uneven_matrix(type_of<bool>(), 3, 40, [](auto, auto) { return true; })};
    for (std::uint64_t e = 0; e < 9000; ++e) {
        const std::uint64_t k = e * 331 + e % 7;
        some.A.set(0, k, uneven_value(type_of<double>(), e));
        if (e % 17 == 0) some.A.set(1, k, uneven_value(type_of<double>(), e + 3));
        if (e % 5 < 2)
            for (std::uint64_t j = e % 3; j < 40; j += 9)
                some.B.set(k, j, uneven_value(type_of<double>(), e + j));
    }
    check(traces, some);
    check(wide_traces, some);
    check(min_plus<double>, some);
}

TEST_CASE("masked dot: columns k and j of 64 bits") {
    constexpr std::uint64_t wide = std::uint64_t{1} << 36;
    const Masked small = operands(40, 400, 400, 8);
    const auto moved = [](const reference::Matrix& matrix, std::uint64_t nrows, std::uint64_t ncols) {
        reference::Matrix far{matrix.type, nrows, ncols, {}};
        for (const auto& [place, entry] : matrix.entries)
            far.entries[{place.first + (nrows - matrix.nrows), place.second + (ncols - matrix.ncols)}] =
                entry;
        return far;
    };
    // B and the mask are not transposed here where a matrix of 2³⁶ rows would be.
    Masked far{moved(small.A, 40, wide), moved(transposed(small.B), 400, wide), small.M};
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        const Product found = product(backend, traces, far, DESC_S | DESC_T1);
        CHECK(found.bits == naive(traces, far, DESC_S | DESC_T1));
        CHECK(found.method.starts_with("dot products"));
    }
}

TEST_CASE("masked dot: one symmetric pattern") {
    const auto undirected = [](std::uint64_t i, std::uint64_t j) {
        const std::uint64_t low = std::min(i, j), high = std::max(i, j);
        return (low * 7919 + high * 31) % 13 == 0 || low % 40 == 3; // with loops
    };
    for (const bool symmetric : {true, false}) {
        reference::Matrix graph = uneven_matrix(type_of<bool>(), 600, 600, undirected);
        if (!symmetric) graph.entries.erase(std::next(graph.entries.begin(), 100));
        for (const std::string& backend : devices_under_test()) {
            CAPTURE(backend);
            const Context context = shuffled(backend, "masked_dot", 7);
            const AnyMatrix A = upload(context, graph);
            for (const Descriptor turn : {Descriptor{}, DESC_T1}) {
                const Bits expected = naive(plus_pair<std::int64_t>, {graph, graph, graph}, DESC_S | turn);
                Matrix<std::int64_t> C(context, 600, 600);
                mxm(C, A, no_accum, plus_pair<std::int64_t>, A, A, DESC_S | turn);
                CHECK(bits_of(C) == expected);
            }
        }
    }
}

TEST_CASE("masked dot: equal products are counted") {
    const Masked large = operands(24, 70, 1500, 20); // more products of an entry than int8 holds
    const auto counts = [&](const AnySemiring& semiring, const Masked& given, Descriptor how = DESC_S) {
        check(semiring, given, how);
        for (const std::string& backend : devices_under_test())
            CHECK(product(backend, semiring, given, how).method.find("counted") != std::string::npos);
    };
    counts(plus_pair<std::int8_t>, large);
    counts(plus_pair<std::uint64_t>, large);
    counts(plus_pair<float>, large);
    counts(plus_pair<double>, large, DESC_S | DESC_DETERMINISTIC);
    counts(any_pair<bool>, large);
    counts(any_pair<std::int16_t>, operands(70, 90, 80), {});
}

TEST_CASE("masked dot: products are counted in one pass, by blocks of columns and by entries") {
    const auto all = uneven_matrix(type_of<bool>(), 24, 40, [](auto, auto) { return true; });
    const Masked close{
        uneven_matrix(type_of<double>(), 24, 1500, [](auto i, auto k) { return (i * 7 + k) % 4 < 2; }),
        uneven_matrix(type_of<double>(), 1500, 40, [](auto k, auto j) { return (k + j * 3) % 8 < 4; }), all};
    // As many blocks as entries.
    const Masked apart{
        uneven_matrix(type_of<double>(), 24, 9000, [](auto i, auto k) { return k % 40 == i % 3; }),
        uneven_matrix(type_of<double>(), 9000, 40,
                      [](auto k, auto j) { return k % 40 == j % 3 && (k / 40 + j) % 5 != 0; }),
        all};
    for (const Masked& given : {close, apart}) {
        const Masked turned{given.A, transposed(given.B), given.M};
        for (const AnySemiring& semiring : {AnySemiring(plus_pair<std::int8_t>),
                                            AnySemiring(plus_pair<double>), AnySemiring(any_pair<bool>)})
            for (const std::string& backend : devices_under_test()) {
                const Product found = product(backend, semiring, turned, DESC_S | DESC_T1);
                CHECK(found.bits == naive(semiring, given, DESC_S));
                CHECK_MESSAGE(found.method.ends_with("counted, one pass"), found.method);
            }
    }
}

TEST_CASE("masked dot: products of iso operands are counted") {
    Masked some = operands(24, 70, 1500, 20, type_of<std::int16_t>(), type_of<std::int16_t>());
    const auto same = [](reference::Matrix& matrix, std::int16_t value) {
        for (auto& [place, entry] : matrix.entries) std::memcpy(entry.value.data(), &value, sizeof value);
    };
    same(some.A, 7);
    same(some.B, -3);
    for (const std::string& backend : devices_under_test()) {
        const auto method_of = [&](const AnySemiring& semiring, Descriptor how) {
            const cuda::testing::Variable keep("MERGUS_CUDA_KEEP", "all"); // finds that values are equal
            const Product found = product(backend, semiring, some, how);
            CHECK(found.bits == naive(semiring, some, how));
            return found.method;
        };
        const auto counted = [](const std::string& method) {
            return method.find("counted") != std::string::npos;
        };
        CHECK(counted(method_of(plus_times<std::int16_t>, DESC_S)));
        CHECK(counted(method_of(plus_first<std::int16_t>, DESC_S)));
        CHECK(counted(method_of(plus_second<std::int16_t>, DESC_S)));
        CHECK(counted(method_of(max_plus<std::int16_t>, DESC_S)));
        CHECK(!counted(method_of(min_firstj<std::int64_t>, DESC_S)));
        CHECK(!counted(method_of(times_plus<std::int16_t>, DESC_S)));
    }
}

TEST_CASE("masked dot: counted products of integers wrap around") {
    for (const mergus_type* const type : {type_of<std::int32_t>(), type_of<std::uint16_t>()}) {
        Masked some = operands(24, 70, 80, 20, type, type);
        for (reference::Matrix* const factor : {&some.A, &some.B})
            for (auto& [place, entry] : factor->entries) std::memset(entry.value.data(), 0x7f, type->size);
        const AnySemiring first = type == type_of<std::int32_t>() ? AnySemiring(plus_first<std::int32_t>)
                                                                  : AnySemiring(plus_first<std::uint16_t>);
        for (const std::string& backend : devices_under_test()) {
            const cuda::testing::Variable keep("MERGUS_CUDA_KEEP", "all"); // finds that values are equal
            const Product found = product(backend, first, some, DESC_S);
            CHECK(found.bits == naive(first, some, DESC_S));
            CHECK_MESSAGE(found.method.find("counted") != std::string::npos, found.method);
        }
    }
}

TEST_CASE("masked dot: deterministic sums of ones are counted where the type holds every count") {
    // A sum of ones in 32 bits stays at 2^24, whatever is added.
    const auto method_of = [](const std::string& backend, const AnySemiring& semiring, std::uint64_t terms) {
        Masked some{{type_of<double>(), 20, terms, {}},
                    {type_of<double>(), terms, 20, {}},
                    uneven_matrix(type_of<bool>(), 20, 20, [](auto i, auto j) { return (i + j) % 3 != 0; })};
        for (std::uint64_t i = 0; i < 20; ++i)
            for (const std::uint64_t k : {i % 4, terms / 2 + i % 3, terms - 1 - i % 2}) {
                some.A.set(i, k, uneven_value(some.A.type, i + k));
                some.B.set(k, i, uneven_value(some.B.type, i + 3 * k));
            }
        const Masked turned{some.A, transposed(some.B), some.M};
        const Descriptor how = DESC_S | DESC_DETERMINISTIC;
        const Product found = product(backend, semiring, turned, how | DESC_T1);
        CHECK(found.bits == naive(semiring, some, how));
        return found.method;
    };
    constexpr std::uint64_t held = 1 << 24;
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        CHECK(method_of(backend, plus_pair<float>, held).find("counted") != std::string::npos);
        CHECK(method_of(backend, plus_pair<float>, held + 1).find("k in order") != std::string::npos);
        CHECK(method_of(backend, plus_pair<double>, held + 1).find("counted") != std::string::npos);
        CHECK(method_of(backend, plus_pair<std::int8_t>, held + 1).find("counted") != std::string::npos);
    }
}

TEST_CASE("masked dot: the work is estimated from all samples, on small devices too") {
    // 20000 samples; a grid of the emulated device, which has one multiprocessor, has 8192 threads at most.
    const Csr ring = csr_where(5000, 5000, [](auto i, auto j) { return (j + 5000 - i) % 5000 < 4; });
    for (const std::string& backend : devices_under_test()) {
        CAPTURE(backend);
        ContextOptions options;
        std::uint64_t work = 0;
        options.explain = [&](const Explanation& e) {
            if (e.operation == "mxm" && e.method.starts_with("dot products")) work = e.work;
        };
        const Context context = shuffled(backend, "masked_dot", 3, options);
        const auto A = Matrix<double>::from_csr(context, ring);
        const auto C = mxm(plus_times<double>, A, A, {.mask = structure(A), .transpose_b = true});
        CHECK(C.nvals() == 20000);
        CHECK(work == 4 * 20000);
    }
}

TEST_CASE("masked dot: B transposed in one pass, and in two where its columns are long") {
    const auto method_of = [](const std::string& backend, const Masked& given) {
        const Masked turned{given.A, transposed(given.B), given.M};
        const Product found = product(backend, traces, turned, DESC_S | DESC_T1);
        CHECK(found.bits == naive(traces, given, DESC_S));
        return found.method;
    };
    Masked some = operands(70, 90, 80);
    Masked long_columns{
        uneven_matrix(type_of<double>(), 30, 700, [](auto i, auto k) { return k % 233 == i % 5; }),
        uneven_matrix(type_of<double>(), 700, 40, [](auto k, auto j) { return k % 3 != j % 4; }),
        uneven_matrix(type_of<bool>(), 30, 40, [](auto, auto) { return true; })};
    for (const std::string& backend : devices_under_test()) {
        CHECK(method_of(backend, some).ends_with("one pass"));
        CHECK(!method_of(backend, long_columns).ends_with("one pass"));
    }
}

TEST_CASE("masked dot: long runs of empty rows of the mask") {
    Masked sparse = operands(3000, 90, 80);
    for (const std::uint64_t distance : {3, 40, 211}) {
        sparse.M = uneven_matrix(type_of<bool>(), 3000, 90,
                                 [=](auto i, auto j) { return i % distance == 2 && (i * 7 + j) % 23 < 2; });
        check(min_plus<double>, sparse);
        check(plus_pair<std::int64_t>, sparse);
    }
}

TEST_CASE("masked dot: empty rows and operands without entries in common") {
    const auto nothing = [](auto, auto) { return false; };
    Masked some = operands(30, 30, 30);
    some.A = uneven_matrix(type_of<double>(), 30, 30, [](auto i, auto k) { return i % 7 == 6 && k < 10; });
    some.B = uneven_matrix(type_of<double>(), 30, 30, [](auto k, auto j) { return k > 9 && j % 3 == 0; });
    check(traces, some);
    for (const std::string& backend : devices_under_test())
        for (reference::Matrix Masked::*which : {&Masked::A, &Masked::B, &Masked::M}) {
            Masked empty = operands(30, 30, 30);
            (empty.*which) = uneven_matrix((empty.*which).type, 30, 30, nothing);
            CHECK(product(backend, traces, empty, DESC_S).bits.rows.empty());
        }
}

TEST_SUITE_END();
